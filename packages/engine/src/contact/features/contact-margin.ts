/**
 * The margin of a contact: the depth of its point inside the features that it is made of, m. Below zero they no longer meet
 * there, and others do.
 *
 *   plane   of a face, a cap or a plane part of a mesh: from the point to the nearest side, within the plane
 *   line    along it, from the point to the nearer end
 *   point   and edges, under a round feature of the other body: how far that is from being over a neighbour of theirs
 *   rim     as of a point; across a line or cone, the deviation from lying along it; on a plane, where the foremost point runs
 *           along the rim, that of the cap from flat: R/2 times the larger of w (t·g − ½) and w − w₀, with w its tilt, t its
 *           tangent and g the tangent where it touched
 *
 * A row that has a plane of its own for want of a normal (contact-add.ts) is there as long as its point does not leave the
 * corner, edge or rim: its margin is −1 times the distance across the normal, 0 at most. So is that of a point of a rim, which
 * stands for the cap as long as this is flat: −2R w. The margin is infinite of features without a border, as of a half-space or a
 * sphere, and of contacts that only the narrow phase measures.
 *
 * Margins of zero, to rounding, are common: corners above one another, a capsule across a face. And collide names features
 * to its tolerance. So features have separated only where the margin is below minus a few tolerances.
 */
import { composeFrames, Kind, type PairCache, type Shape } from "../../collide/index.js";
import { mat3, vec3 } from "../../math/index.js";
import { At, ContactForm, type ContactTable, Curve, type PartTable } from "../table/index.js";
import { CurveKind } from "./contact-curves.js";
import {
  Feature,
  FeatureSlot,
  FeatureType,
  featureSize,
  findHullEdge,
  findHullFace,
  findMeshEdge,
  loadFeature,
} from "./contact-feature.js";
import { readPoses } from "./contact-place.js";
import { measure } from "./contact-rows.js";
import {
  measureCap,
  measureConeSide,
  measureCorner,
  measureEdge,
  measureFace,
  measureRimWedge,
  measureTip,
} from "./margin-hull.js";
import { measureMeshEdge, measureMeshVertex, measurePlanePart } from "./margin-mesh.js";
import { crossingSlack, lostCrossing, nearFlatSine } from "./parameters.js";

const { point, line, plane, rim, cone } = FeatureType;

const frame = new Float64Array(12);
/** The point (0) and n (3) in the frame of the shape. */
const seen = new Float64Array(6);
const feature = new Float64Array(featureSize);
/** The margin so far, m. */
const least = new Float64Array(1);
const d = new Float64Array(6);
/** Distance of the cap of a rim on a plane from flat, else infinite; m. */
const margins = new Float64Array(1);
/** No contact that is measured here asks the narrow phase. */
const noCache = null as unknown as PairCache;

/**
 * Writes the margins of contact c, m, with the bodies at poses[yA …] and poses[yB …]: x, q; of a particle x alone. To out[o] the
 * smaller of the two behind it: to out[o + 1] that by which the cap of a rim on a plane is from flat, infinite for all others, and
 * to out[o + 2] that of everything else.
 */
export function measureMargins(
  out: Float64Array,
  o: number,
  table: ContactTable,
  c: number,
  parts: PartTable,
  poses: Float64Array,
  yA: number,
  yB: number,
): void {
  const { crossing } = table.evaluation;
  const curve = table.curve[c];
  least[0] = Infinity;
  margins[0] = Infinity;
  if (table.form[c] !== ContactForm.curved || curve !== Curve.general) {
    readPoses(table, c, poses, yA, yB);
    measure(table, c, parts, noCache);
    const isOfCurves = table.form[c] === ContactForm.curved && curve >= Curve.curves;
    if (table.form[c] === ContactForm.curved && curve >= Curve.rimLine) {
      least[0] = 0.5 * Math.max(table.size[c], table.offset[c]) * (crossing[0] - lostCrossing);
    }
    for (let side = 0; side < 2; side++) {
      if (isOfCurves) measureCurve(table, c, parts, side);
      else measureSide(table, c, parts, side);
    }
  }
  // where there is no such contact any more it is no number
  const flat = margins[0] >= -Infinity ? margins[0] : -Infinity;
  const rest = least[0] >= -Infinity ? least[0] : -Infinity;
  out[o] = Math.min(flat, rest);
  out[o + 1] = flat;
  out[o + 2] = rest;
}

