/**
 * log and log1p, to well under 1 ulp for every double, and the logarithm to 68 bits that pow needs.
 *
 * x = 2ᵏ m and m v = 1 + r, with v ≈ 1/m from a table, short enough that r is exact:
 *   log x = k log 2 − log v + log(1 + r),   |r| < 1/200
 * The sum is kept as high + low, with r and r² to 106 bits. A number next to 1 has k = 0 and v = 1, so nothing cancels.
 */
import { double, highWord, lowWord, parts, splitter, word } from "../numbers/index.js";
import { smallestNormal, squareTiny, twoTo54 } from "./constants.js";
import { logTable } from "./tables.js";

/** The two pieces of log 2, the first with 42 bits: times an exponent it is exact. */
const ln2High = 0.6931471805598903;
const ln2Low = 5.497923018708371e-14;
/** 2⁶⁰: above, log(1 + x) is log x. */
const hugeArgument = 2 ** 60;
/** The first entry of the table that belongs to the next power of two. */
const upperHalf = 53;

/** Returns the natural logarithm of x to 0.51 ulp; NaN for x < 0. */
export function log(x: number): number {
  double[0] = x;
  computeLog();
  return double[0];
}

/** Returns log(1 + x) to 0.51 ulp, also near 0; NaN for x < −1. */
export function log1p(x: number): number {
  double[0] = x;
  computeLog1p();
  return double[0];
}

/**
 * Replaces parts[0] + parts[1], a positive, finite double and a number below half an ulp of it, by their natural logarithm
 * as a sum of high and low. The relative error is below 2⁻⁶⁷.
 */
export function logParts(): void {
  const extra = parts[1];
  let k = -1023;
  double[0] = parts[0];
  if (double[0] < smallestNormal) {
    double[0] *= twoTo54;
    k -= 54;
  }
  // m from 1 to 2
  const high = word[highWord];
  const fraction = high & 0xfffff;
  k += high >>> 20;
  word[highWord] = fraction | 0x3ff00000;
  const m = double[0];
  const i = (fraction + 0x1000) >>> 13;
  const v = logTable[3 * i];
  // r = m v − 1, exactly: v has 11 bits, and each half of m 26
  const c = splitter * m;
  const mh = c - (c - m);
  const a = mh * v - 1;
  const b = (m - mh) * v;
  const ab = a + b;
  const bb = ab - a;
  let rl = a - (ab - bb) + (b - bb);
  if (extra !== 0) {
    word[lowWord] = 0;
    word[highWord] = (1023 - k) << 20;
    rl += extra * double[0] * v;
  }
  const r = ab + rl;
  rl -= r - ab;
  if (i >= upperHalf) k++;
  // k log 2 − log v + r − r²/2, high parts with their round-off
  const t = splitter * r;
  const rh = t - (t - r);
  const rt = r - rh;
  const q = r * r;
  const qe = rh * rh - q + 2 * rh * rt + rt * rt;
  const base = k * ln2High;
  const s = base + logTable[3 * i + 1];
  const h = s + r;
  const g = h - 0.5 * q;
  const lost = base - s + logTable[3 * i + 1] + (s - h + r) + (h - g - 0.5 * q);
  const small = k * ln2Low + logTable[3 * i + 2] + (rl - rl * r - 0.5 * qe);
  const tail = 1 / 5 - r * (1 / 6 - r * (1 / 7 - r * (1 / 8 - r * (1 / 9))));
  parts[0] = g;
  parts[1] = lost + (r * q * (1 / 3 - r * (1 / 4 - r * tail)) + small);
}

/** Replaces double[0] by its natural logarithm. */
export function computeLog(): void {
  const x = double[0];
  if (x > 0 && x < Infinity) {
    parts[0] = x;
    parts[1] = 0;
    logParts();
    double[0] = parts[0] + parts[1];
  } else if (x === 0) {
    double[0] = -Infinity;
  } else if (x < 0) {
    double[0] = NaN;
  }
}

function computeLog1p(): void {
  const x = double[0];
  if (x < squareTiny && x > -squareTiny) return;
  if (x > hugeArgument) {
    computeLog();
  } else if (x > -1) {
    const u = 1 + x;
    const b = u - 1;
    parts[0] = u;
    parts[1] = 1 - (u - b) + (x - b);
    logParts();
    double[0] = parts[0] + parts[1];
  } else {
    double[0] = x === -1 ? -Infinity : NaN;
  }
}
