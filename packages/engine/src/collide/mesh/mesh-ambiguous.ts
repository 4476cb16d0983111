/**
 * Ambiguous triangles: those that a shape touches or overlaps along a direction that is no normal of the mesh. Of the normals of
 * the mesh there,
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
import {
  isMeshNormal,
  Kind,
  type Polyhedron,
  placeSupportPoint,
  type Shape,
  type TriangleMesh,
} from "../shapes/index.js";
import { measureTriangle, raisePyramid } from "./mesh-place.js";
import type { MeshQuery } from "./mesh-query.js";
import { findCornerNormals, findEdgeNormal } from "./mesh-ridge.js";
import { ContactCase } from "./mesh-triangle.js";
import { sameNormalDefect } from "./parameters.js";

/** Normals along which triangles are met. */
let seen = new Float64Array(96);
let seenCount = 0;
/** The largest s so far. */
const largest = new Float64Array(1);
const direction = new Float64Array(3);
const candidate = new Float64Array(3);
const edge = new Float64Array(3);
/** The best normal of an edge, and up to three directions for a corner (mesh-ridge.ts). */
const edgeNormal = new Float64Array(3);
const cornerNormals = new Float64Array(9);

/** Forgets the normals along which triangles are met. */
export function forgetNormals(): void {
  seenCount = 0;
}

/** Remembers the normal in `met`, for the ambiguous triangles. */
export function rememberNormal(query: MeshQuery): void {
  const { met } = query;
  for (let k = 0; k < seenCount; k++)
    if (seen[3 * k] * met[1] + seen[3 * k + 1] * met[2] + seen[3 * k + 2] * met[3] >= 1 - sameNormalDefect) return;
  if (3 * seenCount === seen.length) seen = resize(seen, 2 * seen.length);
  vec3.copy(seen, 3 * seenCount++, met, PairSlot.normal);
}

/**
 * Resolves an ambiguous triangle t, which has been loaded, when all others are known: fills `met`, and returns a
 * `ContactCase`.
 */
export function resolveTriangle(query: MeshQuery, mesh: TriangleMesh, t: number, shape: Shape): number {
  const { alternateStart, alternates, normals } = mesh;
  let meeting: number = ContactCase.none;
  largest[0] = -Infinity;
  if (takeLarger(query, mesh, shape, normals, 3 * t)) meeting = ContactCase.beside;
  for (let k = alternateStart[t]; k < alternateStart[t + 1]; k++) {
    if (takeLarger(query, mesh, shape, alternates, 3 * k)) meeting = ContactCase.alternate;
  }
  if (searchSeen(query, mesh, t, shape)) meeting = ContactCase.alternate;
  if (meeting !== ContactCase.none && alternateStart[t] < alternateStart[t + 1] && largest[0] < -query.limits[1]) {
    if (shape.kind === Kind.polyhedron ? searchFeatures(query, mesh, t, shape) : searchRidges(query, mesh, t, shape)) {
      meeting = ContactCase.alternate;
    }
  }
  return writeMet(query, shape, meeting);
}

/**
 * Resolves an ambiguous triangle a second time, with `met` as the first time has left it, when all other ambiguous
 * triangles have been resolved once. Returns a `ContactCase`.
 */
export function resolveAgain(query: MeshQuery, mesh: TriangleMesh, t: number, shape: Shape, meeting: number): number {
  largest[0] = meeting === ContactCase.none ? -Infinity : query.met[0];
  return searchSeen(query, mesh, t, shape) ? writeMet(query, shape, ContactCase.alternate) : meeting;
}

function searchSeen(query: MeshQuery, mesh: TriangleMesh, t: number, shape: Shape): boolean {
  let taken = false;
  for (let k = 0; k < seenCount; k++) {
    if (isMeshNormal(mesh, t, seen, 3 * k) && takeLarger(query, mesh, shape, seen, 3 * k)) taken = true;
  }
  return taken;
}

