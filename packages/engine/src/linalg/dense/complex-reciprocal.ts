/**
 * The reciprocal of a complex number without forming the square of its modulus (R. L. Smith, Algorithm 116, 1962), so
 * that no number between 1e-300 and 1e300 over- or underflows.
 */

/** outRe[o] + i outIm[o] = 1 / (re[k] + i im[k]). The output may be the input. */
export function invertComplex(
  outRe: Float64Array,
  outIm: Float64Array,
  o: number,
  re: Float64Array,
  im: Float64Array,
  k: number,
): void {
  const a = re[k];
  const b = im[k];
  if (Math.abs(a) >= Math.abs(b)) {
    const ratio = b / a;
    const scale = 1 / (a + b * ratio);
    outRe[o] = scale;
    outIm[o] = -ratio * scale;
  } else {
    const ratio = a / b;
    const scale = 1 / (a * ratio + b);
    outRe[o] = ratio * scale;
    outIm[o] = -scale;
  }
}
