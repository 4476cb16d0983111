/** Impulses that count as collisions. */
import type { UnilateralProblem } from "../../linalg/index.js";

/**
 * Whether an impulse j of row r changes the rate of that row by more than `least`, m/s: j (J M⁻¹ Jᵀ)_rr, with rows as y = M^(1/2)
 * v has them. A contact that rests beside a collision has a rate that is rounding, and receives the impulse that stops it: that
 * is no collision.
 */
export function isFelt({ values, rowStart }: UnilateralProblem, r: number, j: number, least: number): boolean {
  if (!(j > 0)) return false;
  let square = 0;
  for (let v = rowStart[r]; v < rowStart[r + 1]; v++) square += values[v] * values[v];
  return j * square > least;
}
