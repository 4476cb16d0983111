/**
 * A rim across a line: an edge, or the axis of a cylinder or capsule with its radius as ρ. With C = c + R r on the rim, its
 * tangent t = a × r, and P the point of the line p + s e below it,
 *
 *   n = ±(t × e)/|t × e|,   gap = n·(pA − pB) − ρ,   where (C − P)·t = 0,  P = p + e (e·(C − p))
 *
 * is found by Newton's method from where it was, as the least |C − P| there: g = w·t, g' = R (1 − k²) − w·r, w the part of C − p
 * across e, k = t·e. So the contact goes on smoothly, whatever else of the two bodies comes near. As they move, with m = ±n from
 * P to C, δ = m·(C − P) and V the velocity of C relative to P, the point runs round by
 *
 *   φ̇ (R (1 − k²) − δ m·r) = −V·t − δ m·(ω_rim × t) + k (V·e + δ m·(ω_line × e)),   ṫ = ω_rim × t − φ̇ r
 *
 * which bends the gap by R (m·r) φ̇² beside what ṅ does.
 *
 * Follows: Rigid Body Simulation, section 9 and appendix D.
 */
import { mat3, vec3 } from "../../math/index.js";
import { At, type ContactEvaluation, type ContactTable } from "../table/index.js";
import { placeDirection, placePoint } from "./contact-place.js";
import { guideCosine, guideGap, longestTurn, maxNewtonSteps, placeTolerance, sureCrossing } from "./parameters.js";

/** a (0), r (3), t (6), e (9), w (12), t × e (15). */
const rim = new Float64Array(18);
const d = new Float64Array(9);
/** R, in an array so that it is not boxed. */
const radius = new Float64Array(1);
/** φ̇ of the contact that was turned last, rad/s. */
const around = new Float64Array(1);

/** Writes `at`, but for ṅ and the bending; isOfA says whether A has the rim. Updates the guide if it is near. */
export function measureRimLine(table: ContactTable, c: number, isOfA: boolean): void {
  const { evaluation } = table;
  const { at, crossing } = evaluation;
  radius[0] = table.size[c];
  placeRim(table, c, isOfA);
  const point = isOfA ? At.pointA : At.pointB;
  const foot = isOfA ? At.pointB : At.pointA;
  let turns = 0;
  while (turns < maxNewtonSteps && !turnOnce(evaluation, point, foot)) turns++;
  placeContact(table, c, point, foot);
  const along = rim[6] * rim[9] + rim[7] * rim[10] + rim[8] * rim[11];
  const out = rim[12] * rim[3] + rim[13] * rim[4] + rim[14] * rim[5];
  crossing[0] = 1 - along * along - out / radius[0];
  measureGap(table, c, isOfA);
  // beyond the merging of two crossings there is none, and the place found is elsewhere
  const isFound = turns < maxNewtonSteps && crossing[0] > sureCrossing;
  if (isFound && Math.abs(at[At.gap]) < guideGap * radius[0]) keepGuide(table, c, isOfA ? 0 : 1);
}

/** The centre, any point of the line, and the directions. Products are written out: V8 inlines no calls in long functions. */
function placeRim(table: ContactTable, c: number, isOfA: boolean): void {
  const { evaluation } = table;
  const { at } = evaluation;
  const side = isOfA ? 0 : 1;
  placePoint(at, isOfA ? At.pointA : At.pointB, evaluation, side, isOfA ? table.localA : table.localB, 3 * c);
  placePoint(at, isOfA ? At.pointB : At.pointA, evaluation, 1 - side, isOfA ? table.localB : table.localA, 3 * c);
  placeDirection(rim, 0, evaluation, side, isOfA ? table.axisA : table.axisB, 3 * c);
  placeDirection(rim, 9, evaluation, 1 - side, isOfA ? table.axisB : table.axisA, 3 * c);
  placeDirection(rim, 3, evaluation, side, table.guide, 3 * c);
}

/** Takes a step of Newton's method. Returns whether no other is needed. */
function turnOnce(evaluation: ContactEvaluation, point: number, foot: number): boolean {
  vec3.cross(rim, 6, rim, 0, rim, 3);
  writeAcross(evaluation, point, foot);
  const k = rim[6] * rim[9] + rim[7] * rim[10] + rim[8] * rim[11];
  const slope = radius[0] * (1 - k * k) - (rim[12] * rim[3] + rim[13] * rim[4] + rim[14] * rim[5]);
  const down = -(rim[12] * rim[6] + rim[13] * rim[7] + rim[14] * rim[8]);
  // downhill, not to where the distance is largest
  const turn = slope > 0 ? down / slope : down * Infinity;
  const taken = Math.abs(turn) <= longestTurn ? turn : down > 0 ? longestTurn : -longestTurn;
  for (let x = 3; x < 6; x++) rim[x] += taken * rim[x + 3];
  vec3.normalize(rim, 3, rim, 3);
  return Math.abs(taken) <= placeTolerance;
}

