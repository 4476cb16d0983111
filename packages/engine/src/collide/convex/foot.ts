/**
 * Where the features of a plane (separating-plane.ts) meet: the foot of the corner on the face, or the points of two edges nearest
 * to one another.
 *
 * If the foot lies in the face, or the points lie within the edges, no other plane near it has a larger s; and if s > 0,
 * none at all: s is the distance. The corner may be one of several at the same height, the ends of an edge or the corners
 * of a face that is parallel to the other: then any point of that edge or face will do.
 */
import { vec3 } from "../../math/index.js";
import { Witness } from "../result/index.js";
import type { Polyhedron } from "../shapes/index.js";
import type { CoreQuery } from "./core-query.js";
import { levelHeight } from "./parameters.js";
import { placeInA, turnToA, turnToB } from "./relative-pose.js";

const p = new Float64Array(3);
const d = new Float64Array(3);
const e = new Float64Array(3);

/** Writes the feet of the plane last measured. Returns false if its features do not face one another there. */
export function findFeet(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron): boolean {
  const { plane, feet, separation } = query;
  if (plane.witness === Witness.edges) return findEdgePoints(query, coreA, coreB);
  if (plane.witness === Witness.faceA) {
    placeInA(feet, 3, query.relative, coreB.vertices, 3 * plane.featureB);
    crossGap(query, feet, 0, feet, 3, 1, separation, 1);
    if (isWithinFace(query, coreA, plane.featureA, feet, 0)) return true;
    if (!findLevelPoint(query, coreA, plane.featureA, coreB, plane.featureB, true)) return false;
    vec3.copy(feet, 3, p, 0);
    crossGap(query, feet, 0, feet, 3, 1, separation, 1);
    return true;
  }
  vec3.copy(feet, 0, coreA.vertices, 3 * plane.featureA);
  crossGap(query, feet, 3, feet, 0, -1, separation, 1);
  placeInB(query, p, 0, feet, 3);
  if (isWithinFace(query, coreB, plane.featureB, p, 0)) return true;
  if (!findLevelPoint(query, coreB, plane.featureB, coreA, plane.featureA, false)) return false;
  placeInA(feet, 0, query.relative, p, 0);
  crossGap(query, feet, 3, feet, 0, -1, separation, 1);
  return true;
}

/** From one plane to the other: p ± s n. */
function crossGap(
  query: CoreQuery,
  out: Float64Array,
  o: number,
  p: Float64Array,
  i: number,
  sign: 1 | -1,
  n: Float64Array,
  j: number,
): void {
  const s = sign * query.separation[0];
  out[o] = p[i] + s * n[j];
  out[o + 1] = p[i + 1] + s * n[j + 1];
  out[o + 2] = p[i + 2] + s * n[j + 2];
}

/** Rᵀ (p − x): a point as B sees it. */
function placeInB(query: CoreQuery, out: Float64Array, o: number, point: Float64Array, i: number): void {
  vec3.subtract(out, o, point, i, query.relative, 0);
  turnToB(out, o, query.relative, out, o);
}

/** Corner v of the core that faces a face, in the frame of that face. `inA`: the face is of A. */
function loadCorner(
  query: CoreQuery,
  out: Float64Array,
  o: number,
  { vertices }: Polyhedron,
  v: number,
  inA: boolean,
): void {
  if (inA) placeInA(out, o, query.relative, vertices, 3 * v);
  else placeInB(query, out, o, vertices, 3 * v);
}

/** Returns whether corner v of `other` is over face f; `inA`: the face is of A. */
export function isCornerOver(
  query: CoreQuery,
  core: Polyhedron,
  f: number,
  other: Polyhedron,
  v: number,
  inA: boolean,
): boolean {
  loadCorner(query, p, 0, other, v, inA);
  return isWithinFace(query, core, f, p, 0);
}

