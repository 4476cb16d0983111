/**
 * On which features the closest points of two cores lie, as gjk.ts has found them: which face and corner, or which edges, have a
 * plane (separating-plane.ts) with s = distance; and whether v, the vector between the points, is certain enough to find them.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { vec3 } from "../../math/index.js";
import type { Polyhedron } from "../shapes/index.js";
import type { CoreQuery } from "./core-query.js";
import { coordinateRounding, directionError } from "./parameters.js";
import { turnToB } from "./relative-pose.js";
import { measureEdges, measureFaceA, measureFaceB } from "./separating-plane.js";

const direction = new Float64Array(3);

/**
 * Finds the face and corner, or the edges, on which the closest points lie: those of a plane with s = distance.
 * Returns whether there are such.
 */
export function findFeatures(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron): boolean {
  const { separation } = query;
  const { a, b, count } = query.simplex;
  if (count < 3) return false;
  const least = query.closest[0] - coordinateRounding * query.relative[12];
  const manyA = a[0] !== a[1] || a[0] !== a[2];
  const manyB = b[0] !== b[1] || b[0] !== b[2];
  if (manyA && coreA.faceCount > 0) {
    measureFaceA(query, coreA, coreB, findFaceA(query, coreA), b[0]);
    if (separation[0] >= least) return true;
  }
  if (manyB && coreB.faceCount > 0) {
    measureFaceB(query, coreA, coreB, findFaceB(query, coreB), a[0]);
    if (separation[0] >= least) return true;
  }
  return manyA && manyB && findEdges(query, coreA, coreB);
}

/** Returns whether the closest points lie on an edge of each, with a plane whose s is their distance. */
function findEdges(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron): boolean {
  const { a, b } = query.simplex;
  const i = findEdge(coreA, a[0], a[0] === a[1] ? a[2] : a[1]);
  const j = findEdge(coreB, b[0], b[0] === b[1] ? b[2] : b[1]);
  return (
    i >= 0 &&
    j >= 0 &&
    measureEdges(query, coreA, coreB, i, j) &&
    query.separation[0] >= query.closest[0] - coordinateRounding * query.relative[12]
  );
}

/**
 * Returns whether v is too short for its direction to be trusted, or is along the normal of a face but for its own
 * rounding: then the points may be at the wrong end of an edge that is nearly parallel to a face or to another edge.
 */
export function isIllConditioned(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron): boolean {
  if (isTooShort(query)) return true;
  if (coreA.faceCount > 0 && isAlong(query, coreA, findFaceA(query, coreA))) return true;
  return coreB.faceCount > 0 && isAlong(query, coreB, findFaceB(query, coreB));
}

/** Returns whether v is too short for its direction to be trusted. */
export function isTooShort(query: CoreQuery): boolean {
  return 4 * coordinateRounding * query.relative[12] > directionError * query.closest[0];
}

/** The face at the first corner of the simplex that is most across v. */
function findFaceA(query: CoreQuery, coreA: Polyhedron): number {
  vec3.negate(direction, 0, query.closest, 1);
  return findFaceAt(coreA, query.simplex.a[0]);
}

function findFaceB(query: CoreQuery, coreB: Polyhedron): number {
  turnToB(direction, 0, query.relative, query.closest, 1);
  return findFaceAt(coreB, query.simplex.b[0]);
}

/** Returns whether `direction`, as long as v, is that of the normal of face f but for rounding. */
function isAlong(query: CoreQuery, { facePlanes }: Polyhedron, f: number): boolean {
  const { closest } = query;
  const x = facePlanes[4 * f] * closest[0] - direction[0];
  const y = facePlanes[4 * f + 1] * closest[0] - direction[1];
  const z = facePlanes[4 * f + 2] * closest[0] - direction[2];
  const error = 4 * coordinateRounding * query.relative[12];
  return x * x + y * y + z * z <= error * error;
}

/** Returns, among the faces at a corner, the one whose normal is most along `direction`. */
function findFaceAt(core: Polyhedron, corner: number): number {
  const { neighbourStart, neighbourEdges, edgeVertices, edgeFaces, facePlanes } = core;
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const end = neighbourStart[corner + 1];
  let best = -1;
  let most = -Infinity;
  for (let k = neighbourStart[corner]; k < end; k++) {
    // each face once: by the edge that leaves the corner in it
    const edge = 2 * neighbourEdges[k];
    const f = edgeFaces[edgeVertices[edge] === corner ? edge : edge + 1];
    const value = facePlanes[4 * f] * x + facePlanes[4 * f + 1] * y + facePlanes[4 * f + 2] * z;
    if (value > most) {
      most = value;
      best = f;
    }
  }
  return best;
}

/** The edge between two corners, −1 if there is none. */
function findEdge({ neighbourStart, neighbours, neighbourEdges }: Polyhedron, i: number, j: number): number {
  for (let k = neighbourStart[i]; k < neighbourStart[i + 1]; k++) if (neighbours[k] === j) return neighbourEdges[k];
  return -1;
}
