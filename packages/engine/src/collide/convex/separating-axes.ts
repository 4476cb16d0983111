/**
 * The best of all planes between two convex cores (separating-plane.ts): every face of A, every face of B, every pair of edges that
 * are extreme together. If the largest s is negative, −s is exactly the depth of the overlap; if it is positive, s is the
 * distance where a face and a corner or two edges are nearest to one another, and less than it elsewhere.
 *
 * Most need not be looked at if a point mA of A and a point mB of B are known (a common point if they overlap). Where A
 * reaches hA beyond mA against n, and B reaches hB beyond mB along it, s = n·(mA − mB) − hA − hB:
 *
 *   s ≥ s₀  only if  hA + hB ≤ |mA − mB| − s₀
 *
 * h is the depth below a face for its normal, no less than the smaller one of two faces for the edge between them, and
 * never less than the least of all faces. Of equals, to rounding, the first is taken: faces of A, faces of B, edges,
 * whatever was left out on the way.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { vec3 } from "../../math/index.js";
import { Witness } from "../result/index.js";
import type { Polyhedron } from "../shapes/index.js";
import type { CoreQuery } from "./core-query.js";
import { nearlyParallelSine, outsideRounding, parallelSine, separationGain } from "./parameters.js";
import { placeInA, turnToA, turnToB } from "./relative-pose.js";
import { measureEdges, measureFaceA, measureFaceB } from "./separating-plane.js";

/** The depths of mA below each face of A, and of mB below each face of B, m. */
let depthsA = new Float64Array(64);
let depthsB = new Float64Array(64);
/** The least of them, or 0 if the point is outside by rounding or the core has no faces: of A, of B. */
const leastDepths = new Float64Array(2);
/** Whether mA is of A and mB of B. */
let within = false;
/** Edges to be looked at, rising; of those of B, in the frame of A: direction (3), first corner (3), |e|² and h. */
let listA = new Int32Array(64);
let listB = new Int32Array(64);
let edgesB = new Float64Array(8 * 64);
const e = new Float64Array(6);
const best = { witness: Witness.none as Witness, featureA: -1, featureB: -1 };
/** s of the best so far (0); the largest hA + hB of interest (1), hA (2), hB (3); |mA − mB|, and rounding (4). */
const bounds = new Float64Array(5);

/**
 * Leaves the best of all planes in `plane` and `separation`, by what stands in `known`. One of the cores at least
 * must have faces. `measured`: `provesOverlap` has just been asked about it.
 */
export function searchSeparatingPlanes(
  query: CoreQuery,
  coreA: Polyhedron,
  coreB: Polyhedron,
  measured: boolean,
): void {
  const { known } = query;
  if (!measured) provesOverlap(query, coreA, coreB);
  const x = known[0] - known[3];
  const y = known[1] - known[4];
  const z = known[2] - known[5];
  const distance = Math.sqrt(x * x + y * y + z * z);
  bounds[4] = 8 * separationGain * query.relative[12] + distance;
  // no s is larger than the distance of the points, but by rounding; and a point outside bounds nothing
  bounds[1] = within ? bounds[4] - Math.min(known[6], distance) : Infinity;
  search(query, coreA, coreB);
  if (bounds[0] === -Infinity) {
    // rounding has left out all of them
    bounds[1] = Infinity;
    bounds[4] = Infinity;
    search(query, coreA, coreB);
  }
  measureAgain(query, coreA, coreB, best.witness, best.featureA, best.featureB);
}

/** Leaves the best of the planes that what is known allows for in `best` and bounds[0]; −∞ if there are none. */
function search(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron): void {
  searchFaces(query, coreA, coreB);
  // the best face may be better than what was known
  if (within) bounds[1] = Math.min(bounds[1], bounds[4] - bounds[0]);
  searchEdges(query, coreA, coreB);
}

/** Returns whether mA is in A and mB in B, to rounding: if the two are one point, the cores overlap or touch. */
export function provesOverlap(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron): boolean {
  const { relative, known } = query;
  reserve(coreA, coreB);
  const least = -separationGain * relative[12];
  writeDepths(depthsA, coreA, known, 0, 0);
  vec3.subtract(m, 0, known, 3, relative, 0);
  turnToB(m, 0, query.relative, m, 0);
  writeDepths(depthsB, coreB, m, 0, 1);
  const inside = leastDepths[0] >= least && leastDepths[1] >= least;
  within = Math.min(leastDepths[0], leastDepths[1]) >= -outsideRounding * relative[12];
  for (let k = 0; k < 2; k++) if (!(leastDepths[k] > 0 && leastDepths[k] < Infinity)) leastDepths[k] = 0;
  return inside && coreA.faceCount > 0 && coreB.faceCount > 0;
}

