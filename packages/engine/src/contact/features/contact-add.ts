/**
 * Rows of a ContactBuffer become contacts with fixed features. The form follows from the types of the features
 * (contact-feature.ts):
 *
 *   point, plane            pointPlane, planePoint
 *   line, line              edgeEdge, capsules and cylinders with their radii in ρ
 *   point with all others   curved, by the distance of a point from them (contact-curved.ts)
 *   rim, plane              curved, by the foremost point of the rim
 *   rim, line, cone         curved, by the two curves (contact-rim.ts, contact-curves.ts)
 *   all others              curved, by the narrow phase
 *
 * A side that ends within a face does so at an edge: that and the line of the side are the features. Features without a normal
 * of their own, as two corners or parallel edges, become a point of A on a plane of B across the normal that collide found.
 *
 * Follows: Rigid Body Simulation, section 8.
 */
import { type ContactBuffer, ContactKind, Kind, type PairCache, type Shape } from "../../collide/index.js";
import { mat3, vec3 } from "../../math/index.js";
import type { RigidSystem } from "../../rigid/index.js";
import { At, ContactForm, type ContactTable, Curve, type Materials, type PartTable } from "../table/index.js";
import { CurveKind } from "./contact-curves.js";
import { facePlane } from "./contact-face.js";
import {
  Feature,
  FeatureSlot,
  FeatureType,
  featureSize,
  loadFeature,
  loadSpot,
  straightenSpot,
} from "./contact-feature.js";
import { readBodies } from "./contact-place.js";
import { measure } from "./contact-rows.js";
import {
  curveGapTolerance,
  facingTolerance,
  flatSine,
  leastCrossing,
  parallelSine,
  rimDepthTolerance,
  sharpPart,
} from "./parameters.js";

const { point, line, plane, rim, cone } = FeatureType;

const featureA = new Float64Array(featureSize);
const featureB = new Float64Array(featureSize);
/** The contact on A (0) and on B (3), and n as seen from them (6, 9): in their own frames. */
const spots = new Float64Array(12);
const world = new Float64Array(6);
const surface = new Float64Array(3);
const start = new Float64Array(3);
/** Types of the features of A and B that are being chosen. */
const featureTypes = new Int32Array(2);
/** No cache of the narrow phase: curves have closed forms. */
const noCache = null as unknown as PairCache;
const d = new Float64Array(6);

/**
 * Appends the contacts that `findContacts` has left in rows first … end − 1 of the buffer for parts pA and pB, which stand
 * where their bodies are.
 */
export function addContacts(
  table: ContactTable,
  buffer: ContactBuffer,
  first: number,
  end: number,
  parts: PartTable,
  pA: number,
  pB: number,
  pair: number,
  system: RigidSystem,
  materials: Materials,
): void {
  materials.readPair(surface, 0, parts, pA, pB);
  parts.place(system, pA);
  parts.place(system, pB);
  for (let row = first; row < end; row++) {
    const c = table.add();
    table.bodyA[c] = parts.body[pA];
    table.bodyB[c] = parts.body[pB];
    table.particleA[c] = parts.particle[pA];
    table.partA[c] = pA;
    table.partB[c] = pB;
    table.pair[c] = pair;
    table.keyA[c] = buffer.keyA[row];
    table.keyB[c] = buffer.keyB[row];
    table.restitution[c] = surface[0];
    table.friction[c] = surface[1];
    table.staticFriction[c] = surface[2];
    table.rolling[c] = Math.max(parts.rollingFriction[pA], parts.rollingFriction[pB]);
    table.spinning[c] = Math.max(parts.spinningFriction[pA], parts.spinningFriction[pB]);
    vec3.subtract(table.belt, 3 * c, parts.surfaceVelocity, 3 * pA, parts.surfaceVelocity, 3 * pB);
    vec3.copy(table.normal, 3 * c, buffer.normal, 3 * row);
    vec3.copy(table.point, 3 * c, buffer.point, 3 * row);
    table.gap[c] = buffer.gap[row];
    chooseFeatures(table, c, buffer, row, parts, pA, pB);
    // corners, and points of flat caps, have a patch around them
    if (table.form[c] !== ContactForm.curved && !(table.offset[c] > 0)) table.rolling[c] = table.spinning[c] = 0;
    if (table.form[c] !== ContactForm.curved || table.curve[c] < Curve.rimPlane) continue;
    readBodies(table, c, system);
    if (table.curve[c] === Curve.rimPlane || table.curve[c] === Curve.planeRim) crossBorder(table, c, parts);
    if (table.curve[c] < Curve.rimLine) continue;
    vec3.copy(start, 0, table.guide, 3 * c);
    measure(table, c, parts, noCache);
    vec3.copy(table.guide, 3 * c, start, 0);
    checkCurves(table, c, parts);
  }
}

