/**
 * Contacts of curved features. A point with a radius, on something whose distance is known in closed form and whose
 * surfaces of equal distance D bend by K:
 *
 *   point    D = |p − c|                         1/D in all directions
 *   line     D = |(p − c) across e|              1/D across e
 *   rim      D = √((s − R)² + h²)                1/D in the plane of the axis, n_s/s around it
 *   cone     D = s cos γ + (h − tip) sin γ       cos γ/s around the axis
 *
 *   gap = D − ρ,   bending  uᵀK u,   u = ṗA − ṗB there; s, h: distance from the axis and along it
 *
 * A rim with axis a on a plane touches with its foremost point c − R (n − (n·a) a)/w, w = √(1 − (n·a)²), which runs along
 * its tangent t: bending −R (n·((ωA − ωB) × t))²/w. Nearly flat, as w falls to zero, the rim goes on to the other side with
 * the point that it has, t and w changing sign together, so that the motion is smooth up to where it lies flat. The guide, which
 * is t where the rim touched or was followed to, decides between the two. Rims across lines: contact-rim.ts; rims, lines and cones
 * with one another: contact-curves.ts; curves that lie along each other are left to the narrow phase (contact-general.ts).
 *
 * Follows: Rigid Body Simulation, section 9.
 */
import type { PairCache } from "../../collide/index.js";
import { mat3, vec3 } from "../../math/index.js";
import type { RigidSystem } from "../../rigid/index.js";
import { At, type ContactEvaluation, ContactForm, type ContactTable, Curve, type PartTable } from "../table/index.js";
import { measureCurves, turnCurves } from "./contact-curves.js";
import { FeatureType } from "./contact-feature.js";
import { measureGeneral, turnGeneral } from "./contact-general.js";
import { placeDirection, placePoint, readBodies } from "./contact-place.js";
import { measureRimLine, turnRimLine } from "./contact-rim.js";
import { nearFlatSine } from "./parameters.js";

/** Directions in which the surface bends (0, 3), or the tangent of a rim (0); and the axis (6). */
const along = new Float64Array(9);
/** Curvatures in the two directions, 1/m; of a rim on a plane −R/w. */
const bends = new Float64Array(2);
/** Vectors p − c (0), and its part across the axis (3). */
const d = new Float64Array(6);
const spin = new Float64Array(3);
/** Distance D, m. */
const distance = new Float64Array(1);
/** Distance from the axis and height along it, s and h, m. */
const place = new Float64Array(2);

/** Writes `at`, but for ṅ and the bending. */
export function measureCurve(table: ContactTable, c: number, parts: PartTable, cache: PairCache): void {
  const curve = table.curve[c];
  if (curve === Curve.general) measureGeneral(table, c, parts, cache);
  else if (curve >= Curve.curves) measureCurves(table, c);
  else if (curve >= Curve.rimLine) measureRimLine(table, c, curve === Curve.rimLine);
  else if (curve >= Curve.rimPlane) measureRim(table, c, curve === Curve.rimPlane);
  else if (curve >= Curve.pointOfB) measurePoint(table, c, curve - Curve.pointOfB, false);
  else measurePoint(table, c, curve - Curve.pointPoint, true);
}

/** Writes ṅ as if the normal were fixed in the body that has the surface or plane, and the bending that corrects it. */
export function turnCurve(table: ContactTable, c: number, system: RigidSystem): void {
  const { at, motion } = table.evaluation;
  const curve = table.curve[c];
  if (curve === Curve.general) {
    turnGeneral(table, c, system);
    return;
  }
  if (curve >= Curve.curves) {
    turnCurves(table, c);
    return;
  }
  if (curve >= Curve.rimLine) {
    turnRimLine(table, c, curve === Curve.rimLine);
    return;
  }
  const isOfA = curve !== Curve.planeRim && (curve === Curve.rimPlane || curve < Curve.pointOfB);
  vec3.cross(at, At.turn, motion, isOfA ? 9 : 3, at, At.normal);
  if (curve >= Curve.rimPlane) {
    // n·(Ω × t)
    vec3.subtract(spin, 0, motion, 3, motion, 9);
    vec3.cross(spin, 0, spin, 0, along, 0);
    const lean = at[0] * spin[0] + at[1] * spin[1] + at[2] * spin[2];
    at[At.bend] = bends[0] * lean * lean;
    return;
  }
  let first = 0;
  let second = 0;
  for (let k = 0; k < 3; k++) {
    first += along[k] * at[At.velocity + k];
    second += along[3 + k] * at[At.velocity + k];
  }
  at[At.bend] = bends[0] * first * first + bends[1] * second * second;
}

