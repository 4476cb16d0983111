/**
 * Bounds that are reached, all at once and with every joint taking part:
 *
 *   impact    v⁺ = v⁻ + A j,   v⁺ ≥ −e v⁻ where v⁻ < 0, else v⁺ ≥ 0;   j ≥ 0, and j = 0 where v⁺ is larger
 *   resting   s̈ = A f + b ≥ 0,   f ≥ 0,   f·s̈ = 0
 *
 *   A   what a unit impulse (force) on one bound does to the speeds (accelerations) of all, the joints holding
 *
 * A coordinate that the joints and motors hold fast has a row of zeros in A: it is blocked, and no bound can stop it.
 *
 * Follows: Baraff 1989, sections 5.2 and 8.
 */
import { SolveStatus, solveLcp } from "../linalg/index.js";
import { gatherAccelerations } from "./gather.js";
import { multiplyInverseMass } from "./inverse-mass.js";
import type { Bound } from "./limit.js";
import type { Mechanism } from "./mechanism.js";
import { addImpulses, projectVelocities } from "./project.js";
import { RowTable } from "./row-table.js";

/** What is left of A by rounding where joints hold a coordinate fast, relative to A without them. */
const blockedPart = 1e-11;
/** Accelerations below this, relative to the sum of their parts, are none. */
const tie = 1e-12;

/** The rows of bounds at the state of the mechanism, in a table of their own. */
export function evaluateBounds(mechanism: Mechanism, bounds: readonly Bound[]): RowTable {
  mechanism.prepare();
  const table = new RowTable(bounds, mechanism);
  for (const place of table.places) place.locate(mechanism);
  bounds.forEach((bound, c) => {
    bound.evaluate(table, c);
  });
  mechanism.evaluate();
  table.multiply(table.rate, mechanism.velocity);
  for (let r = 0; r < table.rows; r++) table.rate[r] += table.drift[r];
  return table;
}

/** A: expects the joints of the mechanism evaluated and factored. */
function findResponse(mechanism: Mechanism, bounds: RowTable): Float64Array {
  const { table, solver } = mechanism;
  const n = bounds.rows;
  const A = new Float64Array(n * n);
  const unit = new Float64Array(n);
  const motion = new Float64Array(mechanism.count);
  const reaction = new Float64Array(mechanism.count);
  const mu = new Float64Array(table.rows);
  const column = new Float64Array(n);
  const isBlocked = new Uint8Array(n);
  for (let l = 0; l < n; l++) {
    unit.fill(0);
    unit[l] = 1;
    motion.fill(0);
    bounds.addTransposed(motion, unit);
    multiplyInverseMass(mechanism, motion);
    bounds.multiply(column, motion);
    const free = column[l];
    // the joints take back what would break them
    table.multiply(mu, motion);
    for (let r = 0; r < table.rows; r++) mu[r] = -mu[r];
    solver.solve(mu);
    reaction.fill(0);
    table.addTransposed(reaction, mu);
    multiplyInverseMass(mechanism, reaction);
    for (let k = 0; k < motion.length; k++) motion[k] += reaction[k];
    bounds.multiply(column, motion);
    for (let m = 0; m < n; m++) A[m * n + l] = column[m];
    if (!(column[l] > blockedPart * free)) isBlocked[l] = 1;
  }
  for (let l = 0; l < n; l++) {
    for (let m = 0; m < n; m++) if (isBlocked[l] === 1 || isBlocked[m] === 1) A[l * n + m] = 0;
  }
  return A;
}

/** The impulses that make A j + b ≥ 0, given to the mechanism; not numbers if there are none. */
function strike(mechanism: Mechanism, rows: RowTable, b: Float64Array): Float64Array {
  const impulses = new Float64Array(rows.rows);
  mechanism.solver.judge();
  const A = findResponse(mechanism, rows);
  // what is blocked cannot be stopped; it may turn back before it is beyond
  for (let l = 0; l < b.length; l++) if (A[l * b.length + l] === 0) b[l] = 0;
  const status = solveLcp(impulses, new Float64Array(rows.rows), A, b);
  if (status !== SolveStatus.ok) return impulses.fill(Number.NaN);
  const total = new Float64Array(mechanism.count);
  rows.addTransposed(total, impulses);
  addImpulses(mechanism, total);
  mechanism.evaluate();
  projectVelocities(mechanism);
  return impulses;
}

