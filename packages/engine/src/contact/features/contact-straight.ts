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
import { At, type ContactEvaluation, type ContactTable, StraightSlot } from "../table/index.js";
import { placeDirection, placePoint } from "./contact-place.js";

const d = new Float64Array(6);
/** Writes `at`, but for the bending; isConeA and isConeB say which are cones. */
export function measureStraight(table: ContactTable, c: number, isConeA: boolean, isConeB: boolean): void {
  const { evaluation } = table;
  const { at, lines, numbers, placeOfCurve, spotOfCurve } = evaluation;
  placePoint(at, At.pointA, evaluation, 0, table.localA, 3 * c);
  placePoint(at, At.pointB, evaluation, 1, table.localB, 3 * c);
  placeDirection(lines, 0, evaluation, 0, table.axisA, 3 * c);
  placeDirection(lines, 3, evaluation, 1, table.axisB, 3 * c);
  if (isConeA) vec3.negate(lines, 0, lines, 0);
  if (isConeB) vec3.negate(lines, 3, lines, 3);
  for (let k = 18; k < 24; k++) lines[k] = 0;
  numbers[StraightSlot.alpha] = isConeA ? table.size[c] : 0;
  numbers[StraightSlot.beta] = isConeB ? -table.offset[c] : 0;
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
  u /= numbers[StraightSlot.size];
  v /= numbers[StraightSlot.size];
  at[At.gap] = gap;
  at[At.delta] = 0;
  numbers[StraightSlot.D] = gap + rho + u * numbers[StraightSlot.alpha] - v * numbers[StraightSlot.beta];
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

/** Writes n, and the products across it, from TA, TB, r'A and r'B. */
export function writeNormal(table: ContactTable, c: number): void {
  const { at, lines, numbers } = table.evaluation;
  vec3.cross(lines, 6, lines, 0, lines, 3);
  const square = lines[6] * lines[6] + lines[7] * lines[7] + lines[8] * lines[8];
  const k = lines[0] * lines[3] + lines[1] * lines[4] + lines[2] * lines[5];
  const alpha = numbers[StraightSlot.alpha];
  const beta = numbers[StraightSlot.beta];
  const x = (alpha - k * beta) / square;
  const y = (beta - k * alpha) / square;
  const s = Math.sqrt(square);
  const z = table.side[c] * Math.sqrt(Math.max(0, 1 - x * alpha - y * beta));
  for (let j = 0; j < 3; j++) at[j] = x * lines[j] + y * lines[3 + j] + (z / s) * lines[6 + j];
  vec3.cross(lines, 12, at, At.normal, lines, 0);
  vec3.cross(lines, 15, at, At.normal, lines, 3);
  numbers[StraightSlot.size] = z * s;
  numbers[StraightSlot.z] = z;
  numbers[StraightSlot.k] = k;
  numbers[StraightSlot.square] = square;
}

/** Writes the bending where the contact was measured last. ṅ is part of it. */
export function turnStraight(evaluation: ContactEvaluation): void {
  const { at, lines, motion, numbers, runOfSpot, turns } = evaluation;
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
  numbers[StraightSlot.p] = p;
  numbers[StraightSlot.q] = q;
  writeTurn(evaluation, 0);
  numbers[StraightSlot.p] = ka;
  numbers[StraightSlot.q] = 0;
  writeTurn(evaluation, 3);
  numbers[StraightSlot.p] = 0;
  numbers[StraightSlot.q] = kb;
  writeTurn(evaluation, 6);
  // the parts along n × TB and n × TA of V + TA u̇ − TB v̇ = Ḋ n + D ṅ
  const D = numbers[StraightSlot.D];
  const size = numbers[StraightSlot.size];
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
    runOfSpot[j] = v * (lines[3 + j] - numbers[StraightSlot.beta] * at[j]) + runOfSpot[6] * turn;
  }
  at[At.bend] = bend;
}

/** Writes the vector across n whose products with TA and TB are p and q of `numbers` to turns[o …]. */
export function writeTurn(evaluation: ContactEvaluation, o: number): void {
  const { lines, numbers, turns } = evaluation;
  const p = numbers[StraightSlot.p];
  const q = numbers[StraightSlot.q];
  const k = numbers[StraightSlot.k];
  const square = numbers[StraightSlot.square];
  const x = (p - k * q) / square;
  const y = (q - k * p) / square;
  const z =
    -(x * numbers[StraightSlot.alpha] + y * numbers[StraightSlot.beta]) / (numbers[StraightSlot.z] * Math.sqrt(square));
  for (let j = 0; j < 3; j++) turns[o + j] = x * lines[j] + y * lines[3 + j] + z * lines[6 + j];
}
