/**
 * Balancing: powers of two s with which S A S has entries of about the same size, so that a light and a heavy body in one
 * matrix are judged by their own measure. The numbers only, on (array, offset), for dense-ldl.ts and sparse-block-ldl.ts.
 */
import { balanceSweeps } from "./parameters.js";

/**
 * Powers of two s with |s_i a_ij s_j| of the order of 1 at most, and of the order of 1 somewhere in each row that is
 * not zero (Bunch 1971): s_i = 1 / max(√m_i, |a_ij| s_j over the rows before it). On entry scale[p + i] is m_i, the
 * measure of the diagonal entry; on return it is s_i. Rows with m_i = 0 come last: they take their measure from the
 * rows that have one already, or, where none of these is beside them, from each other.
 */
export function balanceSymmetric(scale: Float64Array, p: number, a: Float64Array, o: number, n: number): void {
  let even = true;
  let left = 0;
  for (let i = 0; i < n; i++) {
    if (scale[p + i] === 0) {
      left++;
      continue;
    }
    const v = measureRow(scale, p, a, o, n, i, i);
    scale[p + i] = Math.max(scale[p + i], v * v);
    if (scale[p + i] === Infinity) even = false;
    invertScale(scale, p + i);
  }
  for (let before = left + 1; left > 0 && left < before; ) {
    before = left;
    for (let i = 0; i < n; i++) {
      if (scale[p + i] !== 0) continue;
      const v = measureRow(scale, p, a, o, n, i, n);
      scale[p + i] = v * v;
      if (v === 0) continue;
      if (v * v === Infinity || v * v === 0) even = false;
      invertScale(scale, p + i);
      left--;
    }
  }
  if (left > 0) even = !balanceLogarithms(scale, p, a, o, n) && even;
  if (!even) evenOut(scale, p, a, o, n);
}

/** The largest |a_ij| s_j of row i over the columns before `end`, its diagonal left out. */
function measureRow(
  scale: Float64Array,
  p: number,
  a: Float64Array,
  o: number,
  n: number,
  i: number,
  end: number,
): number {
  let v = 0;
  for (let j = 0; j < i; j++) v = Math.max(v, Math.abs(a[o + i * n + j]) * scale[p + j]);
  for (let j = i + 1; j < end; j++) v = Math.max(v, Math.abs(a[o + j * n + i]) * scale[p + j]);
  return v;
}

/** More than any |log₂ s|: a scale below zero is −(log₂ s + offset), on its way. */
const offset = 8192;

/**
 * The rows whose scale is still 0 have no diagonal, and stand beside each other only. Their measure is the one that does
 * not depend on the measure they came in: the least Σ (log₂|a_ij| + log₂ s_i + log₂ s_j)² over entries that are not zero
 * (Curtis and Reid 1972), by Gauss and Seidel's iteration. Tells whether there were such entries.
 */
function balanceLogarithms(scale: Float64Array, p: number, a: Float64Array, o: number, n: number): boolean {
  let found = false;
  for (let sweep = 0, moved = true; sweep < balanceSweeps && moved; sweep++) {
    moved = false;
    for (let i = 0; i < n; i++) {
      if (scale[p + i] > 0) continue;
      let sum = 0;
      let count = 0;
      let empty = true;
      for (let j = 0; j < n; j++) {
        const v = Math.abs(i > j ? a[o + i * n + j] : a[o + j * n + i]);
        if (!(v > 0 && v < Infinity) || scale[p + j] > 0) continue;
        empty = false;
        if (scale[p + j] === 0) continue;
        sum += findExponent(v) - scale[p + j] - offset;
        count++;
      }
      if (empty) continue;
      found = true;
      const next = -offset + (count > 0 ? sum / count : 0);
      if (Math.abs(next - scale[p + i]) > 0.25) moved = true;
      scale[p + i] = next;
    }
  }
  for (let i = 0; i < n; i++) {
    if (scale[p + i] > 0) continue;
    scale[p + i] = scale[p + i] === 0 ? 1 : raiseTwo(Math.round(-scale[p + i] - offset));
  }
  return found;
}

/** Multiplies row and column i by about 1/√(largest entry of the row), again and again, until that is 1 … 4 (Ruiz 2001). */
function evenOut(scale: Float64Array, p: number, a: Float64Array, o: number, n: number): void {
  for (let sweep = 0, moved = true; sweep < balanceSweeps && moved; sweep++) {
    moved = false;
    for (let i = 0; i < n; i++) {
      const s = scale[p + i];
      const v = s * Math.max(measureRow(scale, p, a, o, n, i, n), Math.abs(a[o + i * n + i]) * s);
      scale[p + i] = v === Infinity ? 2 ** 1023 : v;
      invertScale(scale, p + i);
      if (scale[p + i] !== 1) moved = true;
      scale[p + i] *= s;
    }
  }
}

/** The whole k with 2ᵏ ≤ v < 2ᵏ⁺¹, for v > 0. */
function findExponent(v: number): number {
  let k = 0;
  for (; v >= 2 ** 32; v *= 2 ** -32) k += 32;
  for (; v < 2 ** -32; v *= 2 ** 32) k -= 32;
  for (; v >= 2; v *= 0.5) k++;
  for (; v < 1; v *= 2) k--;
  return k;
}

/** 2ᵏ for |k| ≤ 1000; beyond, 2 to the power of ±1000. */
function raiseTwo(k: number): number {
  const factor = k < 0 ? 0.5 : 2;
  let power = 1;
  for (let i = Math.min(Math.abs(k), 1000); i > 0; i--) power *= factor;
  return power;
}

/** Replaces out[i] = v by the power of two s with 1 ≤ s² v < 4 (by 1 if v = 0). Scaling by it rounds nothing. */
function invertScale(out: Float64Array, i: number): void {
  let v = out[i];
  let s = 1;
  if (v > 0 && v < Infinity) {
    while (v >= 4294967296) {
      v /= 4294967296;
      s /= 65536;
    }
    while (v >= 4) {
      v /= 4;
      s /= 2;
    }
    while (v < 1 / 4294967296) {
      v *= 4294967296;
      s *= 65536;
    }
    while (v < 1) {
      v *= 4;
      s *= 2;
    }
  }
  out[i] = s;
}
