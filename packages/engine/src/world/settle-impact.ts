/**
 * Impacts, and what approaches without being one: velocities are changed by impulses of joints and contacts, and what that
 * takes is booked.
 *
 * Follows: Rigid Body Simulation, section 8; Baraff 1989, section 8.
 */
import { addImpulses, type Constraint, projectVelocities } from "../constrain/index.js";
import { evaluateContact, ImpactFallback, ImpactStatus, isFelt } from "../contact/index.js";
import { type RowProblem, RowStatus } from "../linalg/index.js";
import { expectJump, keepMomenta, takeTold } from "./audit-step.js";
import { addRows, addStruck, clearTold, expectImpulses } from "./audit-wrenches.js";
import { isBound } from "./bounds.js";
import { addContactEvent } from "./contact-events.js";
import { type HeldRows, holdContacts } from "./held-contacts.js";
import { LedgerSlot } from "./power.js";
import { addFallback } from "./report.js";
import type { IslandRun } from "./run.js";

/** Rates below this fraction of the fastest motion are rounding. */
const rateRounding = 1e-12;
/** What presses no harder than this, m/s², lets nothing that is ended hop higher than the contact tolerance. */
const strongest = 100;
const fallbacks = Object.entries(ImpactFallback).map(([name]) => name);

export function evaluateAll(run: IslandRun): void {
  const { contacts, kit, island } = run;
  for (let c = 0; c < contacts.count && !isBound(contacts, c); c++) {
    evaluateContact(contacts, c, island.system, kit.parts, run.cache);
  }
  run.bounds.evaluate();
  run.bounds.writeAll(contacts);
}

/** All contacts as rows, with the velocities. */
function buildVelocities(run: IslandRun): IslandRun["rows"] {
  const { rows, contacts } = run;
  rows.build(contacts, listAll(run), contacts.count);
  rows.writeVelocities(contacts);
  return rows;
}

/** 0, 1, 2, … for as many contacts as there were at most; and their restitution, behind that of joints. */
let all = new Int32Array(0);
let restitution = new Float64Array(0);

function listAll({ contacts }: IslandRun): Int32Array {
  if (contacts.count > all.length) all = Int32Array.from({ length: 2 * contacts.count }, (_, c) => c);
  return all;
}

export function answerImpacts(run: IslandRun): string | null {
  const { contacts, kit, island } = run;
  const { impact, settings } = kit;
  let worst = 0;
  for (let c = 0; c < contacts.count; c++) worst = Math.min(worst, contacts.rate[c]);
  if (!(worst < -settings.restitutionThreshold)) return null;
  const rows = buildVelocities(run);
  const least = measureFaint(run);
  const joints = rows.joints.rows;
  if (joints + contacts.count > restitution.length) restitution = new Float64Array(2 * (joints + contacts.count));
  for (let c = 0; c < contacts.count; c++) restitution[joints + c] = contacts.restitution[c];
  const status = impact.solve(rows.problem, restitution, settings.restitutionThreshold);
  if (status === ImpactStatus.infeasible) {
    if (isDriven(rows.problem)) return "what is driven squeezes what cannot yield: no impulse can part them";
    // rest is a solution: rows contradict each other by rounding, and what follows stops what approaches as nearly as goes
    addFallback(kit.worst, `impact: ${fallbacks[ImpactFallback.noRestitution]}`);
    return null;
  }
  if (status === ImpactStatus.notFinite) return "the impulses of a collision were not finite";
  strike(run, impact.impulses);
  island.ledger[LedgerSlot.dissipated] += impact.dissipated;
  if (impact.fallback !== ImpactFallback.none) addFallback(kit.worst, `impact: ${fallbacks[impact.fallback]}`);
  const law = impact.fallback === ImpactFallback.none ? impact.law : `${impact.law}, ${fallbacks[impact.fallback]}`;
  for (let c = 0; c < contacts.count; c++) {
    const j = impact.impulses[joints + c];
    if (!isFelt(rows.problem, joints + c, j, least)) continue;
    addContactEvent(run, c, "collision", j, impact.before[joints + c], impact.after[joints + c], law);
  }
  return null;
}

/**
 * Up to this, m/s, an impact does not change the rate of a contact but for rounding: the part of the fastest motion before it
 * to which impulses are right.
 */
export function measureFaint(run: IslandRun, part = rateRounding): number {
  const { rate, count } = run.contacts;
  let most = measureSpeed(run);
  for (let c = 0; c < count; c++) most = Math.max(most, Math.abs(rate[c]));
  return part * most;
}

/** Gives the impulses of the rows to what they act on, and books the work that driven things did by them. */
function strike(run: IslandRun, impulses: Float64Array): void {
  const { rows, contacts, island } = run;
  const { problem } = rows;
  const { velocity: total } = island;
  rows.writeImpulse(total, impulses, contacts);
  let work = 0;
  for (let r = 0; r < problem.rowCount; r++) work -= impulses[r] * problem.c[r];
  island.ledger[LedgerSlot.work] += work;
  clearTold(run.kit.audit, island);
  addRows(run.kit.audit, run, impulses, contacts);
  expectImpulses(run.kit.audit, island, 1);
  addImpulses(island, total);
  evaluateAll(run);
}

