/**
 * The least point of a convex function along a line, where its slope is linear in pieces:
 *
 *   s(t) = s₀ + t s₁ + Σᵢ wᵢ hᵢ max(0, gᵢ + t hᵢ),   without the max on equalities;   s(0) < 0, s never falls
 *
 * Newton's method within a bracket: on the right piece it lands on the root.
 */
import { RowKind } from "./rows-problem.js";

/** Slots of the line: s₀, s₁, and the t that was found. */
export const Line = { slope: 0, curvature: 1, step: 2 } as const;

/** Finds t with s(t) = 0, to a thousandth of s(0). */
export function searchLine(
  line: Float64Array,
  m: number,
  kind: Uint8Array,
  weight: Float64Array,
  g: Float64Array,
  h: Float64Array,
): void {
  let low = 0;
  let high = Infinity;
  let t = 1;
  let first = 0;
  for (let round = -1; round < 40; round++) {
    const at = round < 0 ? 0 : t;
    let s = line[Line.slope] + at * line[Line.curvature];
    let rise = line[Line.curvature];
    for (let i = 0; i < m; i++) {
      const q = g[i] + at * h[i];
      if (q <= 0 && kind[i] !== RowKind.equality) continue;
      const wh = weight[i] * h[i];
      s += wh * q;
      rise += wh * h[i];
    }
    if (round < 0) {
      first = Math.abs(s);
      continue;
    }
    if (Math.abs(s) <= 1e-3 * first) break;
    if (s < 0) low = t;
    else high = t;
    const newton = t - s / rise;
    if (newton > low && newton < high) t = newton;
    else t = high < Infinity ? 0.5 * (low + high) : 2 * t;
    if (high - low <= 1e-12 * high) break;
  }
  line[Line.step] = t;
}
