/**
 * Impacts without friction, and the stop of slow approaches: impulses of joints and contacts change velocities, and their work and
 * dissipation enter the energy balance.
 *
 * Follows: Rigid Body Simulation, section 8; Baraff 1989, section 8.
 */

import { addImpulses, type Constraint } from "../../constrain/index.js";
import { ImpactFallback, ImpactStatus, isFelt } from "../../contact/index.js";
import { type UnilateralProblem, UnilateralStatus } from "../../linalg/index.js";
import {
  addContactEvent,
  addRows,
  buildVelocities,
  clearReported,
  createActiveRows,
  expectImpulses,
  projectActive,
} from "../active-set/index.js";
import { type ActiveRows, evaluateAll } from "../contact-state/index.js";
import { LedgerSlot } from "../model/index.js";
import { addFallback, type EventLaw, type FallbackCode, joinLaw } from "../record/index.js";
import type { EventContext } from "./context.js";
import { firstSlack, rateRounding, slackGrowth, strongestAcceleration } from "./parameters.js";

/** Codes of event laws for the same departures, by `ImpactFallback`; that of none is not used. */
const lawCodes: readonly EventLaw[] = [
  "no-restitution",
  "energy-limit",
  "no-restitution",
  "round-limit",
  "impulse-limit",
];
/** Codes of the departures of impacts without friction from the impact law, by `ImpactFallback`. */
const fallbackCodes: readonly FallbackCode[] = [
  "impact/no-restitution",
  "impact/energy-limit",
  "impact/no-restitution",
  "impact/round-limit",
  "impact/impulse-limit",
];

let restitution = new Float64Array(0);

/**
 * Applies the impulses of a collision where contacts approach faster than the threshold. Returns null, or the reason of a
 * failure.
 */
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
    if (isDriven(rows.problem)) return "driven bodies compress others that cannot yield: no impulse can separate them";
    // rest is a solution: rows contradict each other by rounding, and `stopApproach` stops the contacts as nearly as possible
    addFallback(world.worst, "impact/no-restitution");
    return null;
  }
  if (status === ImpactStatus.notFinite) return "the impulses of a collision were not finite";
  strike(context, impact.impulses);
  island.balance.ledger[LedgerSlot.dissipated] += impact.dissipated;
  if (impact.fallback !== ImpactFallback.none) addFallback(world.worst, fallbackCodes[impact.fallback]);
  const law = impact.fallback === ImpactFallback.none ? impact.law : joinLaw(impact.law, lawCodes[impact.fallback]);
  for (let c = 0; c < contacts.count; c++) {
    const j = impact.impulses[joints + c];
    if (!isFelt(rows.problem, joints + c, j, least)) continue;
    addContactEvent(context, c, "collision", j, impact.before[joints + c], impact.after[joints + c], law);
  }
  return null;
}

/** Returns the change of a rate, m/s, that is rounding in an impact: the part of the fastest motion to which impulses are exact. */
export function measureFaint(context: EventContext, part = rateRounding): number {
  const { rate, count } = context.contactSet.contacts;
  let most = measureSpeed(context);
  for (let c = 0; c < count; c++) most = Math.max(most, Math.abs(rate[c]));
  return part * most;
}

/** Applies the impulses of the rows to momenta, and adds the work of driven bodies to the energy balance. */
function strike(context: EventContext, impulses: Float64Array): void {
  const { island } = context;
  const { rows } = context.solvers;
  const { contacts } = context.contactSet;
  const { problem } = rows;
  const { velocity: total } = island.active;
  rows.writeImpulse(total, impulses, contacts);
  let work = 0;
  for (let r = 0; r < problem.rowCount; r++) work -= impulses[r] * problem.c[r];
  island.balance.ledger[LedgerSlot.work] += work;
  clearReported(context.world.audit, island);
  addRows(context.world.audit, context, impulses, contacts);
  expectImpulses(context.world.audit, island, 1);
  addImpulses(island, total);
  evaluateAll(context);
}

