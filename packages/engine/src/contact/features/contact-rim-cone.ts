/**
 * A rim on the side of a cone. What touches both is a plane through the tip, with T the direction of the cone's line of
 * balls, away from its tip, and t the tangent of the rim at r̂:
 *
 *   n·T = ±sin γ,   n·t = 0,   h(φ) = W·(n × T) = 0,   W = c + R r̂(φ) − tip,   gap = ±n·W
 *
 * h is solved by Newton's method from where it was, with n(φ) by contact-straight.ts, h' = R t·(n × T) + W·(n' × T), and n' by
 * n'·T = 0, n'·t = n·r̂. Nothing is singular at the tip. Where t is nearly along the cone n(φ) has no slope, and φ is where the
 * distance of the rim's point from the side is least, with m the normal of the side below it, at ρ from the axis:
 *
 *   m = cos γ ρ̂ − sin γ T,   m·t = 0,   (m·t)' = R cos γ (1 − (t·ρ̂)² − (t·T)²)/ρ − m·r̂
 *
 * Follows: Rigid Body Simulation, section 9 and appendix D.
 */
import { vec3 } from "../../math/index.js";
import { At, type ContactEvaluation, type ContactTable, StraightSlot } from "../table/index.js";
import { placeDirection, placePoint } from "./contact-place.js";
import { writeNormal, writeTurn } from "./contact-straight.js";
import { alongCone, leastConeRadius, longestTurn, maxNewtonSteps, placeTolerance } from "./parameters.js";

/** Centre (0), axis (3) and r̂ (6) of the rim; tip (9) and T (12) of the cone; W (15). */
const place = new Float64Array(18);
const d = new Float64Array(6);
/** R, sin γ, and the angle of the last turn, rad. */
const sizes = new Float64Array(3);

/** Writes `at`, but for the bending. Returns whether the place was found. */
export function measureRimCone(table: ContactTable, c: number, isRimA: boolean): boolean {
  const { evaluation } = table;
  const { numbers } = evaluation;
  const rim = isRimA ? 0 : 1;
  placePoint(place, 0, evaluation, rim, isRimA ? table.localA : table.localB, 3 * c);
  placeDirection(place, 3, evaluation, rim, isRimA ? table.axisA : table.axisB, 3 * c);
  placePoint(place, 9, evaluation, 1 - rim, isRimA ? table.localB : table.localA, 3 * c);
  placeDirection(place, 12, evaluation, 1 - rim, isRimA ? table.axisB : table.axisA, 3 * c);
  vec3.negate(place, 12, place, 12);
  sizes[0] = isRimA ? table.size[c] : table.offset[c];
  sizes[1] = isRimA ? table.offset[c] : table.size[c];
  numbers[StraightSlot.alpha] = isRimA ? 0 : sizes[1];
  numbers[StraightSlot.beta] = isRimA ? -sizes[1] : 0;
  startAtGuide(table, c);
  let count = 0;
  for (; count < maxNewtonSteps; count++) {
    look(table, c, isRimA);
    if (!(numbers[StraightSlot.z] * numbers[StraightSlot.z] < alongCone && turnAlong(evaluation, isRimA)))
      turnOnce(evaluation, isRimA);
    if (Math.abs(sizes[2]) <= placeTolerance) break;
  }
  look(table, c, isRimA);
  finish(evaluation, isRimA);
  return count < maxNewtonSteps;
}

/** r̂ towards the guide, a point in the frame of A. */
function startAtGuide(table: ContactTable, c: number): void {
  const { evaluation } = table;
  placePoint(d, 0, evaluation, 0, table.guide, 3 * c);
  vec3.subtract(d, 0, d, 0, place, 0);
  const along = d[0] * place[3] + d[1] * place[4] + d[2] * place[5];
  vec3.addScaled(d, 0, d, 0, -along, place, 3);
  if (!vec3.normalize(place, 6, d, 0)) vec3.anyPerpendicular(place, 6, place, 3);
}

