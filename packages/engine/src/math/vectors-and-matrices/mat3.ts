/**
 * Matrices of 3×3 numbers, row-major, standing at an offset in a flat array: entry (r, c) is m[i + 3r + c].
 *
 * Output first; the output may be, or overlap, any input.
 *
 * Follows: Rigid Body Simulation, section 2.3.
 *   a∗   the matrix with a∗ b = a × b
 */
export {
  multiply,
  multiplyTransposed,
  rotateDiagonal,
  rotateSymmetric,
  transformVector,
  transformVectorTransposed,
  transposeMultiply,
} from "./mat3-product.js";
export { invert, MatrixStatus, orthonormalize, solveSymmetric } from "./mat3-solve.js";

/** Writes the matrix of the nine entries given, row by row. */
export function set(
  out: Float64Array,
  o: number,
  m00: number,
  m01: number,
  m02: number,
  m10: number,
  m11: number,
  m12: number,
  m20: number,
  m21: number,
  m22: number,
): void {
  out[o] = m00;
  out[o + 1] = m01;
  out[o + 2] = m02;
  out[o + 3] = m10;
  out[o + 4] = m11;
  out[o + 5] = m12;
  out[o + 6] = m20;
  out[o + 7] = m21;
  out[o + 8] = m22;
}

/** Writes the identity matrix. */
export function setIdentity(out: Float64Array, o: number): void {
  set(out, o, 1, 0, 0, 0, 1, 0, 0, 0, 1);
}

/** Writes the diagonal matrix diag(x, y, z). */
export function setDiagonal(out: Float64Array, o: number, x: number, y: number, z: number): void {
  set(out, o, x, 0, 0, 0, y, 0, 0, 0, z);
}

/** Writes a copy of the matrix A. */
export function copy(out: Float64Array, o: number, a: Float64Array, i: number): void {
  const m00 = a[i];
  const m01 = a[i + 1];
  const m02 = a[i + 2];
  const m10 = a[i + 3];
  const m11 = a[i + 4];
  const m12 = a[i + 5];
  const m20 = a[i + 6];
  const m21 = a[i + 7];
  const m22 = a[i + 8];
  out[o] = m00;
  out[o + 1] = m01;
  out[o + 2] = m02;
  out[o + 3] = m10;
  out[o + 4] = m11;
  out[o + 5] = m12;
  out[o + 6] = m20;
  out[o + 7] = m21;
  out[o + 8] = m22;
}

/** Writes the sum A + B. */
export function add(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  addScaled(out, o, a, i, 1, b, j);
}

/** Writes the difference A − B. */
export function subtract(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  addScaled(out, o, a, i, -1, b, j);
}

/** Writes the sum A + s B. */
export function addScaled(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  s: number,
  b: Float64Array,
  j: number,
): void {
  const m00 = a[i] + s * b[j];
  const m01 = a[i + 1] + s * b[j + 1];
  const m02 = a[i + 2] + s * b[j + 2];
  const m10 = a[i + 3] + s * b[j + 3];
  const m11 = a[i + 4] + s * b[j + 4];
  const m12 = a[i + 5] + s * b[j + 5];
  const m20 = a[i + 6] + s * b[j + 6];
  const m21 = a[i + 7] + s * b[j + 7];
  const m22 = a[i + 8] + s * b[j + 8];
  out[o] = m00;
  out[o + 1] = m01;
  out[o + 2] = m02;
  out[o + 3] = m10;
  out[o + 4] = m11;
  out[o + 5] = m12;
  out[o + 6] = m20;
  out[o + 7] = m21;
  out[o + 8] = m22;
}

/** Writes the multiple s A. */
export function scale(out: Float64Array, o: number, a: Float64Array, i: number, s: number): void {
  const m00 = s * a[i];
  const m01 = s * a[i + 1];
  const m02 = s * a[i + 2];
  const m10 = s * a[i + 3];
  const m11 = s * a[i + 4];
  const m12 = s * a[i + 5];
  const m20 = s * a[i + 6];
  const m21 = s * a[i + 7];
  const m22 = s * a[i + 8];
  out[o] = m00;
  out[o + 1] = m01;
  out[o + 2] = m02;
  out[o + 3] = m10;
  out[o + 4] = m11;
  out[o + 5] = m12;
  out[o + 6] = m20;
  out[o + 7] = m21;
  out[o + 8] = m22;
}

/** Writes the transpose Aᵀ. */
export function transpose(out: Float64Array, o: number, a: Float64Array, i: number): void {
  const m00 = a[i];
  const m01 = a[i + 3];
  const m02 = a[i + 6];
  const m10 = a[i + 1];
  const m11 = a[i + 4];
  const m12 = a[i + 7];
  const m20 = a[i + 2];
  const m21 = a[i + 5];
  const m22 = a[i + 8];
  out[o] = m00;
  out[o + 1] = m01;
  out[o + 2] = m02;
  out[o + 3] = m10;
  out[o + 4] = m11;
  out[o + 5] = m12;
  out[o + 6] = m20;
  out[o + 7] = m21;
  out[o + 8] = m22;
}

/** Writes the outer product u vᵀ. */
export function setOuterProduct(
  out: Float64Array,
  o: number,
  u: Float64Array,
  i: number,
  v: Float64Array,
  j: number,
): void {
  const ux = u[i];
  const uy = u[i + 1];
  const uz = u[i + 2];
  const vx = v[j];
  const vy = v[j + 1];
  const vz = v[j + 2];
  out[o] = ux * vx;
  out[o + 1] = ux * vy;
  out[o + 2] = ux * vz;
  out[o + 3] = uy * vx;
  out[o + 4] = uy * vy;
  out[o + 5] = uy * vz;
  out[o + 6] = uz * vx;
  out[o + 7] = uz * vy;
  out[o + 8] = uz * vz;
}

// a∗ b = a × b                                                                                              (2–9)
/** Writes the cross-product matrix a∗ of a vector, the one with a∗ b = a × b for every b. */
export function setStar(out: Float64Array, o: number, a: Float64Array, i: number): void {
  const x = a[i];
  const y = a[i + 1];
  const z = a[i + 2];
  out[o] = 0;
  out[o + 1] = -z;
  out[o + 2] = y;
  out[o + 3] = z;
  out[o + 4] = 0;
  out[o + 5] = -x;
  out[o + 6] = -y;
  out[o + 7] = x;
  out[o + 8] = 0;
}

/** Returns the trace of A. */
export function trace(a: Float64Array, i: number): number {
  return a[i] + a[i + 4] + a[i + 8];
}

/** Returns the determinant of A. */
export function determinant(a: Float64Array, i: number): number {
  return (
    a[i] * (a[i + 4] * a[i + 8] - a[i + 5] * a[i + 7]) +
    a[i + 1] * (a[i + 5] * a[i + 6] - a[i + 3] * a[i + 8]) +
    a[i + 2] * (a[i + 3] * a[i + 7] - a[i + 4] * a[i + 6])
  );
}
