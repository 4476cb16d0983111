/**
 * atan, atan2, asin and acos, to well under 1 ulp for every double.
 *
 * All four are atan(n/d) for 0 ≤ n ≤ d known to 106 bits, added to or taken from 0, π/2 or π. With c = j/64 near n/d,
 *   atan(n/d) = atan c + atan δ,   δ = (n − c d) / (d + c n),   |δ| ≤ 1/128
 * where atan c comes from a table to 106 bits and atan δ from a few terms of its Taylor series. Below 1/8 the series
 * serves directly. asin and acos use the other leg of the triangle, w = √(1 − x²), to 106 bits.
 */
import { double, SCALE_DOWN, SCALE_UP } from "./bits.js";
import { parts, SPLITTER } from "./double-double.js";
import { ATAN_TABLE } from "./trig-tables.js";

const PI = Math.PI;
const PI_LOW = 1.2246467991473532e-16;
const HALF_PI = 1.5707963267948966;
const HALF_PI_LOW = 6.123233995736766e-17;
const QUARTER_PI = 0.7853981633974483;
const THREE_QUARTERS_PI = 2.356194490192345;
/** Below this (2⁻²⁷) atan x and asin x are x to a sixth of an ulp. */
const TINY = 2 ** -27;
/** 2⁶⁰ and 2⁻⁶⁰: a ratio beyond these is as good as infinite or 0. */
const HUGE_RATIO = 2 ** 60;
const TINY_RATIO = 2 ** -60;
/** 2⁹⁰⁰ and 2⁻⁹⁰⁰: beyond these atan2 scales its arguments. */
const LARGE = 2 ** 900;
const SMALL = 2 ** -900;
/** The quotient below which the Taylor series is used as it is, and the j at which the table begins. */
const DIRECT = 0.125;
const FIRST_ENTRY = 8;

export function atan(x: number): number {
  double[0] = x;
  computeAtan();
  return double[0];
}

/** The angle of the point (x, y), in [−π, π]. */
export function atan2(y: number, x: number): number {
  parts[0] = y;
  parts[2] = x;
  computeAtan2();
  return double[0];
}

export function asin(x: number): number {
  double[0] = x;
  computeAsin();
  return double[0];
}

export function acos(x: number): number {
  double[0] = x;
  computeAcos();
  return double[0];
}

function computeAtan(): void {
  const x = double[0];
  const a = x < 0 ? -x : x;
  if (!(a >= TINY)) return;
  if (a > HUGE_RATIO) {
    double[0] = x < 0 ? -HALF_PI : HALF_PI;
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

/** atan2 of y = parts[0] and x = parts[2], into double[0]. */
export function computeAtan2(): void {
  const y = parts[0];
  const x = parts[2];
  const ay = Math.abs(y);
  const ax = Math.abs(x);
  const left = x < 0 || (x === 0 && 1 / x < 0);
  const steep = ay > ax;
  let n = steep ? ax : ay;
  let d = steep ? ay : ax;
  if (d > LARGE) {
    n *= SCALE_DOWN;
    d *= SCALE_DOWN;
  } else if (d < SMALL) {
    n *= SCALE_UP;
    d *= SCALE_UP;
  }
  if (Number.isNaN(x + y) && (Number.isNaN(x) || Number.isNaN(y))) double[0] = NaN;
  else if (n === Infinity) double[0] = left ? THREE_QUARTERS_PI : QUARTER_PI;
  else if (d === 0) double[0] = left ? PI : 0;
  else if (n < d * TINY_RATIO) double[0] = steep ? HALF_PI : left ? PI : ay / ax;
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
  if (a < TINY) return;
  if (!(a < 1)) {
    double[0] = a === 1 ? HALF_PI : NaN;
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
    double[0] = x === 1 ? 0 : x === -1 ? PI : NaN;
    return;
  }
  parts[0] = a;
  computeOtherLeg();
  const steep = a <= parts[2];
  if (!steep) exchangeParts();
  addAtan(steep ? 1 : x < 0 ? 2 : 0, steep !== x < 0);
}

/** For 0 ≤ a < 1 in parts[0]: √(1 − a²), high and low, to parts[2] and parts[3], and 0 to parts[1]. */
function computeOtherLeg(): void {
  const a = parts[0];
  // 1 − a² = h + l
  const s = SPLITTER * a;
  const ah = s - (s - a);
  const al = a - ah;
  const p = a * a;
  const h = 1 - p;
  const l = 1 - h - p - (ah * ah - p + 2 * ah * al + al * al);
  // one Newton step on its root, from the exact residual
  const w = Math.sqrt(h);
  const t = SPLITTER * w;
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
 * quarters · π/2 ± atan(n/d) into double[0], for n = parts[0] + parts[1] and d = parts[2] + parts[3], 0 ≤ n ≤ d.
 */
function addAtan(quarters: number, minus: boolean): void {
  const n = parts[0];
  const nl = parts[1];
  const d = parts[2];
  const dl = parts[3];
  const q = n / d;
  let high = q;
  let low = 0;
  const t = SPLITTER * d;
  const dh = t - (t - d);
  const dt = d - dh;
  if (q < DIRECT) {
    // what n/d has left over
    const s = SPLITTER * q;
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
    high = ATAN_TABLE[2 * (j - FIRST_ENTRY)];
    low = ATAN_TABLE[2 * (j - FIRST_ENTRY) + 1] + (delta - delta * z * (1 / 3 - z * (1 / 5 - z * (1 / 7))));
  }
  if (minus) {
    high = -high;
    low = -low;
  }
  const base = quarters === 0 ? 0 : quarters === 1 ? HALF_PI : PI;
  const baseLow = quarters === 0 ? 0 : quarters === 1 ? HALF_PI_LOW : PI_LOW;
  const sum = base + high;
  double[0] = sum + (base - sum + high + (baseLow + low));
}
