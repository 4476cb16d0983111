/**
 * What happens at an instant: contacts are found, impacts answered, and it is decided which contacts press.
 *
 *   1  the corners of all regions in which parts touch                                        contact/detector.ts
 *   2  while something approaches faster than the threshold: impulses                         contact/impact.ts
 *      what approaches slower is stopped, without a bounce
 *   3  of what does not part: forces f ≥ 0 with f·a = 0, a = A f + b ≥ 0                      (9–9), contact/resting.ts
 *   4  an independent set of those that press is held from here on, as equalities             held-contacts.ts
 *
 * Follows: Rigid Body Simulation, sections 8 and 9; Baraff 1989, sections 5 to 8.
 */
import { projectPositions, projectVelocities, totalEnergy } from "../constrain/index.js";
import {
  type ContactTable,
  evaluateContact,
  ImpactFallback,
  ImpactStatus,
  type RestingSolver,
} from "../contact/index.js";
import { RowKind, type RowProblem, RowStatus } from "../linalg/index.js";
import { addCapPoints } from "./cap-points.js";
import { addContactEvent, addTouchEvents } from "./contact-events.js";
import { groupContacts } from "./held-contacts.js";
import { LedgerSlot } from "./power.js";
import { addFallback, type Worst } from "./report.js";
import { type IslandRun, type Kit, nameContact } from "./run.js";
import { correctSpin, measureSpin } from "./spin.js";

/** Accelerations towards each other below this fraction of their terms are none, of contacts whose force is spent. */
const spentPart = 1e-8;
/** Rates below this fraction of the fastest motion are rounding. */
const rateRounding = 1e-12;
/** Accelerations below this fraction of their terms are rounding. */
const balance = 1e-12;
/** Accelerations of caps below this fraction of those that they would have alone are none. */
const capRounding = 1e-13;

/** Deeper than this part of the contact tolerance is no rounding. */
const sunk = 1e-3;
/** Hops lower than this fraction of the contact tolerance are none. */
const lowestHop = 0.01;
const maxRounds = 20;

const fallbacks = Object.entries(ImpactFallback).map(([name]) => name);

/** Settles the island at its state. Returns null, or why it cannot be done. */
export function settle(run: IslandRun): string | null {
  // what is new has the angular momentum that it has now
  if (!run.isSettled && run.island.mayBeAlone) measureSpin(run.island.spin, 0, run.island);
  detect(run);
  measureDepth(run);
  pushOut(run);
  measureDepth(run);
  const { restitutionThreshold } = run.kit.settings;
  addCapPoints(run, run.contacts.rate, restitutionThreshold, true);
  const fault = answerImpacts(run) ?? stopApproach(run) ?? stopCaps(run);
  if (fault !== null) return fault;
  return rest(run);
}

/** What approaches of flat caps beside the points that there are, is stopped too. */
function stopCaps(run: IslandRun): string | null {
  for (let round = 0; round < maxRounds; round++) {
    if (!addCapPoints(run, run.contacts.rate, rateRounding * measureSpeed(run), false)) return null;
    const fault = stopApproach(run);
    if (fault !== null) return fault;
  }
  return null;
}

/** Finds the contacts of all pairs, and evaluates them. */
function detect(run: IslandRun): void {
  const { contacts, kit, pairs, pairCount, island } = run;
  const { parts, detector, worst } = kit;
  for (let k = 0; k < run.parts.length; k++) parts.place(island.system, run.parts[k]);
  contacts.clear();
  run.restTime.clear();
  for (let k = 0; k < 3 * pairCount; k += 3) detector.addContactsOf(contacts, pairs[k], pairs[k + 1], pairs[k + 2]);
  evaluateAll(run);
  worst.contacts = Math.max(worst.contacts, contacts.count);
}

/** How deep anything is, as it came and as it is left: not on the way of being moved apart. */
function measureDepth({ contacts, kit }: IslandRun): void {
  const { worst } = kit;
  for (let c = 0; c < contacts.count; c++) worst.penetration = Math.max(worst.penetration, -contacts.gap[c]);
}

