/**
 * Contacts of a cone's side with an edge, the side of a cylinder or capsule, or another cone's: two lines with radii that
 * grow evenly along them (contact-curves.ts). What touches both sides is a plane, and its normal follows from directions
 * alone; so nothing is singular where a cone has its tip.
 *
 *   n·TA = r'A,   n·TB = −r'B,   |n| = 1:   n = x TA + y TB + z C,   C = (TA × TB)/s,   s = |TA × TB|
 *   gap = n·(XA − XB) − rA − rB at any u and v;   it is at   u = −W·(n × TB)/(−z s),   v = W·(n × TA)/(z s),   W there at u = v = 0
 *
 * ṅ by the same equations differentiated; u̇ and v̇ by w = D n; and with V the velocity of XA relative to XB
 *
 *   bending = ṅ·V + u̇ n·(ωA × TA) − v̇ n·(ωB × TB)
 *
 * The same of a cone on a rim, with the T' of that: contact-rim-cone.ts.
 *
 * Follows: Rigid Body Simulation, section 9 and appendix D.
 */
import { vec3 } from "../../math/index.js";
import type { ContactTable } from "../table/index.js";
import { At, at, motion, placeDirection, placePoint } from "./contact-place.js";

/** Where the curves of A (0) and B (1) are nearest, world coordinates, m, and their parameters there: for margins. */
export const spotOfCurve: Float64Array = new Float64Array(6);
export const placeOfCurve: Float64Array = new Float64Array(2);
/** Of the contact turned last: how its point runs over B, v̇ TB + ṙB n + rB ṅ (0), and ṅ (3); rB (6) is to be given. */
export const runOfSpot: Float64Array = new Float64Array(7);

/** TA (0), TB (3), unit; TA × TB (6), W (9), n × TA (12), n × TB (15); T'A (18) and T'B (21) by the length along them, 1/m. */
export const lines: Float64Array = new Float64Array(24);
/** z s, z, k and s²; D; r'A and −r'B. */
export const numbers: Float64Array = new Float64Array(7);
export const Own = { size: 0, z: 1, k: 2, square: 3, D: 4, alpha: 5, beta: 6 } as const;
const d = new Float64Array(6);
/** Vectors in the plane across n: what is constant in ṅ, and what u̇ and v̇ bring to it. */
export const turns: Float64Array = new Float64Array(9);

/** Writes `at`, but for the bending; isConeA and isConeB tell which are cones. */
export function measureStraight(table: ContactTable, c: number, isConeA: boolean, isConeB: boolean): void {
  placePoint(at, At.pointA, 0, table.localA, 3 * c);
  placePoint(at, At.pointB, 1, table.localB, 3 * c);
  placeDirection(lines, 0, 0, table.axisA, 3 * c);
  placeDirection(lines, 3, 1, table.axisB, 3 * c);
  if (isConeA) vec3.negate(lines, 0, lines, 0);
  if (isConeB) vec3.negate(lines, 3, lines, 3);
  for (let k = 18; k < 24; k++) lines[k] = 0;
  numbers[Own.alpha] = isConeA ? table.size[c] : 0;
  numbers[Own.beta] = isConeB ? -table.offset[c] : 0;
  const rho = (isConeA ? 0 : table.size[c]) + (isConeB ? 0 : table.offset[c]);
  writeNormal(table, c);
  vec3.subtract(lines, 9, at, At.pointA, at, At.pointB);
  const gap = at[0] * lines[9] + at[1] * lines[10] + at[2] * lines[11] - rho;
  let u = 0;
  let v = 0;
  for (let k = 0; k < 3; k++) {
    u += lines[9 + k] * lines[15 + k];
    v += lines[9 + k] * lines[12 + k];
  }
  u /= numbers[Own.size];
  v /= numbers[Own.size];
  at[At.gap] = gap;
  at[At.delta] = 0;
  numbers[Own.D] = gap + rho + u * numbers[Own.alpha] - v * numbers[Own.beta];
  const depth = (isConeB ? v : 1) * table.offset[c] + 0.5 * gap;
  for (let k = 0; k < 3; k++) {
    at[At.pointA + k] += u * lines[k];
    at[At.pointB + k] += v * lines[3 + k];
    at[At.middle + k] = at[At.pointB + k] + depth * at[k];
    spotOfCurve[k] = at[At.pointA + k];
    spotOfCurve[3 + k] = at[At.pointB + k];
  }
  placeOfCurve[0] = u;
  placeOfCurve[1] = v;
}

