/**
 * Finds the footprint of a polyhedron (region-footprint.ts): corners below the limit by walking from the extreme one,
 * which meets them all, as the shape is convex; then the edges and faces between them.
 *
 * With side = 1 for A and −1 for B, "below" is side·h ≤ limit.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */

import { findSupport } from "../shapes/index.js";
import { leastFacingCosine, steepness } from "./parameters.js";
import { type Footprint, Limit } from "./region-footprint.js";
import { collapseHull, computeHull } from "./region-hull.js";

/** Turns the view to a shape placed at frames[o …], and finds its extreme corner. */
export function turnView(foot: Footprint, frames: Float64Array, o: number): void {
  const { axes, side, polyhedron, view } = foot;
  for (let k = 0; k < 9; k += 3) {
    const x = view[k];
    const y = view[k + 1];
    const z = view[k + 2];
    axes[k] = x * frames[o + 3] + y * frames[o + 6] + z * frames[o + 9];
    axes[k + 1] = x * frames[o + 4] + y * frames[o + 7] + z * frames[o + 10];
    axes[k + 2] = x * frames[o + 5] + y * frames[o + 8] + z * frames[o + 11];
  }
  outward[0] = -side * axes[6];
  outward[1] = -side * axes[7];
  outward[2] = -side * axes[8];
  foot.extreme = findSupport(polyhedron, outward, 0, 0);
}

const outward = new Float64Array(3);

/** Collects the footprint of a polyhedron. The last four of `axes` must have been written. */
export function collectFootprint(foot: Footprint): void {
  foot.reserve();
  foot.segmentCount = foot.faceCount = 0;
  const leaves = walkCorners(foot);
  if (leaves || foot.count > 1) walkEdges(foot, leaves);
  keepFaces(foot);
  const { hull, u, v, view } = foot;
  const full = computeHull(hull, u, v, foot.count);
  foot.hullCount = collapseHull(hull, full, u, v, view, Limit.lateral);
  foot.dimension = Math.min(foot.hullCount, 3) - 1;
  if (foot.dimension === 0) hull[0] = 0;
}

/** Makes the footprint that of one edge: its extreme end first. */
export function showEdge(foot: Footprint, edge: number): void {
  const { axes, extreme, u, v, h } = foot;
  const { vertices, edgeVertices } = foot.polyhedron;
  const isFirst = edgeVertices[2 * edge] === extreme;
  const d = edgeVertices[2 * edge + (isFirst ? 1 : 0)];
  const x = vertices[3 * d] - vertices[3 * extreme];
  const y = vertices[3 * d + 1] - vertices[3 * extreme + 1];
  const z = vertices[3 * d + 2] - vertices[3 * extreme + 2];
  u[0] = axes[9];
  v[0] = axes[10];
  h[0] = axes[11];
  u[1] = axes[9] + (axes[0] * x + axes[1] * y + axes[2] * z);
  v[1] = axes[10] + (axes[3] * x + axes[4] * y + axes[5] * z);
  h[1] = axes[11] + (axes[6] * x + axes[7] * y + axes[8] * z);
  foot.segmentCount = 1;
  foot.segmentStart[0] = 0;
  foot.segmentEnd[0] = 1;
  foot.segmentEdge[0] = edge;
}

/** Makes the footprint that of one face, measured from the extreme corner. */
export function showFace(foot: Footprint, face: number): void {
  const { axes } = foot;
  foot.u[0] = axes[9];
  foot.v[0] = axes[10];
  foot.h[0] = axes[11];
  foot.faceCount = 1;
  foot.face[0] = face;
  foot.facePoint[0] = 0;
  foot.faceSegments[0] = 2;
  keepFaces(foot);
}

/**
 * Lists the corners below the limit. Returns whether an edge that leaves may be other than steep: most rise so far that
 * none can be.
 */