/** A point of A, or of B, and the feature of that type of the other one. */
function measurePoint(table: ContactTable, c: number, type: number, isOfA: boolean): void {
  const { evaluation } = table;
  const { at } = evaluation;
  const side = isOfA ? 1 : 0;
  const p = isOfA ? At.pointA : At.pointB;
  placePoint(at, At.pointA, evaluation, 0, table.localA, 3 * c);
  placePoint(at, At.pointB, evaluation, 1, table.localB, 3 * c);
  vec3.subtract(d, 0, at, p, at, isOfA ? At.pointB : At.pointA);
  placeDirection(along, 6, evaluation, side, isOfA ? table.axisB : table.axisA, 3 * c);
  bends[0] = bends[1] = 0;
  if (type === FeatureType.point) measureFromPoint(evaluation);
  else if (type === FeatureType.line) measureFromLine(evaluation);
  else if (type === FeatureType.rim) measureFromRim(evaluation, table.size, c);
  else measureFromCone(evaluation, table.size, c);
  const gap = distance[0] - table.offset[c];
  at[At.gap] = gap;
  at[At.delta] = 0;
  // from the point back to the middle of the gap
  const rho = type >= FeatureType.rim ? table.offset[c] : isOfA ? table.size[c] : table.offset[c] - table.size[c];
  for (let k = 0; k < 3; k++) {
    const x = at[p + k];
    at[At.middle + k] = x - (rho + 0.5 * gap) * at[k];
    at[At.pointA + k] = x;
    at[At.pointB + k] = x;
    if (!isOfA) at[k] = -at[k];
  }
}

/** n from the surface to the point, D and the bending, from d and the axis. */
function measureFromPoint(evaluation: ContactEvaluation): void {
  const { at } = evaluation;
  distance[0] = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  vec3.normalize(at, At.normal, d, 0);
  bends[0] = bends[1] = 1 / distance[0];
  vec3.anyPerpendicular(along, 0, at, At.normal);
  vec3.cross(along, 3, at, At.normal, along, 0);
}

function measureFromLine(evaluation: ContactEvaluation): void {
  const { at } = evaluation;
  splitAlongAxis();
  distance[0] = place[0];
  vec3.copy(at, At.normal, d, 3);
  bends[0] = 1 / distance[0];
  vec3.cross(along, 0, along, 6, at, At.normal);
}

/** The distance s from the axis and h along it, and the unit vector across it, to d[3 …]. */
function splitAlongAxis(): void {
  const h = d[0] * along[6] + d[1] * along[7] + d[2] * along[8];
  for (let k = 0; k < 3; k++) d[3 + k] = d[k] - h * along[6 + k];
  place[0] = Math.sqrt(d[3] * d[3] + d[4] * d[4] + d[5] * d[5]);
  place[1] = h;
  vec3.normalize(d, 3, d, 3);
}

function measureFromRim(evaluation: ContactEvaluation, sizes: Float64Array, c: number): void {
  const { at } = evaluation;
  splitAlongAxis();
  const s = place[0];
  const h = place[1];
  const across = s - sizes[c];
  const D = Math.sqrt(across * across + h * h);
  distance[0] = D;
  for (let k = 0; k < 3; k++) {
    at[k] = (across * d[3 + k] + h * along[6 + k]) / D;
    along[3 + k] = (h * d[3 + k] - across * along[6 + k]) / D;
  }
  bends[0] = across / (D * s);
  bends[1] = 1 / D;
  vec3.cross(along, 0, along, 6, d, 3);
}