/**
 * A point over face f among those of `other` at the height of its corner v: on an edge from there, or in a face at it.
 * Writes p, in the frame of the face.
 */
function findLevelPoint(
  query: CoreQuery,
  core: Polyhedron,
  f: number,
  other: Polyhedron,
  v: number,
  inA: boolean,
): boolean {
  const { neighbourStart, neighbours, neighbourEdges, edgeFaces } = other;
  loadCorner(query, d, 0, other, v, inA);
  for (let k = neighbourStart[v]; k < neighbourStart[v + 1]; k++) {
    loadCorner(query, e, 0, other, neighbours[k], inA);
    if (isLevel(query, core, f) && clipSegment(query, core, f)) return true;
  }
  for (let k = neighbourStart[v]; k < neighbourStart[v + 1]; k++) {
    for (let side = 0; side < 2; side++) {
      const g = edgeFaces[2 * neighbourEdges[k] + side];
      if (g >= 0 && meetFace(query, core, f, other, g, inA, false)) return true;
    }
  }
  return false;
}

/**
 * A point in the midst of what of `other` is over face f at the height of its corner v: of a face there, or else of an
 * edge. Writes `middle`, in the frame of the face; false if nothing is level.
 */
export function findLevelMiddle(
  query: CoreQuery,
  core: Polyhedron,
  f: number,
  other: Polyhedron,
  v: number,
  inA: boolean,
): boolean {
  const { neighbourStart, neighbours, neighbourEdges, edgeFaces } = other;
  let edge = -1;
  loadCorner(query, d, 0, other, v, inA);
  for (let k = neighbourStart[v]; k < neighbourStart[v + 1]; k++) {
    loadCorner(query, e, 0, other, neighbours[k], inA);
    if (!isLevel(query, core, f)) continue;
    if (edge >= 0) {
      // two level edges at a corner: the face between them, if it is one, is level
      const g = findCommonFace(edgeFaces, edge, neighbourEdges[k]);
      if (g >= 0 && meetFace(query, core, f, other, g, inA, true)) return true;
      loadCorner(query, d, 0, other, v, inA);
    }
    edge = neighbourEdges[k];
  }
  if (edge < 0) return false;
  const { edgeVertices } = other;
  loadCorner(
    query,
    e,
    0,
    other,
    edgeVertices[2 * edge] === v ? edgeVertices[2 * edge + 1] : edgeVertices[2 * edge],
    inA,
  );
  if (!clipSegment(query, core, f)) return false;
  vec3.copy(query.levelMiddle, 0, p, 0);
  return true;
}

/** The face that two edges have in common, −1 if there is none. */
function findCommonFace(edgeFaces: Int32Array, i: number, j: number): number {
  const f = edgeFaces[2 * i];
  const g = edgeFaces[2 * i + 1];
  if (f === edgeFaces[2 * j] || f === edgeFaces[2 * j + 1]) return f;
  return g === edgeFaces[2 * j] || g === edgeFaces[2 * j + 1] ? g : -1;
}

/** Returns whether d and e are at the same height over face f. */
function isLevel(query: CoreQuery, { facePlanes }: Polyhedron, f: number): boolean {
  const o = 4 * f;
  const rise = facePlanes[o] * (e[0] - d[0]) + facePlanes[o + 1] * (e[1] - d[1]) + facePlanes[o + 2] * (e[2] - d[2]);
  return Math.abs(rise) <= levelHeight * query.relative[12];
}

/**
 * Face f against a face g of the other core, if that is level: an edge of g over f, or a corner of f over g, to p.
 * `whole`: instead, a point in the midst of where they are over one another, to `middle`.
 */
function meetFace(
  query: CoreQuery,
  core: Polyhedron,
  f: number,
  other: Polyhedron,
  g: number,
  inA: boolean,
  whole: boolean,
): boolean {
  const { faceStart, faceVertices } = other;
  const end = faceStart[g + 1];
  for (let k = faceStart[g]; k < end; k++) {
    loadCorner(query, e, 0, other, faceVertices[k], inA);
    if (!isLevel(query, core, f)) return false;
  }
  return meetSides(query, core, f, other, g, inA, whole) || meetWithin(query, core, f, other, g, inA, whole);
}

