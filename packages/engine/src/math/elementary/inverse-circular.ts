/**
 * atan, atan2, asin and acos, to well under 1 ulp for every double.
 *
 * All four are atan(n/d) for 0 ≤ n ≤ d known to 106 bits, added to or taken from 0, π/2 or π. With c = j/64 near n/d,
 *   atan(n/d) = atan c + atan δ,   δ = (n − c d) / (d + c n),   |δ| ≤ 1/128
 * where atan c comes from a table to 106 bits and atan δ from a few terms of its Taylor series. Below 1/8 the series
 * serves directly. asin and acos use the other leg of the triangle, w = √(1 − x²), to 106 bits.
 */
import { double, parts, scaleDown, scaleUp, splitter } from "../numbers/index.js";
import { cubicTiny, halfPi, halfPiLow, hugeRatio, quarterPi, tinyRatio } from "./constants.js";
import { atanTable } from "./tables.js";

const pi = Math.PI;
const piLow = 1.2246467991473532e-16;
const threeQuartersPi = 2.356194490192345;
/** 2⁹⁰⁰ and 2⁻⁹⁰⁰: beyond these atan2 scales its arguments. */
const large = 2 ** 900;
const small = 2 ** -900;
/** The quotient below which the Taylor series is used as it is, and the j at which the table begins. */
const direct = 0.125;
const firstEntry = 8;

/** Returns the arc tangent of x, rad, in [−π/2, π/2], to 0.56 ulp. */
export function atan(x: number): number {
  double[0] = x;
  computeAtan();
  return double[0];
}

/** Returns the angle of the point (x, y), rad, in [−π, π], to 0.54 ulp. */
export function atan2(y: number, x: number): number {
  parts[0] = y;
  parts[2] = x;
  computeAtan2();
  return double[0];
}

/** Returns the arc sine of x, rad, in [−π/2, π/2], to 0.56 ulp; NaN for |x| > 1. */
export function asin(x: number): number {
  double[0] = x;
  computeAsin();
  return double[0];
}

/** Returns the arc cosine of x, rad, in [0, π], to 0.53 ulp; NaN for |x| > 1. */
export function acos(x: number): number {
  double[0] = x;
  computeAcos();
  return double[0];
}

function computeAtan(): void {
  const x = double[0];
  const a = x < 0 ? -x : x;
  if (!(a >= cubicTiny)) return;
  if (a > hugeRatio) {
    double[0] = x < 0 ? -halfPi : halfPi;
    return;
  }
  const steep = a > 1;
  parts[0] = steep ? 1 : a;
  parts[1] = 0;
  parts[2] = steep ? a : 1;
  parts[3] = 0;
  addAtan(steep ? 1 : 0, steep);
  if (x < 0) double[0] = -double[0];
}

/**
 * Writes atan2(y, x) for y = parts[0] and x = parts[2] to double[0]. One kernel with the special cases of ECMAScript in
 * the order of their frequency.
 */
export function computeAtan2(): void {
  const y = parts[0];
  const x = parts[2];
  const ay = Math.abs(y);
  const ax = Math.abs(x);
  const left = x < 0 || (x === 0 && 1 / x < 0);
  const steep = ay > ax;
  let n = steep ? ax : ay;
  let d = steep ? ay : ax;
  if (d > large) {
    n *= scaleDown;
    d *= scaleDown;
  } else if (d < small) {
    n *= scaleUp;
    d *= scaleUp;
  }
  if (Number.isNaN(x + y) && (Number.isNaN(x) || Number.isNaN(y))) double[0] = NaN;
  else if (n === Infinity) double[0] = left ? threeQuartersPi : quarterPi;
  else if (d === 0) double[0] = left ? pi : 0;
  else if (n < d * tinyRatio) double[0] = steep ? halfPi : left ? pi : ay / ax;
  else {
    parts[0] = n;
    parts[1] = 0;
    parts[2] = d;
    parts[3] = 0;
    addAtan(steep ? 1 : left ? 2 : 0, steep !== left);
  }
  if (y < 0 || (y === 0 && 1 / y < 0)) double[0] = -double[0];
}