function measureFromCone(evaluation: ContactEvaluation, sizes: Float64Array, c: number): void {
  const { at } = evaluation;
  splitAlongAxis();
  const s = place[0];
  const sine = sizes[c];
  const cosine = Math.sqrt(1 - sine * sine);
  distance[0] = cosine * s + sine * place[1];
  for (let k = 0; k < 3; k++) at[k] = cosine * d[3 + k] + sine * along[6 + k];
  bends[0] = s > 0 ? cosine / s : 0;
  vec3.cross(along, 0, along, 6, d, 3);
}

/** The rim of A on a plane of B, or of B on a plane of A; n points from B to A. */
function measureRim(table: ContactTable, c: number, isOfA: boolean): void {
  const { evaluation } = table;
  const { at, tilt } = evaluation;
  const R = table.size[c];
  const p = isOfA ? At.pointA : At.pointB;
  placePoint(at, At.pointA, evaluation, 0, table.localA, 3 * c);
  placePoint(at, At.pointB, evaluation, 1, table.localB, 3 * c);
  if (isOfA) placeDirection(at, At.normal, evaluation, 1, table.axisB, 3 * c);
  else placeDirection(at, At.normal, evaluation, 0, table.axisA, 3 * c);
  placeDirection(along, 6, evaluation, isOfA ? 0 : 1, isOfA ? table.axisA : table.axisB, 3 * c);
  vec3.cross(along, 0, along, 6, at, At.normal);
  // w, and the unit tangent: the radius of the foremost point is across it, R a × t
  let sine = Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
  vec3.normalize(along, 0, along, 0);
  placeDirection(d, 3, evaluation, isOfA ? 1 : 0, table.guide, 3 * c);
  tilt[0] = sine;
  tilt[1] = vec3.dot(along, 0, d, 3);
  if (tilt[1] < 0 && sine < nearFlatSine) {
    vec3.negate(along, 0, along, 0);
    sine = -sine;
  }
  vec3.cross(d, 0, along, 6, along, 0);
  bends[0] = -R / sine;
  const out = isOfA ? R : -R;
  for (let k = 0; k < 3; k++) at[p + k] += out * d[k];
  vec3.subtract(d, 0, at, At.pointA, at, At.pointB);
  const gap = at[0] * d[0] + at[1] * d[1] + at[2] * d[2];
  at[At.gap] = gap;
  at[At.delta] = 0;
  const half = isOfA ? -0.5 * gap : 0.5 * gap;
  for (let k = 0; k < 3; k++) {
    const x = at[p + k];
    at[At.middle + k] = x + half * at[k];
    at[At.pointA + k] = x;
    at[At.pointB + k] = x;
  }
}

/** out[o …] ← ṅ of a point on something curved, where the contact was evaluated last: it turns as the surface bends. */
export function writeCurveTurn(out: Float64Array, o: number, evaluation: ContactEvaluation): void {
  const { at } = evaluation;
  let first = 0;
  let second = 0;
  for (let k = 0; k < 3; k++) {
    first += along[k] * at[At.velocity + k];
    second += along[3 + k] * at[At.velocity + k];
  }
  for (let k = 0; k < 3; k++) {
    out[o + k] = at[At.turn + k] + bends[0] * first * along[k] + bends[1] * second * along[3 + k];
  }
}

/** out[o …] ← the direction from the centre of the last rim on a plane to its foremost point. */
export function writeRimRadius(out: Float64Array, o: number, isOfA: boolean): void {
  vec3.cross(out, o, along, 6, along, 0);
  if (!isOfA) vec3.negate(out, o, out, o);
}

/** Updates the guide of a rim on a plane to the present tangent, at a state that the motion has reached. */
export function followRim(table: ContactTable, c: number, system: RigidSystem): void {
  const { pose, tilt } = table.evaluation;
  const curve = table.curve[c];
  if (table.form[c] !== ContactForm.curved || (curve !== Curve.rimPlane && curve !== Curve.planeRim)) return;
  readBodies(table, c, system);
  measureRim(table, c, curve === Curve.rimPlane);
  // nearly flat, the tangent of the other side would be as good
  if (tilt[0] < nearFlatSine && tilt[1] <= 0) return;
  mat3.transformVectorTransposed(table.guide, 3 * c, pose, curve === Curve.rimPlane ? 15 : 3, along, 0);
}
