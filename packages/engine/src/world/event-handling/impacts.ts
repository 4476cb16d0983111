/**
 * Impacts, and what approaches without being one: velocities are changed by impulses of joints and contacts, and what that
 * takes is booked.
 *
 * Follows: Rigid Body Simulation, section 8; Baraff 1989, section 8.
 */

import { addImpulses, type Constraint } from "../../constrain/index.js";
import { ImpactFallback, ImpactStatus, isFelt } from "../../contact/index.js";
import { type RowProblem, RowStatus } from "../../linalg/index.js";
import {
  addContactEvent,
  addRows,
  buildVelocities,
  clearReported,
  createActiveRows,
  expectImpulses,
  projectActive,
} from "../active-set/index.js";
import type { ActiveRows } from "../contact-state/index.js";
import { evaluateAll } from "../contact-state/index.js";
import { LedgerSlot } from "../model/index.js";
import { addFallback, type FallbackCode } from "../record/index.js";
import type { EventContext } from "./context.js";

/** Rates below this fraction of the fastest motion are rounding. */
const rateRounding = 1e-12;
/** What presses no harder than this, m/s², lets nothing that is ended hop higher than the contact tolerance. */
const strongest = 100;
const fallbacks = Object.entries(ImpactFallback).map(([name]) => name);
/** Codes of the departures of impacts without friction from their law, by `ImpactFallback`. */
const fallbackCodes: readonly FallbackCode[] = [
  "impact/no-restitution",
  "impact/energy-limit",
  "impact/no-restitution",
  "impact/round-limit",
  "impact/impulse-limit",
];

let restitution = new Float64Array(0);

export function answerImpacts(context: EventContext): string | null {
  const { world, island } = context;
  const { contacts } = context.contactSet;
  const { settings } = world;
  const { impact } = world.solvers;
  let worst = 0;
  for (let c = 0; c < contacts.count; c++) worst = Math.min(worst, contacts.rate[c]);
  if (!(worst < -settings.restitutionThreshold)) return null;
  const rows = buildVelocities(context);
  const least = measureFaint(context);
  const joints = rows.joints.rows;
  if (joints + contacts.count > restitution.length) restitution = new Float64Array(2 * (joints + contacts.count));
  for (let c = 0; c < contacts.count; c++) restitution[joints + c] = contacts.restitution[c];
  const status = impact.solve(rows.problem, restitution, settings.restitutionThreshold);
  if (status === ImpactStatus.infeasible) {
    if (isDriven(rows.problem)) return "what is driven squeezes what cannot yield: no impulse can part them";
    // rest is a solution: rows contradict each other by rounding, and what follows stops what approaches as nearly as goes
    addFallback(world.worst, "impact/no-restitution");
    return null;
  }
  if (status === ImpactStatus.notFinite) return "the impulses of a collision were not finite";
  strike(context, impact.impulses);
  island.ledger[LedgerSlot.dissipated] += impact.dissipated;
  if (impact.fallback !== ImpactFallback.none) addFallback(world.worst, fallbackCodes[impact.fallback]);
  const law = impact.fallback === ImpactFallback.none ? impact.law : `${impact.law}, ${fallbacks[impact.fallback]}`;
  for (let c = 0; c < contacts.count; c++) {
    const j = impact.impulses[joints + c];
    if (!isFelt(rows.problem, joints + c, j, least)) continue;
    addContactEvent(context, c, "collision", j, impact.before[joints + c], impact.after[joints + c], law);
  }
  return null;
}

/**
 * Up to this, m/s, an impact does not change the rate of a contact but for rounding: the part of the fastest motion before it
 * to which impulses are right.
 */
export function measureFaint(context: EventContext, part = rateRounding): number {
  const { rate, count } = context.contactSet.contacts;
  let most = measureSpeed(context);
  for (let c = 0; c < count; c++) most = Math.max(most, Math.abs(rate[c]));
  return part * most;
}

/** Gives the impulses of the rows to what they act on, and books the work that driven things did by them. */
function strike(context: EventContext, impulses: Float64Array): void {
  const { island } = context;
  const { rows } = context.solvers;
  const { contacts } = context.contactSet;
  const { problem } = rows;
  const { velocity: total } = island;
  rows.writeImpulse(total, impulses, contacts);
  let work = 0;
  for (let r = 0; r < problem.rowCount; r++) work -= impulses[r] * problem.c[r];
  island.ledger[LedgerSlot.work] += work;
  clearReported(context.world.audit, island);
  addRows(context.world.audit, context, impulses, contacts);
  expectImpulses(context.world.audit, island, 1);
  addImpulses(island, total);
  evaluateAll(context);
}