/** Moves apart, as little as can be, what has sunk in by more than rounding; contacts that are held stay closed. */
function pushOut(run: IslandRun): void {
  const { contacts, kit, island } = run;
  const least = sunk * kit.settings.contactTolerance;
  const isSunk = (c: number) => contacts.gap[c] < -least;
  for (let round = 0; round < 3; round++) {
    const all = Array.from({ length: contacts.count }, (_, c) => c);
    if (!all.some(isSunk)) return;
    const closed = all.filter((c) => contacts.gap[c] < 0 || run.wasHeld.has(nameContact(contacts, c)));
    island.hold(groupContacts(contacts, closed, kit.parts, run.cache, (i) => island.findBody(i) >= 0));
    const before = totalEnergy(kit.mechanism);
    projectPositions(island);
    island.ledger[LedgerSlot.dissipated] += before - totalEnergy(kit.mechanism);
    detect(run);
  }
}

function evaluateAll(run: IslandRun): void {
  const { contacts, kit, island } = run;
  for (let c = 0; c < contacts.count; c++) evaluateContact(contacts, c, island.system, kit.parts, run.cache);
}

/** All contacts as rows, with the velocities. */
function buildVelocities(run: IslandRun): void {
  const { rows, contacts } = run;
  rows.build(contacts, listAll(run), contacts.count);
  rows.writeVelocities(contacts);
}

function listAll({ contacts }: IslandRun): Int32Array {
  return Int32Array.from({ length: contacts.count }, (_, c) => c);
}

function answerImpacts(run: IslandRun): string | null {
  const { contacts, kit, rows, island } = run;
  const { impact, settings } = kit;
  let worst = 0;
  for (let c = 0; c < contacts.count; c++) worst = Math.min(worst, contacts.rate[c]);
  if (!(worst < -settings.restitutionThreshold)) return null;
  buildVelocities(run);
  const joints = rows.joints.rows;
  const restitution = new Float64Array(joints + contacts.count);
  for (let c = 0; c < contacts.count; c++) restitution[joints + c] = contacts.restitution[c];
  const status = impact.solve(rows.problem, restitution, settings.restitutionThreshold);
  if (status === ImpactStatus.infeasible) return "what is driven squeezes what cannot yield: no impulse can part them";
  if (status === ImpactStatus.notFinite) return "the impulses of a collision were not finite";
  strike(run, impact.impulses);
  island.ledger[LedgerSlot.dissipated] += impact.dissipated;
  if (impact.fallback !== ImpactFallback.none) addFallback(kit.worst, `impact: ${fallbacks[impact.fallback]}`);
  const law = impact.fallback === ImpactFallback.none ? impact.law : `${impact.law}, ${fallbacks[impact.fallback]}`;
  for (let c = 0; c < contacts.count; c++) {
    const j = impact.impulses[joints + c];
    if (j > 0) addContactEvent(run, c, "collision", j, impact.before[joints + c], impact.after[joints + c], law);
  }
  return null;
}

/** Gives the impulses of the rows to what they act on. Returns the work that driven things did by them, booked, J. */
function strike(run: IslandRun, impulses: Float64Array): number {
  const { rows, contacts, island } = run;
  const { problem } = rows;
  const total = new Float64Array(island.count);
  rows.writeImpulse(total, impulses, contacts);
  let work = 0;
  for (let r = 0; r < problem.rowCount; r++) work -= impulses[r] * problem.c[r];
  island.ledger[LedgerSlot.work] += work;
  island.addImpulses(total);
  evaluateAll(run);
  return work;
}

/** Takes away, without a bounce, what is left of approaches. */
function stopApproach(run: IslandRun): string | null {
  const { contacts, kit, rows } = run;
  const least = rateRounding * measureSpeed(run);
  let worst = 0;
  for (let c = 0; c < contacts.count; c++) worst = Math.min(worst, contacts.rate[c]);
  if (!(worst < -least)) return null;
  buildVelocities(run);
  const { problem } = rows;
  const before = measureEnergy(problem.y0, problem.dimension);
  const status = kit.resting.solve(problem);
  if (status === RowStatus.infeasible) return "what is driven squeezes what cannot yield: nothing can stop it";
  if (status === RowStatus.notFinite) return "the velocities at a contact were not finite";
  const work = strike(run, kit.resting.forces);
  const after = measureEnergy(kit.resting.motion, problem.dimension);
  run.island.ledger[LedgerSlot.dissipated] += before - after + work;
  return null;
}

function measureEnergy(y: Float64Array, n: number): number {
  let sum = 0;
  for (let k = 0; k < n; k++) sum += 0.5 * y[k] * y[k];
  return sum;
}

