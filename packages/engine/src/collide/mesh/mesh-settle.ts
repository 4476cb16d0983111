/**
 * Triangles that a shape touches or overlaps along a direction that is no normal of the mesh. Of the normals of the mesh
 * there,
 *
 *   m, those of convex neighbours, those along which other triangles are met, and, where they overlap at a convex edge or
 *   corner, all others at which s can be greatest: of the features of A (a polyhedron), or as mesh-ridge.ts finds them
 *
 * it is the one with the largest s(n) = min n·a − max n·b, a ∈ A, b in the triangle, of those for which at least half of
 * the width of A along n is in front: so that a body in front of one side of a thin wall is not pushed out through the
 * other.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { resize, vec3 } from "../../math/index.js";
import { PairSlot } from "../result/index.js";
import { isForemost, Kind, type Polyhedron, placeExtreme, type Shape, type TriangleMesh } from "../shapes/index.js";
import { measureAlong, placed, placedA, raisePyramid, sizes } from "./mesh-place.js";
import { cornerNormals, edgeNormal, findCornerNormals, findEdgeNormal } from "./mesh-ridge.js";
import { limits, Meeting, met, sameNormal } from "./mesh-triangle.js";

/** Normals along which triangles are met. */
let seen = new Float64Array(96);
let seenCount = 0;
/** The largest s so far. */
const largest = new Float64Array(1);
const direction = new Float64Array(3);
const candidate = new Float64Array(3);
const edge = new Float64Array(3);

export function forgetNormals(): void {
  seenCount = 0;
}

/** Keeps the normal in `met`, for those in doubt. */
export function rememberNormal(): void {
  for (let k = 0; k < seenCount; k++)
    if (seen[3 * k] * met[1] + seen[3 * k + 1] * met[2] + seen[3 * k + 2] * met[3] >= 1 - sameNormal) return;
  if (3 * seenCount === seen.length) seen = resize(seen, 2 * seen.length);
  vec3.copy(seen, 3 * seenCount++, met, PairSlot.normal);
}

/** Fills `met` for triangle t, which has been taken, when all that are not in doubt are known. Returns a `Meeting`. */
export function settleTriangle(mesh: TriangleMesh, t: number, shape: Shape): number {
  const { alternateStart, alternates, normals } = mesh;
  let meeting: number = Meeting.none;
  largest[0] = -Infinity;
  if (takeLarger(mesh, shape, normals, 3 * t)) meeting = Meeting.beside;
  for (let k = alternateStart[t]; k < alternateStart[t + 1]; k++) {
    if (takeLarger(mesh, shape, alternates, 3 * k)) meeting = Meeting.alternate;
  }
  if (searchSeen(mesh, t, shape)) meeting = Meeting.alternate;
  if (meeting !== Meeting.none && alternateStart[t] < alternateStart[t + 1] && largest[0] < -limits[1]) {
    if (shape.kind === Kind.polyhedron ? searchFeatures(mesh, t, shape) : searchRidges(mesh, t, shape)) {
      meeting = Meeting.alternate;
    }
  }
  return writeMet(shape, meeting);
}

/** The same with what is in `met` from the first time, when all others that were in doubt have been settled once. */
export function settleAgain(mesh: TriangleMesh, t: number, shape: Shape, meeting: number): number {
  largest[0] = meeting === Meeting.none ? -Infinity : met[0];
  return searchSeen(mesh, t, shape) ? writeMet(shape, Meeting.alternate) : meeting;
}

function searchSeen(mesh: TriangleMesh, t: number, shape: Shape): boolean {
  let taken = false;
  for (let k = 0; k < seenCount; k++) {
    if (isForemost(mesh, t, seen, 3 * k) && takeLarger(mesh, shape, seen, 3 * k)) taken = true;
  }
  return taken;
}

/** Gap and points along the normal in `met`. */
function writeMet(shape: Shape, meeting: number): number {
  if (meeting === Meeting.none) return meeting;
  met[0] = largest[0];
  rememberNormal();
  vec3.negate(direction, 0, met, PairSlot.normal);
  placeExtreme(met, PairSlot.pointA, shape, placedA, 0, direction, 0);
  for (let k = 0; k < 3; k++) met[PairSlot.pointB + k] = met[PairSlot.pointA + k] - met[0] * met[PairSlot.normal + k];
  return meeting;
}

/** Faces of A, and edges of A with those of the triangle. */
function searchFeatures(mesh: TriangleMesh, t: number, shape: Shape): boolean {
  const core = shape.polyhedron as Polyhedron;
  const { vertices } = mesh.triangle.polyhedron as Polyhedron;
  let taken = false;
  for (let f = 0; f < core.faceCount; f++) {
    turnAxis(candidate, core.facePlanes, 4 * f);
    if (tryBoth(mesh, t, shape)) taken = true;
  }
  for (let e = 0; e < core.edgeCount; e++) {
    const i = 3 * core.edgeVertices[2 * e];
    vec3.subtract(edge, 0, core.vertices, 3 * core.edgeVertices[2 * e + 1], core.vertices, i);
    turnAxis(edge, edge, 0);
    for (let k = 0; k < 9; k += 3) {
      vec3.subtract(candidate, 0, vertices, k === 6 ? 0 : k + 3, vertices, k);
      vec3.cross(candidate, 0, edge, 0, candidate, 0);
      if (vec3.normalize(candidate, 0, candidate, 0) && tryBoth(mesh, t, shape)) taken = true;
    }
  }
  return taken;
}

/** Where s of a curved A is greatest along the arc of an edge, or among the normals of a corner. */
function searchRidges(mesh: TriangleMesh, t: number, shape: Shape): boolean {
  let taken = false;
  raisePyramid(mesh);
  for (let k = 0; k < 3; k++) {
    if (findEdgeNormal(mesh, t, k, shape) && takeLarger(mesh, shape, edgeNormal, 0)) taken = true;
    const count = findCornerNormals(mesh, k, shape);
    for (let c = 0; c < count; c++) {
      if (isForemost(mesh, t, cornerNormals, 3 * c) && takeLarger(mesh, shape, cornerNormals, 3 * c)) taken = true;
    }
  }
  return taken;
}

/** out ← R v, R of A. */
function turnAxis(out: Float64Array, v: Float64Array, i: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  for (let r = 0; r < 3; r++) out[r] = placed[3 + 3 * r] * x + placed[4 + 3 * r] * y + placed[5 + 3 * r] * z;
}

/** The candidate and its opposite. */
function tryBoth(mesh: TriangleMesh, t: number, shape: Shape): boolean {
  const taken = isForemost(mesh, t, candidate, 0) && takeLarger(mesh, shape, candidate, 0);
  vec3.negate(candidate, 0, candidate, 0);
  return (isForemost(mesh, t, candidate, 0) && takeLarger(mesh, shape, candidate, 0)) || taken;
}

/** Whether s along n = normals[i …] is larger than all before: then n is in `met`. */
function takeLarger(mesh: TriangleMesh, shape: Shape, normals: Float64Array, i: number): boolean {
  measureAlong(mesh, shape, normals, i);
  if (!(sizes[0] > largest[0] && sizes[0] >= -0.5 * sizes[1])) return false;
  largest[0] = sizes[0];
  vec3.copy(met, PairSlot.normal, normals, i);
  return true;
}