function computeAsin(): void {
  const x = double[0];
  const a = x < 0 ? -x : x;
  if (a < cubicTiny) return;
  if (!(a < 1)) {
    double[0] = a === 1 ? halfPi : NaN;
  } else {
    parts[0] = a;
    computeOtherLeg();
    const steep = a > parts[2];
    if (steep) exchangeParts();
    addAtan(steep ? 1 : 0, steep);
  }
  if (x < 0) double[0] = -double[0];
}

function computeAcos(): void {
  const x = double[0];
  const a = x < 0 ? -x : x;
  if (!(a < 1)) {
    double[0] = x === 1 ? 0 : x === -1 ? pi : NaN;
    return;
  }
  parts[0] = a;
  computeOtherLeg();
  const steep = a <= parts[2];
  if (!steep) exchangeParts();
  addAtan(steep ? 1 : x < 0 ? 2 : 0, steep !== x < 0);
}

/** Writes √(1 − a²) for 0 ≤ a < 1 in parts[0], high and low, to parts[2] and parts[3], and 0 to parts[1]. */
function computeOtherLeg(): void {
  const a = parts[0];
  // 1 − a² = h + l
  const s = splitter * a;
  const ah = s - (s - a);
  const al = a - ah;
  const p = a * a;
  const h = 1 - p;
  const l = 1 - h - p - (ah * ah - p + 2 * ah * al + al * al);
  // one Newton step on its root, from the exact residual
  const w = Math.sqrt(h);
  const t = splitter * w;
  const wh = t - (t - w);
  const wl = w - wh;
  const q = w * w;
  const rest = h - q - (wh * wh - q + 2 * wh * wl + wl * wl) + l;
  parts[1] = 0;
  parts[2] = w;
  parts[3] = rest / (2 * w);
}

function exchangeParts(): void {
  const h = parts[0];
  const l = parts[1];
  parts[0] = parts[2];
  parts[1] = parts[3];
  parts[2] = h;
  parts[3] = l;
}

/**
 * Writes quarters · π/2 ± atan(n/d) to double[0], for n = parts[0] + parts[1] and d = parts[2] + parts[3], 0 ≤ n ≤ d.
 */
function addAtan(quarters: number, minus: boolean): void {
  const n = parts[0];
  const nl = parts[1];
  const d = parts[2];
  const dl = parts[3];
  const q = n / d;
  let high = q;
  let low = 0;
  const t = splitter * d;
  const dh = t - (t - d);
  const dt = d - dh;
  if (q < direct) {
    // the remainder of n/d
    const s = splitter * q;
    const qh = s - (s - q);
    const qt = q - qh;
    const p = q * d;
    const ql = (n - p - (qh * dh - p + qh * dt + qt * dh + qt * dt) + nl - q * dl) / d;
    const z = q * q;
    const tail = 1 / 11 - z * (1 / 13 - z * (1 / 15 - z * (1 / 17 - z * (1 / 19))));
    low = ql * (1 - z) - q * z * (1 / 3 - z * (1 / 5 - z * (1 / 7 - z * (1 / 9 - z * tail))));
  } else {
    const j = (q * 64 + 0.5) | 0;
    const c = j / 64;
    const delta = (n - c * dh - c * dt + (nl - c * dl)) / (d + c * n);
    const z = delta * delta;
    high = atanTable[2 * (j - firstEntry)];
    low = atanTable[2 * (j - firstEntry) + 1] + (delta - delta * z * (1 / 3 - z * (1 / 5 - z * (1 / 7))));
  }
  if (minus) {
    high = -high;
    low = -low;
  }
  const base = quarters === 0 ? 0 : quarters === 1 ? halfPi : pi;
  const baseLow = quarters === 0 ? 0 : quarters === 1 ? halfPiLow : piLow;
  const sum = base + high;
  double[0] = sum + (base - sum + high + (baseLow + low));
}
