/**
 * Roots of whole order, for step-size controllers: to a few ulp, in less time than `pow`, and in place.
 *
 * The first guess takes logarithm and power from the bits, with a parabola for the mantissa, to 0.3 %; each round of
 * Halley's
 *
 *   z ← z ((k−1) zᵏ + (k+1) a) / ((k+1) zᵏ + (k−1) a)
 *
 * then makes of a relative error ε one of (k²−1)/12 ε³.
 */
import { double, highWord, lowWord, word } from "./bits.js";

/** Replaces a[i] by its root of order k, a[i]^(1/k), for a normal a[i] > 0 and a whole k from 2 to about 100. */
export function takeRoot(a: Float64Array, i: number, k: number): void {
  const value = a[i];
  if (k === 2) {
    a[i] = Math.sqrt(value);
    return;
  }
  double[0] = value;
  const top = word[highWord];
  const exponent = (top >>> 20) - 1023;
  const fraction = (top & 0xfffff) / 0x100000;
  // log₂ value ≈ e + f + 0.344 f (1 − f)
  const logarithm = (exponent + fraction + 0.344 * fraction * (1 - fraction)) / k;
  const whole = Math.floor(logarithm);
  const rest = logarithm - whole;
  // 2^(w + r) ≈ 2^w (1 + r − 0.337 r (1 − r))
  word[lowWord] = 0;
  word[highWord] = (whole + 1023) << 20;
  let z = double[0] * (1 + rest - 0.337 * rest * (1 - rest));
  for (let round = 0; round < 3; round++) {
    // zᵏ by repeated squaring
    let power = 1;
    let square = z;
    for (let e = k; e > 0; e >>= 1) {
      if ((e & 1) === 1) power *= square;
      square *= square;
    }
    z *= ((k - 1) * power + (k + 1) * value) / ((k + 1) * power + (k - 1) * value);
  }
  a[i] = z;
}