/** Takes away, without a bounce, what is left of approaches. */
export function stopApproach(run: IslandRun): string | null {
  const { contacts, kit } = run;
  const least = measureRounding(run);
  let worst = 0;
  for (let c = 0; c < contacts.count; c++) worst = Math.min(worst, contacts.rate[c]);
  if (!(worst < -least)) return null;
  const { problem } = buildVelocities(run);
  let status = kit.resting.solveMotion(problem);
  if (status === RowStatus.infeasible && !isDriven(problem)) {
    status = solveWithSlack(run, 10 * least, -2 * worst);
  }
  if (status === RowStatus.infeasible) return "what is driven squeezes what cannot yield: nothing can stop it";
  if (status === RowStatus.notFinite) return "the velocities at a contact were not finite";
  // what a plastic impact takes is the energy of the jump (Carnot)
  let lost = 0;
  for (let k = 0; k < problem.dimension; k++) {
    const jump = kit.resting.motion[k] - problem.y0[k];
    lost += 0.5 * jump * jump;
  }
  strike(run, kit.resting.forces);
  run.island.ledger[LedgerSlot.dissipated] += lost;
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
function solveWithSlack({ kit, rows }: IslandRun, first: number, last: number): RowStatus {
  const { problem, joints } = rows;
  let status: RowStatus = RowStatus.infeasible;
  for (let slack = Math.min(first, last); status === RowStatus.infeasible; slack = Math.min(100 * slack, last)) {
    problem.c.fill(slack, joints.rows, problem.rowCount);
    status = kit.resting.solveMotion(problem);
    if (slack === last) break;
  }
  problem.c.fill(0, 0, problem.rowCount);
  return status;
}

/** Rates up to this are rounding, m/s. */
export function measureRounding(run: IslandRun): number {
  return rateRounding * measureSpeed(run);
}

/** The fastest that a point of a body of the island moves. */
export function measureSpeed({ island, kit, parts }: IslandRun): number {
  const { velocity, angularVelocity, particles } = island.system;
  let most = 0;
  for (const p of parts) {
    const i = kit.parts.body[p];
    const reach = Number.isFinite(kit.parts.reach[p]) ? kit.parts.reach[p] : 0;
    for (let k = 0; k < 3; k++) {
      const j = 6 * kit.parts.particle[p] + 3 + k;
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
export function stopHops(
  run: IslandRun,
  low: readonly number[],
  pressing: readonly number[],
  listSticks: (held: readonly HeldRows[]) => readonly Constraint[] = noSticks,
  struck: Float64Array | null = null,
): string | null {
  const held = holdContacts(run, [...low, ...pressing]);
  run.island.hold([...held, ...listSticks(held)]);
  projectHeld(run, 2 * Math.sqrt(2 * strongest * run.kit.settings.contactTolerance), held, struck);
  evaluateAll(run);
  return stopApproach(run);
}

/**
 * Velocities onto the rows that are held, and what that takes: what is lost is what the jump has of energy (Carnot); what the
 * impulses of the rows do at the velocities after it, something driven has given, a motor, a body on its path, a belt. Where
 * nothing is driven they do nothing, and what they do all the same is an error of the energy. Impulses that are told, `struck` by
 * contact of those held, are expected by the audit, and beside them what makes nothing faster or slower by more than `limit`, m/s.
 *
 *   ½ v⁺² − ½ v⁻² = (v⁺ − v⁻)·v⁺ − ½ (v⁺ − v⁻)²      in the metric of the masses
 */
export function projectHeld(
  run: IslandRun,
  limit: number,
  held: readonly HeldRows[] = [],
  struck: Float64Array | null = null,
): void {
  const { island, kit } = run;
  buildVelocities(run);
  const { y0, dimension } = run.rows.problem;
  if (velocity.length < dimension) velocity = new Float64Array(2 * dimension);
  for (let k = 0; k < dimension; k++) velocity[k] = y0[k];
  keepMomenta(island);
  projectVelocities(island);
  if (struck !== null) {
    clearTold(kit.audit, island);
    addStruck(kit.audit, run, held, struck);
    expectImpulses(kit.audit, island, 1);
    takeTold(kit.audit, island);
  }
  expectJump(kit.audit, island, limit);
  buildVelocities(run);
  let lost = 0;
  let work = 0;
  for (let k = 0; k < dimension; k++) {
    const jump = y0[k] - velocity[k];
    lost += 0.5 * jump * jump;
    work += jump * y0[k];
  }
  island.ledger[LedgerSlot.dissipated] += lost;
  if (hasDriven(run)) island.ledger[LedgerSlot.work] += work;
}

let velocity = new Float64Array(0);

/** Whether rows of the island move by themselves, or what they hold on to does. */
function hasDriven({ island, contacts }: IslandRun): boolean {
  const { table, bodies, movingCount, bodyCount, system, particleCount } = island;
  for (let r = 0; r < table.rows; r++) if (table.drift[r] !== 0) return true;
  for (let k = 0; k < 3 * contacts.count; k++) if (contacts.belt[k] !== 0) return true;
  for (let b = movingCount; b < bodyCount; b++) if (system.kinematics.isDriven(bodies[b])) return true;
  const { inverseMass, mass } = system.particles;
  for (let j = 0; j < particleCount; j++) if (inverseMass[j] === 0 && mass[j] !== 0) return true;
  return false;
}
