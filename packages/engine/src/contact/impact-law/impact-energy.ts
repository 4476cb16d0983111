/**
 * The energy that impulses take, and how much restitution there may be where it would give some. A = J Jᵀ, v⁺ = v⁻ + A j.
 *
 *   W = Σ jᵢ (vᵢ⁻ + vᵢ⁺)/2          the work of the impulses on the rates of their rows; T⁺ − T⁻ = W − Σ jᵢ cᵢ
 *
 * Where no row has a motion c of its own, W is the change of ½|y|²; −Σ jᵢ cᵢ is what drives put in. Contacts give nothing:
 *
 *   plastic   j·v⁺ = 0, so W = −½ jᵀA j ≤ 0
 *   one e     j·v⁺ = −e j·v⁻, so −(1 + e) j·v⁻ = jᵀA j ≥ 0 and W = ½(1 − e) j·v⁻ ≤ 0; W = 0 for e = 1
 *   and slow  e = 0 where −threshold < v⁻ < 0; with b = Σ jv⁻ ≤ 0 there and a = Σ jv⁻ elsewhere (1 + e)a + b = −jᵀA j, so
 *             W = ½(1 − e)a + ½b ≤ ½b(1 − (1 − e)/(1 + e)) ≤ 0. This fails if what parts slowly gets e = 0 as well
 *   mixed e   W = ½ Σ (1 − eᵢ) jᵢ vᵢ⁻ may be positive: contacts that part, and are pushed, have v⁻ > 0. Then (1 − s) times
 *             the plastic impulses and s times those of the law, with the largest s that has W(s) ≤ 0: a parabola,
 *             W(0) ≤ 0 < W(1). It leaves v⁺ ≥ −s e v⁻ everywhere
 */
import type { UnilateralProblem } from "../../linalg/index.js";
import { partRounding, rateRounding } from "./parameters.js";

/** Slots of what `measureWork` writes. */
export const Work = { work: 0, noise: 1 } as const;

/** Writes W, and what of it may be rounding, to out[0] and out[1]. */
export function measureWork(
  out: Float64Array,
  problem: UnilateralProblem,
  j: Float64Array,
  before: Float64Array,
  after: Float64Array,
): void {
  const { rowStart, column, values, rowCount, y0, c } = problem;
  let work = 0;
  let noise = 0;
  for (let i = 0; i < rowCount; i++) {
    if (j[i] === 0) continue;
    let parts = Math.abs(c[i]);
    for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) parts += Math.abs(values[k] * y0[column[k]]);
    const size = Math.abs(j[i]);
    work += 0.5 * j[i] * (before[i] + after[i]);
    noise += size * (rateRounding * (Math.abs(before[i]) + Math.abs(after[i])) + partRounding * parts);
  }
  out[Work.work] = work;
  out[Work.noise] = noise;
}

/**
 * Writes the largest s to out[0], where the plastic impulses j0 lead to the rates v0 and those of the law, j1, to v1.
 * W(s) = W(0) + b s + k s², k = ½ (j1 − j0)·(v1 − v0) ≥ 0.
 */
export function findBlend(
  out: Float64Array,
  rows: number,
  before: Float64Array,
  j0: Float64Array,
  v0: Float64Array,
  j1: Float64Array,
  v1: Float64Array,
): void {
  let w0 = 0;
  let w1 = 0;
  let k = 0;
  for (let i = 0; i < rows; i++) {
    w0 += 0.5 * j0[i] * (before[i] + v0[i]);
    w1 += 0.5 * j1[i] * (before[i] + v1[i]);
    k += 0.5 * (j1[i] - j0[i]) * (v1[i] - v0[i]);
  }
  out[0] = 1;
  if (w1 <= 0) return;
  k = Math.max(0, k);
  w0 = Math.min(0, w0);
  const b = w1 - w0 - k;
  const root = Math.sqrt(b * b - 4 * k * w0);
  // the form without cancellation; b + root = 0 only where nothing can be gained
  const s = b >= 0 ? (b + root > 0 ? (-2 * w0) / (b + root) : 0) : (root - b) / (2 * k);
  out[0] = Math.max(0, Math.min(1, s));
}
