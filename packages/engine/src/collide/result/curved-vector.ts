/**
 * Multiples of vectors with the factor handed over in an array: a number that passes through a call which is not inlined
 * would be boxed (math/vec3.ts has the same with the factor as an argument).
 */

/** The factor of the next call. */
export const factor = new Float64Array(1);

/** a + factor b */
export function addTimes(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const s = factor[0];
  const x = a[i] + s * b[j];
  const y = a[i + 1] + s * b[j + 1];
  const z = a[i + 2] + s * b[j + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** factor a */
export function takeTimes(out: Float64Array, o: number, a: Float64Array, i: number): void {
  const s = factor[0];
  const x = s * a[i];
  const y = s * a[i + 1];
  const z = s * a[i + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** a / |a|, for lengths whose square is a normal number; false, and the vector as it is, if that is zero. */
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
