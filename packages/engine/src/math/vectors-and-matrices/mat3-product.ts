/**
 * Products of 3×3 matrices, row-major at an offset. Exported through mat3.ts. The output may be, or overlap, any input.
 *
 * Follows: Rigid Body Simulation, section 2.10.
 *   R   a rotation matrix         S   a symmetric matrix, of which only the upper triangle is read
 */

/** Writes the product A B. */
export function multiply(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const b00 = b[j];
  const b01 = b[j + 1];
  const b02 = b[j + 2];
  const b10 = b[j + 3];
  const b11 = b[j + 4];
  const b12 = b[j + 5];
  const b20 = b[j + 6];
  const b21 = b[j + 7];
  const b22 = b[j + 8];
  const m00 = a[i] * b00 + a[i + 1] * b10 + a[i + 2] * b20;
  const m01 = a[i] * b01 + a[i + 1] * b11 + a[i + 2] * b21;
  const m02 = a[i] * b02 + a[i + 1] * b12 + a[i + 2] * b22;
  const m10 = a[i + 3] * b00 + a[i + 4] * b10 + a[i + 5] * b20;
  const m11 = a[i + 3] * b01 + a[i + 4] * b11 + a[i + 5] * b21;
  const m12 = a[i + 3] * b02 + a[i + 4] * b12 + a[i + 5] * b22;
  const m20 = a[i + 6] * b00 + a[i + 7] * b10 + a[i + 8] * b20;
  const m21 = a[i + 6] * b01 + a[i + 7] * b11 + a[i + 8] * b21;
  const m22 = a[i + 6] * b02 + a[i + 7] * b12 + a[i + 8] * b22;
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

/** Writes the product A Bᵀ. */
export function multiplyTransposed(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  const m00 = a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
  const m01 = a[i] * b[j + 3] + a[i + 1] * b[j + 4] + a[i + 2] * b[j + 5];
  const m02 = a[i] * b[j + 6] + a[i + 1] * b[j + 7] + a[i + 2] * b[j + 8];
  const m10 = a[i + 3] * b[j] + a[i + 4] * b[j + 1] + a[i + 5] * b[j + 2];
  const m11 = a[i + 3] * b[j + 3] + a[i + 4] * b[j + 4] + a[i + 5] * b[j + 5];
  const m12 = a[i + 3] * b[j + 6] + a[i + 4] * b[j + 7] + a[i + 5] * b[j + 8];
  const m20 = a[i + 6] * b[j] + a[i + 7] * b[j + 1] + a[i + 8] * b[j + 2];
  const m21 = a[i + 6] * b[j + 3] + a[i + 7] * b[j + 4] + a[i + 8] * b[j + 5];
  const m22 = a[i + 6] * b[j + 6] + a[i + 7] * b[j + 7] + a[i + 8] * b[j + 8];
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

/** Writes the product Aᵀ B. */
export function transposeMultiply(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  const m00 = a[i] * b[j] + a[i + 3] * b[j + 3] + a[i + 6] * b[j + 6];
  const m01 = a[i] * b[j + 1] + a[i + 3] * b[j + 4] + a[i + 6] * b[j + 7];
  const m02 = a[i] * b[j + 2] + a[i + 3] * b[j + 5] + a[i + 6] * b[j + 8];
  const m10 = a[i + 1] * b[j] + a[i + 4] * b[j + 3] + a[i + 7] * b[j + 6];
  const m11 = a[i + 1] * b[j + 1] + a[i + 4] * b[j + 4] + a[i + 7] * b[j + 7];
  const m12 = a[i + 1] * b[j + 2] + a[i + 4] * b[j + 5] + a[i + 7] * b[j + 8];
  const m20 = a[i + 2] * b[j] + a[i + 5] * b[j + 3] + a[i + 8] * b[j + 6];
  const m21 = a[i + 2] * b[j + 1] + a[i + 5] * b[j + 4] + a[i + 8] * b[j + 7];
  const m22 = a[i + 2] * b[j + 2] + a[i + 5] * b[j + 5] + a[i + 8] * b[j + 8];
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

/** Writes the vector A v. */
export function transformVector(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  v: Float64Array,
  j: number,
): void {
  const x = a[i] * v[j] + a[i + 1] * v[j + 1] + a[i + 2] * v[j + 2];
  const y = a[i + 3] * v[j] + a[i + 4] * v[j + 1] + a[i + 5] * v[j + 2];
  const z = a[i + 6] * v[j] + a[i + 7] * v[j + 1] + a[i + 8] * v[j + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** Writes the vector Aᵀ v. */
export function transformVectorTransposed(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  v: Float64Array,
  j: number,
): void {
  const x = a[i] * v[j] + a[i + 3] * v[j + 1] + a[i + 6] * v[j + 2];
  const y = a[i + 1] * v[j] + a[i + 4] * v[j + 1] + a[i + 7] * v[j + 2];
  const z = a[i + 2] * v[j] + a[i + 5] * v[j + 1] + a[i + 8] * v[j + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

// I(t) = R(t) I_body R(t)ᵀ                                                                                 (2–39)
// I⁻¹(t) = R(t) I⁻¹_body R(t)ᵀ                                                                             (2–40)
/** Writes R S Rᵀ for a symmetric S, of which only the upper triangle is read; the result is symmetric to the last bit. */
export function rotateSymmetric(
  out: Float64Array,
  o: number,
  R: Float64Array,
  i: number,
  S: Float64Array,
  j: number,
): void {
  const s00 = S[j];
  const s01 = S[j + 1];
  const s02 = S[j + 2];
  const s11 = S[j + 4];
  const s12 = S[j + 5];
  const s22 = S[j + 8];
  const r00 = R[i];
  const r01 = R[i + 1];
  const r02 = R[i + 2];
  const r10 = R[i + 3];
  const r11 = R[i + 4];
  const r12 = R[i + 5];
  const r20 = R[i + 6];
  const r21 = R[i + 7];
  const r22 = R[i + 8];
  // rows of T = R S
  const t00 = r00 * s00 + r01 * s01 + r02 * s02;
  const t01 = r00 * s01 + r01 * s11 + r02 * s12;
  const t02 = r00 * s02 + r01 * s12 + r02 * s22;
  const t10 = r10 * s00 + r11 * s01 + r12 * s02;
  const t11 = r10 * s01 + r11 * s11 + r12 * s12;
  const t12 = r10 * s02 + r11 * s12 + r12 * s22;
  const t20 = r20 * s00 + r21 * s01 + r22 * s02;
  const t21 = r20 * s01 + r21 * s11 + r22 * s12;
  const t22 = r20 * s02 + r21 * s12 + r22 * s22;
  const m01 = t00 * r10 + t01 * r11 + t02 * r12;
  const m02 = t00 * r20 + t01 * r21 + t02 * r22;
  const m12 = t10 * r20 + t11 * r21 + t12 * r22;
  const m00 = t00 * r00 + t01 * r01 + t02 * r02;
  const m11 = t10 * r10 + t11 * r11 + t12 * r12;
  const m22 = t20 * r20 + t21 * r21 + t22 * r22;
  out[o] = m00;
  out[o + 1] = m01;
  out[o + 2] = m02;
  out[o + 3] = m01;
  out[o + 4] = m11;
  out[o + 5] = m12;
  out[o + 6] = m02;
  out[o + 7] = m12;
  out[o + 8] = m22;
}

/** Writes R diag(d) Rᵀ for d = D[j … j+2], symmetric to the last bit. */
export function rotateDiagonal(
  out: Float64Array,
  o: number,
  R: Float64Array,
  i: number,
  D: Float64Array,
  j: number,
): void {
  const x = D[j];
  const y = D[j + 1];
  const z = D[j + 2];
  const r00 = R[i];
  const r01 = R[i + 1];
  const r02 = R[i + 2];
  const r10 = R[i + 3];
  const r11 = R[i + 4];
  const r12 = R[i + 5];
  const r20 = R[i + 6];
  const r21 = R[i + 7];
  const r22 = R[i + 8];
  const m00 = r00 * r00 * x + r01 * r01 * y + r02 * r02 * z;
  const m01 = r00 * r10 * x + r01 * r11 * y + r02 * r12 * z;
  const m02 = r00 * r20 * x + r01 * r21 * y + r02 * r22 * z;
  const m11 = r10 * r10 * x + r11 * r11 * y + r12 * r12 * z;
  const m12 = r10 * r20 * x + r11 * r21 * y + r12 * r22 * z;
  const m22 = r20 * r20 * x + r21 * r21 * y + r22 * r22 * z;
  out[o] = m00;
  out[o + 1] = m01;
  out[o + 2] = m02;
  out[o + 3] = m01;
  out[o + 4] = m11;
  out[o + 5] = m12;
  out[o + 6] = m02;
  out[o + 7] = m12;
  out[o + 8] = m22;
}