function walkCorners(foot: Footprint): boolean {
  const { axes, side, extreme, pointOf, corner, u, v, h, view } = foot;
  const { neighbourStart, neighbours, vertices } = foot.polyhedron;
  const ex = vertices[3 * extreme];
  const ey = vertices[3 * extreme + 1];
  const ez = vertices[3 * extreme + 2];
  const nx = axes[6];
  const ny = axes[7];
  const nz = axes[8];
  const lowest = axes[11];
  const limit = axes[12];
  const longest = view[side > 0 ? Limit.longestA : Limit.longestB];
  const far = limit + ((limit - side * lowest) * longest) / (steepness * view[Limit.lateral]);
  corner[0] = extreme;
  pointOf[extreme] = 0;
  u[0] = axes[9];
  v[0] = axes[10];
  h[0] = lowest;
  let count = 1;
  let leaves = false;
  for (let i = 0; i < count; i++) {
    const c = corner[i];
    const end = neighbourStart[c + 1];
    for (let k = neighbourStart[c]; k < end; k++) {
      const d = neighbours[k];
      const x = vertices[3 * d] - ex;
      const y = vertices[3 * d + 1] - ey;
      const z = vertices[3 * d + 2] - ez;
      const height = lowest + (nx * x + ny * y + nz * z);
      if (side * height > far) continue;
      if (!(side * height <= limit)) {
        leaves = true;
        continue;
      }
      if (pointOf[d] < count && corner[pointOf[d]] === d) continue;
      pointOf[d] = count;
      corner[count] = d;
      u[count] = axes[9] + (axes[0] * x + axes[1] * y + axes[2] * z);
      v[count] = axes[10] + (axes[3] * x + axes[4] * y + axes[5] * z);
      h[count++] = height;
    }
  }
  foot.cornerCount = foot.count = count;
  return leaves;
}

/** Lists the segments: edges between two corners of the footprint, and of those that leave it the part below the limit. */
function walkEdges(foot: Footprint, leaves: boolean): void {
  const { pointOf, cornerCount, corner, u, v, view } = foot;
  const { neighbourStart, neighbours, neighbourEdges } = foot.polyhedron;
  const least = view[Limit.lateral] * view[Limit.lateral];
  for (let i = 0; i < cornerCount; i++) {
    const end = neighbourStart[corner[i] + 1];
    for (let k = neighbourStart[corner[i]]; k < end; k++) {
      const d = neighbours[k];
      const j = pointOf[d];
      if (j < cornerCount && corner[j] === d) {
        const du = u[j] - u[i];
        const dv = v[j] - v[i];
        if (j > i && du * du + dv * dv > least) addSegment(foot, i, j, neighbourEdges[k]);
      } else if (leaves && cutEdge(foot, i, d)) addSegment(foot, i, foot.count++, neighbourEdges[k]);
    }
  }
}

/** Writes, behind the last point, where the edge from point i to corner d reaches the limit. False if it is steep. */
function cutEdge(foot: Footprint, i: number, d: number): boolean {
  const { axes, side, extreme, u, v, h, count, view } = foot;
  const { vertices } = foot.polyhedron;
  const x = vertices[3 * d] - vertices[3 * extreme];
  const y = vertices[3 * d + 1] - vertices[3 * extreme + 1];
  const z = vertices[3 * d + 2] - vertices[3 * extreme + 2];
  const eu = axes[9] + (axes[0] * x + axes[1] * y + axes[2] * z) - u[i];
  const ev = axes[10] + (axes[3] * x + axes[4] * y + axes[5] * z) - v[i];
  const rise = side * (axes[11] + (axes[6] * x + axes[7] * y + axes[8] * z) - h[i]);
  const part = axes[12] - side * h[i];
  const reach = steepness * view[Limit.lateral] * rise;
  if (part * part * (eu * eu + ev * ev) <= reach * reach) return false;
  u[count] = u[i] + (part / rise) * eu;
  v[count] = v[i] + (part / rise) * ev;
  h[count] = side * axes[12];
  foot.corner[count] = -1;
  return true;
}

function addSegment(foot: Footprint, i: number, j: number, edge: number): void {
  const { edgeFaces } = foot.polyhedron;
  const s = foot.segmentCount++;
  foot.segmentStart[s] = i;
  foot.segmentEnd[s] = j;
  foot.segmentEdge[s] = edge;
  countFace(foot, edgeFaces[2 * edge], i);
  countFace(foot, edgeFaces[2 * edge + 1], i);
}

function countFace(foot: Footprint, f: number, point: number): void {
  if (f < 0) return;
  let k = foot.placeOf[f];
  if (k >= foot.faceCount || foot.face[k] !== f) {
    k = foot.placeOf[f] = foot.faceCount++;
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
    if (-side * along < leastFacingCosine) continue;
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
