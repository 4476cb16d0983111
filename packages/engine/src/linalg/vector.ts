/**
 * Sums over whole vectors, for the solvers of this folder. Results go into a slot of an array, not through the return
 * value: a float returned from a call that is not inlined is a boxed number, and garbage.
 *
 * A sum runs in four interleaved parts, added at the end. The order is fixed, so the bits are; and the error bound is a
 * quarter of that of the plain loop.
 */

/** out[o] = Σ a_i b_i over the first n entries. */
export function dot(out: Float64Array, o: number, a: Float64Array, b: Float64Array, n: number): void {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let i = 0;
  for (; i + 3 < n; i += 4) {
    s0 += a[i] * b[i];
    s1 += a[i + 1] * b[i + 1];
    s2 += a[i + 2] * b[i + 2];
    s3 += a[i + 3] * b[i + 3];
  }
  for (; i < n; i++) s0 += a[i] * b[i];
  out[o] = s0 + s1 + (s2 + s3);
}

/** y += s[k] x over the first n entries. */
export function addScaled(y: Float64Array, s: Float64Array, k: number, x: Float64Array, n: number): void {
  const c = s[k];
  for (let i = 0; i < n; i++) y[i] += c * x[i];
}

/** y = x + s[k] y over the first n entries. */
export function scaleAndAdd(y: Float64Array, s: Float64Array, k: number, x: Float64Array, n: number): void {
  const c = s[k];
  for (let i = 0; i < n; i++) y[i] = x[i] + c * y[i];
}

/** out = a − b over the first n entries. */
export function subtract(out: Float64Array, a: Float64Array, b: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) out[i] = a[i] - b[i];
}

/** out = a over the first n entries. */
export function copy(out: Float64Array, a: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) out[i] = a[i];
}
