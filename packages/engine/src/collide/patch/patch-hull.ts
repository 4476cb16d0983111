/**
 * The patch of a polyhedron in a direction (patch.ts): of the face whose normal is nearest to it the corners within
 * the tolerance of the foremost one, if there are three or more; else the longest edge of which both ends are; else the
 * foremost corner.
 */

import { resize, vec3 } from "../../math/index.js";
import { makeUnit } from "../result/index.js";
import type { Polyhedron, Shape } from "../shapes/index.js";
import { FeatureKey, type Patch, PatchForm, Sharpness } from "./patch.js";

const local = new Float64Array(3);
/** The height of the foremost corner, less the tolerance, m. */
const limit = new Float64Array(1);
/** The height of each corner along the direction, m. */
let levels = new Float64Array(32);

/**
 * Writes the patch of a polyhedron. `centre`: the shape's position, seen from where patches begin; slack[0]: the
 * tolerance, m.
 */
export function writeFacePatch(
  patch: Patch,
  shape: Shape,
  frames: Float64Array,
  o: number,
  d: Float64Array,
  i: number,
  centre: Float64Array,
  slack: Float64Array,
): void {
  const p = shape.polyhedron as Polyhedron;
  for (let k = 0; k < 3; k++) {
    local[k] = frames[o + 3 + k] * d[i] + frames[o + 6 + k] * d[i + 1] + frames[o + 9 + k] * d[i + 2];
  }
  if (levels.length < p.vertexCount) levels = resize(levels, p.vertexCount);
  let most = -Infinity;
  let first = 0;
  for (let v = 0; v < p.vertexCount; v++) {
    const level = local[0] * p.vertices[3 * v] + local[1] * p.vertices[3 * v + 1] + local[2] * p.vertices[3 * v + 2];
    levels[v] = level;
    if (!(level > most)) continue;
    most = level;
    first = v;
  }
  limit[0] = most - slack[0];
  let foremost = 0;
  for (let v = 0; v < p.vertexCount; v++) if (levels[v] >= limit[0]) foremost++;
  const face = foremost > 2 ? findFace(p) : -1;
  if (face >= 0) {
    writePolygon(patch, p, face, frames, o, centre);
    return;
  }
  const edge = foremost > 1 ? findEdge(p) : -1;
  patch.form = edge >= 0 ? PatchForm.segment : PatchForm.point;
  patch.sharpness = edge >= 0 ? Sharpness.edge : Sharpness.corner;
  patch.key = edge >= 0 ? FeatureKey.edge + edge : FeatureKey.corner + first;
  if (edge < 0) {
    place(patch, 0, p, first, frames, o, centre);
    return;
  }
  place(patch, 0, p, p.edgeVertices[2 * edge], frames, o, centre);
  place(patch, 1, p, p.edgeVertices[2 * edge + 1], frames, o, centre);
  patch.count = 2;
  vec3.subtract(patch.edge, 0, patch.points, 3, patch.points, 0);
  makeUnit(patch.edge, 0);
}

/** The face that looks most in the direction, if three of its corners are within the limit; else −1. */
function findFace(p: Polyhedron): number {
  let face = 0;
  let most = -Infinity;
  for (let f = 0; f < p.faceCount; f++) {
    const level =
      local[0] * p.facePlanes[4 * f] + local[1] * p.facePlanes[4 * f + 1] + local[2] * p.facePlanes[4 * f + 2];
    if (!(level > most)) continue;
    most = level;
    face = f;
  }
  let count = 0;
  for (let k = p.faceStart[face]; k < p.faceStart[face + 1]; k++) if (levels[p.faceVertices[k]] >= limit[0]) count++;
  return count > 2 ? face : -1;
}

/** The longest edge within the limit, or −1. */
function findEdge(p: Polyhedron): number {
  let edge = -1;
  let longest = 0;
  for (let e = 0; e < p.edgeCount; e++) {
    if (levels[p.edgeVertices[2 * e]] < limit[0] || levels[p.edgeVertices[2 * e + 1]] < limit[0]) continue;
    const a = 3 * p.edgeVertices[2 * e];
    const b = 3 * p.edgeVertices[2 * e + 1];
    const square =
      (p.vertices[a] - p.vertices[b]) * (p.vertices[a] - p.vertices[b]) +
      (p.vertices[a + 1] - p.vertices[b + 1]) * (p.vertices[a + 1] - p.vertices[b + 1]) +
      (p.vertices[a + 2] - p.vertices[b + 2]) * (p.vertices[a + 2] - p.vertices[b + 2]);
    if (!(square > longest)) continue;
    longest = square;
    edge = e;
  }
  return edge;
}

function writePolygon(
  patch: Patch,
  p: Polyhedron,
  face: number,
  frames: Float64Array,
  o: number,
  centre: Float64Array,
): void {
  const start = p.faceStart[face];
  const end = p.faceStart[face + 1];
  patch.form = PatchForm.polygon;
  patch.sharpness = Sharpness.surface;
  patch.key = FeatureKey.face + face;
  patch.reserve(end - start);
  let count = 0;
  for (let k = start; k < end; k++) {
    if (levels[p.faceVertices[k]] >= limit[0]) place(patch, count++, p, p.faceVertices[k], frames, o, centre);
  }
  patch.count = count;
  for (let k = 0; k < 3; k++) {
    const r = o + 3 + 3 * k;
    patch.normal[k] =
      frames[r] * p.facePlanes[4 * face] +
      frames[r + 1] * p.facePlanes[4 * face + 1] +
      frames[r + 2] * p.facePlanes[4 * face + 2];
  }
}

/** Point k of the patch: corner v. */
function place(
  patch: Patch,
  k: number,
  p: Polyhedron,
  v: number,
  frames: Float64Array,
  o: number,
  centre: Float64Array,
): void {
  for (let r = 0; r < 3; r++) {
    const m = o + 3 + 3 * r;
    patch.points[3 * k + r] =
      centre[r] +
      (frames[m] * p.vertices[3 * v] + frames[m + 1] * p.vertices[3 * v + 1] + frames[m + 2] * p.vertices[3 * v + 2]);
  }
  patch.keys[k] = FeatureKey.corner + v;
}