/** n, C and P. */
function placeContact(table: ContactTable, c: number, point: number, foot: number): void {
  const { at } = table.evaluation;
  vec3.cross(rim, 6, rim, 0, rim, 3);
  vec3.cross(rim, 15, rim, 6, rim, 9);
  const sine = Math.sqrt(rim[15] * rim[15] + rim[16] * rim[16] + rim[17] * rim[17]);
  const scale = table.side[c] / sine;
  for (let x = 0; x < 3; x++) {
    at[At.normal + x] = scale * rim[15 + x];
    at[point + x] += radius[0] * rim[3 + x];
    d[x] = at[point + x] - at[foot + x];
  }
  const along = d[0] * rim[9] + d[1] * rim[10] + d[2] * rim[11];
  for (let x = 0; x < 3; x++) at[foot + x] += along * rim[9 + x];
}

function measureGap(table: ContactTable, c: number, isOfA: boolean): void {
  const { at } = table.evaluation;
  vec3.subtract(d, 0, at, At.pointA, at, At.pointB);
  const delta = at[At.normal] * d[0] + at[At.normal + 1] * d[1] + at[At.normal + 2] * d[2];
  const gap = delta - table.offset[c];
  at[At.delta] = delta;
  at[At.gap] = gap;
  const depth = (isOfA ? 0 : table.offset[c]) + 0.5 * gap;
  for (let x = 0; x < 3; x++) at[At.middle + x] = at[At.pointA + x] - depth * at[At.normal + x];
}

/** Stores r, in the frame of the body of the rim, as the guide, unless it has moved far. */
function keepGuide(table: ContactTable, c: number, side: number): void {
  const { pose } = table.evaluation;
  mat3.transformVectorTransposed(d, 0, pose, 12 * side + 3, rim, 3);
  const { guide } = table;
  if (d[0] * guide[3 * c] + d[1] * guide[3 * c + 1] + d[2] * guide[3 * c + 2] > guideCosine)
    vec3.copy(table.guide, 3 * c, d, 0);
}

/** The part of C − p across e, with the centre at at[point …] and p at at[foot …]. */
function writeAcross(evaluation: ContactEvaluation, point: number, foot: number): void {
  const { at } = evaluation;
  const R = radius[0];
  for (let x = 0; x < 3; x++) rim[12 + x] = at[point + x] - at[foot + x] + R * rim[3 + x];
  const along = rim[12] * rim[9] + rim[13] * rim[10] + rim[14] * rim[11];
  for (let x = 0; x < 3; x++) rim[12 + x] -= along * rim[9 + x];
}

/** Writes ṅ and the bending, where the contact was measured last. */
export function turnRimLine(table: ContactTable, c: number, isOfA: boolean): void {
  const { at, motion } = table.evaluation;
  const R = table.size[c];
  const sign = isOfA ? 1 : -1;
  const delta = at[At.delta];
  const k = rim[6] * rim[9] + rim[7] * rim[10] + rim[8] * rim[11];
  // ω_rim × t (0) and ω_line × e (3)
  vec3.cross(d, 0, motion, isOfA ? 3 : 9, rim, 6);
  vec3.cross(d, 3, motion, isOfA ? 9 : 3, rim, 9);
  let lean = 0;
  let alongRim = 0;
  let alongLine = 0;
  for (let x = 0; x < 3; x++) {
    const n = sign * at[At.normal + x];
    const v = sign * at[At.velocity + x];
    lean += n * rim[3 + x];
    alongRim += v * rim[6 + x] + delta * n * d[x];
    alongLine += v * rim[9 + x] + delta * n * d[3 + x];
  }
  const rate = (k * alongLine - alongRim) / (R * (1 - k * k) - delta * lean);
  at[At.bend] = R * lean * rate * rate;
  around[0] = rate;
  // (t × e)˙ = ṫ × e + t × ė
  vec3.addScaled(d, 0, d, 0, -rate, rim, 3);
  vec3.cross(d, 0, d, 0, rim, 9);
  vec3.cross(d, 3, rim, 6, d, 3);
  vec3.add(d, 0, d, 0, d, 3);
  let size = 0;
  let along = 0;
  for (let x = 0; x < 3; x++) {
    size += at[At.normal + x] * rim[15 + x];
    along += at[At.normal + x] * d[x];
  }
  for (let x = 0; x < 3; x++) at[At.turn + x] = (d[x] - along * at[At.normal + x]) / size;
}

/** Adds R φ̇ t to out[o …]: the velocity of the point of contact over the rim, where `turnRimLine` was called last. */
export function writeRimPoint(out: Float64Array, o: number): void {
  const speed = radius[0] * around[0];
  for (let x = 0; x < 3; x++) out[o + x] += speed * rim[6 + x];
}