/** The edges of face g that are over face f: the first one to p, or, if `whole`, the mean of all to `levelMiddle`. */
function meetSides(
  query: CoreQuery,
  core: Polyhedron,
  f: number,
  other: Polyhedron,
  g: number,
  inA: boolean,
  whole: boolean,
): boolean {
  const { levelMiddle } = query;
  const { faceStart, faceVertices } = other;
  const end = faceStart[g + 1];
  let count = 0;
  if (whole) levelMiddle.fill(0);
  for (let k = faceStart[g]; k < end; k++) {
    loadCorner(query, d, 0, other, faceVertices[k], inA);
    loadCorner(query, e, 0, other, faceVertices[k + 1 < end ? k + 1 : faceStart[g]], inA);
    if (!clipSegment(query, core, f)) continue;
    if (!whole) return true;
    vec3.add(levelMiddle, 0, levelMiddle, 0, p, 0);
    count++;
  }
  if (count === 0) return false;
  for (let c = 0; c < 3; c++) levelMiddle[c] /= count;
  return true;
}

/** No edge of face g reaches over face f: either all of f is over g, or nothing. A point of f to p, or to `levelMiddle`. */
function meetWithin(
  query: CoreQuery,
  core: Polyhedron,
  f: number,
  other: Polyhedron,
  g: number,
  inA: boolean,
  whole: boolean,
): boolean {
  const { separation } = query;
  const start = core.faceStart[f];
  const corners = core.faceStart[f + 1] - start;
  vec3.copy(p, 0, core.vertices, 3 * core.faceVertices[start]);
  // a corner may be at the side of g: whether the middle is over g decides for all of f
  for (let k = 1; whole && k < corners; k++) vec3.add(p, 0, p, 0, core.vertices, 3 * core.faceVertices[start + k]);
  if (whole) for (let c = 0; c < 3; c++) p[c] /= corners;
  if (inA) placeInB(query, e, 0, p, 0);
  else placeInA(e, 0, query.relative, p, 0);
  if (!isWithinFace(query, other, g, e, 0)) return false;
  // from the plane of f to that of g
  if (inA) vec3.copy(d, 0, separation, 1);
  else turnToB(d, 0, query.relative, separation, 1);
  crossGap(query, p, 0, p, 0, inA ? -1 : 1, d, 0);
  if (whole) vec3.copy(query.levelMiddle, 0, p, 0);
  return true;
}

/** The part of the segment from d to e that is over face f: its middle goes to p. False if there is none. */
function clipSegment(query: CoreQuery, core: Polyhedron, f: number): boolean {
  const { besideSquare } = query;
  const { faceStart, faceVertices, facePlanes, vertices } = core;
  const nx = facePlanes[4 * f];
  const ny = facePlanes[4 * f + 1];
  const nz = facePlanes[4 * f + 2];
  const end = faceStart[f + 1];
  let from = 0;
  let to = 1;
  let i = 3 * faceVertices[end - 1];
  for (let k = faceStart[f]; k < end; k++) {
    const j = 3 * faceVertices[k];
    const ux = vertices[j] - vertices[i];
    const uy = vertices[j + 1] - vertices[i + 1];
    const uz = vertices[j + 2] - vertices[i + 2];
    // n × u: inwards, across the edge
    const x = ny * uz - nz * uy;
    const y = nz * ux - nx * uz;
    const z = nx * uy - ny * ux;
    let start = x * (d[0] - vertices[i]) + y * (d[1] - vertices[i + 1]) + z * (d[2] - vertices[i + 2]);
    let stop = x * (e[0] - vertices[i]) + y * (e[1] - vertices[i + 1]) + z * (e[2] - vertices[i + 2]);
    const allowed = besideSquare[0] * (x * x + y * y + z * z);
    if (start * start < allowed) start = 0;
    if (stop * stop < allowed) stop = 0;
    if (start < 0 && stop < 0) return false;
    if (start < 0) from = Math.max(from, start / (start - stop));
    else if (stop < 0) to = Math.min(to, start / (start - stop));
    i = j;
  }
  if (from > to) return false;
  const t = 0.5 * (from + to);
  for (let c = 0; c < 3; c++) p[c] = d[c] + t * (e[c] - d[c]);
  return true;
}