/**
 * Curves, measured, that cross too little: where a cap lies flat, a ball of the other one on its plane. Those that do not
 * meet as the shapes do, as they lie along each other, are left to the narrow phase.
 */
function checkCurves(table: ContactTable, c: number, parts: PartTable): void {
  const { at, crossing } = table.evaluation;
  const along = vec3.dot(at, At.normal, table.normal, 3 * c);
  const isSame = Math.abs(at[At.gap] - table.gap[c]) < curveGapTolerance && along > 1 - facingTolerance;
  if (isSame && crossing[0] >= leastCrossing) return;
  // n along the axis, which is y
  if (featureTypes[0] === rim && featureTypes[1] !== rim && Math.abs(spots[7]) > 1 - facingTolerance)
    layFlat(table, c, parts, true);
  else if (featureTypes[1] === rim && featureTypes[0] !== rim && Math.abs(spots[10]) > 1 - facingTolerance)
    layFlat(table, c, parts, false);
  else {
    table.curve[c] = Curve.general;
    table.size[c] = 0;
    table.offset[c] = 0;
  }
}

/**
 * A rim whose foremost point is deeper than the contact that was found is not over the face that it is nearly flat on: it crosses a
 * side of the face, whose key the contact then has.
 */
function crossBorder(table: ContactTable, c: number, parts: PartTable): void {
  const { at } = table.evaluation;
  measure(table, c, parts, noCache);
  if (at[At.gap] >= table.gap[c] - rimDepthTolerance) return;
  const isOfA = table.curve[c] === Curve.rimPlane;
  const face = isOfA ? featureB : featureA;
  const shape = parts.shapes[isOfA ? table.partB[c] : table.partA[c]] as Shape;
  if (facePlane(face, shape, spots, isOfA ? 3 : 0, isOfA ? table.keyB : table.keyA, c, line) !== line) return;
  writeLocal(table, c, parts, table.partA[c], table.partB[c]);
  featureTypes[isOfA ? 1 : 0] = line;
  crossRim(table, c, parts, isOfA);
}

/** The cap of A, or else of B, as a plane, and of the line or cone on it the ball that is over the spot. */
function layFlat(table: ContactTable, c: number, parts: PartTable, isOfA: boolean): void {
  const cap = isOfA ? featureA : featureB;
  const other = isOfA ? featureB : featureA;
  const keys = isOfA ? table.keyA : table.keyB;
  const s = isOfA ? 3 : 0;
  if (keys[c] >= Feature.rim && keys[c] < Feature.rimPoint) keys[c] -= Feature.rim - Feature.cap;
  // the centre: on the line or the axis
  vec3.subtract(d, 0, spots, s, other, 0);
  const along = vec3.dot(d, 0, other, FeatureSlot.direction);
  const sine = featureTypes[isOfA ? 1 : 0] === cone ? other[FeatureSlot.size] : 0;
  const u = along / (1 - sine * sine);
  const rho = sine > 0 ? -u * sine : other[FeatureSlot.round];
  vec3.addScaled(other, 0, other, 0, u, other, FeatureSlot.direction);
  vec3.copy(cap, 0, spots, isOfA ? 0 : 3);
  vec3.copy(cap, FeatureSlot.direction, spots, isOfA ? 6 : 9);
  table.form[c] = isOfA ? ContactForm.planePoint : ContactForm.pointPlane;
  table.curve[c] = Curve.none;
  table.size[c] = isOfA ? 0 : rho;
  table.offset[c] = rho;
  writeLocal(table, c, parts, table.partA[c], table.partB[c]);
}

/** Chooses the features of contact c, which is row `row` of the buffer, and writes its form and its places on both bodies. */
function chooseFeatures(
  table: ContactTable,
  c: number,
  buffer: ContactBuffer,
  row: number,
  parts: PartTable,
  pA: number,
  pB: number,
): void {
  placeSpots(buffer, row, parts, pA, pB);
  loadFeatures(table, c, buffer, row, parts, pA, pB);
  table.form[c] = ContactForm.pointPlane;
  table.curve[c] = Curve.none;
  table.size[c] = featureA[FeatureSlot.round];
  table.side[c] = 1;
  table.offset[c] = featureA[FeatureSlot.round] + featureB[FeatureSlot.round];
  writeLocal(table, c, parts, pA, pB);
  if (chooseForm(table, c, featureTypes[0], featureTypes[1], parts)) return;
  standOnPlane(table, c, featureTypes[0], featureTypes[1]);
  writeLocal(table, c, parts, pA, pB);
}