/** t, n and W at r̂. */
function look(table: ContactTable, c: number, isRimA: boolean): void {
  const { lines } = table.evaluation;
  const t = isRimA ? 0 : 3;
  const R = sizes[0];
  vec3.cross(lines, t, place, 3, place, 6);
  vec3.copy(lines, 3 - t, place, 12);
  writeNormal(table, c);
  for (let k = 0; k < 3; k++) {
    place[15 + k] = place[k] + R * place[6 + k] - place[9 + k];
    lines[18 + t + k] = -place[6 + k] / R;
    lines[21 - t + k] = 0;
  }
}

/** A step of Newton's method in φ. */
function turnOnce(evaluation: ContactEvaluation, isRimA: boolean): void {
  const { at, lines, numbers, turns } = evaluation;
  const t = isRimA ? 0 : 3;
  const cross = isRimA ? 15 : 12;
  const lean = at[0] * place[6] + at[1] * place[7] + at[2] * place[8];
  numbers[StraightSlot.p] = isRimA ? lean : 0;
  numbers[StraightSlot.q] = isRimA ? 0 : lean;
  writeTurn(evaluation, 0);
  vec3.cross(d, 0, turns, 0, place, 12);
  let h = 0;
  let slope = 0;
  for (let k = 0; k < 3; k++) {
    h += place[15 + k] * lines[cross + k];
    slope += sizes[0] * lines[t + k] * lines[cross + k] + place[15 + k] * d[k];
  }
  sizes[2] = -h / slope;
  turnRim(evaluation, t);
}

/**
 * Takes a step towards the least distance from the side of the cone. Returns false where there is none: near its axis, or far
 * from it.
 */
function turnAlong(evaluation: ContactEvaluation, isRimA: boolean): boolean {
  const { lines } = evaluation;
  const t = isRimA ? 0 : 3;
  const along = vec3.dot(place, 15, place, 12);
  vec3.addScaled(d, 0, place, 15, -along, place, 12);
  const rho = Math.sqrt(vec3.lengthSquared(d, 0));
  if (!(rho > leastConeRadius * sizes[0])) return false;
  const sine = sizes[1];
  const cosine = Math.sqrt(1 - sine * sine);
  const across = vec3.dot(d, 0, lines, t) / rho;
  const axial = vec3.dot(place, 12, lines, t);
  const slope =
    (sizes[0] * cosine * (1 - across * across - axial * axial)) / rho -
    (cosine * vec3.dot(d, 0, place, 6)) / rho +
    sine * vec3.dot(place, 12, place, 6);
  if (!(slope > 0)) return false;
  sizes[2] = -(cosine * across - sine * axial) / slope;
  turnRim(evaluation, t);
  return true;
}

/** Turns r̂ by the angle in `sizes`, not by too much at once. */
function turnRim(evaluation: ContactEvaluation, t: number): void {
  const { lines } = evaluation;
  const turn = sizes[2];
  sizes[2] = Math.abs(turn) <= longestTurn ? turn : turn > 0 ? longestTurn : -longestTurn;
  for (let k = 0; k < 3; k++) place[6 + k] += sizes[2] * lines[t + k];
  vec3.normalize(place, 6, place, 6);
}

/** Gap and points. */
function finish(evaluation: ContactEvaluation, isRimA: boolean): void {
  const { at, numbers, placeOfCurve, spotOfCurve } = evaluation;
  let along = 0;
  let height = 0;
  for (let k = 0; k < 3; k++) {
    along += place[15 + k] * place[12 + k];
    height += at[k] * place[15 + k];
  }
  const gap = isRimA ? height : -height;
  const sine = sizes[1];
  // the ball that touches: X = tip + u T
  const u = (along + gap * sine) / (1 - sine * sine);
  at[At.gap] = gap;
  at[At.delta] = 0;
  numbers[StraightSlot.D] = gap + u * sine;
  const rim = isRimA ? At.pointA : At.pointB;
  const cone = isRimA ? At.pointB : At.pointA;
  const spot = isRimA ? 0 : 3;
  const half = isRimA ? -0.5 * gap : 0.5 * gap;
  for (let k = 0; k < 3; k++) {
    const x = place[k] + sizes[0] * place[6 + k];
    const y = place[9 + k] + u * place[12 + k];
    at[rim + k] = x;
    at[cone + k] = y;
    at[At.middle + k] = x + half * at[k];
    spotOfCurve[spot + k] = x;
    spotOfCurve[3 - spot + k] = y;
  }
  placeOfCurve[isRimA ? 1 : 0] = u;
}
