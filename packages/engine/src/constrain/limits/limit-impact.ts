/**
 * Bounds that are reached, all at once and with every joint taking part:
 *
 *   impact    v⁺ = v⁻ + A j,   v⁺ ≥ −e v⁻,   j ≥ 0, and j = 0 where v⁺ is larger                                  (29)
 *   resting   s̈ = A f + b ≥ 0,   f ≥ 0,   f·s̈ = 0
 *
 *   A   what a unit impulse (force) on one bound does to the speeds (accelerations) of all, the joints holding
 *
 * The law of impacts holds at bounds that separate, too: v⁺ ≥ 0 there would let energy rise. A bound that approaches after a
 * round has another one. Where the work W = Σ j (v⁻ + v⁺)/2 would be positive (restitutions that differ), or there is no answer,
 * the part s of the law and 1 − s of the answer without restitution are taken, with the largest s that has W ≤ 0.
 *
 * A coordinate that the joints and motors hold fast has a row of zeros in A: it is blocked, and no bound can stop it.
 *
 * Follows: Baraff 1989, sections 5.2 and 8.
 */
import { SolveStatus, solveLcp } from "../../linalg/index.js";
import type { Bound } from "../actuators/index.js";
import type { Mechanism } from "../mechanism/index.js";
import { RowTable } from "../model/index.js";
import { addImpulses, projectVelocities } from "../projection/index.js";
import { gatherAccelerations, multiplyInverseMass } from "../solver/index.js";
import { blockedPart, tie, workRounding } from "./parameters.js";

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

/** Impulses on bounds, the rates after them, and their work. */
interface Answer {
  readonly j: Float64Array;
  /** v⁺. */
  readonly after: Float64Array;
  /** W, J; NaN if there is no answer. */
  readonly work: number;
}

/** The impulses with v⁺ ≥ −e v⁻. */
function findAnswer(A: Float64Array, v: Float64Array, e: Float64Array): Answer {
  const n = v.length;
  const j = new Float64Array(n);
  // a blocked coordinate cannot be stopped; it may turn back before the bound
  const b = v.map((x, l) => (A[l * n + l] === 0 ? 0 : (1 + e[l]) * x));
  const status = solveLcp(j, new Float64Array(n), A, b);
  const after = v.map((x, l) => j.reduce((sum, impulse, m) => sum + A[l * n + m] * impulse, x));
  const work = j.reduce((sum, impulse, l) => sum + 0.5 * impulse * (v[l] + after[l]), 0);
  return { j, after, work: status === SolveStatus.ok ? work : Number.NaN };
}

/** Blends the part s of the law and 1 − s of the plastic impulses, with the largest s that does no positive work. */
function blendAnswers(plastic: Answer, law: Answer, v: Float64Array): Float64Array {
  if (law.work <= workRounding * measureWork(law, v)) return law.j;
  if (Number.isNaN(law.work)) return plastic.j;
  // W(s) = W(0) + b s + k s², W(0) ≤ 0 < W(1)
  const k = 0.5 * law.j.reduce((sum, x, l) => sum + (x - plastic.j[l]) * (law.after[l] - plastic.after[l]), 0);
  const b = law.work - plastic.work - k;
  const root = Math.sqrt(Math.max(0, b * b - 4 * k * plastic.work));
  const s = Math.min(1, Math.max(0, (-2 * plastic.work) / (b + root)));
  return law.j.map((x, l) => (1 - s) * plastic.j[l] + s * x);
}

/** Σ j (|v⁻| + |v⁺|). */
function measureWork({ j, after }: Answer, v: Float64Array): number {
  return j.reduce((sum, impulse, l) => sum + impulse * (Math.abs(v[l]) + Math.abs(after[l])), 0);
}

/** The impulses of bounds with restitutions e, given to the mechanism; not numbers if there are none. */
function strike(mechanism: Mechanism, rows: RowTable, e: Float64Array): Float64Array {
  mechanism.solver.judge();
  const A = findResponse(mechanism, rows);
  const plastic = findAnswer(A, rows.rate, new Float64Array(rows.rows));
  if (Number.isNaN(plastic.work)) return plastic.j.fill(Number.NaN);
  const isPlastic = e.every((x) => x === 0);
  const impulses = isPlastic ? plastic.j : blendAnswers(plastic, findAnswer(A, rows.rate, e), rows.rate);
  const total = new Float64Array(mechanism.count);
  rows.addTransposed(total, impulses);
  addImpulses(mechanism, total);
  mechanism.evaluate();
  projectVelocities(mechanism);
  return impulses;
}

/**
 * Solves the impact of all bounds that are struck, without restitution if it is `last`. Returns the impulses, N·s or N·m·s; all
 * zero if no bound was struck.
 */
export function answerImpact(
  mechanism: Mechanism,
  bounds: readonly Bound[],
  threshold: number,
  last = false,
): Float64Array {
  const rows = evaluateBounds(mechanism, bounds);
  if (!rows.rate.some((v) => v < -threshold)) return new Float64Array(rows.rows);
  // below the threshold nothing bounces; what parts keeps its restitution, or energy might rise
  const e = rows.rate.map((v, l) => (last || (v < 0 && v >= -threshold) ? 0 : bounds[l].restitution));
  return strike(mechanism, rows, e);
}

/** Stops the remaining approach of bounds, without a bounce. Returns false if that is impossible. */
export function stopApproach(mechanism: Mechanism, bounds: readonly Bound[], threshold: number): boolean {
  const rows = evaluateBounds(mechanism, bounds);
  // slower than this, nothing moves by more than rounding
  if (!rows.rate.some((v) => v < -1e-6 * threshold)) return true;
  return !strike(mechanism, rows, new Float64Array(rows.rows)).some(Number.isNaN);
}

/** Stops the rates of some bounds altogether, in both directions. */
export function stopRates(mechanism: Mechanism, bounds: readonly Bound[]): void {
  for (const bound of bounds) mechanism.add(() => bound);
  mechanism.prepare();
  mechanism.evaluate();
  projectVelocities(mechanism);
  for (const bound of bounds) mechanism.remove(bound);
}

/** Motion of bounds if none of them were active. */
export interface BoundMotion {
  /** ṡ and s̈ of each. */
  readonly rate: Float64Array;
  readonly acceleration: Float64Array;
  /** |s̈| up to here is rounding. */
  readonly noise: Float64Array;
  /** A, row by row. */
  readonly response: Float64Array;
}

/** Measures the rates and accelerations of bounds, with the joints holding and no bound active, and their response A. */
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

/** Finds the forces of resting bounds, N or N·m. Expects rates to be zero. The forces are not numbers if there is no solution. */
export function findRestingForces({ acceleration, response }: BoundMotion): Float64Array {
  const n = acceleration.length;
  const forces = new Float64Array(n);
  const b = acceleration.map((x, l) => (response[l * n + l] === 0 ? 0 : x));
  const status = solveLcp(forces, new Float64Array(n), response, b);
  return status === SolveStatus.ok ? forces : forces.fill(Number.NaN);
}
