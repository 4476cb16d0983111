/**
 * Solving with 3×3 matrices: inverse, symmetric solve, nearest rotation. They return a status instead of throwing, and
 * leave the output alone when they fail. Exported through mat3.ts.
 */
import { polarChange, polarSteps, singularPart } from "./parameters.js";

// V8 folds constants of the own module only, and `invert` runs in hot loops
const roundOff = singularPart;

/** The outcome of `invert`, `solveSymmetric` and `orthonormalize`. */
export const MatrixStatus = {
  /** The result was written. */
  ok: 0,
  /** The matrix is singular to working precision, or not finite; the output was left as it was. */
  singular: 1,
} as const;
/** One of the outcomes in `MatrixStatus`. */
export type MatrixStatus = (typeof MatrixStatus)[keyof typeof MatrixStatus];

/** Writes the inverse A⁻¹, by cofactors. A is divided by its largest entry first, so that its scale does not make it singular. */
export function invert(out: Float64Array, o: number, a: Float64Array, i: number): MatrixStatus {
  let big = 0;
  for (let k = 0; k < 9; k++) big = Math.max(big, Math.abs(a[i + k]));
  const s = 1 / big;
  if (!(big > 0 && big < Infinity && s < Infinity)) return MatrixStatus.singular;
  const a00 = a[i] * s;
  const a01 = a[i + 1] * s;
  const a02 = a[i + 2] * s;
  const a10 = a[i + 3] * s;
  const a11 = a[i + 4] * s;
  const a12 = a[i + 5] * s;
  const a20 = a[i + 6] * s;
  const a21 = a[i + 7] * s;
  const a22 = a[i + 8] * s;
  const c00 = a11 * a22 - a12 * a21;
  const c01 = a12 * a20 - a10 * a22;
  const c02 = a10 * a21 - a11 * a20;
  const det = a00 * c00 + a01 * c01 + a02 * c02;
  const weight =
    Math.abs(a00) * (Math.abs(a11 * a22) + Math.abs(a12 * a21)) +
    Math.abs(a01) * (Math.abs(a12 * a20) + Math.abs(a10 * a22)) +
    Math.abs(a02) * (Math.abs(a10 * a21) + Math.abs(a11 * a20));
  if (!(Math.abs(det) > roundOff * weight)) return MatrixStatus.singular;
  const f = s / det;
  const m01 = (a02 * a21 - a01 * a22) * f;
  const m02 = (a01 * a12 - a02 * a11) * f;
  const m11 = (a00 * a22 - a02 * a20) * f;
  const m12 = (a02 * a10 - a00 * a12) * f;
  const m21 = (a01 * a20 - a00 * a21) * f;
  const m22 = (a00 * a11 - a01 * a10) * f;
  out[o] = c00 * f;
  out[o + 1] = m01;
  out[o + 2] = m02;
  out[o + 3] = c01 * f;
  out[o + 4] = m11;
  out[o + 5] = m12;
  out[o + 6] = c02 * f;
  out[o + 7] = m21;
  out[o + 8] = m22;
  return MatrixStatus.ok;
}

/**
 * Writes the solution x of S x = b for a symmetric positive definite S, of which the upper triangle is read, by LDLᵀ. The
 * status is `singular` where a pivot is not positive beyond round-off.
 */
export function solveSymmetric(
  out: Float64Array,
  o: number,
  S: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): MatrixStatus {
  const s11 = S[i + 4];
  const s22 = S[i + 8];
  const d0 = S[i];
  if (!(d0 > 0)) return MatrixStatus.singular;
  const l1 = S[i + 1] / d0;
  const l2 = S[i + 2] / d0;
  const d1 = s11 - l1 * S[i + 1];
  if (!(d1 > roundOff * s11)) return MatrixStatus.singular;
  const u12 = S[i + 5] - l1 * S[i + 2];
  const l3 = u12 / d1;
  const d2 = s22 - l2 * S[i + 2] - l3 * u12;
  if (!(d2 > roundOff * s22 && d0 + d1 + d2 < Infinity)) return MatrixStatus.singular;
  const y0 = b[j];
  const y1 = b[j + 1] - l1 * y0;
  const y2 = b[j + 2] - l2 * y0 - l3 * y1;
  const x2 = y2 / d2;
  const x1 = y1 / d1 - l3 * x2;
  out[o] = y0 / d0 - l1 * x1 - l2 * x2;
  out[o + 1] = x1;
  out[o + 2] = x2;
  return MatrixStatus.ok;
}

/** The iterate of Newton's method and its inverse. */
const X = /* @__PURE__ */ new Float64Array(9);
const Y = /* @__PURE__ */ new Float64Array(9);

/**
 * Writes the rotation nearest to A (its polar factor), by Newton's iteration X ← (γ X + X⁻ᵀ / γ) / 2 with
 * γ² = |X⁻ᵀ| / |X| in the largest entry (Higham, "Computing the polar decomposition", 1986). Unlike Gram–Schmidt it
 * favours no axis. The status is `singular` if A is singular or turns right-handed axes into left-handed ones.
 */
export function orthonormalize(out: Float64Array, o: number, a: Float64Array, i: number): MatrixStatus {
  for (let k = 0; k < 9; k++) X[k] = a[i + k];
  for (let step = 0; step < polarSteps; step++) {
    if (invert(Y, 0, X, 0) !== MatrixStatus.ok) return MatrixStatus.singular;
    let x = 0;
    let y = 0;
    for (let k = 0; k < 9; k++) {
      x = Math.max(x, Math.abs(X[k]));
      y = Math.max(y, Math.abs(Y[k]));
    }
    const g = Math.sqrt(y) / Math.sqrt(x);
    let change = 0;
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        const old = X[3 * r + c];
        const next = 0.5 * (g * old + Y[3 * c + r] / g);
        change += (next - old) * (next - old);
        X[3 * r + c] = next;
      }
    }
    if (change <= polarChange) break;
  }
  const det =
    X[0] * (X[4] * X[8] - X[5] * X[7]) + X[1] * (X[5] * X[6] - X[3] * X[8]) + X[2] * (X[3] * X[7] - X[4] * X[6]);
  if (!(det > 0)) return MatrixStatus.singular;
  for (let k = 0; k < 9; k++) out[o + k] = X[k];
  return MatrixStatus.ok;
}
