/**
 * Eigenvalues and eigenvectors of a symmetric 3×3 matrix by Jacobi rotations (Golub and Van Loan, "Matrix
 * computations", section 8.5): slower than a closed form, but it holds its accuracy for equal, nearly equal and very
 * small eigenvalues.
 *
 * A = V diag(λ) Vᵀ with λ₁ ≥ λ₂ ≥ λ₃ and V a rotation: column k of V is the eigenvector of λₖ₊₁. A diagonal matrix
 * gives axes and its own entries, exactly. Signs are fixed: in the first two columns the entry of largest size (the
 * first of equals) is positive, and the third has the sign that makes V right-handed.
 */
import { scaleDown, scaleUp } from "./bits.js";

/** What `decomposeSymmetric` found. */
export const EigenStatus = {
  ok: 0,
  /** An entry was NaN or infinite; the outputs were left as they were. */
  notFinite: 1,
} as const;
export type EigenStatus = (typeof EigenStatus)[keyof typeof EigenStatus];

/** Sweeps over the three off-diagonal entries, at most: the convergence is quadratic, and six are rarely needed. */
const maxSweeps = 30;
/** An off-diagonal entry this small beside the diagonal moves no eigenvalue by a bit that shows. */
const negligible = 2 ** -58;
/** Beyond these sizes the matrix is scaled first. */
const large = 2 ** 500;
const small = 2 ** -400;
/** From here on θ² would drown the 1 beside it. */
const largeTheta = 2 ** 60;

/** The matrix under rotation and the accumulated rotations, row-major. */
const D = /* @__PURE__ */ new Float64Array(9);
const V = /* @__PURE__ */ new Float64Array(9);

/**
 * Writes λ to `values[o … o+2]` and V, row-major, to `vectors[p … p+8]`. Reads the upper triangle of A at a[i].
 * Each output may be the input.
 */
export function decomposeSymmetric(
  values: Float64Array,
  o: number,
  vectors: Float64Array,
  p: number,
  a: Float64Array,
  i: number,
): EigenStatus {
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
  if (sum !== 0) return EigenStatus.notFinite;
  let unscale = 1;
  const diagonal = D[1] === 0 && D[2] === 0 && D[5] === 0;
  if (!diagonal && (big > large || big < small)) {
    const scale = big > large ? scaleDown : scaleUp;
    unscale = big > large ? scaleUp : scaleDown;
    for (let k = 0; k < 9; k++) D[k] *= scale;
  }
  V.fill(0);
  V[0] = 1;
  V[4] = 1;
  V[8] = 1;
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    rotate(0, 1, 2);
    rotate(0, 2, 1);
    rotate(1, 2, 0);
    if (D[1] === 0 && D[2] === 0 && D[5] === 0) break;
  }
  writeSorted(values, o, vectors, p, unscale);
  return EigenStatus.ok;
}

/** One Jacobi rotation in the plane of axes p and q, which makes D[p, q] zero; r is the third axis. */
function rotate(p: number, q: number, r: number): void {
  const pp = D[4 * p];
  const qq = D[4 * q];
  const pq = D[3 * p + q];
  if (pq === 0) return;
  let t = 0;
  if (Math.abs(pq) > negligible * Math.sqrt(Math.abs(pp)) * Math.sqrt(Math.abs(qq))) {
    // cot 2φ = θ, t = tan φ the smaller root of t² + 2θt − 1 = 0
    const theta = (qq - pp) / (2 * pq);
    const size = Math.abs(theta);
    t = size > largeTheta ? 0.5 / size : 1 / (size + Math.sqrt(theta * theta + 1));
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

/** The diagonal of D, largest first, and the columns of V in the same order, with their signs fixed. */
function writeSorted(values: Float64Array, o: number, vectors: Float64Array, p: number, unscale: number): void {
  let first = 0;
  if (D[4] > D[0]) first = 1;
  if (D[8] > D[4 * first]) first = 2;
  let second = first === 0 ? 1 : 0;
  let third = 3 - first - second;
  if (D[4 * third] > D[4 * second]) {
    const held = second;
    second = third;
    third = held;
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
