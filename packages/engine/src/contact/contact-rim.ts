/**
 * A rim across a line: an edge, or the axis of a cylinder or capsule with its radius as ρ. With C = c + R r on the rim, its
 * tangent t = a × r, and P the point of the line p + s e below it,
 *
 *   n = ±(t × e)/|t × e|,   gap = n·(pA − pB) − ρ,   where (C − P)·t = 0,  P = p + e (e·(C − p))
 *
 * is found by Newton's method from where it was: g = w·t, g' = R (1 − k²) − w·r, w the part of C − p across e, k = t·e. So
 * the contact goes on smoothly, whatever else of the two bodies comes near. As they move, with m = ±n from P to C, δ = m·(C − P)
 * and V the velocity of C relative to P, the point runs round by
 *
 *   φ̇ (R (1 − k²) − δ m·r) = −V·t − δ m·(ω_rim × t) + k (V·e + δ m·(ω_line × e)),   ṫ = ω_rim × t − φ̇ r
 *
 * which bends the gap by R (m·r) φ̇² beside what ṅ does.
 *
 * Follows: Rigid Body Simulation, section 9 and appendix D.
 */
import { mat3, vec3 } from "../math/index.js";
import { At, at, motion, placeDirection, placePoint, pose } from "./contact-place.js";
import type { ContactTable } from "./contact-table.js";

/** a (0), r (3), t (6), e (9), w (12), t × e (15). */
const rim = new Float64Array(18);
const d = new Float64Array(9);
const maxTurns = 40;
/** rad: the largest turn at once, and one after which no other is needed. */
const longest = 0.3;
const enough = 1e-9;
/** Where it is remembered for the next time: gaps up to this part of R, and the cosine of the angle that it has gone. */
const near = 1e-3;
const kept = 0.98;

/** Writes `at`, but for ṅ and the bending; isOfA tells whether A has the rim. Moves the guide on if it is near. */
export function measureRimLine(table: ContactTable, c: number, isOfA: boolean): void {
  const R = table.size[c];
  const point = isOfA ? At.pointA : At.pointB;
  const foot = isOfA ? At.pointB : At.pointA;
  const side = isOfA ? 0 : 1;
  // the centre first, and any point of the line
  placePoint(at, point, side, isOfA ? table.localA : table.localB, 3 * c);
  placePoint(at, foot, 1 - side, isOfA ? table.localB : table.localA, 3 * c);
  placeDirection(rim, 0, side, isOfA ? table.axisA : table.axisB, 3 * c);
  placeDirection(rim, 9, 1 - side, isOfA ? table.axisB : table.axisA, 3 * c);
  placeDirection(rim, 3, side, table.guide, 3 * c);
  for (let turns = 0; turns < maxTurns; turns++) {
    vec3.cross(rim, 6, rim, 0, rim, 3);
    writeAcross(R, point, foot);
    const k = vec3.dot(rim, 6, rim, 9);
    const slope = R * (1 - k * k) - vec3.dot(rim, 12, rim, 3);
    let turn = -vec3.dot(rim, 12, rim, 6) / slope;
    if (!(Math.abs(turn) <= longest)) turn = turn > 0 ? longest : -longest;
    vec3.addScaled(rim, 3, rim, 3, turn, rim, 6);
    vec3.normalize(rim, 3, rim, 3);
    if (Math.abs(turn) <= enough) break;
  }
  vec3.cross(rim, 6, rim, 0, rim, 3);
  vec3.cross(rim, 15, rim, 6, rim, 9);
  const sine = Math.sqrt(vec3.lengthSquared(rim, 15));
  vec3.scale(at, At.normal, rim, 15, table.side[c] / sine);
  // C, then P
  vec3.addScaled(at, point, at, point, R, rim, 3);
  vec3.subtract(d, 0, at, point, at, foot);
  vec3.addScaled(at, foot, at, foot, vec3.dot(d, 0, rim, 9), rim, 9);
  vec3.subtract(d, 0, at, At.pointA, at, At.pointB);
  const delta = vec3.dot(at, At.normal, d, 0);
  const gap = delta - table.offset[c];
  at[At.delta] = delta;
  at[At.gap] = gap;
  const depth = (isOfA ? 0 : table.offset[c]) + 0.5 * gap;
  vec3.addScaled(at, At.middle, at, At.pointA, -depth, at, At.normal);
  if (Math.abs(gap) < near * R) keepGuide(table, c, side);
}

/** r to the frame of the body of the rim, for the next time, unless it has gone far. */
function keepGuide(table: ContactTable, c: number, side: number): void {
  mat3.transformVectorTransposed(d, 0, pose, 12 * side + 3, rim, 3);
  if (vec3.dot(d, 0, table.guide, 3 * c) > kept) vec3.copy(table.guide, 3 * c, d, 0);
}

/** The part of C − p across e, with the centre at at[point …] and p at at[foot …]. */
function writeAcross(R: number, point: number, foot: number): void {
  vec3.subtract(rim, 12, at, point, at, foot);
  vec3.addScaled(rim, 12, rim, 12, R, rim, 3);
  vec3.addScaled(rim, 12, rim, 12, -vec3.dot(rim, 12, rim, 9), rim, 9);
}

/** ṅ and what bending adds, where the contact was measured last. */
export function turnRimLine(table: ContactTable, c: number, isOfA: boolean): void {
  const R = table.size[c];
  const sign = isOfA ? 1 : -1;
  const delta = at[At.delta];
  const k = vec3.dot(rim, 6, rim, 9);
  // ω_rim × t (0) and ω_line × e (3)
  vec3.cross(d, 0, motion, isOfA ? 3 : 9, rim, 6);
  vec3.cross(d, 3, motion, isOfA ? 9 : 3, rim, 9);
  const lean = sign * vec3.dot(at, At.normal, rim, 3);
  const alongRim = sign * (vec3.dot(at, At.velocity, rim, 6) + delta * vec3.dot(at, At.normal, d, 0));
  const alongLine = sign * (vec3.dot(at, At.velocity, rim, 9) + delta * vec3.dot(at, At.normal, d, 3));
  const rate = (k * alongLine - alongRim) / (R * (1 - k * k) - delta * lean);
  at[At.bend] = R * lean * rate * rate;
  // (t × e)˙ = ṫ × e + t × ė
  vec3.addScaled(d, 0, d, 0, -rate, rim, 3);
  vec3.cross(d, 0, d, 0, rim, 9);
  vec3.cross(d, 3, rim, 6, d, 3);
  vec3.add(d, 0, d, 0, d, 3);
  const size = vec3.dot(at, At.normal, rim, 15);
  const along = vec3.dot(at, At.normal, d, 0);
  for (let x = 0; x < 3; x++) at[At.turn + x] = (d[x] - along * at[At.normal + x]) / size;
}