/** The fastest that a point of a body of the island moves. */
function measureSpeed({ island, kit, parts }: IslandRun): number {
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

/** Finds which contacts press, and holds them. */
function rest(run: IslandRun): string | null {
  const { contacts, kit, island } = run;
  const { resting, worst } = kit;
  contacts.active.fill(0);
  contacts.force.fill(0);
  const held: number[] = [];
  const holding = new Set<number>();
  island.applyForces();
  let near: readonly number[] = [];
  let apart: readonly number[] = [];
  for (let round = 0; ; round++) {
    const { still, rising } = sortByRate(run);
    near = still;
    apart = rising;
    const fault = solveResting(run, still, rising);
    if (fault !== null) return fault;
    const low = listLow(run, still, rising);
    if (round === maxRounds) break;
    if (low.length === 0) {
      const a = listAccelerations(run, still);
      if (addCapPoints(run, a, capRounding * measureAcceleration(run, still.length), false)) continue;
      break;
    }
    const stuck = stopHops(run, low, listPressing(run, still));
    if (stuck !== null) return stuck;
    // forces may depend on velocities
    island.applyForces();
  }
  near = leaveSpent(run, near, apart);
  if (near.length > 0) {
    book(worst, resting);
    const basis = new Uint8Array(run.rows.problem.rowCount);
    resting.selectBasis(basis, listSpent(run, near));
    chooseHeld(run, near, basis, held, holding);
  }
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.rate[c] > kit.settings.restitutionThreshold) contacts.active[c] = 2;
  }
  addTouchEvents(run, holding);
  run.held = groupContacts(contacts, held, kit.parts, run.cache, (i) => island.findBody(i) >= 0);
  island.hold(run.held);
  const isFree = !isPushedFromOutside(run);
  if (island.isAlone && !isFree) measureSpin(island.spin, 0, island);
  // gaps within the tolerance close here: what they were high is lost
  const before = totalEnergy(kit.mechanism);
  island.finishStep();
  island.ledger[LedgerSlot.dissipated] += before - totalEnergy(kit.mechanism);
  if (island.isAlone && isFree && correctSpin(island, island.spin, 0)) island.derive();
  run.isSettled = true;
  run.spent.clear();
  run.wasHeld.clear();
  for (const c of held) run.wasHeld.add(nameContact(contacts, c));
  return null;
}

/** Whether something that is not of the island is in contact with it: its angular momentum may then be another. */
function isPushedFromOutside({ contacts, island }: IslandRun): boolean {
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.bodyA[c] >= 0 && !island.moves(contacts.bodyA[c])) return true;
    if (!island.moves(contacts.bodyB[c])) return true;
  }
  return false;
}

/** The contacts at the state with the forces there, in a table of their own: nothing is changed. */
export function showContacts(run: IslandRun): ContactTable {
  const { kit, shown, rows, island, pairs } = run;
  for (let k = 0; k < run.parts.length; k++) kit.parts.place(island.system, run.parts[k]);
  shown.clear();
  for (let k = 0; k < 3 * run.pairCount; k += 3)
    kit.detector.addContactsOf(shown, pairs[k], pairs[k + 1], pairs[k + 2]);
  const still: number[] = [];
  for (let c = 0; c < shown.count; c++) {
    evaluateContact(shown, c, island.system, kit.parts, run.cache);
    shown.force[c] = 0;
    if (shown.rate[c] <= kit.settings.restitutionThreshold) still.push(c);
  }
  if (still.length === 0) return shown;
  island.applyForces();
  rows.build(shown, Int32Array.from(still), still.length);
  rows.writeAccelerations(shown);
  solveRows(kit, rows.problem);
  still.forEach((c, k) => {
    shown.force[c] = kit.resting.forces[rows.joints.rows + k];
  });
  return shown;
}

/** Books how exact the forces of resting contact are. */
function book(worst: Worst, resting: RestingSolver): void {
  worst.residual = Math.max(worst.residual, resting.residual);
  worst.complementarity = Math.max(worst.complementarity, resting.complementarity);
  if (resting.holding > worst.holding) {
    worst.holding = resting.holding;
    worst.rank = resting.rank;
  }
  if (!resting.unique) worst.unique = false;
  if (resting.fallback !== null) addFallback(worst, resting.fallback);
}

/**
 * The contacts that do not part, without those whose force has fallen to zero if the others hold what there is: they leave,
 * or others that depend on them take their place. The forces are then those of the others.
 */
