import type { RestingSolver } from "../contact/index.js";
import { RowKind, type RowProblem, RowStatus } from "../linalg/index.js";
import { addFallback, type Worst } from "./report.js";
import { type IslandRun, type Kit, nameContact } from "./run.js";

/** Accelerations towards each other below this fraction of their terms are none, of contacts whose force is spent. */
const spentPart = 1e-8;
/** Accelerations below this fraction of their terms are rounding. */
const balance = 1e-12;
/** Of more rows than this any forces will do. */
const manyRows = 200;
/** Hops lower than this fraction of the contact tolerance are none. */
const lowestHop = 0.01;
/** Books how exact the forces of resting contact are. */
export function book(worst: Worst, resting: RestingSolver): void {
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
export function leaveSpent(run: IslandRun, near: readonly number[], rising: readonly number[]): readonly number[] {
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
  if (isChanged) solveRows(kit, problem, true);
}

/** Contacts that do not part, and those that do. */
export function sortByRate({ contacts, kit }: IslandRun): { still: number[]; rising: number[] } {
  const still: number[] = [];
  const rising: number[] = [];
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.rate[c] <= kit.settings.restitutionThreshold) still.push(c);
    else rising.push(c);
  }
  return { still, rising };
}

let list = new Int32Array(0);

/**
 * Solves for the forces of those that are still; those that rise are rows behind them, without a say. Least forces share a
 * load among all that can carry it, and so tell what has left, and what will carry for long; of many rows they would cost
 * more than they are worth.
 */
export function solveResting(
  { contacts, rows, kit, spent }: IslandRun,
  still: readonly number[],
  rising: readonly number[],
): string | null {
  const count = still.length + rising.length;
  if (count > list.length) list = new Int32Array(2 * count);
  for (let k = 0; k < count; k++) list[k] = k < still.length ? still[k] : rising[k - still.length];
  rows.build(contacts, list, count);
  rows.writeAccelerations(contacts);
  const { problem } = rows;
  problem.limitRows(problem.rowCount - rising.length);
  const wantsLeast = spent.size > 0 || problem.rowCount <= manyRows;
  const isSolved = problem.rowCount === 0 || solveRows(kit, problem, wantsLeast) === RowStatus.ok;
  return isSolved ? null : "the forces of resting contact could not be found";
}

/** Solves for forces, or for least ones where they are not unique. Where all is in balance without any, to rounding, there is no size by which to judge them: none. */
export function solveRows({ resting }: Kit, problem: RowProblem, wantsLeast: boolean): RowStatus {
  const status = wantsLeast ? resting.solve(problem) : resting.solveAny(problem);
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
  return wantsLeast ? resting.solve(problem) : resting.solveAny(problem);
}

/** Of the contacts that rise, those that hop below what counts: see `listLowOf`. */
export function listLow(run: IslandRun, still: readonly number[], rising: readonly number[]): number[] {
  const { contacts, rows, kit } = run;
  const { problem, joints } = rows;
  const y = problem.rowCount === 0 ? problem.y0 : kit.resting.motion;
  const accelerations = new Float64Array(contacts.count);
  rising.forEach((c, k) => {
    const r = joints.rows + still.length + k;
    let a = problem.c[r];
    for (let v = problem.rowStart[r]; v < problem.rowStart[r + 1]; v++) a += problem.values[v] * y[problem.column[v]];
    accelerations[c] = a;
  });
  return listLowOf(run, rising, accelerations);
}

/**
 * Of the contacts that rise, with these accelerations by contact, those that fall back before they are higher than a fraction
 * of the tolerance: they bounce on and on below what counts, and are at rest after T = 2u/(α(1 − e)).
 */
export function listLowOf(run: IslandRun, rising: readonly number[], accelerations: Float64Array): number[] {
  const { contacts, kit } = run;
  const { contactTolerance, integrator, step } = kit.settings;
  // backward Euler has them falling at once: what falls back within two of its steps does not hop
  const shortest = integrator === "backward-euler" ? 2 * step : 0;
  return rising.filter((c) => {
    const a = accelerations[c];
    const u = contacts.rate[c];
    if (!(u * u <= 2 * -a * lowestHop * contactTolerance || u <= shortest * -a)) return false;
    // what bounces without loss is ended after one hop: lower than any that is seen
    const e = contacts.restitution[c];
    run.restTime.set(c, run.time + (2 * u) / (-a * (e < 1 ? 1 - e : 1)));
    return true;
  });
}

/** The largest acceleration that the first contacts would have without forces between them, by its terms. */
export function measureAcceleration({ rows }: IslandRun, count: number): number {
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
export function listAccelerations({ contacts, kit, rows }: IslandRun, still: readonly number[]): Float64Array {
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
export function listPressing({ kit, rows }: IslandRun, still: readonly number[]): number[] {
  if (rows.problem.rowCount === 0) return [];
  return still.filter((_, k) => kit.resting.forces[rows.joints.rows + k] > 0);
}

/** 1 for the rows of contacts whose force has just fallen to zero: others may be able to do without them. */
export function listSpent({ contacts, rows, spent }: IslandRun, near: readonly number[]): Uint8Array | null {
  if (spent.size === 0) return null;
  const list = new Uint8Array(rows.problem.rowCount);
  near.forEach((c, k) => {
    if (spent.has(nameContact(contacts, c))) list[rows.joints.rows + k] = 1;
  });
  return list;
}

/** Pairs of which a contact has lost its force just now: what is left of them holds only if it presses. */
function listSpentPairs({ contacts, spent }: IslandRun): Set<number> {
  const pairs = new Set<number>();
  for (let c = 0; c < contacts.count && spent.size > 0; c++) {
    if (spent.has(nameContact(contacts, c))) pairs.add(contacts.pair[c]);
  }
  return pairs;
}

export function chooseHeld(
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
  const left = listSpentPairs(run);
  near.forEach((c, k) => {
    contacts.force[c] = f[joints + k];
  });
  near.forEach((c, k) => {
    const r = joints + k;
    const presses = f[r] > 0 || basis[r] === 1;
    if (isHolding[r] === 1 && (presses || !left.has(contacts.pair[c]))) holding.add(contacts.pair[c]);
    if (basis[r] === 0) return;
    contacts.active[c] = 1;
    held.push(c);
  });
  // a hinge on an edge keeps the edge where it is: such a pair touches all the time without a row of its own
  const own = new Set(held.map((c) => contacts.pair[c]));
  near.forEach((c, k) => {
    if (isHolding[joints + k] === 1 && !own.has(contacts.pair[c])) contacts.active[c] = 3;
  });
}