const three = new Float64Array(3);

/** Writes the smallest margin of contact c, m, to out[o] alone: see `measureMargins`. */
export function measureMargin(
  out: Float64Array,
  o: number,
  table: ContactTable,
  c: number,
  parts: PartTable,
  poses: Float64Array,
  yA: number,
  yB: number,
): void {
  measureMargins(three, 0, table, c, parts, poses, yA, yB);
  out[o] = three[0];
}

/** Finds the type of the feature of A (0) or B (1): see `FeatureType`. */
function findType(table: ContactTable, c: number, side: number): number {
  const form = table.form[c];
  if (form === ContactForm.edgeEdge) return line;
  if (form !== ContactForm.curved) return (form === ContactForm.pointPlane) === (side === 0) ? point : plane;
  const curve = table.curve[c];
  if (curve >= Curve.rimLine) return (curve === Curve.rimLine) === (side === 0) ? rim : line;
  if (curve >= Curve.rimPlane) return (curve === Curve.rimPlane) === (side === 0) ? rim : plane;
  if (curve >= Curve.pointOfB) return side === 0 ? curve - Curve.pointOfB : point;
  return side === 0 ? point : curve - Curve.pointPoint;
}

/** Margin of one side: of the point where the other side is, seen from the shape of this one. */
function measureSide(table: ContactTable, c: number, parts: PartTable, side: number): void {
  const { tilt } = table.evaluation;
  const key = side === 0 ? table.keyA[c] : table.keyB[c];
  const shape = parts.shapes[side === 0 ? table.partA[c] : table.partB[c]] as Shape;
  const type = findType(table, c, side);
  const other = findType(table, c, 1 - side);
  if (shape.kind === Kind.sphere || shape.kind === Kind.plane) return;
  // it runs along the rim
  if (type === rim && other === line) return;
  if (type === rim && other === plane) {
    const w = tilt[0];
    margins[0] = 0.5 * shape.radius * Math.max(w * (tilt[1] - 0.5), w - nearFlatSine);
    return;
  }
  if (type === point && other === plane) {
    if (key >= Feature.rim && key < Feature.tip) measureFlat(table, c, parts, shape, side);
    return;
  }
  measureFeature(table, c, parts, side, type, other);
}

/** Margin of a feature of A (0) or B (1) with another of the other body: both are types of `FeatureType`. */
function measureFeature(
  table: ContactTable,
  c: number,
  parts: PartTable,
  side: number,
  type: number,
  other: number,
): void {
  const { at, pose } = table.evaluation;
  const part = side === 0 ? table.partA[c] : table.partB[c];
  const key = side === 0 ? table.keyA[c] : table.keyB[c];
  const shape = parts.shapes[part] as Shape;
  composeFrames(frame, 0, pose, 12 * side, parts.local, 12 * part);
  vec3.copy(seen, 0, at, type === line && side === 1 ? At.pointB : At.pointA);
  if (type === point) seeOther(table, c, side, other);
  vec3.subtract(seen, 0, seen, 0, frame, 0);
  mat3.transformVectorTransposed(seen, 0, frame, 3, seen, 0);
  mat3.transformVectorTransposed(seen, 3, frame, 3, at, At.normal);
  const isAxial = shape.polyhedron === null && shape.mesh === null;
  if (type === plane && isAxial && key >= Feature.rim) measureOffRim(table, c, parts, shape, side);
  else if (type === plane) measurePlane(shape, key, isCrossing(table, c, parts, 1 - side));
  else if (type === line) measureLine(table, c, shape, key, side, other);
  else if (type === rim) measureRimWedge(least, shape, key === Feature.rim + 1, seen, 0);
  else if (type === cone) measureConeSide(least, shape, seen, 0);
  else measurePoint(shape, key);
}

/**
 * Margin of one of two curves: along it, and of n between the normals of the faces that meet in it, as far as the other curve is
 * round.
 */