const m = new Float64Array(3);

/** Room for the work on cores of this size. */
function reserve(coreA: Polyhedron, coreB: Polyhedron): void {
  if (depthsA.length < coreA.faceCount) depthsA = new Float64Array(2 * coreA.faceCount);
  if (depthsB.length < coreB.faceCount) depthsB = new Float64Array(2 * coreB.faceCount);
  if (listA.length < coreA.edgeCount) listA = new Int32Array(2 * coreA.edgeCount);
  if (listB.length < coreB.edgeCount) {
    listB = new Int32Array(2 * coreB.edgeCount);
    edgesB = new Float64Array(16 * coreB.edgeCount);
  }
}

/** Writes the depth of the point at p[o …] below each face, and the least of them to leastDepths[k]. */
function writeDepths(
  depths: Float64Array,
  { facePlanes, faceCount }: Polyhedron,
  p: Float64Array,
  o: number,
  k: 0 | 1,
): void {
  const x = p[o];
  const y = p[o + 1];
  const z = p[o + 2];
  let least = Infinity;
  for (let f = 0; f < faceCount; f++) {
    const depth =
      facePlanes[4 * f + 3] - (facePlanes[4 * f] * x + facePlanes[4 * f + 1] * y + facePlanes[4 * f + 2] * z);
    depths[f] = depth;
    if (depth < least) least = depth;
  }
  leastDepths[k] = least;
}

function searchFaces(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron): void {
  const { plane } = query;
  bounds[0] = -Infinity;
  let limit = bounds[1] - leastDepths[1];
  let corner = 0;
  for (let f = 0; f < coreA.faceCount; f++) {
    if (depthsA[f] > limit) continue;
    measureFaceA(query, coreA, coreB, f, corner);
    corner = plane.featureB;
    keepBetter(query);
  }
  limit = bounds[1] - leastDepths[0];
  corner = 0;
  for (let f = 0; f < coreB.faceCount; f++) {
    if (depthsB[f] > limit) continue;
    measureFaceB(query, coreA, coreB, f, corner);
    corner = plane.featureA;
    keepBetter(query);
  }
}

/** Measures a known plane anew. Returns false if it is one of edges that are no longer extreme together. */
export function measureAgain(
  query: CoreQuery,
  coreA: Polyhedron,
  coreB: Polyhedron,
  witness: Witness,
  featureA: number,
  featureB: number,
): boolean {
  if (witness === Witness.edges) return measureEdges(query, coreA, coreB, featureA, featureB);
  if (witness === Witness.faceA) measureFaceA(query, coreA, coreB, featureA, featureB);
  else measureFaceB(query, coreA, coreB, featureB, featureA);
  return true;
}

function keepBetter(query: CoreQuery): void {
  const { separation, plane } = query;
  if (separation[0] <= bounds[0] + separationGain * query.relative[12]) return;
  bounds[0] = separation[0];
  best.witness = plane.witness;
  best.featureA = plane.featureA;
  best.featureB = plane.featureB;
}

/** Tries every pair of edges, of those of interest, whose arcs cross. */
function searchEdges(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron): void {
  bounds[2] = bounds[1] - leastDepths[1];
  bounds[3] = bounds[1] - leastDepths[0];
  const countB = listEdges(listB, coreB, depthsB, 3);
  if (countB === 0) return;
  placeEdges(query, coreB, countB);
  const countA = listEdges(listA, coreA, depthsA, 2);
  const { vertices, edgeVertices } = coreA;
  for (let k = 0; k < countA; k++) {
    const i = listA[k];
    if (coreA.faceCount === 0 || coreB.faceCount === 0) {
      for (let l = 0; l < countB; l++) if (measureEdges(query, coreA, coreB, i, listB[l])) keepBetter(query);
    } else {
      vec3.subtract(e, 0, vertices, 3 * edgeVertices[2 * i + 1], vertices, 3 * edgeVertices[2 * i]);
      turnToB(e, 3, query.relative, e, 0);
      searchAlong(query, coreA, coreB, i, countB);
    }
  }
}