/** Returns whether a point in the plane of face f lies on the inner side of each of its edges. */
function isWithinFace(query: CoreQuery, core: Polyhedron, f: number, point: Float64Array, o: number): boolean {
  const { besideSquare } = query;
  const { faceStart, faceVertices, facePlanes, vertices } = core;
  const nx = facePlanes[4 * f];
  const ny = facePlanes[4 * f + 1];
  const nz = facePlanes[4 * f + 2];
  const end = faceStart[f + 1];
  let i = 3 * faceVertices[end - 1];
  for (let k = faceStart[f]; k < end; k++) {
    const j = 3 * faceVertices[k];
    const ux = vertices[j] - vertices[i];
    const uy = vertices[j + 1] - vertices[i + 1];
    const uz = vertices[j + 2] - vertices[i + 2];
    const x = point[o] - vertices[i];
    const y = point[o + 1] - vertices[i + 1];
    const z = point[o + 2] - vertices[i + 2];
    const inside = nx * (uy * z - uz * y) + ny * (uz * x - ux * z) + nz * (ux * y - uy * x);
    if (inside < 0 && inside * inside >= besideSquare[0] * (ux * ux + uy * uy + uz * uz)) return false;
    i = j;
  }
  return true;
}

/** With w = b − a between first ends and N = ea × eb: λ = (w × eb)·N/N·N on A, μ = (w × ea)·N/N·N on B. */
function findEdgePoints(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron): boolean {
  const { plane, feet } = query;
  const a0 = 3 * coreA.edgeVertices[2 * plane.featureA];
  const a1 = 3 * coreA.edgeVertices[2 * plane.featureA + 1];
  const b0 = 3 * coreB.edgeVertices[2 * plane.featureB];
  const b1 = 3 * coreB.edgeVertices[2 * plane.featureB + 1];
  placeInA(feet, 3, query.relative, coreB.vertices, b0);
  vec3.subtract(e, 0, coreB.vertices, b1, coreB.vertices, b0);
  turnToA(e, 0, query.relative, e, 0);
  vec3.copy(feet, 0, coreA.vertices, a0);
  vec3.subtract(d, 0, coreA.vertices, a1, feet, 0);
  vec3.subtract(p, 0, feet, 3, feet, 0);
  const nx = d[1] * e[2] - d[2] * e[1];
  const ny = d[2] * e[0] - d[0] * e[2];
  const nz = d[0] * e[1] - d[1] * e[0];
  const nn = nx * nx + ny * ny + nz * nz;
  // a triple product each: (w × e)·N and (w × d)·N
  const along = nx * (p[1] * e[2] - p[2] * e[1]) + ny * (p[2] * e[0] - p[0] * e[2]) + nz * (p[0] * e[1] - p[1] * e[0]);
  const across = nx * (p[1] * d[2] - p[2] * d[1]) + ny * (p[2] * d[0] - p[0] * d[2]) + nz * (p[0] * d[1] - p[1] * d[0]);
  if (!(along >= 0 && along <= nn && across >= 0 && across <= nn)) return false;
  for (let c = 0; c < 3; c++) {
    feet[c] += (along / nn) * d[c];
    feet[3 + c] += (across / nn) * e[c];
  }
  return true;
}