/** n, and what lies across it, from TA, TB, r'A and r'B. */
export function writeNormal(table: ContactTable, c: number): void {
  vec3.cross(lines, 6, lines, 0, lines, 3);
  const square = lines[6] * lines[6] + lines[7] * lines[7] + lines[8] * lines[8];
  const k = lines[0] * lines[3] + lines[1] * lines[4] + lines[2] * lines[5];
  const alpha = numbers[Own.alpha];
  const beta = numbers[Own.beta];
  const x = (alpha - k * beta) / square;
  const y = (beta - k * alpha) / square;
  const s = Math.sqrt(square);
  const z = table.side[c] * Math.sqrt(Math.max(0, 1 - x * alpha - y * beta));
  for (let j = 0; j < 3; j++) at[j] = x * lines[j] + y * lines[3 + j] + (z / s) * lines[6 + j];
  vec3.cross(lines, 12, at, At.normal, lines, 0);
  vec3.cross(lines, 15, at, At.normal, lines, 3);
  numbers[Own.size] = z * s;
  numbers[Own.z] = z;
  numbers[Own.k] = k;
  numbers[Own.square] = square;
}

/** What bending adds, where the contact was measured last. ṅ is in it. */
export function turnStraight(): void {
  vec3.set(at, At.turn, 0, 0, 0);
  vec3.cross(d, 0, motion, 3, lines, 0);
  vec3.cross(d, 3, motion, 9, lines, 3);
  let p = 0;
  let q = 0;
  let ka = 0;
  let kb = 0;
  for (let j = 0; j < 3; j++) {
    p -= at[j] * d[j];
    q -= at[j] * d[3 + j];
    ka -= at[j] * lines[18 + j];
    kb -= at[j] * lines[21 + j];
  }
  writeTurn(0, p, q);
  writeTurn(3, ka, 0);
  writeTurn(6, 0, kb);
  // the parts along n × TB and n × TA of V + TA u̇ − TB v̇ = Ḋ n + D ṅ
  const D = numbers[Own.D];
  const size = numbers[Own.size];
  let f = 0;
  let g = 0;
  let fu = -size;
  let fv = 0;
  let gu = 0;
  let gv = -size;
  for (let j = 0; j < 3; j++) {
    const V = at[At.velocity + j] - D * turns[j];
    f -= V * lines[15 + j];
    g -= V * lines[12 + j];
    fu -= D * turns[3 + j] * lines[15 + j];
    fv -= D * turns[6 + j] * lines[15 + j];
    gu -= D * turns[3 + j] * lines[12 + j];
    gv -= D * turns[6 + j] * lines[12 + j];
  }
  const det = fu * gv - fv * gu;
  const u = (f * gv - fv * g) / det;
  const v = (fu * g - f * gu) / det;
  let bend = v * q - u * p;
  for (let j = 0; j < 3; j++) {
    const turn = turns[j] + u * turns[3 + j] + v * turns[6 + j];
    bend += turn * at[At.velocity + j];
    runOfSpot[3 + j] = turn;
    runOfSpot[j] = v * (lines[3 + j] - numbers[Own.beta] * at[j]) + runOfSpot[6] * turn;
  }
  at[At.bend] = bend;
}

/** The vector across n whose products with TA and TB are p and q, to turns[o …]. */
export function writeTurn(o: number, p: number, q: number): void {
  const k = numbers[Own.k];
  const square = numbers[Own.square];
  const x = (p - k * q) / square;
  const y = (q - k * p) / square;
  const z = -(x * numbers[Own.alpha] + y * numbers[Own.beta]) / (numbers[Own.z] * Math.sqrt(square));
  for (let j = 0; j < 3; j++) turns[o + j] = x * lines[j] + y * lines[3 + j] + z * lines[6 + j];
}
