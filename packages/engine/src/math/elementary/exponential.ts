/**
 * exp, expm1, sinh, cosh and tanh, to well under 1 ulp for every double.
 *
 * x = (64 m + j) log 2 / 64 + r with |r| ≤ log 2 / 128, so eˣ = 2ᵐ Tⱼ eʳ with Tⱼ = 2^(j/64) to 106 bits from a table
 * and a few terms of the Taylor series for eʳ − 1. The result is high + low, the low part small, and rounded once. The
 * hyperbolic functions combine eˣ and 1/eˣ in that form; near 0, where they would cancel, their Taylor series serve.
 */
import { divideParts, double, highWord, lowWord, parts, scaleDown, splitter, word } from "../numbers/index.js";
import { overflow, rounder, squareTiny, underflow } from "./constants.js";
import { expTable } from "./tables.js";

const stepsPerUnit = 92.33248261689366;
/** log 2 / 64, the first piece with 35 bits: times a number of steps it is exact. */
const stepHigh = 0.010830424695996044;
const stepLow = 2.5310172166650877e-13;
/** 2⁻²⁸: below, sinh x and tanh x are x. */
const small = 2 ** -28;
/** The arguments below which the Taylor series of expm1, and of sinh and cosh, are used. */
const expm1Direct = 0.17;
const sinhDirect = 0.35;
/** The x from which on 1/eˣ is below the rounding of eˣ, and the x from which on tanh x is 1. */
const halfOnly = 40;
const tanhOne = 22;

/** Returns the exponential eˣ to 0.51 ulp, and to 0.74 where it is subnormal. */
export function exp(x: number): number {
  double[0] = x;
  computeExp();
  return double[0];
}

/** Returns eˣ − 1 to 0.54 ulp, also near 0. */
export function expm1(x: number): number {
  double[0] = x;
  computeExpm1();
  return double[0];
}

/** Returns the hyperbolic sine of x to 0.53 ulp. */
export function sinh(x: number): number {
  double[0] = x;
  computeSinh();
  return double[0];
}

/** Returns the hyperbolic cosine of x to 0.51 ulp. */
export function cosh(x: number): number {
  double[0] = x;
  computeCosh();
  return double[0];
}

/** Returns the hyperbolic tangent of x to 0.59 ulp. */
export function tanh(x: number): number {
  double[0] = x;
  computeTanh();
  return double[0];
}

/**
 * Replaces an exponent parts[0] + parts[1] between underflow and overflow by its exponential 2ᵐ (high + low): writes high,
 * from 1 to 2, and low to parts[0] and parts[1], and returns m.
 */
export function expParts(): number {
  const x = parts[0];
  const k = x * stepsPerUnit + rounder - rounder;
  const r = x - k * stepHigh - (k * stepLow - parts[1]);
  const p = r + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720)))));
  const n = k | 0;
  const j = 2 * (n & 63);
  const T = expTable[j];
  parts[0] = T;
  parts[1] = expTable[j + 1] + T * p;
  return n >> 6;
}

/** Writes 2ᵐ (parts[0] + parts[1]) to double[0], rounded once and, if the result is subnormal, once more. */
export function scaleParts(m: number): void {
  const y = parts[0] + parts[1];
  if (m > 1023) {
    setPowerOfTwo(m - 1);
    double[0] *= 2 * y;
  } else if (m >= -1021) {
    setPowerOfTwo(m);
    double[0] *= y;
  } else {
    setPowerOfTwo(m + 600);
    double[0] = double[0] * y * scaleDown;
  }
}

/** Writes 2ᵐ to double[0], for m from −1022 to 1023. */
function setPowerOfTwo(m: number): void {
  word[lowWord] = 0;
  word[highWord] = (m + 1023) << 20;
}

function computeExp(): void {
  const x = double[0];
  if (x > underflow && x < overflow) {
    parts[0] = x;
    parts[1] = 0;
    scaleParts(expParts());
  } else {
    double[0] = x >= overflow ? Infinity : x <= underflow ? 0 : NaN;
  }
}

