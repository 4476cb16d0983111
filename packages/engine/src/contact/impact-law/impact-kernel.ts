/**
 * Products with the rows of a problem that impacts need, y and c given apart: those of the problem are replaced while a
 * law is solved.
 *
 * Follows: Rigid Body Simulation, section 8.1.
 */
import { RowKind, type UnilateralProblem } from "../../linalg/index.js";

/** out = J y + c. */
export function evaluateRates(
  out: Float64Array,
  problem: UnilateralProblem,
  values: Float64Array,
  y: Float64Array,
  c: Float64Array,
): void {
  const { rowStart, column, rowCount } = problem;
  for (let i = 0; i < rowCount; i++) {
    let sum = 0;
    for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) sum += values[k] * y[column[k]];
    out[i] = sum + c[i];
  }
}

/** y += Jᵀ j: impulses j n (8–7), by which v gains j n/M and ω gains I⁻¹(r × j n), as in (8–12), times M^(1/2). */
export function addImpulses(y: Float64Array, problem: UnilateralProblem, values: Float64Array, j: Float64Array): void {
  const { rowStart, column, rowCount } = problem;
  for (let i = 0; i < rowCount; i++) {
    const ji = j[i];
    if (ji === 0) continue;
    for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) y[column[k]] += values[k] * ji;
  }
}

/** out[o] = ½|y|²; NaN if y is not finite. */
export function measureEnergy(out: Float64Array, o: number, y: Float64Array, dimension: number): void {
  let sum = 0;
  for (let k = 0; k < dimension; k++) sum += y[k] * y[k];
  out[o] = sum < Infinity ? 0.5 * sum : Number.NaN;
}

/** Slots of what `measureRates` writes. */
export const Rates = { worst: 0, largest: 1, joint: 2 } as const;

/** out: the fastest approach of a contact or |rate| of a joint (NaN if a rate is), the largest |rate| of all, of joints. */
export function measureRates(out: Float64Array, problem: UnilateralProblem, rates: Float64Array): void {
  const { kind, rowCount } = problem;
  let worst = 0;
  let largest = 0;
  let joint = 0;
  let check = 0;
  for (let i = 0; i < rowCount; i++) {
    const size = Math.abs(rates[i]);
    check += size - size;
    if (size > largest) largest = size;
    const isJoint = kind[i] === RowKind.equality;
    if (isJoint && size > joint) joint = size;
    if (!isJoint && -rates[i] > worst) worst = -rates[i];
  }
  out[Rates.worst] = check === 0 ? Math.max(worst, joint) : Number.NaN;
  out[Rates.largest] = largest;
  out[Rates.joint] = joint;
}
