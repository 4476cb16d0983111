/**
 * sin, cos and tan, to well under 1 ulp for every double.
 *
 * The angle is brought to |r| ≤ π/4 (trig-reduce.ts), then written as j/32 + d with |d| ≤ 1/64:
 *   sin r = Sⱼ + (Sⱼ (cos d − 1) + Cⱼ sin d),   cos r = Cⱼ + (Cⱼ (cos d − 1) − Sⱼ sin d)
 * with Sⱼ and Cⱼ to 106 bits from a table. What is in brackets is small, so its rounding is a small part of an ulp, and
 * a few terms of the Taylor series are enough for d. Below 1/8 the series serve directly.
 */
import { double } from "./bits.js";
import { divideParts, parts } from "./double-double.js";
import { reduceAngle } from "./trig-reduce.js";
import { SINE_TABLE } from "./trig-tables.js";

const QUARTER_PI = 0.7853981633974483;
/** Below this (2⁻²⁷) sin x and tan x are x to a sixth of an ulp. */
const TINY = 2 ** -27;
/** Below this angle the Taylor series is used as it is. */
const DIRECT = 0.125;
/** The j at which the table begins and ends. */
const FIRST_ENTRY = 4;
const LAST_ENTRY = 25;
/** 1.5 · 2⁵²: added and taken off again, it rounds to a whole number. */
const ROUNDER = 6755399441055744;
/** The table for both signs of j, so that no branch on the sign is needed. */
const SINES = /* @__PURE__ */ mirrorSines();
/** The sign of the sine, and of the cosine, in each quadrant. */
const SINE_SIGN = /* @__PURE__ */ new Float64Array([1, 1, -1, -1]);
const COSINE_SIGN = /* @__PURE__ */ new Float64Array([1, -1, -1, 1]);

export function sin(x: number): number {
  double[0] = x;
  computeSine();
  return double[0];
}

export function cos(x: number): number {
  double[0] = x;
  computeCosine();
  return double[0];
}

export function tan(x: number): number {
  double[0] = x;
  computeTangent();
  return double[0];
}

/** Writes sin x into out[o] and cos x into out[o + 1], for x = a[i], in little more than the time of one of them. */
export function sinCos(out: Float64Array, o: number, a: Float64Array, i: number): void {
  double[0] = a[i];
  const quadrant = reduce();
  expandParts();
  const k = (quadrant & 1) << 1;
  out[o] = SINE_SIGN[quadrant] * (parts[k] + parts[k + 1]);
  out[o + 1] = COSINE_SIGN[quadrant] * (parts[2 - k] + parts[3 - k]);
}

/** The remainder to parts[0], parts[1]; returns the quadrant. NaN for what is not finite. */
function reduce(): number {
  const x = double[0];
  if (Math.abs(x) <= QUARTER_PI) {
    parts[0] = x;
    // a zero of the sign of x, so that −0 stays −0
    parts[1] = x * 0;
    return 0;
  }
  if (x - x === 0) return reduceAngle();
  parts[0] = NaN;
  parts[1] = NaN;
  return 0;
}

/** sin of double[0], in place. */
export function computeSine(): void {
  const quadrant = reduce();
  expandParts();
  const k = (quadrant & 1) << 1;
  double[0] = SINE_SIGN[quadrant] * (parts[k] + parts[k + 1]);
}

function computeCosine(): void {
  const quadrant = reduce();
  expandParts();
  const k = 2 - ((quadrant & 1) << 1);
  double[0] = COSINE_SIGN[quadrant] * (parts[k] + parts[k + 1]);
}

function computeTangent(): void {
  const quadrant = reduce();
  const r = parts[0];
  if (quadrant === 0 && r < TINY && r > -TINY) {
    double[0] = r;
    return;
  }
  expandParts();
  if ((quadrant & 1) === 1) {
    // tan(r + π/2) = −cos r / sin r
    const s = parts[0];
    const sl = parts[1];
    parts[0] = -parts[2];
    parts[1] = -parts[3];
    parts[2] = s;
    parts[3] = sl;
  }
  divideParts();
}

/**
 * sin r and cos r of r = parts[0] + parts[1], |r| ≤ π/4: the sine, unevaluated, to parts[0] and parts[1], the cosine to
 * parts[2] and parts[3].
 */
function expandParts(): void {
  const r = parts[0];
  const rl = parts[1];
  const a = Math.abs(r);
  if (a >= DIRECT) {
    const j = r * 32 + ROUNDER - ROUNDER;
    const k = 4 * (j + LAST_ENTRY);
    const S = SINES[k];
    const C = SINES[k + 2];
    const d = r - j * (1 / 32);
    const z = d * d;
    const sine = d + (d * z * (-1 / 6 + z * (1 / 120 - z * (1 / 5040))) + rl);
    const versine = z * (-1 / 2 + z * (1 / 24 - z * (1 / 720)));
    parts[0] = S;
    parts[1] = SINES[k + 1] + S * versine + C * sine;
    parts[2] = C;
    parts[3] = SINES[k + 3] + C * versine - S * sine;
    return;
  }
  const z = r * r;
  parts[2] = 1;
  parts[3] = z * (-1 / 2 + z * (1 / 24 + z * (-1 / 720 + z * (1 / 40320 - z * (1 / 3628800))))) - r * rl;
  if (a < TINY) return;
  const p = 1 / 120 + z * (-1 / 5040 + z * (1 / 362880 - z * (1 / 39916800)));
  parts[1] = r * z * (-1 / 6 + z * p) + rl * (1 - 0.5 * z);
}

/** sin(j/32) and cos(j/32) for j = −25 … 25, as in SINE_TABLE, with nothing where |j| < 4. */
function mirrorSines(): Float64Array {
  const sines = new Float64Array(4 * (2 * LAST_ENTRY + 1));
  for (let j = FIRST_ENTRY; j <= LAST_ENTRY; j++) {
    for (let n = 0; n < 4; n++) {
      const value = SINE_TABLE[4 * (j - FIRST_ENTRY) + n];
      sines[4 * (LAST_ENTRY + j) + n] = value;
      sines[4 * (LAST_ENTRY - j) + n] = n < 2 ? -value : value;
    }
  }
  return sines;
}
