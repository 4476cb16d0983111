/**
 * sin, cos and tan, to well under 1 ulp for every double.
 *
 * The angle is brought to |r| ≤ π/4 (argument-reduction.ts), then written as j/32 + d with |d| ≤ 1/64:
 *   sin r = Sⱼ + (Sⱼ (cos d − 1) + Cⱼ sin d),   cos r = Cⱼ + (Cⱼ (cos d − 1) − Sⱼ sin d)
 * with Sⱼ and Cⱼ to 106 bits from a table. The sum in brackets is small, so its rounding is a small part of an ulp, and
 * a few terms of the Taylor series are enough for d. Below 1/8 the series serve directly.
 */
import { divideParts, double, parts } from "../numbers/index.js";
import { reduceAngle } from "./argument-reduction.js";
import { cubicTiny, quarterPi, rounder } from "./constants.js";
import { sineTable } from "./tables.js";

/** Below this angle the Taylor series is used as it is. */
const direct = 0.125;
/** The j at which the table begins and ends. */
const firstEntry = 4;
const lastEntry = 25;
/** The table for both signs of j, so that no branch on the sign is needed. */
const mirroredSines = /* @__PURE__ */ mirrorSines();
/** The sign of the sine, and of the cosine, in each quadrant. */
const sineSign = /* @__PURE__ */ new Float64Array([1, 1, -1, -1]);
const cosineSign = /* @__PURE__ */ new Float64Array([1, -1, -1, 1]);

/** Slots of an array of three that holds an angle, rad, with its sine and its cosine as `sinCos` writes them. */
export const Turn = { angle: 0, sine: 1, cosine: 2 } as const;

/** Returns the sine of x, rad, to 0.59 ulp. */
export function sin(x: number): number {
  double[0] = x;
  computeSine();
  return double[0];
}

/** Returns the cosine of x, rad, to 0.59 ulp. */
export function cos(x: number): number {
  double[0] = x;
  computeCosine();
  return double[0];
}

/** Returns the tangent of x, rad, to 0.64 ulp. */
export function tan(x: number): number {
  double[0] = x;
  computeTangent();
  return double[0];
}

/** Writes sin x to out[o] and cos x to out[o + 1], for the angle x = a[i], rad, in little more than the time of one of them. */
export function sinCos(out: Float64Array, o: number, a: Float64Array, i: number): void {
  double[0] = a[i];
  const quadrant = reduce();
  expandParts();
  const k = (quadrant & 1) << 1;
  out[o] = sineSign[quadrant] * (parts[k] + parts[k + 1]);
  out[o + 1] = cosineSign[quadrant] * (parts[2 - k] + parts[3 - k]);
}

/**
 * Writes the remainder of the angle in double[0] to parts[0] and parts[1] and returns the quadrant; the remainder of an infinite
 * angle is NaN.
 */
function reduce(): number {
  const x = double[0];
  if (Math.abs(x) <= quarterPi) {
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

/** Replaces double[0] by its sine. */
export function computeSine(): void {
  const quadrant = reduce();
  expandParts();
  const k = (quadrant & 1) << 1;
  double[0] = sineSign[quadrant] * (parts[k] + parts[k + 1]);
}

function computeCosine(): void {
  const quadrant = reduce();
  expandParts();
  const k = 2 - ((quadrant & 1) << 1);
  double[0] = cosineSign[quadrant] * (parts[k] + parts[k + 1]);
}

function computeTangent(): void {
  const quadrant = reduce();
  const r = parts[0];
  if (quadrant === 0 && r < cubicTiny && r > -cubicTiny) {
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
 * Writes the sine and the cosine of r = parts[0] + parts[1], |r| ≤ π/4, as unevaluated sums: the sine to parts[0] and
 * parts[1], the cosine to parts[2] and parts[3].
 */
function expandParts(): void {
  const r = parts[0];
  const rl = parts[1];
  const a = Math.abs(r);
  if (a >= direct) {
    const j = r * 32 + rounder - rounder;
    const k = 4 * (j + lastEntry);
    const S = mirroredSines[k];
    const C = mirroredSines[k + 2];
    const d = r - j * (1 / 32);
    const z = d * d;
    const sine = d + (d * z * (-1 / 6 + z * (1 / 120 - z * (1 / 5040))) + rl);
    const versine = z * (-1 / 2 + z * (1 / 24 - z * (1 / 720)));
    parts[0] = S;
    parts[1] = mirroredSines[k + 1] + S * versine + C * sine;
    parts[2] = C;
    parts[3] = mirroredSines[k + 3] + C * versine - S * sine;
    return;
  }
  const z = r * r;
  parts[2] = 1;
  parts[3] = z * (-1 / 2 + z * (1 / 24 + z * (-1 / 720 + z * (1 / 40320 - z * (1 / 3628800))))) - r * rl;
  if (a < cubicTiny) return;
  const p = 1 / 120 + z * (-1 / 5040 + z * (1 / 362880 - z * (1 / 39916800)));
  parts[1] = r * z * (-1 / 6 + z * p) + rl * (1 - 0.5 * z);
}

/** sin(j/32) and cos(j/32) for j = −25 … 25, as in sineTable, with nothing where |j| < 4. */
function mirrorSines(): Float64Array {
  const sines = new Float64Array(4 * (2 * lastEntry + 1));
  for (let j = firstEntry; j <= lastEntry; j++) {
    for (let n = 0; n < 4; n++) {
      const value = sineTable[4 * (j - firstEntry) + n];
      sines[4 * (lastEntry + j) + n] = value;
      sines[4 * (lastEntry - j) + n] = n < 2 ? -value : value;
    }
  }
  return sines;
}