/** Loads both features, and writes their types to `featureTypes`. The spots have been placed. */
function loadFeatures(
  table: ContactTable,
  c: number,
  buffer: ContactBuffer,
  row: number,
  parts: PartTable,
  pA: number,
  pB: number,
): void {
  const shapeA = parts.shapes[pA] as Shape;
  const shapeB = parts.shapes[pB] as Shape;
  const kind = buffer.kind[row];
  if (kind === ContactKind.vertexFace) straightenSpot(spots, 0, shapeA);
  if (kind === ContactKind.faceVertex) straightenSpot(spots, 3, shapeB);
  let typeA = loadFeature(featureA, shapeA, buffer.keyA[row], spots, 0);
  let typeB = loadFeature(featureB, shapeB, buffer.keyB[row], spots, 3);
  if (kind === ContactKind.vertexFace && typeA !== point) typeA = loadSpot(featureA, spots, 0);
  if (kind === ContactKind.faceVertex && typeB !== point) typeB = loadSpot(featureB, spots, 3);
  if (kind === ContactKind.curved) {
    if (isStraight(typeB)) typeA = turnToRim(featureA, shapeA, 0, table.keyA, c, typeA);
    if (isStraight(typeA)) typeB = turnToRim(featureB, shapeB, 3, table.keyB, c, typeB);
  }
  if (typeA === plane && typeB !== plane) typeA = facePlane(featureA, shapeA, spots, 0, table.keyA, c, typeB);
  if (typeB === plane && typeA !== plane) typeB = facePlane(featureB, shapeB, spots, 3, table.keyB, c, typeA);
  featureTypes[0] = typeA;
  featureTypes[1] = typeB;
}

/**
 * Features without a normal of their own become a point on a plane: the normal of the row is fixed in the body without the
 * corner.
 */
function standOnPlane(table: ContactTable, c: number, typeA: number, typeB: number): void {
  table.curve[c] = Curve.none;
  if (typeA !== point && typeB === point) {
    table.form[c] = ContactForm.planePoint;
    table.offset[c] = featureB[FeatureSlot.round];
    loadSpot(featureA, spots, 0);
    vec3.copy(featureA, FeatureSlot.direction, spots, 6);
  } else {
    table.form[c] = ContactForm.pointPlane;
    table.offset[c] = typeA === point ? featureA[FeatureSlot.round] : 0;
    if (typeA !== point) loadSpot(featureA, spots, 0);
    loadSpot(featureB, spots, 3);
    vec3.copy(featureB, FeatureSlot.direction, spots, 9);
  }
}

/** Sets the form of features that have a normal of their own. Returns false if they have none. */
function chooseForm(table: ContactTable, c: number, typeA: number, typeB: number, parts: PartTable): boolean {
  if (typeA === plane && typeB === plane) return false;
  if (typeA === point && typeB === plane) return true;
  if (typeA === plane && typeB === point) {
    table.form[c] = ContactForm.planePoint;
    vec3.negate(table.axisA, 3 * c, table.axisA, 3 * c);
    return true;
  }
  if (typeA === line && typeB === line) return chooseSide(table, c);
  table.form[c] = ContactForm.curved;
  if (typeA === point || typeB === point) return choosePointForm(table, c, typeA, typeB, parts);
  if (isPair(typeA, typeB, rim, plane)) return chooseRimOnPlane(table, c, typeA === rim, parts);
  if (isPair(typeA, typeB, rim, line) && crossRim(table, c, parts, typeA === rim)) return true;
  chooseCurves(table, c, typeA, typeB, parts);
  return true;
}

/** Whether a type is a line, or the side of a cone. */
function isStraight(type: number): boolean {
  return type === line || type === cone;
}

/** Whether two types are x and y, in any order. */
function isPair(typeA: number, typeB: number, x: number, y: number): boolean {
  return (typeA === x && typeB === y) || (typeA === y && typeB === x);
}