function leaveSpent(run: IslandRun, near: readonly number[], rising: readonly number[]): readonly number[] {
  const { contacts, rows, kit, spent } = run;
  const all = near.filter((c) => spent.has(nameContact(contacts, c)));
  if (all.length === 0) return near;
  for (const out of all.length > 1 ? [all, all.slice(0, 1)] : [all]) {
    const others = near.filter((c) => !out.includes(c));
    if (solveResting(run, others, [...out, ...rising]) !== null) continue;
    const { problem, joints } = rows;
    const y = problem.rowCount === 0 ? problem.y0 : kit.resting.motion;
    const first = joints.rows + others.length;
    if (!out.every((_, k) => measureRow(problem, first + k, y) >= -spentPart)) continue;
    pressLightly(kit, problem, y, joints.rows);
    return others;
  }
  solveResting(run, near, rising);
  return near;
}

/** The acceleration of row r with the motion y, as a part of its terms. */
function measureRow({ c, values, column, rowStart, y0 }: RowProblem, r: number, y: Float64Array): number {
  let a = c[r];
  let size = Math.abs(a);
  for (let v = rowStart[r]; v < rowStart[r + 1]; v++) {
    a += values[v] * y[column[v]];
    size += Math.abs(values[v] * y0[column[v]]);
  }
  return size === 0 ? 0 : a / size;
}

/**
 * Where a force has just fallen to zero, those of contacts that will take its place rise from zero: to be held, they are made
 * to press by as little as is told from nothing. The motion is that of what is held, and does not see it.
 */
function pressLightly(kit: Kit, problem: RowProblem, motion: Float64Array, first: number): void {
  const y = motion.slice();
  let isChanged = false;
  for (let r = first; r < problem.rowCount; r++) {
    const a = measureRow(problem, r, y);
    if (kit.resting.forces[r] > 0 || a > spentPart) continue;
    let size = Math.abs(problem.c[r]);
    for (let v = problem.rowStart[r]; v < problem.rowStart[r + 1]; v++) {
      size += Math.abs(problem.values[v] * problem.y0[problem.column[v]]);
    }
    problem.c[r] -= 2 * spentPart * size;
    isChanged = true;
  }
  if (isChanged) solveRows(kit, problem);
}

/** Contacts that do not part, and those that do. */
function sortByRate({ contacts, kit }: IslandRun): { still: number[]; rising: number[] } {
  const still: number[] = [];
  const rising: number[] = [];
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.rate[c] <= kit.settings.restitutionThreshold) still.push(c);
    else rising.push(c);
  }
  return { still, rising };
}

/** Solves for the forces of those that are still; those that rise are rows behind them, without a say. */
function solveResting(
  { contacts, rows, kit }: IslandRun,
  still: readonly number[],
  rising: readonly number[],
): string | null {
  rows.build(contacts, Int32Array.from([...still, ...rising]), still.length + rising.length);
  rows.writeAccelerations(contacts);
  const { problem } = rows;
  problem.limitRows(problem.rowCount - rising.length);
  const isSolved = problem.rowCount === 0 || solveRows(kit, problem) === RowStatus.ok;
  return isSolved ? null : "the forces of resting contact could not be found";
}

/** Solves for forces. Where all is in balance without any, to rounding, there is no size by which to judge them: none. */
function solveRows({ resting }: Kit, problem: RowProblem): RowStatus {
  const status = resting.solve(problem);
  if (status !== RowStatus.iterationLimit) return status;
  const { c, y0, values, column, rowStart } = problem;
  for (let r = 0; r < problem.rowCount; r++) {
    let sum = c[r];
    let size = Math.abs(c[r]);
    for (let v = rowStart[r]; v < rowStart[r + 1]; v++) {
      const term = values[v] * y0[column[v]];
      sum += term;
      size += Math.abs(term);
    }
    if (problem.kind[r] === RowKind.inequality && Math.abs(sum) <= balance * size) c[r] += balance * size - sum;
  }
  return resting.solve(problem);
}

/**
 * Of the contacts that rise, those that fall back before they are higher than a fraction of the tolerance: they bounce on
 * and on below what counts, and are at rest after T = 2u/(α(1 − e)).
 */
