/**
 * Multiples of vectors with the factor in an array: a number that passes through a call which V8 does not inline is boxed
 * (math/vectors-and-matrices/vec3.ts takes the factor as a number).
 */

/** Writes a + factor[0] b. */
export function addMultiple(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  factor: Float64Array,
  b: Float64Array,
  j: number,
): void {
  const s = factor[0];
  const x = a[i] + s * b[j];
  const y = a[i + 1] + s * b[j + 1];
  const z = a[i + 2] + s * b[j + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** Writes factor[0] a. */
export function multiply(out: Float64Array, o: number, factor: Float64Array, a: Float64Array, i: number): void {
  const s = factor[0];
  const x = s * a[i];
  const y = s * a[i + 1];
  const z = s * a[i + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/**
 * Divides the vector at out[o …] by its length. Returns false, and leaves the vector as it is, if the length is zero; for
 * lengths whose square is a normal number.
 */
export function makeUnit(out: Float64Array, o: number): boolean {
  const x = out[o];
  const y = out[o + 1];
  const z = out[o + 2];
  const size = Math.sqrt(x * x + y * y + z * z);
  if (!(size > 0)) return false;
  out[o] = x / size;
  out[o + 1] = y / size;
  out[o + 2] = z / size;
  return true;
}