/** A point with a feature of any type but a plane. Returns false where both are sharp, so that there is no normal. */
function choosePointForm(table: ContactTable, c: number, typeA: number, typeB: number, parts: PartTable): boolean {
  const shapeA = parts.shapes[table.partA[c]] as Shape;
  const shapeB = parts.shapes[table.partB[c]] as Shape;
  const reach = (shapeA.kind === Kind.plane ? 0 : shapeA.reach) + (shapeB.kind === Kind.plane ? 0 : shapeB.reach);
  const isOfA = typeA === point;
  const other = isOfA ? typeB : typeA;
  table.curve[c] = (isOfA ? Curve.pointPoint : Curve.pointOfB) + other;
  if (other === rim || other === cone) table.size[c] = (isOfA ? featureB : featureA)[FeatureSlot.size];
  return table.offset[c] > sharpPart * reach || other === cone;
}

/** The rim of A on a plane of B, or of B on a plane of A. Returns false where it lies flat. */
function chooseRimOnPlane(table: ContactTable, c: number, isOfA: boolean, parts: PartTable): boolean {
  table.curve[c] = isOfA ? Curve.rimPlane : Curve.planeRim;
  table.size[c] = (isOfA ? featureA : featureB)[FeatureSlot.size];
  if (!isOfA) vec3.negate(table.axisA, 3 * c, table.axisA, 3 * c);
  // the axis of a shape is its own y axis
  const along = isOfA ? spots[7] : spots[10];
  writeGuide(table, c, parts, isOfA);
  return 1 - along * along > flatSine * flatSine;
}

/** Two curves, or features of which only the narrow phase knows the distance. */
function chooseCurves(table: ContactTable, c: number, typeA: number, typeB: number, parts: PartTable): void {
  const kindA = findKind(typeA);
  const kindB = findKind(typeB);
  table.curve[c] = Curve.general;
  if (kindA < 0 || kindB < 0) return;
  table.curve[c] = Curve.curves + 3 * kindA + kindB;
  table.size[c] = featureA[typeA === line ? FeatureSlot.round : FeatureSlot.size];
  table.offset[c] = featureB[typeB === line ? FeatureSlot.round : FeatureSlot.size];
  writeSpot(table, c, parts);
}

/** The kind of curve that a feature is, or −1. */
function findKind(type: number): number {
  return type === line ? CurveKind.line : type === rim ? CurveKind.rim : type === cone ? CurveKind.cone : -1;
}

/** Writes the point in which two curves touch, in the frame of A; and the side of n, if both are sharp. */
function writeSpot(table: ContactTable, c: number, parts: PartTable): void {
  const p = 12 * table.partA[c];
  mat3.transformVector(table.guide, 3 * c, parts.local, p + 3, spots, 0);
  vec3.add(table.guide, 3 * c, table.guide, 3 * c, parts.local, p);
  const kindB = (table.curve[c] - Curve.curves) % 3;
  writeTangent(0, featureA, parts, table.partA[c], (table.curve[c] - Curve.curves - kindB) / 3);
  writeTangent(3, featureB, parts, table.partB[c], kindB);
  vec3.cross(d, 0, d, 0, d, 3);
  writeSide(table, c);
}

/**
 * Writes the side of the vector at d[0 …] on which the normal of contact c is. Written out: a number that a call returns may be
 * boxed.
 */
function writeSide({ normal, side }: ContactTable, c: number): void {
  const n = 3 * c;
  side[c] = d[0] * normal[n] + d[1] * normal[n + 1] + d[2] * normal[n + 2] < 0 ? -1 : 1;
}

/** The direction of a curve where the spot at spots[o …] is, to d[o …]: world axes. */
function writeTangent(o: number, feature: Float64Array, parts: PartTable, part: number, kind: number): void {
  if (kind === CurveKind.rim) vec3.set(d, o, spots[o + 2], 0, -spots[o]);
  else vec3.copy(d, o, feature, FeatureSlot.direction);
  if (kind === CurveKind.cone) vec3.negate(d, o, d, o);
  mat3.transformVector(d, o, parts.frames, 12 * part + 3, d, o);
}

/** A line that leaves a cap does so at its rim, whose key the contact then has. Returns the type. */
function turnToRim(feature: Float64Array, shape: Shape, s: number, keys: Int32Array, c: number, type: number): number {
  if (type !== plane || keys[c] < Feature.cap || keys[c] >= Feature.rim) return type;
  keys[c] += Feature.rim - Feature.cap;
  return loadFeature(feature, shape, keys[c], spots, s);
}

