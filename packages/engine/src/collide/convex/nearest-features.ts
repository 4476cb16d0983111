/**
 * On which features the closest points of two cores lie, as gjk.ts has found them: which face and corner, or which edges,
 * have a plane (plane.ts) with s = distance; and whether v, the vector between the points, can be trusted to tell.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { vec3 } from "../../math/index.js";
import { type Polyhedron, relative, turnToB } from "../shapes/index.js";
import { closest, simplex } from "./gjk.js";
import { measureEdges, measureFaceA, measureFaceB, planeValues } from "./plane.js";

/** Two numbers that differ by less than this, as a part of the size of the coordinates, are one. */
export const rounding = 2e-15;

const direction = new Float64Array(3);

/** Finds the face and corner, or the edges, on which the closest points lie: those of a plane with s = distance. */
export function findFeatures(coreA: Polyhedron, coreB: Polyhedron): boolean {
  const { a, b, count } = simplex;
  if (count < 3) return false;
  const least = closest[0] - rounding * relative[12];
  const manyA = a[0] !== a[1] || a[0] !== a[2];
  const manyB = b[0] !== b[1] || b[0] !== b[2];
  if (manyA && coreA.faceCount > 0) {
    measureFaceA(coreA, coreB, findFaceA(coreA), b[0]);
    if (planeValues[0] >= least) return true;
  }
  if (manyB && coreB.faceCount > 0) {
    measureFaceB(coreA, coreB, findFaceB(coreB), a[0]);
    if (planeValues[0] >= least) return true;
  }
  if (!manyA || !manyB) return false;
  const i = findEdge(coreA, a[0], a[0] === a[1] ? a[2] : a[1]);
  const j = findEdge(coreB, b[0], b[0] === b[1] ? b[2] : b[1]);
  return i >= 0 && j >= 0 && measureEdges(coreA, coreB, i, j) && planeValues[0] >= least;
}

/**
 * Whether v is too short for its direction to be trusted, or is along the normal of a face but for its own rounding:
 * then the points may be at the wrong end of an edge that is nearly parallel to a face or to another edge.
 */
export function isBlurred(coreA: Polyhedron, coreB: Polyhedron): boolean {
  if (isShort()) return true;
  if (coreA.faceCount > 0 && isAlong(coreA, findFaceA(coreA))) return true;
  return coreB.faceCount > 0 && isAlong(coreB, findFaceB(coreB));
}

/** Whether v is too short for its direction to be trusted. */
export function isShort(): boolean {
  return 4 * rounding * relative[12] > 1e-8 * closest[0];
}

/** The face at the first corner of the simplex that is most across v. */
function findFaceA(coreA: Polyhedron): number {
  vec3.negate(direction, 0, closest, 1);
  return findFaceAt(coreA, simplex.a[0]);
}

function findFaceB(coreB: Polyhedron): number {
  turnToB(direction, 0, closest, 1);
  return findFaceAt(coreB, simplex.b[0]);
}

/** Whether `direction`, as long as v, is that of the normal of face f but for rounding. */
function isAlong({ facePlanes }: Polyhedron, f: number): boolean {
  const x = facePlanes[4 * f] * closest[0] - direction[0];
  const y = facePlanes[4 * f + 1] * closest[0] - direction[1];
  const z = facePlanes[4 * f + 2] * closest[0] - direction[2];
  const error = 4 * rounding * relative[12];
  return x * x + y * y + z * z <= error * error;
}

/** Of the faces at a corner, the one whose normal is most along `direction`. */
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