/** Lists the edges of the faces no deeper than bounds[o], rising, and returns how many they are. */
function listEdges(list: Int32Array, core: Polyhedron, depths: Float64Array, o: 2 | 3): number {
  const limit = bounds[o];
  const { faceStart, faceEdges, edgeFaces, faceCount, edgeCount } = core;
  let count = 0;
  if (faceCount === 0 || limit === Infinity) {
    for (let k = 0; k < edgeCount; k++) list[count++] = k;
    return count;
  }
  for (let f = 0; f < faceCount; f++) {
    if (depths[f] > limit) continue;
    for (let k = faceStart[f]; k < faceStart[f + 1]; k++) {
      const edge = faceEdges[k];
      const other = edgeFaces[2 * edge] === f ? edgeFaces[2 * edge + 1] : edgeFaces[2 * edge];
      // once, from the first of the two
      if (other < f && depths[other] <= limit) continue;
      let place = count++;
      for (; place > 0 && list[place - 1] > edge; place--) list[place] = list[place - 1];
      list[place] = edge;
    }
  }
  return count;
}

/** Turns and places the edges of B in the frame of A. */
function placeEdges(query: CoreQuery, coreB: Polyhedron, count: number): void {
  const { vertices, edgeVertices, edgeFaces, faceCount } = coreB;
  for (let k = 0; k < count; k++) {
    const j = listB[k];
    const b0 = 3 * edgeVertices[2 * j];
    const b1 = 3 * edgeVertices[2 * j + 1];
    const o = 8 * k;
    vec3.subtract(edgesB, o, vertices, b1, vertices, b0);
    edgesB[o + 6] = edgesB[o] * edgesB[o] + edgesB[o + 1] * edgesB[o + 1] + edgesB[o + 2] * edgesB[o + 2];
    turnToA(edgesB, o, query.relative, edgesB, o);
    placeInA(edgesB, o + 3, query.relative, vertices, b0);
    edgesB[o + 7] = faceCount === 0 ? 0 : Math.min(depthsB[edgeFaces[2 * j]], depthsB[edgeFaces[2 * j + 1]]);
  }
}

/** Edge i of A against every edge of B, both of polyhedra: `measureEdges`, with what does not change taken out. */
function searchAlong(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, i: number, countB: number): void {
  const { relative } = query;
  const { facePlanes, vertices } = coreA;
  const { edgeFaces, facePlanes: planesB } = coreB;
  const f = coreA.edgeFaces[2 * i];
  const g = coreA.edgeFaces[2 * i + 1];
  const fx = facePlanes[4 * f];
  const fy = facePlanes[4 * f + 1];
  const fz = facePlanes[4 * f + 2];
  const gx = facePlanes[4 * g];
  const gy = facePlanes[4 * g + 1];
  const gz = facePlanes[4 * g + 2];
  const room = bounds[1] - Math.max(0, Math.min(depthsA[f], depthsA[g]));
  const a = 3 * coreA.edgeVertices[2 * i];
  const ex = e[0];
  const ey = e[1];
  const ez = e[2];
  const tx = e[3];
  const ty = e[4];
  const tz = e[5];
  const ee = ex * ex + ey * ey + ez * ez;
  for (let k = 0; k < countB; k++) {
    const o = 8 * k;
    if (edgesB[o + 7] > room) continue;
    const ux = edgesB[o];
    const uy = edgesB[o + 1];
    const uz = edgesB[o + 2];
    const from = fx * ux + fy * uy + fz * uz;
    const to = gx * ux + gy * uy + gz * uz;
    if (from * to >= 0) continue;
    const j = listB[k];
    const p = 4 * edgeFaces[2 * j];
    const q = 4 * edgeFaces[2 * j + 1];
    const start = planesB[p] * tx + planesB[p + 1] * ty + planesB[p + 2] * tz;
    const end = planesB[q] * tx + planesB[q + 1] * ty + planesB[q + 2] * tz;
    if (start * end >= 0 || from * start <= 0) continue;
    const sign = from > 0 ? -1 : 1;
    const x = sign * (ey * uz - ez * uy);
    const y = sign * (ez * ux - ex * uz);
    const z = sign * (ex * uy - ey * ux);
    const square = x * x + y * y + z * z;
    const lengths = ee * edgesB[o + 6];
    if (square <= parallelSine * parallelSine * lengths) continue;
    const s =
      (x * (vertices[a] - edgesB[o + 3]) +
        y * (vertices[a + 1] - edgesB[o + 4]) +
        z * (vertices[a + 2] - edgesB[o + 5])) /
      Math.sqrt(square);
    if (square < nearlyParallelSine * nearlyParallelSine * lengths) {
      if (measureEdges(query, coreA, coreB, i, j)) keepBetter(query);
    } else if (s > bounds[0] + separationGain * relative[12]) {
      bounds[0] = s;
      best.witness = Witness.edges;
      best.featureA = i;
      best.featureB = j;
    }
  }
}