/** Takes away, without a bounce, what is left of approaches. */
export function stopApproach(context: EventContext): string | null {
  const { world } = context;
  const { contacts } = context.contactSet;
  const least = measureRounding(context);
  let worst = 0;
  for (let c = 0; c < contacts.count; c++) worst = Math.min(worst, contacts.rate[c]);
  if (!(worst < -least)) return null;
  const { problem } = buildVelocities(context);
  let status = world.solvers.resting.solveMotion(problem);
  if (status === RowStatus.infeasible && !isDriven(problem)) {
    status = solveWithSlack(context, 10 * least, -2 * worst);
  }
  if (status === RowStatus.infeasible) return "what is driven squeezes what cannot yield: nothing can stop it";
  if (status === RowStatus.notFinite) return "the velocities at a contact were not finite";
  // what a plastic impact takes is the energy of the jump (Carnot)
  let lost = 0;
  for (let k = 0; k < problem.dimension; k++) {
    const jump = world.solvers.resting.motion[k] - problem.y0[k];
    lost += 0.5 * jump * jump;
  }
  strike(context, world.solvers.resting.forces);
  context.island.ledger[LedgerSlot.dissipated] += lost;
  return null;
}

/** Whether something is to have a velocity of its own. */
function isDriven({ c, rowCount }: RowProblem): boolean {
  for (let r = 0; r < rowCount; r++) if (c[r] !== 0) return true;
  return false;
}

/**
 * Where nothing is driven, rest is a solution, and rows that depend on one another contradict each other by rounding alone:
 * they may approach by a little that grows from `first` to `last`, m/s, more than they do, so that they stay as they are.
 */
function solveWithSlack({ world, solvers: { rows } }: EventContext, first: number, last: number): RowStatus {
  const { problem, joints } = rows;
  let status: RowStatus = RowStatus.infeasible;
  for (let slack = Math.min(first, last); status === RowStatus.infeasible; slack = Math.min(100 * slack, last)) {
    problem.c.fill(slack, joints.rows, problem.rowCount);
    status = world.solvers.resting.solveMotion(problem);
    if (slack === last) break;
  }
  problem.c.fill(0, 0, problem.rowCount);
  return status;
}

/** Rates up to this are rounding, m/s. */
export function measureRounding(context: EventContext): number {
  return rateRounding * measureSpeed(context);
}

/** The fastest that a point of a body of the island moves. */
export function measureSpeed({ island, world, candidates: { parts } }: EventContext): number {
  const { velocity, angularVelocity, particles } = island.system;
  let most = 0;
  for (const p of parts) {
    const i = world.parts.body[p];
    const reach = Number.isFinite(world.parts.reach[p]) ? world.parts.reach[p] : 0;
    for (let k = 0; k < 3; k++) {
      const j = 6 * world.parts.particle[p] + 3 + k;
      const v =
        i < 0 ? particles.state[j] : Math.abs(velocity[3 * i + k]) + reach * Math.abs(angularVelocity[3 * i + k]);
      most = Math.max(most, Math.abs(v));
    }
  }
  return most;
}

export const noSticks = (): readonly Constraint[] => [];

/**
 * Takes the whole rate from some contacts, and what approaches by that from others. Those that press stay as they are: what
 * is squeezed between two would else be thrown to and fro. `listSticks` tells what is to stay at rest across them; `struck`, by contact,
 * what impulses are told of it.
 */
export function stopMicroBounces(
  context: EventContext,
  low: readonly number[],
  pressing: readonly number[],
  listSticks: (held: readonly ActiveRows[]) => readonly Constraint[] = noSticks,
  struck: Float64Array | null = null,
): string | null {
  const held = createActiveRows(context, [...low, ...pressing]);
  context.island.hold([...held, ...listSticks(held)]);
  projectActive(context, 2 * Math.sqrt(2 * strongest * context.world.settings.contactTolerance), held, struck);
  evaluateAll(context);
  return stopApproach(context);
}