/** Lets all bounds that are struck answer. Returns the impulses, N·s or N·m·s; all zero if nothing was struck. */
export function answerImpact(mechanism: Mechanism, bounds: readonly Bound[], threshold: number): Float64Array {
  const rows = evaluateBounds(mechanism, bounds);
  if (!rows.rate.some((v) => v < -threshold)) return new Float64Array(rows.rows);
  // v⁺ + e v⁻ is to be at least zero; below the threshold nothing bounces
  const b = rows.rate.map((v, l) => (v < -threshold ? (1 + bounds[l].restitution) * v : v));
  return strike(mechanism, rows, b);
}

/** Takes from the bounds, without a bounce, what is left of their approach. False if that cannot be. */
export function stopApproach(mechanism: Mechanism, bounds: readonly Bound[], threshold: number): boolean {
  const rows = evaluateBounds(mechanism, bounds);
  // slower than this, nothing moves by more than rounding
  if (!rows.rate.some((v) => v < -1e-6 * threshold)) return true;
  return !strike(mechanism, rows, rows.rate.slice()).some(Number.isNaN);
}

/** Takes the whole rate from some bounds, to and fro. */
export function stopRates(mechanism: Mechanism, bounds: readonly Bound[]): void {
  for (const bound of bounds) mechanism.add(() => bound);
  mechanism.prepare();
  mechanism.evaluate();
  projectVelocities(mechanism);
  for (const bound of bounds) mechanism.remove(bound);
}

/** How bounds would move if none of them held. */
export interface BoundMotion {
  /** ṡ and s̈ of each. */
  readonly rate: Float64Array;
  readonly acceleration: Float64Array;
  /** |s̈| up to here is rounding. */
  readonly noise: Float64Array;
  /** A, row by row. */
  readonly response: Float64Array;
}

export function measureMotion(mechanism: Mechanism, bounds: readonly Bound[]): BoundMotion {
  const rows = evaluateBounds(mechanism, bounds);
  const { rate } = rows;
  mechanism.derivative(new Float64Array(mechanism.dimension));
  // q̈ with the joints holding
  const { table, acceleration: free } = mechanism;
  if (table.rows === 0) gatherAccelerations(free, mechanism);
  const total = new Float64Array(mechanism.count);
  table.addTransposed(total, table.lambda);
  multiplyInverseMass(mechanism, total);
  const size = total.map((x, k) => Math.abs(x) + Math.abs(free[k]));
  for (let k = 0; k < total.length; k++) total[k] += free[k];
  const acceleration = new Float64Array(rows.rows);
  rows.multiply(acceleration, total);
  const response = findResponse(mechanism, rows);
  const noise = new Float64Array(rows.rows);
  for (let r = 0; r < rows.rows; r++) {
    acceleration[r] += rows.gamma[r];
    noise[r] = tie * (Math.abs(rows.gamma[r]) + measureParts(rows, r, size));
  }
  return { rate, acceleration, noise, response };
}

/** The largest that J q̈ of bound c could be, whatever the directions: rounding in one is of the size of all. */
function measureParts(rows: RowTable, c: number, size: Float64Array): number {
  let sum = 0;
  for (let b = rows.blockStart[c]; b < rows.blockStart[c + 1]; b++) {
    const first = rows.column[b];
    if (first < 0) continue;
    const largest = Math.max(...size.subarray(first, first + rows.width[b]));
    for (let v = rows.valueStart[b]; v < rows.valueStart[b + 1]; v++) sum += Math.abs(rows.jacobian[v]) * largest;
  }
  return sum;
}

/** Which of the bounds press, and how hard: N or N·m. Expects speeds to be zero. Not numbers if it cannot be found. */
export function findRestingForces({ acceleration, response }: BoundMotion): Float64Array {
  const n = acceleration.length;
  const forces = new Float64Array(n);
  const b = acceleration.map((x, l) => (response[l * n + l] === 0 ? 0 : x));
  const status = solveLcp(forces, new Float64Array(n), response, b);
  return status === SolveStatus.ok ? forces : forces.fill(Number.NaN);
}