function listLow(run: IslandRun, still: readonly number[], rising: readonly number[]): number[] {
  const { contacts, rows, kit } = run;
  const { problem, joints } = rows;
  const { contactTolerance } = kit.settings;
  const y = problem.rowCount === 0 ? problem.y0 : kit.resting.motion;
  return rising.filter((c, k) => {
    const r = joints.rows + still.length + k;
    let a = problem.c[r];
    for (let v = problem.rowStart[r]; v < problem.rowStart[r + 1]; v++) a += problem.values[v] * y[problem.column[v]];
    const u = contacts.rate[c];
    if (!(u * u <= 2 * -a * lowestHop * contactTolerance)) return false;
    // what bounces without loss is ended after one hop: lower than any that is seen
    const e = contacts.restitution[c];
    run.restTime.set(c, run.time + (2 * u) / (-a * (e < 1 ? 1 - e : 1)));
    return true;
  });
}

/** The largest acceleration that the first contacts would have without forces between them, by its terms. */
function measureAcceleration({ rows }: IslandRun, count: number): number {
  const { problem, joints } = rows;
  let most = 0;
  for (let r = joints.rows; r < joints.rows + count; r++) {
    let size = Math.abs(problem.c[r]);
    for (let v = problem.rowStart[r]; v < problem.rowStart[r + 1]; v++) {
      size += Math.abs(problem.values[v] * problem.y0[problem.column[v]]);
    }
    most = Math.max(most, size);
  }
  return most;
}

/** The accelerations of contacts that do not part; ∞ of all others. */
function listAccelerations({ contacts, kit, rows }: IslandRun, still: readonly number[]): Float64Array {
  const { problem, joints } = rows;
  const all = new Float64Array(contacts.count).fill(Infinity);
  const y = problem.rowCount === 0 ? problem.y0 : kit.resting.motion;
  still.forEach((c, k) => {
    const r = joints.rows + k;
    all[c] = problem.c[r];
    for (let v = problem.rowStart[r]; v < problem.rowStart[r + 1]; v++) {
      all[c] += problem.values[v] * y[problem.column[v]];
    }
  });
  return all;
}

/** Of the contacts that do not part, those with a force. */
function listPressing({ kit, rows }: IslandRun, still: readonly number[]): number[] {
  if (rows.problem.rowCount === 0) return [];
  return still.filter((_, k) => kit.resting.forces[rows.joints.rows + k] > 0);
}

/**
 * Takes the whole rate from some contacts, and what approaches by that from others. Those that press stay as they are: what
 * is squeezed between two would else be thrown to and fro.
 */
function stopHops(run: IslandRun, low: readonly number[], pressing: readonly number[]): string | null {
  const { contacts, kit, island } = run;
  const before = kineticEnergyOf(run);
  island.hold(groupContacts(contacts, [...low, ...pressing], kit.parts, run.cache, (i) => island.findBody(i) >= 0));
  projectVelocities(island);
  island.ledger[LedgerSlot.dissipated] += before - kineticEnergyOf(run);
  evaluateAll(run);
  return stopApproach(run);
}

/** ½ |y|² of the island: that of what moves in it. */
function kineticEnergyOf(run: IslandRun): number {
  buildVelocities(run);
  return measureEnergy(run.rows.problem.y0, run.rows.problem.dimension);
}

/** 1 for the rows of contacts whose force has just fallen to zero: others may be able to do without them. */
function listSpent({ contacts, rows, spent }: IslandRun, near: readonly number[]): Uint8Array | null {
  if (spent.size === 0) return null;
  const list = new Uint8Array(rows.problem.rowCount);
  near.forEach((c, k) => {
    if (spent.has(nameContact(contacts, c))) list[rows.joints.rows + k] = 1;
  });
  return list;
}

function chooseHeld(
  run: IslandRun,
  near: readonly number[],
  basis: Uint8Array,
  held: number[],
  holding: Set<number>,
): void {
  const { contacts, kit, rows } = run;
  const { forces: f } = kit.resting;
  const joints = rows.joints.rows;
  const isHolding = new Uint8Array(rows.problem.rowCount);
  kit.resting.listHolding(isHolding);
  near.forEach((c, k) => {
    contacts.force[c] = f[joints + k];
  });
  near.forEach((c, k) => {
    const r = joints + k;
    if (isHolding[r] === 1) holding.add(contacts.pair[c]);
    if (basis[r] === 0) return;
    contacts.active[c] = 1;
    held.push(c);
  });
}
