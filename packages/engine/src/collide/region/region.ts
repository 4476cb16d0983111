/**
 * The contact region of two polyhedra that touch, as contacts: the corners of the polygon, the ends of the segment, or
 * the point, in which they meet within the tolerance.
 *
 *   n    of the pair's witness, from B to A, the same for all contacts of the region
 *   p    in the middle between the surfaces of A and B, which lie above one another along n by the gap
 *
 * Motion at the corners tells the motion of the whole region, and forces at the corners do what forces anywhere in it
 * do; so points within the polygon or its sides are no contacts. A crossing has the directions ea, eb of the two edges,
 * with ea × eb on the side of n. Contacts come in the order of their keys (feature-key.ts).
 *
 * Parallel edges, and a corner on an edge or on a corner, which the notes leave out, have no normal of their own: they
 * are vertex/face contacts with n; of two corners A has the vertex.
 *
 * Follows: Rigid Body Simulation, sections 7.1 and 8.
 */
import { vec3 } from "../../math/index.js";
import { type ContactBuffer, ContactKind, type PairResult, PairSlot, Witness } from "../result/index.js";
import { edgeOfKey, keyOfEdge, keyOfFace, type Polyhedron, type Shape, takeCore } from "../shapes/index.js";
import { regionRounding } from "./parameters.js";
import { collectPlaces, RegionPlaces } from "./region-clip.js";
import { collectFootprint, turnView } from "./region-features.js";
import { Footprint, Limit, viewSize } from "./region-footprint.js";
import { computeHull, pruneHull } from "./region-hull.js";
import { findPoint } from "./region-point.js";

/** The view of the pair, which the footprints and the places share. */
const view = new Float64Array(viewSize);
const footA = new Footprint(1, view);
const footB = new Footprint(-1, view);
const places = new RegionPlaces(view);
/** The origin of u, v and h in the world. */
const origin = new Float64Array(3);
const d = new Float64Array(3);
const e = new Float64Array(3);

/**
 * Appends the contacts of two polyhedra whose gap along n, as `result` has it, is at most `tolerance`, and returns
 * how many there are, one at least. Places that are nearer than `lateral` across n count as one.
 */
export function findRegion(
  buffer: ContactBuffer,
  result: PairResult,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  tolerance: number,
  lateral = tolerance,
): number {
  const coreA = takeCore(shapeA, 0);
  const coreB = takeCore(shapeB, 1);
  vec3.copy(view, 6, result.values, PairSlot.normal);
  vec3.anyPerpendicular(view, 0, view, 6);
  view[Limit.rounding] = regionRounding * (shapeA.reach + shapeB.reach);
  view[Limit.gap] = tolerance;
  view[Limit.lateral] = Math.max(lateral, view[Limit.rounding]);
  view[Limit.longestA] = 2 * shapeA.reach;
  view[Limit.longestB] = 2 * shapeB.reach;
  vec3.cross(view, 3, view, 6, view, 0);
  footA.polyhedron = coreA;
  footB.polyhedron = coreB;
  turnView(footA, framesA, oA);
  turnView(footB, framesB, oB);
  if (shapeA.reach <= shapeB.reach) placeExtremes(footA, framesA, oA, footB, framesB, oB);
  else placeExtremes(footB, framesB, oB, footA, framesA, oA);
  if (findPoint(places, result, footA, footB)) {
    addContact(buffer, 0, framesA, oA, framesB, oB);
    return 1;
  }
  // A reaches down to B within the tolerance, and B up to A
  const low = footA.axes[11];
  const high = footB.axes[11];
  footA.axes[12] = Math.max(high + tolerance, low) + view[Limit.rounding];
  footB.axes[12] = -(Math.min(low - tolerance, high) - view[Limit.rounding]);
  collectFootprint(footA);
  collectFootprint(footB);
  collectPlaces(places, footA, footB);
  if (places.count === 0) {
    addWitness(buffer, result, coreA, framesA, oA, coreB, framesB, oB);
    return 1;
  }
  const count = keepCorners();
  for (let k = 0; k < count; k++) addContact(buffer, places.hull[k], framesA, oA, framesB, oB);
  return count;
}

/** The view begins at the extreme corner of the smaller shape; writes where that of the larger one is. */
function placeExtremes(
  small: Footprint,
  framesS: Float64Array,
  oS: number,
  large: Footprint,
  framesL: Float64Array,
  oL: number,
): void {
  turn(d, framesS, oS, small.polyhedron.vertices, 3 * small.extreme);
  turn(e, framesL, oL, large.polyhedron.vertices, 3 * large.extreme);
  for (let c = 0; c < 3; c++) {
    origin[c] = framesS[oS + c] + d[c];
    e[c] = framesL[oL + c] - framesS[oS + c] + (e[c] - d[c]);
  }
  for (let c = 0; c < 3; c++) {
    small.axes[9 + c] = 0;
    large.axes[9 + c] = view[3 * c] * e[0] + view[3 * c + 1] * e[1] + view[3 * c + 2] * e[2];
  }
}

