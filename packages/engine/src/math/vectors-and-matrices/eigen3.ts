/**
 * Eigenvalues and eigenvectors of a symmetric 3×3 matrix by Jacobi rotations (Golub and Van Loan, "Matrix
 * computations", section 8.5): slower than a closed form, but accurate for equal, nearly equal and very small eigenvalues
 * too.
 *
 * A = V diag(λ) Vᵀ with λ₁ ≥ λ₂ ≥ λ₃ and V a rotation: column k of V is the eigenvector of λₖ₊₁. A diagonal matrix
 * gives axes and its own entries, exactly. Signs are fixed: in the first two columns the entry of largest size (the
 * first of equals) is positive, and the third has the sign that makes V right-handed.
 */
import { scaleDown, scaleUp } from "../numbers/index.js";
import { jacobiSweeps, largeCotangent, largestUnscaled, negligiblePart, smallestUnscaled } from "./parameters.js";

/** The outcome of `decomposeSymmetric`. */
export const EigenStatus = {
  /** Eigenvalues and eigenvectors were written. */
  ok: 0,
  /** An entry was NaN or infinite; the outputs were left as they were. */
  notFinite: 1,
} as const;
/** One of the outcomes in `EigenStatus`. */
export type EigenStatus = (typeof EigenStatus)[keyof typeof EigenStatus];

/** The matrix under rotation and the accumulated rotations, row-major. */
const D = /* @__PURE__ */ new Float64Array(9);
const V = /* @__PURE__ */ new Float64Array(9);
/** The largest entry of the matrix as it was given. */
const size = /* @__PURE__ */ new Float64Array(1);

/**
 * Writes the eigenvalues of a symmetric A, largest first, to `values[o … o+2]` and the eigenvectors, as columns of a
 * row-major rotation V, to `vectors[p … p+8]`. Reads the upper triangle of A at a[i]. Each output may be the input.
 */
export function decomposeSymmetric(
  values: Float64Array,
  o: number,
  vectors: Float64Array,
  p: number,
  a: Float64Array,
  i: number,
): EigenStatus {
  if (!readSymmetric(a, i)) return EigenStatus.notFinite;
  const large = size[0] > largestUnscaled;
  const isScaled = !isDiagonal() && (large || size[0] < smallestUnscaled);
  if (isScaled) {
    const scale = large ? scaleDown : scaleUp;
    for (let k = 0; k < 9; k++) D[k] *= scale;
  }
  V.fill(0);
  V[0] = 1;
  V[4] = 1;
  V[8] = 1;
  for (let sweep = 0; sweep < jacobiSweeps; sweep++) {
    rotate(0, 1, 2);
    rotate(0, 2, 1);
    rotate(1, 2, 0);
    if (isDiagonal()) break;
  }
  const unscale = isScaled ? (large ? scaleUp : scaleDown) : 1;
  writeSorted(values, o, vectors, p, unscale);
  return EigenStatus.ok;
}

/** Copies the upper triangle at a[i] to both halves of D, and its largest entry to `size`. Returns false if one is not finite. */
function readSymmetric(a: Float64Array, i: number): boolean {
  let big = 0;
  let sum = 0;
  for (let r = 0; r < 3; r++) {
    for (let c = r; c < 3; c++) {
      const x = a[i + 3 * r + c];
      D[3 * r + c] = x;
      D[3 * c + r] = x;
      big = Math.max(big, Math.abs(x));
      sum += x - x;
    }
  }
  size[0] = big;
  return sum === 0;
}

/** Whether the three off-diagonal entries of D are zero. */
function isDiagonal(): boolean {
  return D[1] === 0 && D[2] === 0 && D[5] === 0;
}

/** One Jacobi rotation in the plane of axes p and q, which makes D[p, q] zero; r is the third axis. */
function rotate(p: number, q: number, r: number): void {
  const pp = D[4 * p];
  const qq = D[4 * q];
  const pq = D[3 * p + q];
  if (pq === 0) return;
  let t = 0;
  if (Math.abs(pq) > negligiblePart * Math.sqrt(Math.abs(pp)) * Math.sqrt(Math.abs(qq))) {
    // cot 2φ = θ, t = tan φ the smaller root of t² + 2θt − 1 = 0
    const theta = (qq - pp) / (2 * pq);
    const steep = Math.abs(theta);
    t = steep > largeCotangent ? 0.5 / steep : 1 / (steep + Math.sqrt(theta * theta + 1));
    if (theta < 0) t = -t;
  }
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  const tau = s / (1 + c);
  D[4 * p] = pp - t * pq;
  D[4 * q] = qq + t * pq;
  setSymmetric(p, q, 0);
  const rp = D[3 * r + p];
  const rq = D[3 * r + q];
  setSymmetric(r, p, rp - s * (rq + tau * rp));
  setSymmetric(r, q, rq + s * (rp - tau * rq));
  for (let k = 0; k < 9; k += 3) {
    const kp = V[k + p];
    const kq = V[k + q];
    V[k + p] = kp - s * (kq + tau * kp);
    V[k + q] = kq + s * (kp - tau * kq);
  }
}

function setSymmetric(r: number, c: number, x: number): void {
  D[3 * r + c] = x;
  D[3 * c + r] = x;
}

/** Writes the diagonal of D, largest first, and the columns of V in that order, with their signs fixed. */
function writeSorted(values: Float64Array, o: number, vectors: Float64Array, p: number, unscale: number): void {
  let first = 0;
  if (D[4] > D[0]) first = 1;
  if (D[8] > D[4 * first]) first = 2;
  let second = first === 0 ? 1 : 0;
  let third = 3 - first - second;
  if (D[4 * third] > D[4 * second]) {
    const smaller = second;
    second = third;
    third = smaller;
  }
  const s1 = signOfColumn(first);
  const s2 = signOfColumn(second);
  // right-handed: the triple product of the three columns is 1
  const triple =
    V[first] * (V[3 + second] * V[6 + third] - V[6 + second] * V[3 + third]) +
    V[3 + first] * (V[6 + second] * V[third] - V[second] * V[6 + third]) +
    V[6 + first] * (V[second] * V[3 + third] - V[3 + second] * V[third]);
  const s3 = s1 * s2 * (triple < 0 ? -1 : 1);
  values[o] = D[4 * first] * unscale;
  values[o + 1] = D[4 * second] * unscale;
  values[o + 2] = D[4 * third] * unscale;
  for (let r = 0; r < 3; r++) {
    // + 0 turns −0 into 0
    vectors[p + 3 * r] = s1 * V[3 * r + first] + 0;
    vectors[p + 3 * r + 1] = s2 * V[3 * r + second] + 0;
    vectors[p + 3 * r + 2] = s3 * V[3 * r + third] + 0;
  }
}

/** The sign of the entry of largest size in column c of V, the first of equals. */
function signOfColumn(c: number): number {
  let r = 0;
  if (Math.abs(V[3 + c]) > Math.abs(V[c])) r = 3;
  if (Math.abs(V[6 + c]) > Math.abs(V[r + c])) r = 6;
  return V[r + c] < 0 ? -1 : 1;
}
