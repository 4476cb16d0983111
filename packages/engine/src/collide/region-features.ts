/**
 * Finds the footprint of a polyhedron (region-footprint.ts): corners below the limit by walking from the extreme one,
 * which meets them all, as the shape is convex; then the edges and faces between them.
 *
 * With side = 1 for A and −1 for B, "below" is side·h ≤ limit.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import type { Polyhedron } from "./polyhedron.js";
import { type Footprint, Limit, view } from "./region-footprint.js";
import { collapseHull, computeHull } from "./region-hull.js";
import { findSupport } from "./support.js";

/** Edges that leave within so many lateral limits are steep: what they meet is met by their corner. */
const steep = 100;
/** Cosine of the angle between n and the normal of a face, above which it can be said to have a height at (u, v). */
const leastFacing = 0.01;

/** Turns the view to a shape placed at frames[o …], and finds its extreme corner. */
export function turnView(foot: Footprint, core: Polyhedron, frames: Float64Array, o: number): void {
  const { axes, side } = foot;
  foot.polyhedron = core;
  for (let k = 0; k < 9; k += 3) {
    for (let c = 0; c < 3; c++) {
      axes[k + c] = view[k] * frames[o + 3 + c] + view[k + 1] * frames[o + 6 + c] + view[k + 2] * frames[o + 9 + c];
    }
  }
  for (let c = 0; c < 3; c++) outward[c] = -side * axes[6 + c];
  foot.extreme = findSupport(core, outward, 0, 0);
}

const outward = new Float64Array(3);

/** Fills the footprint. The last four of `axes` must have been written. */
export function collectFootprint(foot: Footprint): void {
  const { polyhedron } = foot;
  if (foot.pointOf.length < polyhedron.vertexCount) foot.pointOf = new Int32Array(2 * polyhedron.vertexCount);
  if (foot.placeOf.length < polyhedron.faceCount) foot.placeOf = new Int32Array(2 * polyhedron.faceCount);
  foot.count = foot.segmentCount = foot.faceCount = 0;
  walkCorners(foot);
  walkEdges(foot);
  keepFaces(foot);
  const { hull, u, v } = foot;
  const full = computeHull(hull, u, v, foot.count);
  foot.hullCount = collapseHull(hull, full, u, v, view, Limit.lateral);
  foot.dimension = Math.min(foot.hullCount, 3) - 1;
  if (foot.dimension === 0) hull[0] = 0;
}

/** Writes point k: corner `corner` as seen. */
function writePoint(foot: Footprint, k: number, corner: number): void {
  const { axes, extreme } = foot;
  const { vertices } = foot.polyhedron;
  const x = vertices[3 * corner] - vertices[3 * extreme];
  const y = vertices[3 * corner + 1] - vertices[3 * extreme + 1];
  const z = vertices[3 * corner + 2] - vertices[3 * extreme + 2];
  if (k === foot.corner.length) foot.growPoints();
  foot.corner[k] = corner;
  foot.u[k] = axes[9] + (axes[0] * x + axes[1] * y + axes[2] * z);
  foot.v[k] = axes[10] + (axes[3] * x + axes[4] * y + axes[5] * z);
  foot.h[k] = axes[11] + (axes[6] * x + axes[7] * y + axes[8] * z);
}

function walkCorners(foot: Footprint): void {
  const { polyhedron, axes, side, pointOf } = foot;
  const { neighbourStart, neighbours } = polyhedron;
  writePoint(foot, 0, foot.extreme);
  pointOf[foot.extreme] = 0;
  let count = 1;
  for (let i = 0; i < count; i++) {
    const c = foot.corner[i];
    for (let k = neighbourStart[c]; k < neighbourStart[c + 1]; k++) {
      const d = neighbours[k];
      if (pointOf[d] < count && foot.corner[pointOf[d]] === d) continue;
      writePoint(foot, count, d);
      if (side * foot.h[count] <= axes[12]) pointOf[d] = count++;
    }
  }
  foot.cornerCount = foot.count = count;
}

function walkEdges(foot: Footprint): void {
  const { pointOf, cornerCount } = foot;
  const { neighbourStart, neighbours, neighbourEdges, edgeFaces } = foot.polyhedron;
  for (let i = 0; i < cornerCount; i++) {
    const c = foot.corner[i];
    for (let k = neighbourStart[c]; k < neighbourStart[c + 1]; k++) {
      const d = neighbours[k];
      let j = pointOf[d];
      if (j < cornerCount && foot.corner[j] === d) {
        if (j < i || isShort(foot, i, j, 1)) continue;
      } else {
        j = foot.count;
        cutEdge(foot, i, d);
        if (isShort(foot, i, j, steep)) continue;
        foot.count++;
      }
      const s = foot.segmentCount++;
      if (s === foot.segmentEdge.length) foot.growSegments();
      foot.segmentStart[s] = i;
      foot.segmentEnd[s] = j;
      foot.segmentEdge[s] = neighbourEdges[k];
      countFace(foot, edgeFaces[2 * neighbourEdges[k]], i);
      countFace(foot, edgeFaces[2 * neighbourEdges[k] + 1], i);
    }
  }
}

/** Writes, behind the last point, where the edge from point i to corner d reaches the limit. */
function cutEdge(foot: Footprint, i: number, d: number): void {
  const { axes, side, count } = foot;
  writePoint(foot, count, d);
  const { u, v, h } = foot;
  const part = (axes[12] - side * h[i]) / (side * (h[count] - h[i]));
  u[count] = u[i] + part * (u[count] - u[i]);
  v[count] = v[i] + part * (v[count] - v[i]);
  h[count] = side * axes[12];
  foot.corner[count] = -1;
}

function isShort({ u, v }: Footprint, i: number, j: number, limits: number): boolean {
  const du = u[j] - u[i];
  const dv = v[j] - v[i];
  const reach = limits * view[Limit.lateral];
  return du * du + dv * dv <= reach * reach;
}

function countFace(foot: Footprint, f: number, point: number): void {
  if (f < 0) return;
  let k = foot.placeOf[f];
  if (k >= foot.faceCount || foot.face[k] !== f) {
    k = foot.placeOf[f] = foot.faceCount++;
    if (k === foot.face.length) foot.growFaces();
    foot.face[k] = f;
    foot.facePoint[k] = point;
    foot.faceSegments[k] = 0;
  }
  foot.faceSegments[k]++;
}

/** Keeps the faces with two segments or more that face the other body, and computes their slopes. */
function keepFaces(foot: Footprint): void {
  const { axes, side, face, facePoint, faceSegments, slope } = foot;
  const { facePlanes } = foot.polyhedron;
  let kept = 0;
  for (let k = 0; k < foot.faceCount; k++) {
    if (faceSegments[k] < 2) continue;
    const o = 4 * face[k];
    const along = axes[6] * facePlanes[o] + axes[7] * facePlanes[o + 1] + axes[8] * facePlanes[o + 2];
    if (-side * along < leastFacing) continue;
    face[kept] = face[k];
    facePoint[kept] = facePoint[k];
    for (let c = 0; c < 2; c++) {
      const a = 3 * c;
      const tilt = axes[a] * facePlanes[o] + axes[a + 1] * facePlanes[o + 1] + axes[a + 2] * facePlanes[o + 2];
      slope[2 * kept + c] = -tilt / along;
    }
    kept++;
  }
  foot.faceCount = kept;
}
