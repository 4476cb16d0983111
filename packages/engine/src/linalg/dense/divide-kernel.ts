/**
 * Rows divided by a factored diagonal block: x ← x D⁻¹ for many rows x at once, with the block read once where it has
 * three, five or six rows and only 1×1 pivots (a definite particle, hinge or body). The factor is that of symmetric-kernel.ts:
 *
 *   P S D S Pᵀ = L Δ Lᵀ,  so  x D⁻¹ = (S Pᵀ L⁻ᵀ Δ⁻¹ L⁻¹ P S xᵀ)ᵀ
 */
import { solveFactored } from "./symmetric-kernel.js";

/** Divides `rows` rows of w numbers, one after the other from x[at]. `simple` says that all pivots are 1×1. */
export function divideRows(
  x: Float64Array,
  at: number,
  rows: number,
  w: number,
  f: Float64Array,
  o: number,
  order: Int32Array,
  size: Int32Array,
  scale: Float64Array,
  p: number,
  work: Float64Array,
  simple: boolean,
): void {
  if (simple && w === 3) divideRows3(x, at, rows, f, o, order, scale, p);
  else if (simple && w === 5) divideRows5(x, at, rows, f, o, order, scale, p);
  else if (simple && w === 6) divideRows6(x, at, rows, f, o, order, scale, p);
  else {
    for (let r = 0, s = at; r < rows; r++, s += w) {
      for (let i = 0; i < w; i++) work[i] = scale[p + order[p + i]] * x[s + order[p + i]];
      solveFactored(work, 0, f, o, w, size, p, w);
      for (let i = 0; i < w; i++) x[s + order[p + i]] = scale[p + order[p + i]] * work[i];
    }
  }
}

function divideRows3(
  x: Float64Array,
  at: number,
  rows: number,
  f: Float64Array,
  o: number,
  order: Int32Array,
  scale: Float64Array,
  p: number,
): void {
  const i0 = order[p];
  const i1 = order[p + 1];
  const i2 = order[p + 2];
  const s0 = scale[p + i0];
  const s1 = scale[p + i1];
  const s2 = scale[p + i2];
  const d0 = f[o];
  const l10 = f[o + 3];
  const d1 = f[o + 4];
  const l20 = f[o + 6];
  const l21 = f[o + 7];
  const d2 = f[o + 8];
  for (let r = 0, s = at; r < rows; r++, s += 3) {
    const z0 = s0 * x[s + i0];
    const z1 = s1 * x[s + i1] - l10 * z0;
    const z2 = s2 * x[s + i2] - l20 * z0 - l21 * z1;
    const y2 = d2 * z2;
    const y1 = d1 * z1 - l21 * y2;
    const y0 = d0 * z0 - l20 * y2 - l10 * y1;
    x[s + i0] = s0 * y0;
    x[s + i1] = s1 * y1;
    x[s + i2] = s2 * y2;
  }
}

function divideRows5(
  x: Float64Array,
  at: number,
  rows: number,
  f: Float64Array,
  o: number,
  order: Int32Array,
  scale: Float64Array,
  p: number,
): void {
  const i0 = order[p];
  const i1 = order[p + 1];
  const i2 = order[p + 2];
  const i3 = order[p + 3];
  const i4 = order[p + 4];
  const s0 = scale[p + i0];
  const s1 = scale[p + i1];
  const s2 = scale[p + i2];
  const s3 = scale[p + i3];
  const s4 = scale[p + i4];
  for (let r = 0, s = at; r < rows; r++, s += 5) {
    const z0 = s0 * x[s + i0];
    const z1 = s1 * x[s + i1] - f[o + 5] * z0;
    const z2 = s2 * x[s + i2] - f[o + 10] * z0 - f[o + 11] * z1;
    const z3 = s3 * x[s + i3] - f[o + 15] * z0 - f[o + 16] * z1 - f[o + 17] * z2;
    const z4 = s4 * x[s + i4] - f[o + 20] * z0 - f[o + 21] * z1 - f[o + 22] * z2 - f[o + 23] * z3;
    const y4 = f[o + 24] * z4;
    const y3 = f[o + 18] * z3 - f[o + 23] * y4;
    const y2 = f[o + 12] * z2 - f[o + 22] * y4 - f[o + 17] * y3;
    const y1 = f[o + 6] * z1 - f[o + 21] * y4 - f[o + 16] * y3 - f[o + 11] * y2;
    const y0 = f[o] * z0 - f[o + 20] * y4 - f[o + 15] * y3 - f[o + 10] * y2 - f[o + 5] * y1;
    x[s + i0] = s0 * y0;
    x[s + i1] = s1 * y1;
    x[s + i2] = s2 * y2;
    x[s + i3] = s3 * y3;
    x[s + i4] = s4 * y4;
  }
}