function measureCurve(table: ContactTable, c: number, parts: PartTable, side: number): void {
  const { at, placeOfCurve, pose, spotOfCurve } = table.evaluation;
  const part = side === 0 ? table.partA[c] : table.partB[c];
  const key = side === 0 ? table.keyA[c] : table.keyB[c];
  const shape = parts.shapes[part] as Shape;
  const kindB = (table.curve[c] - Curve.curves) % 3;
  const kindA = (table.curve[c] - Curve.curves - kindB) / 3;
  const kind = side === 0 ? kindA : kindB;
  const size = Math.max(table.size[c], table.offset[c]);
  composeFrames(frame, 0, pose, 12 * side, parts.local, 12 * part);
  if (kind === CurveKind.cone) {
    const slant = Math.sqrt(shape.radius * shape.radius + 4 * shape.halfHeight * shape.halfHeight);
    const along = (placeOfCurve[side] * 2 * shape.halfHeight) / slant;
    least[0] = Math.min(least[0], along, slant - along);
    return;
  }
  vec3.subtract(seen, 0, spotOfCurve, 3 * side, frame, 0);
  mat3.transformVectorTransposed(seen, 0, frame, 3, seen, 0);
  // outward: −n of A
  mat3.transformVectorTransposed(d, 0, frame, 3, at, At.normal);
  const out = (side === 0 ? -1 : 1) * size;
  if (kind === CurveKind.rim) {
    for (let k = 0; k < 3; k++) seen[k] += out * d[k];
    const isTop = key === Feature.rim + 1 || key === Feature.side + 2;
    measureRimWedge(least, shape, isTop, seen, 0);
    return;
  }
  const { polyhedron, mesh } = shape;
  const isEdge = polyhedron !== null || mesh !== null;
  if (loadFeature(feature, shape, isEdge ? key : Feature.side, seen, 0) !== line) return;
  vec3.copy(seen, 3, d, 0);
  vec3.subtract(d, 0, seen, 0, feature, 0);
  measureAlong();
  for (let k = 0; k < 3; k++) seen[k] += out * seen[3 + k];
  if (polyhedron !== null) measureEdge(least, polyhedron, findHullEdge(polyhedron, key), seen, 0);
  else if (mesh !== null) measureMeshEdge(least, mesh, findMeshEdge(mesh, key), seen, 0);
}

/** Margin of a point of a rim on a plane: the deviation of its cap from flat. */
function measureFlat(table: ContactTable, c: number, parts: PartTable, shape: Shape, side: number): void {
  const { at, pose } = table.evaluation;
  composeFrames(frame, 0, pose, 12 * side, parts.local, 12 * (side === 0 ? table.partA[c] : table.partB[c]));
  mat3.transformVectorTransposed(seen, 3, frame, 3, at, At.normal);
  const w = Math.sqrt(seen[3] * seen[3] + seen[5] * seen[5]);
  least[0] = Math.min(least[0], -2 * shape.radius * w);
}

/**
 * Shifts the point of this side to the nearest one of the other side: as far as D = gap + ρ along n. Two points share that of A.
 */
function seeOther(table: ContactTable, c: number, side: number, other: number): void {
  const { at } = table.evaluation;
  if (side === 1 && other === point) return;
  const D = (side === 0 ? -1 : 1) * (at[At.gap] + table.offset[c]);
  for (let k = 0; k < 3; k++) seen[k] += D * at[k];
}

/** Whether the point of A (0) or B (1) is one where an edge or rim crosses the rim of the cap that it is on. */
function isCrossing(table: ContactTable, c: number, parts: PartTable, side: number): boolean {
  const key = side === 0 ? table.keyA[c] : table.keyB[c];
  const shape = parts.shapes[side === 0 ? table.partA[c] : table.partB[c]] as Shape;
  if (shape.polyhedron !== null) return key >= Feature.edge && key < Feature.face;
  if (shape.mesh !== null) return findMeshEdge(shape.mesh, key) >= 0;
  return key === Feature.rimPoint + 16 || key === Feature.rimPoint + 17 || (key >= Feature.side && key < Feature.cap);
}

function measurePlane(shape: Shape, key: number, crosses: boolean): void {
  if (shape.polyhedron !== null) {
    const face = findHullFace(shape.polyhedron, key);
    if (face >= 0) measureFace(least, shape.polyhedron, face, seen, 0);
    else measureOff(shape, key);
  } else if (shape.mesh !== null) {
    const triangle = key - shape.mesh.vertexCount - shape.mesh.edgeCount;
    if (triangle >= 0 && triangle < shape.mesh.triangleCount) measurePlanePart(least, shape.mesh, triangle, seen, 0);
    else measureOff(shape, key);
  } else if (key >= Feature.cap && key < Feature.rim) {
    measureCap(least, shape, seen, 0, crosses ? crossingSlack : 0);
  } else {
    measureOff(shape, key);
  }
}