/** Stops the contacts that still approach, without a bounce. Returns null, or the reason of a failure. */
export function stopApproach(context: EventContext): string | null {
  const { world } = context;
  const { contacts } = context.contactSet;
  const least = measureRounding(context);
  let worst = 0;
  for (let c = 0; c < contacts.count; c++) worst = Math.min(worst, contacts.rate[c]);
  if (!(worst < -least)) return null;
  const { problem } = buildVelocities(context);
  let status = world.solvers.resting.solveMotion(problem);
  if (status === UnilateralStatus.infeasible && !isDriven(problem)) {
    status = solveWithSlack(context, firstSlack * least, -2 * worst);
  }
  if (status === UnilateralStatus.infeasible)
    return "driven bodies compress others that cannot yield: nothing can stop them";
  if (status === UnilateralStatus.notFinite) return "the velocities at a contact were not finite";
  // a plastic impact dissipates the energy of the jump (Carnot)
  let lost = 0;
  for (let k = 0; k < problem.dimension; k++) {
    const jump = world.solvers.resting.motion[k] - problem.y0[k];
    lost += 0.5 * jump * jump;
  }
  strike(context, world.solvers.resting.forces);
  context.island.balance.ledger[LedgerSlot.dissipated] += lost;
  return null;
}

/** Whether a row has a prescribed velocity. */
function isDriven({ c, rowCount }: UnilateralProblem): boolean {
  for (let r = 0; r < rowCount; r++) if (c[r] !== 0) return true;
  return false;
}

/**
 * Stops contacts whose rows contradict each other. Where nothing is driven, rest is a solution, and redundant rows contradict each
 * other by rounding alone. They may approach by a slack that grows from `first` to `last`, m/s, twice the fastest approach, with
 * which they stay as they are.
 */
function solveWithSlack({ world, solvers: { rows } }: EventContext, first: number, last: number): UnilateralStatus {
  const { problem, joints } = rows;
  const { infeasible } = UnilateralStatus;
  let status: UnilateralStatus = infeasible;
  for (let slack = Math.min(first, last); status === infeasible; slack = Math.min(slackGrowth * slack, last)) {
    problem.c.fill(slack, joints.rows, problem.rowCount);
    status = world.solvers.resting.solveMotion(problem);
    if (slack === last) break;
  }
  problem.c.fill(0, 0, problem.rowCount);
  return status;
}

/** Returns the rate that is rounding of the fastest motion, m/s. */
export function measureRounding(context: EventContext): number {
  return rateRounding * measureSpeed(context);
}

/** Returns a bound of the speed of every point of the island, m/s. */
export function measureSpeed({ island, world, candidates: { parts } }: EventContext): number {
  const { velocity, angularVelocity, particles } = island.model.system;
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

/** Returns no rows: the rows of sticking contacts where there is no friction. */
export const noSticks = (): readonly Constraint[] => [];

/**
 * Stops the contacts `low` with micro-bounces, and then the approach of others. The contacts `active` stay closed: a body between
 * two others would otherwise be thrown to and fro. `listSticks` returns the rows that stop slip; `struck` are the impulses of
 * each contact that are reported beside those of the projection, N·s. Returns null, or the reason of a failure.
 */
export function stopMicroBounces(
  context: EventContext,
  low: readonly number[],
  active: readonly number[],
  listSticks: (rows: readonly ActiveRows[]) => readonly Constraint[] = noSticks,
  struck: Float64Array | null = null,
): string | null {
  const rows = createActiveRows(context, [...low, ...active]);
  context.island.activate([...rows, ...listSticks(rows)]);
  // twice the speed after a fall of the contact tolerance bounds the change of velocities
  const fastest = 2 * Math.sqrt(2 * strongestAcceleration * context.world.settings.contactTolerance);
  projectActive(context, fastest, rows, struck);
  evaluateAll(context);
  return stopApproach(context);
}