function computeExpm1(): void {
  const x = double[0];
  if (x < expm1Direct && x > -expm1Direct) {
    if (x < squareTiny && x > -squareTiny) return;
    const q = x * x;
    const s = x + 0.5 * q;
    const tail =
      1 / 5040 + x * (1 / 40320 + x * (1 / 362880 + x * (1 / 3628800 + x * (1 / 39916800 + x * (1 / 479001600)))));
    const p = 1 / 6 + x * (1 / 24 + x * (1 / 120 + x * (1 / 720 + x * tail)));
    const t = splitter * x;
    const xh = t - (t - x);
    const xl = x - xh;
    const qe = xh * xh - q + 2 * xh * xl + xl * xl;
    double[0] = s + (x - s + 0.5 * q + (0.5 * qe + x * q * p));
  } else if (x < halfOnly && x > -halfOnly) {
    parts[0] = x;
    parts[1] = 0;
    setPowerOfTwo(expParts());
    const f = double[0];
    const h = f * parts[0];
    const l = f * parts[1];
    const y = h + l;
    const s = y - 1;
    const b = s - y;
    double[0] = s + (y - (s - b) + (-1 - b) + (l - (y - h)));
  } else if (x < 0) {
    double[0] = -1;
  } else {
    computeExp();
  }
}

/** Replaces parts[0], smaller than sinhDirect, by its hyperbolic sine as an unevaluated sum in parts[0] and parts[1]. */
function sinhSeries(): void {
  const x = parts[0];
  const z = x * x;
  const tail = 1 / 362880 + z * (1 / 39916800 + z * (1 / 6227020800 + z * (1 / 1307674368000)));
  parts[1] = x * z * (1 / 6 + z * (1 / 120 + z * (1 / 5040 + z * tail)));
}

/**
 * Writes e^a and e^(−a) over 2ᵐ for a = parts[0] from 0 to halfOnly, as unevaluated sums: the first to parts[0] and
 * parts[1], the second to parts[2] and parts[3]. Returns m.
 */
function expBothWays(): number {
  parts[1] = 0;
  const m = expParts();
  const h = parts[0] + parts[1];
  const l = parts[1] - (h - parts[0]);
  // 1/(h + l), then times 2^(−2m)
  const q = 1 / h;
  const s = splitter * q;
  const qh = s - (s - q);
  const ql = q - qh;
  const t = splitter * h;
  const hh = t - (t - h);
  const hl = h - hh;
  const p = q * h;
  const rest = 1 - p - (qh * hh - p + qh * hl + ql * hh + ql * hl);
  setPowerOfTwo(-2 * m);
  const f = double[0];
  parts[0] = h;
  parts[1] = l;
  parts[2] = q * f;
  parts[3] = (rest - q * l) * q * f;
  return m;
}

function computeSinh(): void {
  const x = double[0];
  const a = x < 0 ? -x : x;
  if (a < small) return;
  if (a < sinhDirect) {
    parts[0] = x;
    sinhSeries();
    double[0] = parts[0] + parts[1];
    return;
  }
  parts[0] = a;
  parts[1] = 0;
  if (a < halfOnly) {
    const m = expBothWays();
    const s = parts[0] - parts[2];
    parts[1] += parts[0] - s - parts[2] - parts[3];
    parts[0] = s;
    scaleParts(m - 1);
  } else if (a < overflow + 1) {
    scaleParts(expParts() - 1);
  } else {
    double[0] = a >= overflow ? Infinity : NaN;
  }
  if (x < 0) double[0] = -double[0];
}

function computeCosh(): void {
  const x = double[0];
  const a = x < 0 ? -x : x;
  parts[0] = a;
  parts[1] = 0;
  if (a < halfOnly) {
    const m = expBothWays();
    const s = parts[0] + parts[2];
    parts[1] += parts[0] - s + parts[2] + parts[3];
    parts[0] = s;
    scaleParts(m - 1);
  } else if (a < overflow + 1) {
    scaleParts(expParts() - 1);
  } else {
    double[0] = a >= overflow ? Infinity : NaN;
  }
}

function computeTanh(): void {
  const x = double[0];
  const a = x < 0 ? -x : x;
  if (a < small) return;
  if (!(a < tanhOne)) {
    if (a >= tanhOne) double[0] = x < 0 ? -1 : 1;
    return;
  }
  if (a < sinhDirect) {
    const z = a * a;
    const tail = 1 / 40320 + z * (1 / 3628800 + z * (1 / 479001600 + z * (1 / 87178291200)));
    parts[0] = a;
    sinhSeries();
    parts[2] = 1;
    parts[3] = z * (1 / 2 + z * (1 / 24 + z * (1 / 720 + z * tail)));
  } else {
    parts[0] = a;
    expBothWays();
    const e = parts[0];
    const f = parts[2];
    const el = parts[1];
    const fl = parts[3];
    const n = e - f;
    const d = e + f;
    parts[0] = n;
    parts[1] = e - n - f + (el - fl);
    parts[2] = d;
    parts[3] = e - d + f + (el + fl);
  }
  divideParts();
  if (x < 0) double[0] = -double[0];
}