/** Margin of a plane that stands for a corner or an edge: minus the distance of the point from it. */
function measureOff(shape: Shape, key: number): void {
  const type = loadFeature(feature, shape, key, seen, 0);
  if (type !== point && type !== line) return;
  vec3.subtract(d, 0, seen, 0, feature, 0);
  if (type === line) {
    measureAlong();
    vec3.cross(d, 3, seen, 3, feature, FeatureSlot.direction);
    vec3.normalize(d, 3, d, 3);
    least[0] = Math.min(least[0], -Math.abs(d[0] * d[3] + d[1] * d[4] + d[2] * d[5]));
    return;
  }
  measureAcross();
}

/** Margin of a plane that stands for a rim, if a corner or a particle is on it, which may move along the rim. */
function measureOffRim(table: ContactTable, c: number, parts: PartTable, shape: Shape, side: number): void {
  const other = parts.shapes[side === 0 ? table.partB[c] : table.partA[c]] as Shape;
  if (loadFeature(feature, other, side === 0 ? table.keyB[c] : table.keyA[c], seen, 0) !== point) return;
  const key = side === 0 ? table.keyA[c] : table.keyB[c];
  if (loadFeature(feature, shape, key, seen, 0) !== rim) {
    measureOff(shape, key);
    return;
  }
  const around = feature[FeatureSlot.size] / Math.sqrt(seen[0] * seen[0] + seen[2] * seen[2]);
  vec3.set(d, 0, (1 - around) * seen[0], seen[1] - feature[1], (1 - around) * seen[2]);
  measureAcross();
}

/** Margin −|d| of the part of d[0 …] across the normal. */
function measureAcross(): void {
  const height = d[0] * seen[3] + d[1] * seen[4] + d[2] * seen[5];
  for (let k = 0; k < 3; k++) d[k] -= height * seen[3 + k];
  least[0] = Math.min(least[0], -Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
}

/** Margin along the line in `feature`: distance from its ends of the point at d[0 …] from its origin. */
function measureAlong(): void {
  const along =
    d[0] * feature[FeatureSlot.direction] +
    d[1] * feature[FeatureSlot.direction + 1] +
    d[2] * feature[FeatureSlot.direction + 2];
  least[0] = Math.min(least[0], along - feature[FeatureSlot.low], feature[FeatureSlot.high] - along);
}

/** Margin of a line with a line or a point of the other body; under a round feature an edge ends where a face begins. */
function measureLine(table: ContactTable, c: number, shape: Shape, key: number, side: number, other: number): void {
  const { at } = table.evaluation;
  const { polyhedron, mesh } = shape;
  const isEdge = polyhedron !== null || mesh !== null;
  if (loadFeature(feature, shape, isEdge ? key : Feature.side, seen, 0) !== line) return;
  vec3.subtract(d, 0, seen, 0, feature, 0);
  measureAlong();
  if (other === rim) return;
  if (other === line) {
    if (table.offset[c] === 0) return;
    vec3.subtract(seen, 0, at, side === 0 ? At.pointB : At.pointA, frame, 0);
    mat3.transformVectorTransposed(seen, 0, frame, 3, seen, 0);
  }
  if (polyhedron !== null) measureEdge(least, polyhedron, findHullEdge(polyhedron, key), seen, 0);
  else if (mesh !== null) measureMeshEdge(least, mesh, findMeshEdge(mesh, key), seen, 0);
}

/** Margin of a corner, a tip or the end of a capsule under a round feature. */
function measurePoint(shape: Shape, key: number): void {
  if (shape.polyhedron !== null) {
    if (key < shape.polyhedron.vertexCount) measureCorner(least, shape.polyhedron, key, seen, 0);
  } else if (shape.mesh !== null) {
    if (key < shape.mesh.vertexCount) measureMeshVertex(least, shape.mesh, key, seen, 0);
  } else if (shape.kind === Kind.capsule) {
    const isBelow = key === Feature.round + 1 || key === Feature.side + 1;
    least[0] = Math.min(least[0], (isBelow ? -seen[1] : seen[1]) - shape.halfHeight);
  } else if (shape.kind === Kind.cone && key >= Feature.tip) {
    measureTip(least, shape, seen, 0);
  }
}
