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

/** A sum of squares above this, 2⁻⁹⁰⁰, has lost nothing to underflow. */
const safeSquare = 2 ** -900;

/** out[o] = √(Σ a_i²) over the first n entries, also where the squares overflow or underflow. */
export function measureNorm(out: Float64Array, o: number, a: Float64Array, n: number): void {
  dot(out, o, a, a, n);
  if (out[o] > safeSquare && out[o] < Infinity) {
    out[o] = Math.sqrt(out[o]);
    return;
  }
  findScale(out, o, a, n);
  const scale = out[o];
  let sum = 0;
  for (let i = 0; i < n; i++) sum += scale * a[i] * (scale * a[i]);
  out[o] = Math.sqrt(sum) / scale;
}

/**
 * out[o] = the power of two that brings the largest |a_i| into 1 … 2, as far as it is a number (else 1). Multiplying by
 * it rounds nothing but what is too small to matter beside the largest.
 */
export function findScale(out: Float64Array, o: number, a: Float64Array, n: number): void {
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(a[i]));
  let scale = 1;
  if (largest > 0 && largest < Infinity) {
    for (; largest >= 2 ** 64; largest *= 2 ** -64) scale *= 2 ** -64;
    for (; largest >= 2; largest *= 0.5) scale *= 0.5;
    // 2¹⁰²³ is the largest power there is
    for (; largest < 2 ** -64 && scale < 2 ** 900; largest *= 2 ** 64) scale *= 2 ** 64;
    for (; largest < 1 && scale < 2 ** 1023; largest *= 2) scale *= 2;
  }
  out[o] = scale;
}

/** y *= s[k] over the first n entries. */
export function multiplyBy(y: Float64Array, s: Float64Array, k: number, n: number): void {
  const c = s[k];
  for (let i = 0; i < n; i++) y[i] *= c;
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
