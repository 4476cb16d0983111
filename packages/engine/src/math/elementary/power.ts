/**
 * pow, hypot and cbrt, to well under 1 ulp for every double.
 *
 * xʸ = exp(y log x), with log x and y log x to 68 bits, so that 10 bits of exponent can be lost and the result still be
 * rounded as if exact. √ and ∛ are improved by one Newton step whose residual is computed to 106 bits.
 */
import { double, highWord, lowWord, parts, scaleDown, scaleUp, splitter, word } from "../numbers/index.js";
import { overflow, smallestNormal, tinyRatio, twoTo54, underflow } from "./constants.js";
import { expParts, scaleParts } from "./exponential.js";
import { logParts } from "./logarithm.js";

/** 2⁻⁶⁰: where y log x is below, xʸ is 1. */
const tiny = 2 ** -60;
const twoTo53 = 2 ** 53;
/** 2⁵⁰⁰ and 2⁻⁴⁵⁰: beyond these hypot scales its arguments. */
const large = 2 ** 500;
const small = 2 ** -450;
/** ∛t ≈ C0 + C1 t + C2 t² for t from 1 to 2, to 1/500. */
const C0 = 0.6257;
const C1 = 0.4336;
const C2 = -0.0584;
const cbrt2 = 1.2599210498948732;
const cbrt4 = 1.5874010519681994;

/**
 * Returns the power xʸ to 0.52 ulp, 0.75 where it is subnormal, with the special cases of ECMAScript (which differ from C in 1^±∞
 * and (−1)^±∞: NaN).
 */
export function pow(x: number, y: number): number {
  parts[0] = x;
  parts[2] = y;
  computePow();
  return double[0];
}

/** Returns the hypotenuse √(x² + y²) to 0.51 ulp, 0.75 where it is subnormal, without overflow or underflow on the way. */
export function hypot(x: number, y: number): number {
  parts[0] = x;
  parts[2] = y;
  computeHypot();
  return double[0];
}

/** Returns the cube root of x to 0.51 ulp. */
export function cbrt(x: number): number {
  double[0] = x;
  computeCbrt();
  return double[0];
}

/**
 * Writes xʸ for x = parts[0] and y = parts[2] to double[0]. One kernel with the special cases of ECMAScript in the order of
 * their frequency.
 */
function computePow(): void {
  const x = parts[0];
  const y = parts[2];
  const a = Math.abs(x);
  if (y === 0) {
    double[0] = 1;
    return;
  }
  if (Number.isNaN(x) || Number.isNaN(y)) {
    double[0] = NaN;
    return;
  }
  const whole = Math.abs(y) >= twoTo53 || Math.floor(y) === y;
  const odd = whole && Math.abs(y) < twoTo53 && 2 * Math.floor(0.5 * y) !== y;
  const negative = odd && (x < 0 || (x === 0 && 1 / x < 0));
  if (a === 0 || a === Infinity || y === Infinity || y === -Infinity) {
    if (a === 1) double[0] = NaN;
    else double[0] = a > 1 === y > 0 ? Infinity : 0;
  } else if (x < 0 && !whole) {
    double[0] = NaN;
  } else {
    parts[0] = a;
    raise();
  }
  if (negative) double[0] = -double[0];
}

/** Writes a^y to double[0], for a = parts[0] positive and finite and a finite y = parts[2]. */
function raise(): void {
  const y = parts[2];
  parts[1] = 0;
  logParts();
  const h = parts[0] + parts[1];
  const l = parts[1] - (h - parts[0]);
  const p = y * h;
  if (p >= overflow) {
    double[0] = Infinity;
  } else if (p <= underflow) {
    double[0] = 0;
  } else if (p < tiny && p > -tiny) {
    double[0] = 1;
  } else {
    const s = splitter * y;
    const yh = s - (s - y);
    const yl = y - yh;
    const t = splitter * h;
    const hh = t - (t - h);
    const hl = h - hh;
    parts[0] = p;
    parts[1] = yh * hh - p + yh * hl + yl * hh + yl * hl + y * l;
    scaleParts(expParts());
  }
}

function computeHypot(): void {
  const x = Math.abs(parts[0]);
  const y = Math.abs(parts[2]);
  let a = Math.max(x, y);
  let b = Math.min(x, y);
  if (x === Infinity || y === Infinity) {
    double[0] = Infinity;
    return;
  }
  if (!(b > a * tinyRatio)) {
    // b is nothing beside a (or one of them is NaN)
    double[0] = a + b;
    return;
  }
  let unscale = 1;
  if (a > large) {
    a *= scaleDown;
    b *= scaleDown;
    unscale = scaleUp;
  } else if (b < small) {
    a *= scaleUp;
    b *= scaleUp;
    unscale = scaleDown;
  }
  // a² + b² = h + l
  let s = splitter * a;
  const ah = s - (s - a);
  const al = a - ah;
  s = splitter * b;
  const bh = s - (s - b);
  const bl = b - bh;
  const p = a * a;
  const q = b * b;
  const h = p + q;
  const l = p - h + q + (ah * ah - p + 2 * ah * al + al * al + (bh * bh - q + 2 * bh * bl + bl * bl));
  // one Newton step on its root, from the exact residual
  const r = Math.sqrt(h);
  s = splitter * r;
  const rh = s - (s - r);
  const rl = r - rh;
  const rr = r * r;
  const rest = h - rr - (rh * rh - rr + 2 * rh * rl + rl * rl) + l;
  double[0] = (r + rest / (2 * r)) * unscale;
}

function computeCbrt(): void {
  const x = double[0];
  if (x === 0 || !(x - x === 0)) return;
  let k = 0;
  if (x < smallestNormal && x > -smallestNormal) {
    double[0] = x * twoTo54;
    k = -18;
  }
  // |x| = 8ᵏ 2ˢ t, t from 1 to 2
  const high = word[highWord] & 0x7fffffff;
  const e = (high >>> 20) - 1023;
  const third = Math.floor(e / 3);
  const s = e - 3 * third;
  k += third;
  word[highWord] = (high & 0xfffff) | 0x3ff00000;
  const t = double[0];
  const m = s === 0 ? t : s === 1 ? 2 * t : 4 * t;
  // a parabola to start with, then Halley's method twice
  let c = (C0 + t * (C1 + t * C2)) * (s === 0 ? 1 : s === 1 ? cbrt2 : cbrt4);
  for (let n = 0; n < 2; n++) {
    const cube = c * c * c;
    c *= (cube + 2 * m) / (2 * cube + m);
  }
  // c³ to 106 bits, and the last step
  const a = splitter * c;
  const ch = a - (a - c);
  const cl = c - ch;
  const p = c * c;
  const pe = ch * ch - p + 2 * ch * cl + cl * cl;
  const b = splitter * p;
  const ph = b - (b - p);
  const pl = p - ph;
  const q = p * c;
  const qe = ph * ch - q + ph * cl + pl * ch + pl * cl + pe * c;
  c += (m - q - qe) / (3 * p);
  word[lowWord] = 0;
  word[highWord] = (k + 1023) << 20;
  const y = c * double[0];
  double[0] = x < 0 ? -y : y;
}
