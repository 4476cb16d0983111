/**
 * The secular equation of a 3×3 matrix A,
 *
 *   (s A + κ) d = b     with |d| = 1 and κ ≥ 0, or |d| ≤ 1 and κ = 0
 *
 * |d| falls as κ grows, and κ ≤ |b|, so that bisection finds the root. Moré and Sorensen 1983.
 */
import { mat3, vec3 } from "../../math/index.js";
import { maxHalvings } from "./parameters.js";

/** Solver of the secular equation. */
export class Secular {
  /** Solution d of the last equation. */
  readonly d = new Float64Array(3);
  private readonly shifted = new Float64Array(9);
  private readonly inverse = new Float64Array(9);

  /** Finds d for A[o …] and b[i …]. Returns whether there is a solution. */
  solve(A: Float64Array, o: number, s: number, b: Float64Array, i: number): boolean {
    if (this.measure(A, o, s, b, i, 0) <= 1) return true;
    let low = 0;
    let high = Math.sqrt(vec3.lengthSquared(b, i));
    for (let k = 0; k < maxHalvings; k++) {
      const middle = 0.5 * (low + high);
      if (!(middle > low && middle < high)) break;
      if (this.measure(A, o, s, b, i, middle) > 1) low = middle;
      else high = middle;
    }
    const isFound = Number.isFinite(this.measure(A, o, s, b, i, high));
    return isFound && vec3.normalize(this.d, 0, this.d, 0);
  }

  /** Length of d = (s A + κ)⁻¹ b, ∞ if the matrix is singular. */
  private measure(A: Float64Array, o: number, s: number, b: Float64Array, i: number, kappa: number): number {
    const { shifted, inverse, d } = this;
    for (let k = 0; k < 9; k++) shifted[k] = s * A[o + k] + (k % 4 === 0 ? kappa : 0);
    if (mat3.invert(inverse, 0, shifted, 0) !== mat3.MatrixStatus.ok) return Infinity;
    mat3.transformVector(d, 0, inverse, 0, b, i);
    return Math.sqrt(vec3.lengthSquared(d, 0));
  }
}