/** Gap and points along the normal in `met`. */
function writeMet(query: MeshQuery, shape: Shape, meeting: number): number {
  const { met } = query;
  if (meeting === ContactCase.none) return meeting;
  met[0] = largest[0];
  rememberNormal(query);
  vec3.negate(direction, 0, met, PairSlot.normal);
  placeSupportPoint(met, PairSlot.pointA, shape, query.placedA, 0, direction, 0);
  for (let k = 0; k < 3; k++) met[PairSlot.pointB + k] = met[PairSlot.pointA + k] - met[0] * met[PairSlot.normal + k];
  return meeting;
}

/** Faces of A, and edges of A with those of the triangle. */
function searchFeatures(query: MeshQuery, mesh: TriangleMesh, t: number, shape: Shape): boolean {
  const core = shape.polyhedron as Polyhedron;
  const { vertices } = mesh.triangle.polyhedron as Polyhedron;
  let taken = false;
  for (let f = 0; f < core.faceCount; f++) {
    turnAxis(query, candidate, core.facePlanes, 4 * f);
    if (tryBoth(query, mesh, t, shape)) taken = true;
  }
  for (let e = 0; e < core.edgeCount; e++) {
    const i = 3 * core.edgeVertices[2 * e];
    vec3.subtract(edge, 0, core.vertices, 3 * core.edgeVertices[2 * e + 1], core.vertices, i);
    turnAxis(query, edge, edge, 0);
    for (let k = 0; k < 9; k += 3) {
      vec3.subtract(candidate, 0, vertices, k === 6 ? 0 : k + 3, vertices, k);
      vec3.cross(candidate, 0, edge, 0, candidate, 0);
      if (vec3.normalize(candidate, 0, candidate, 0) && tryBoth(query, mesh, t, shape)) taken = true;
    }
  }
  return taken;
}

/** Searches the arcs of edges and the normals of corners for those along which s of a curved A is greatest. */
function searchRidges(query: MeshQuery, mesh: TriangleMesh, t: number, shape: Shape): boolean {
  let taken = false;
  raisePyramid(mesh);
  for (let k = 0; k < 3; k++) {
    if (findEdgeNormal(query, edgeNormal, mesh, t, k, shape) && takeLarger(query, mesh, shape, edgeNormal, 0))
      taken = true;
    const count = findCornerNormals(query, cornerNormals, mesh, k, shape);
    for (let c = 0; c < count; c++) {
      if (isMeshNormal(mesh, t, cornerNormals, 3 * c) && takeLarger(query, mesh, shape, cornerNormals, 3 * c))
        taken = true;
    }
  }
  return taken;
}

/** out ← R v, R of A. */
function turnAxis(query: MeshQuery, out: Float64Array, v: Float64Array, i: number): void {
  const { placed } = query;
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  for (let r = 0; r < 3; r++) out[r] = placed[3 + 3 * r] * x + placed[4 + 3 * r] * y + placed[5 + 3 * r] * z;
}

/** The candidate and its opposite. */
function tryBoth(query: MeshQuery, mesh: TriangleMesh, t: number, shape: Shape): boolean {
  const taken = isMeshNormal(mesh, t, candidate, 0) && takeLarger(query, mesh, shape, candidate, 0);
  vec3.negate(candidate, 0, candidate, 0);
  return (isMeshNormal(mesh, t, candidate, 0) && takeLarger(query, mesh, shape, candidate, 0)) || taken;
}

/** Returns whether s along n = normals[i …] is larger than all before: then n is in `met`. */
function takeLarger(query: MeshQuery, mesh: TriangleMesh, shape: Shape, normals: Float64Array, i: number): boolean {
  const { extent } = query;
  measureTriangle(query, mesh, shape, normals, i);
  if (!(extent[0] > largest[0] && extent[0] >= -0.5 * extent[1])) return false;
  largest[0] = extent[0];
  vec3.copy(query.met, PairSlot.normal, normals, i);
  return true;
}