/** out = R v, R of the frame at o. */
function turn(out: Float64Array, frames: Float64Array, o: number, v: Float64Array, i: number): void {
  for (let r = 0; r < 3; r++) {
    const m = o + 3 + 3 * r;
    out[r] = frames[m] * v[i] + frames[m + 1] * v[i + 1] + frames[m + 2] * v[i + 2];
  }
}

/** Leaves in `places.hull` the corners of the region, and the deepest place if it is within; sorted by their keys. */
function keepCorners(): number {
  const { hull, u, v, heightA, heightB } = places;
  const full = computeHull(hull, u, v, places.count);
  let count = pruneHull(hull, full, u, v, view, Limit.lateral);
  let deepest = 0;
  for (let k = 1; k < places.count; k++) {
    if (heightA[k] - heightB[k] < heightA[deepest] - heightB[deepest]) deepest = k;
  }
  const least = heightA[deepest] - heightB[deepest] + view[Limit.lateral];
  let reached = false;
  for (let k = 0; k < count; k++) reached ||= heightA[hull[k]] - heightB[hull[k]] <= least;
  if (!reached) hull[count++] = deepest;
  for (let k = 1; k < count; k++) {
    const p = hull[k];
    let m = k - 1;
    for (; m >= 0 && isBefore(p, hull[m]); m--) hull[m + 1] = hull[m];
    hull[m + 1] = p;
  }
  return count;
}

function isBefore(p: number, q: number): boolean {
  const { keyA, keyB } = places;
  return keyA[p] !== keyA[q] ? keyA[p] < keyA[q] : keyB[p] < keyB[q];
}

function addContact(
  buffer: ContactBuffer,
  p: number,
  framesA: Float64Array,
  oA: number,
  framesB: Float64Array,
  oB: number,
): void {
  const c = buffer.add();
  const { u, v, heightA, heightB } = places;
  const middle = heightB[p] + 0.5 * (heightA[p] - heightB[p]);
  for (let k = 0; k < 3; k++) {
    buffer.point[3 * c + k] = origin[k] + (u[p] * view[k] + v[p] * view[3 + k] + middle * view[6 + k]);
  }
  buffer.gap[c] = heightA[p] - heightB[p];
  writeMeeting(buffer, c, places.kind[p], places.keyA[p], places.keyB[p], framesA, oA, framesB, oB);
}

/** Writes the fields of a contact but for its point and its gap. */
function writeMeeting(
  buffer: ContactBuffer,
  c: number,
  kind: number,
  keyA: number,
  keyB: number,
  framesA: Float64Array,
  oA: number,
  framesB: Float64Array,
  oB: number,
): void {
  vec3.copy(buffer.normal, 3 * c, view, 6);
  vec3.copy(buffer.tangent, 3 * c, view, 0);
  buffer.kind[c] = kind;
  buffer.keyA[c] = keyA;
  buffer.keyB[c] = keyB;
  if (kind !== ContactKind.edgeEdge) return;
  writeDirection(buffer.edgeA, 3 * c, footA.polyhedron, edgeOfKey(footA.polyhedron, keyA), framesA, oA);
  writeDirection(buffer.edgeB, 3 * c, footB.polyhedron, edgeOfKey(footB.polyhedron, keyB), framesB, oB);
  vec3.cross(d, 0, buffer.edgeA, 3 * c, buffer.edgeB, 3 * c);
  if (d[0] * view[6] + d[1] * view[7] + d[2] * view[8] < 0) vec3.negate(buffer.edgeB, 3 * c, buffer.edgeB, 3 * c);
}

/** The unit direction of an edge in the world. */
function writeDirection(
  out: Float64Array,
  o: number,
  { vertices, edgeVertices }: Polyhedron,
  edge: number,
  frames: Float64Array,
  i: number,
): void {
  vec3.subtract(d, 0, vertices, 3 * edgeVertices[2 * edge + 1], vertices, 3 * edgeVertices[2 * edge]);
  turn(e, frames, i, d, 0);
  vec3.normalize(out, o, e, 0);
}

/** Appends the points at which the witness was measured, where no corner and no crossing is within reach. */
function addWitness(
  buffer: ContactBuffer,
  { values, witness, featureA, featureB }: PairResult,
  coreA: Polyhedron,
  framesA: Float64Array,
  oA: number,
  coreB: Polyhedron,
  framesB: Float64Array,
  oB: number,
): void {
  const c = buffer.add();
  vec3.lerp(buffer.point, 3 * c, values, PairSlot.pointA, values, PairSlot.pointB, 0.5);
  buffer.gap[c] = values[PairSlot.gap];
  const edges = witness === Witness.edges;
  const kind = edges
    ? ContactKind.edgeEdge
    : witness === Witness.faceA
      ? ContactKind.faceVertex
      : ContactKind.vertexFace;
  const keyA = edges
    ? keyOfEdge(coreA, featureA)
    : witness === Witness.faceA
      ? keyOfFace(coreA, featureA)
      : footA.extreme;
  const keyB = edges
    ? keyOfEdge(coreB, featureB)
    : witness === Witness.faceB
      ? keyOfFace(coreB, featureB)
      : footB.extreme;
  writeMeeting(buffer, c, kind, keyA, keyB, framesA, oA, framesB, oB);
}