function divideRows6(
  x: Float64Array,
  at: number,
  rows: number,
  f: Float64Array,
  o: number,
  order: Int32Array,
  scale: Float64Array,
  p: number,
): void {
  const i0 = order[p];
  const i1 = order[p + 1];
  const i2 = order[p + 2];
  const i3 = order[p + 3];
  const i4 = order[p + 4];
  const i5 = order[p + 5];
  const s0 = scale[p + i0];
  const s1 = scale[p + i1];
  const s2 = scale[p + i2];
  const s3 = scale[p + i3];
  const s4 = scale[p + i4];
  const s5 = scale[p + i5];
  for (let r = 0, s = at; r < rows; r++, s += 6) {
    const z0 = s0 * x[s + i0];
    const z1 = s1 * x[s + i1] - f[o + 6] * z0;
    const z2 = s2 * x[s + i2] - f[o + 12] * z0 - f[o + 13] * z1;
    const z3 = s3 * x[s + i3] - f[o + 18] * z0 - f[o + 19] * z1 - f[o + 20] * z2;
    const z4 = s4 * x[s + i4] - f[o + 24] * z0 - f[o + 25] * z1 - f[o + 26] * z2 - f[o + 27] * z3;
    const z5 = s5 * x[s + i5] - f[o + 30] * z0 - f[o + 31] * z1 - f[o + 32] * z2 - f[o + 33] * z3 - f[o + 34] * z4;
    const y5 = f[o + 35] * z5;
    const y4 = f[o + 28] * z4 - f[o + 34] * y5;
    const y3 = f[o + 21] * z3 - f[o + 33] * y5 - f[o + 27] * y4;
    const y2 = f[o + 14] * z2 - f[o + 32] * y5 - f[o + 26] * y4 - f[o + 20] * y3;
    const y1 = f[o + 7] * z1 - f[o + 31] * y5 - f[o + 25] * y4 - f[o + 19] * y3 - f[o + 13] * y2;
    const y0 = f[o] * z0 - f[o + 30] * y5 - f[o + 24] * y4 - f[o + 18] * y3 - f[o + 12] * y2 - f[o + 6] * y1;
    x[s + i0] = s0 * y0;
    x[s + i1] = s1 * y1;
    x[s + i2] = s2 * y2;
    x[s + i3] = s3 * y3;
    x[s + i4] = s4 * y4;
    x[s + i5] = s5 * y5;
  }
}

/** x ← x D⁻¹ for three numbers from x[at], where the pivots were taken in order and nothing was scaled. */
export function divideThree(x: Float64Array, at: number, f: Float64Array, o: number): void {
  const l10 = f[o + 3];
  const l20 = f[o + 6];
  const l21 = f[o + 7];
  const z0 = x[at];
  const z1 = x[at + 1] - l10 * z0;
  const y2 = f[o + 8] * (x[at + 2] - l20 * z0 - l21 * z1);
  const y1 = f[o + 4] * z1 - l21 * y2;
  x[at] = f[o] * z0 - l20 * y2 - l10 * y1;
  x[at + 1] = y1;
  x[at + 2] = y2;
}
