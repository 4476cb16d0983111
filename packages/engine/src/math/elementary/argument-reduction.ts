/**
 * Argument reduction: x − k π/2 for whole k, |x − k π/2| ≤ π/4, to more than 100 bits, for every finite x.
 *
 * Up to 2²⁰ quarter turns π/2 is taken in three pieces, of which k times the first two is exact (Cody and Waite). Where
 * that cancels too much, or x is larger, the digits of 2/π that matter are multiplied with x as whole numbers (Payne
 * and Hanek, "Radian reduction for trigonometric functions", 1983).
 */
import { double, highWord, lowWord, parts, splitter, word } from "../numbers/index.js";
import { halfPi, halfPiLow, rounder } from "./constants.js";
import { twoOverPi } from "./tables.js";

/** π/2 = P1 + P2 + P3, the first two with 33 bits. */
const P1 = 1.5707963267341256;
const P2 = 6.077100506303966e-11;
const P3 = 2.0222662487959506e-21;
const quartersPerRadian = 0.6366197723675814;
/** The halves of halfPi. */
const halfPiTop = 1.5707963407039642;
const halfPiBottom = -1.3909067675399456e-8;
/** The largest x for which k has at most 20 bits. */
const moderate = 1647099;
/** Below this remainder the three pieces have cancelled too much. */
const small = 2 ** -12;
const digitBase = 2 ** 24;
const oneOverDigit = 2 ** -24;
/** Two digits down: 2⁻⁴⁸. */
const twoDigitsDown = 2 ** -48;

/** Digits of the product of x and 2/π: [0] whole, [1 … 8] behind the point. */
const digits = /* @__PURE__ */ new Float64Array(9);
/** Digits of x, lowest first. */
const limbs = /* @__PURE__ */ new Float64Array(4);

/** Writes the remainder x − k π/2 of the finite angle x in double[0] to parts[0] (high) and parts[1] (low), and returns k mod 4. */
export function reduceAngle(): number {
  const x = double[0];
  if (Math.abs(x) < moderate) {
    const k = x * quartersPerRadian + rounder - rounder;
    const a = x - k * P1;
    const b = k * P2;
    const r = a - b;
    if (Math.abs(r) > small) {
      const l = a - r - b - k * P3;
      const h = r + l;
      parts[0] = h;
      parts[1] = l - (h - r);
      return k & 3;
    }
  }
  return reduceLargeAngle();
}

function reduceLargeAngle(): number {
  const negative = double[0] < 0;
  multiplyDigits();
  let quadrant = digits[0] & 3;
  // a fraction of more than a half: go on to the next quarter turn, and come back
  const back = digits[1] >= digitBase / 2;
  if (back) {
    quadrant++;
    for (let n = 1; n < 8; n++) digits[n] = digitBase - 1 - digits[n];
    digits[8] = digitBase - digits[8];
  }
  let p = 1;
  let scale = twoDigitsDown;
  while (p < 3 && digits[p] === 0) {
    p++;
    scale *= oneOverDigit;
  }
  const a = (digits[p] * digitBase + digits[p + 1]) * scale;
  const b = (digits[p + 2] * digitBase + digits[p + 3]) * (scale * twoDigitsDown);
  const c = (digits[p + 4] * digitBase + digits[p + 5]) * (scale * twoDigitsDown * twoDigitsDown);
  const f = a + b;
  const fl = a - f + b + c;
  // f π/2, with the product of the high parts exact
  const s = splitter * f;
  const fh = s - (s - f);
  const ft = f - fh;
  const r = f * halfPi;
  const e = fh * halfPiTop - r + fh * halfPiBottom + ft * halfPiTop + ft * halfPiBottom;
  const rl = e + (f * halfPiLow + fl * halfPi);
  const h = r + rl;
  const l = rl - (h - r);
  const flip = back !== negative;
  parts[0] = flip ? -h : h;
  parts[1] = flip ? -l : l;
  return (negative ? -quadrant : quadrant) & 3;
}

/** Writes |x| · 2/π modulo 2²⁴, to 192 bits behind the point, to `digits`; x is in double[0]. */
function multiplyDigits(): void {
  const high = word[highWord];
  const low = word[lowWord];
  // |x| = M 2^e = M 2^s 2^(24 q), M of 53 bits
  const e = ((high >>> 20) & 0x7ff) - 1075;
  const q = Math.floor(e / 24);
  const top = (high & 0xfffff) | 0x100000;
  double[0] = 0;
  word[highWord] = (e - 24 * q + 1023) << 20;
  const shift = double[0];
  let carry = (low & 0xffffff) * shift;
  for (let i = 0; i < 4; i++) {
    const up = Math.floor(carry * oneOverDigit);
    limbs[i] = carry - up * digitBase;
    carry = up;
    if (i === 0) carry += (((top << 8) | (low >>> 24)) & 0xffffff) * shift;
    if (i === 1) carry += (top >>> 16) * shift;
  }
  // the digit of weight 2^(−24 w) collects limb i times the digits q + i + w of 2/π, counted from 1
  carry = 0;
  for (let w = 8; w >= 0; w--) {
    let sum = carry;
    for (let i = 0; i < 4; i++) {
      const n = q + i + w - 1;
      if (n >= 0) sum += limbs[i] * twoOverPi[n];
    }
    carry = Math.floor(sum * oneOverDigit);
    digits[w] = sum - carry * digitBase;
  }
}
