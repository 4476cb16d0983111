/**
 * Dense LU with partial pivoting for complex matrices, P A = L U: lu.ts with the real and the imaginary parts of every
 * array apart. Pivots are chosen by |Re| + |Im|, which is within √2 of the modulus and needs no square root.
 *
 * On the diagonal the factors hold the inverses of the pivots (complex-reciprocal.ts).
 */
import { invertComplex } from "./complex-reciprocal.js";
import { SolveStatus } from "./operator.js";

/** Factors the n×n matrix re + i im in place: `ok`, or `singular` or `notFinite`, when the factors are of no use. */
export function factorComplexLu(re: Float64Array, im: Float64Array, pivots: Int32Array, n: number): SolveStatus {
  for (let k = 0; k < n; k++) {
    let best = 0;
    let row = k;
    for (let i = k; i < n; i++) {
      const size = Math.abs(re[i * n + k]) + Math.abs(im[i * n + k]);
      if (size > best) {
        best = size;
        row = i;
      }
    }
    if (!(best > 0 && best < Infinity)) return judgeColumn(re, im, k, n);
    pivots[k] = row;
    if (row !== k) swapRows(re, im, k * n, row * n, n);
    eliminate(re, im, k, n);
  }
  return SolveStatus.ok;
}

/** Replaces b = bRe + i bIm by A⁻¹ b, from the factors of `factorComplexLu`. */
export function solveComplexLu(
  re: Float64Array,
  im: Float64Array,
  pivots: Int32Array,
  n: number,
  bRe: Float64Array,
  bIm: Float64Array,
): void {
  for (let k = 0; k < n; k++) {
    const row = pivots[k];
    const tRe = bRe[row];
    const tIm = bIm[row];
    bRe[row] = bRe[k];
    bIm[row] = bIm[k];
    bRe[k] = tRe;
    bIm[k] = tIm;
  }
  // L z = P b
  for (let i = 1; i < n; i++) {
    let sRe = bRe[i];
    let sIm = bIm[i];
    for (let j = 0, l = i * n; j < i; j++, l++) {
      sRe -= re[l] * bRe[j] - im[l] * bIm[j];
      sIm -= re[l] * bIm[j] + im[l] * bRe[j];
    }
    bRe[i] = sRe;
    bIm[i] = sIm;
  }
  // U x = z
  for (let i = n - 1; i >= 0; i--) {
    let sRe = bRe[i];
    let sIm = bIm[i];
    for (let j = i + 1, u = i * n + j; j < n; j++, u++) {
      sRe -= re[u] * bRe[j] - im[u] * bIm[j];
      sIm -= re[u] * bIm[j] + im[u] * bRe[j];
    }
    const d = i * n + i;
    bRe[i] = sRe * re[d] - sIm * im[d];
    bIm[i] = sRe * im[d] + sIm * re[d];
  }
}

/** Inverts pivot k, subtracts multiples of its row from the rows below, and leaves the multipliers in column k. */
function eliminate(re: Float64Array, im: Float64Array, k: number, n: number): void {
  const d = k * n + k;
  invertComplex(re, im, d, re, im, d);
  const qRe = re[d];
  const qIm = im[d];
  for (let i = k + 1; i < n; i++) {
    const at = i * n + k;
    const mRe = re[at] * qRe - im[at] * qIm;
    const mIm = re[at] * qIm + im[at] * qRe;
    re[at] = mRe;
    im[at] = mIm;
    for (let j = k + 1, u = k * n + j, r = i * n + j; j < n; j++, u++, r++) {
      re[r] -= mRe * re[u] - mIm * im[u];
      im[r] -= mRe * im[u] + mIm * re[u];
    }
  }
}

/** Column k offers no pivot: because it is zero, or because it is not finite? */
function judgeColumn(re: Float64Array, im: Float64Array, k: number, n: number): SolveStatus {
  for (let i = k; i < n; i++) if (re[i * n + k] !== 0 || im[i * n + k] !== 0) return SolveStatus.notFinite;
  return SolveStatus.singular;
}

function swapRows(re: Float64Array, im: Float64Array, i: number, j: number, n: number): void {
  for (let k = 0; k < n; k++) {
    const tRe = re[i + k];
    const tIm = im[i + k];
    re[i + k] = re[j + k];
    im[i + k] = im[j + k];
    re[j + k] = tRe;
    im[j + k] = tIm;
  }
}