/** A rim across a line, with the radius at the spot as the guide. Returns false where the two are nearly parallel. */
function crossRim(table: ContactTable, c: number, parts: PartTable, isOfA: boolean): boolean {
  const s = isOfA ? 0 : 3;
  const p = 12 * (isOfA ? table.partA[c] : table.partB[c]);
  // the axis is that of the shape's y
  vec3.set(d, 0, spots[s], 0, spots[s + 2]);
  if (!vec3.normalize(d, 0, d, 0)) return false;
  mat3.transformVector(table.guide, 3 * c, parts.local, p + 3, d, 0);
  // the tangent, across the line of the other body
  vec3.set(d, 3, d[2], 0, -d[0]);
  mat3.transformVector(d, 0, parts.frames, p + 3, d, 3);
  vec3.cross(d, 0, d, 0, world, isOfA ? 3 : 0);
  table.curve[c] = isOfA ? Curve.rimLine : Curve.lineRim;
  table.size[c] = (isOfA ? featureA : featureB)[FeatureSlot.size];
  writeSide(table, c);
  return table.offset[c] === 0 || vec3.lengthSquared(d, 0) >= leastCrossing;
}

/** The tangent a × n of a rim on a plane, to the frame of the body of the plane. */
function writeGuide(table: ContactTable, c: number, parts: PartTable, isOfA: boolean): void {
  const p = 12 * (isOfA ? table.partB[c] : table.partA[c]);
  // of A's plane n is the inward normal
  vec3.cross(d, 0, world, 0, world, 3);
  mat3.transformVectorTransposed(d, 0, parts.frames, p + 3, d, 0);
  mat3.transformVector(d, 0, parts.local, p + 3, d, 0);
  if (!vec3.normalize(table.guide, 3 * c, d, 0)) vec3.set(table.guide, 3 * c, 0, 0, 0);
}

/**
 * Chooses the side of n = ±(ea × eb)/|…| on which the normal found is. Returns false where that is another normal: the edges meet
 * at their ends.
 */
function chooseSide(table: ContactTable, c: number): boolean {
  vec3.cross(d, 0, world, 0, world, 3);
  const along = vec3.dot(d, 0, table.normal, 3 * c);
  table.form[c] = ContactForm.edgeEdge;
  table.side[c] = along < 0 ? -1 : 1;
  const sine = Math.sqrt(vec3.lengthSquared(d, 0));
  return sine >= parallelSine && Math.abs(along) > (1 - facingTolerance) * sine;
}

/** Points on both surfaces and n, in the frames of the two shapes. */
function placeSpots(buffer: ContactBuffer, row: number, { frames }: PartTable, pA: number, pB: number): void {
  const half = 0.5 * buffer.gap[row];
  for (let k = 0; k < 3; k++) {
    const p = buffer.point[3 * row + k];
    const shift = half * buffer.normal[3 * row + k];
    spots[k] = p + shift - frames[12 * pA + k];
    spots[3 + k] = p - shift - frames[12 * pB + k];
  }
  mat3.transformVectorTransposed(spots, 0, frames, 12 * pA + 3, spots, 0);
  mat3.transformVectorTransposed(spots, 3, frames, 12 * pB + 3, spots, 3);
  mat3.transformVectorTransposed(spots, 6, frames, 12 * pA + 3, buffer.normal, 3 * row);
  mat3.transformVectorTransposed(spots, 9, frames, 12 * pB + 3, buffer.normal, 3 * row);
}

/** Transforms both features from the frames of the shapes to those of the bodies, and their directions to `world` too. */
function writeLocal(table: ContactTable, c: number, parts: PartTable, pA: number, pB: number): void {
  placeFeature(table.localA, table.axisA, c, featureA, parts, pA);
  placeFeature(table.localB, table.axisB, c, featureB, parts, pB);
  mat3.transformVector(world, 0, parts.frames, 12 * pA + 3, featureA, FeatureSlot.direction);
  mat3.transformVector(world, 3, parts.frames, 12 * pB + 3, featureB, FeatureSlot.direction);
}

function placeFeature(
  local: Float64Array,
  axis: Float64Array,
  c: number,
  feature: Float64Array,
  parts: PartTable,
  p: number,
): void {
  mat3.transformVector(local, 3 * c, parts.local, 12 * p + 3, feature, 0);
  vec3.add(local, 3 * c, local, 3 * c, parts.local, 12 * p);
  mat3.transformVector(axis, 3 * c, parts.local, 12 * p + 3, feature, FeatureSlot.direction);
}
