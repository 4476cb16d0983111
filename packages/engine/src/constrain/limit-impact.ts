/**
 * Bounds that are reached, all at once and with every joint taking part:
 *
 *   impact    v⁺ = v⁻ + A j,   v⁺ ≥ −e v⁻ where v⁻ < 0, else v⁺ ≥ 0;   j ≥ 0, and j = 0 where v⁺ is larger
 *   resting   s̈ = A f + b ≥ 0,   f ≥ 0,   f·s̈ = 0
 *
 *   A   what a unit impulse (force) on one bound does to the speeds (accelerations) of all, the joints holding
 *
 * Follows: Baraff 1989, sections 5.2 and 8.
 */
import { SolveStatus, solveLcp } from "../linalg/index.js";
import { multiplyInverseMass } from "./inverse-mass.js";
import type { Bound } from "./limit.js";
import type { Mechanism } from "./mechanism.js";
import { addImpulses, projectVelocities } from "./project.js";
import { RowTable } from "./row-table.js";

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
  for (let l = 0; l < n; l++) {
    unit.fill(0);
    unit[l] = 1;
    motion.fill(0);
    bounds.addTransposed(motion, unit);
    multiplyInverseMass(mechanism, motion);
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
  }
  return A;
}

/** Lets all bounds that are struck answer. Returns the impulses, N·s or N·m·s; all zero if nothing was struck. */
export function answerImpact(mechanism: Mechanism, bounds: readonly Bound[], threshold: number): Float64Array {
  const rows = evaluateBounds(mechanism, bounds);
  const impulses = new Float64Array(rows.rows);
  if (!rows.rate.some((v) => v < -threshold)) return impulses;
  mechanism.solver.judge();
  const A = findResponse(mechanism, rows);
  // v⁺ + e v⁻ is to be at least zero; below the threshold nothing bounces
  const b = rows.rate.map((v, l) => (v < -threshold ? (1 + bounds[l].restitution) * v : v));
  const status = solveLcp(impulses, new Float64Array(rows.rows), A, b);
  if (status !== SolveStatus.ok) return impulses.fill(Number.NaN);
  const total = new Float64Array(mechanism.count);
  rows.addTransposed(total, impulses);
  addImpulses(mechanism, total);
  mechanism.evaluate();
  projectVelocities(mechanism);
  return impulses;
}

/** Which bounds press, and how hard: N or N·m. Expects speeds to be zero. */
export function findRestingForces(mechanism: Mechanism, bounds: readonly Bound[]): Float64Array {
  const forces = new Float64Array(bounds.length);
  if (bounds.length === 0) return forces;
  const rows = evaluateBounds(mechanism, bounds);
  mechanism.derivative(new Float64Array(mechanism.dimension));
  // q̈ with the joints holding
  const { table, acceleration } = mechanism;
  const total = new Float64Array(mechanism.count);
  table.addTransposed(total, table.lambda);
  multiplyInverseMass(mechanism, total);
  for (let k = 0; k < total.length; k++) total[k] += acceleration[k];
  const b = new Float64Array(rows.rows);
  rows.multiply(b, total);
  for (let r = 0; r < rows.rows; r++) b[r] += rows.gamma[r];
  const status = solveLcp(forces, new Float64Array(rows.rows), findResponse(mechanism, rows), b);
  return status === SolveStatus.ok ? forces : forces.fill(Number.NaN);
}
