/**
 * A convex shape A against one triangle of a mesh: along which normal they meet, and how far apart they are. Closest
 * points or the shortest way out come from the functions for convex pairs (mesh-place.ts), or, for balls and capsules,
 * from those of their core (mesh-core.ts). That direction counts only if it is a normal of the mesh (mesh-normals.ts). If
 * not:
 *
 *   apart          the triangle is left out: another one is nearer, or A is behind it
 *   touching or    in doubt: settled when all others are known (mesh-settle.ts)
 *   overlapping
 *
 * What was found stays in the row of the triangle, with bounds that tell until when it need not be met again.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { vec3 } from "../../math/index.js";
import { collidePolyhedra } from "../convex/index.js";
import { collideCurved } from "../curved/index.js";
import { PairResult, PairSlot } from "../result/index.js";
import { isForemost, Kind, type Polyhedron, type Shape, type TriangleMesh } from "../shapes/index.js";
import { Bound, boundSize, Memo, type MeshMemory, metSize } from "./mesh-cache.js";
import { measureCore, nearest } from "./mesh-core.js";
import { measureAlong, placed, raisePyramid, sizes } from "./mesh-place.js";

/**
 * How a triangle is met: along its normal, at points on it; along another normal of the mesh, at a corner or edge; along
 * its own normal or that of others, where the direction found is none; not known until the others are.
 */
export const Meeting = { none: 0, face: 1, feature: 2, beside: 3, alternate: 4, doubtful: 5 } as const;

/** What was found: as the values of a PairResult, points in the frame of the mesh. */
export const met: Float64Array = new Float64Array(10);
/**
 * Triangles farther than this (0) are of no interest; up to this (1), the tolerance, they touch, m. The tolerance is also
 * handed on as it came: a number read from an array and given to a function would be boxed, as would one that a function
 * like `vec3.dot` gives back where there is no room to inline it.
 */
export const limits: Float64Array = new Float64Array(2);

/** 1 − cosine of the angle, 1e-6, below which two normals are one. */
export const sameNormal = 5e-13;

/** Cosine of the angle behind a triangle up to which its edges are looked at. */
const slantedBack = 0.1;

export const convexPair: PairResult = new PairResult();
const result = convexPair;

/** Fills `met` for triangle t, which has been taken, and returns a `Meeting`. What there is to know goes to its row. */
export function meetTriangle(
  mesh: TriangleMesh,
  t: number,
  shape: Shape,
  memory: MeshMemory,
  row: number,
  tolerance: number,
): number {
  const { bounds, mets } = memory;
  const b = boundSize * row;
  measureAlong(mesh, shape, mesh.normals, 3 * t);
  const level = sizes[0];
  const width = sizes[1];
  bounds[b + Bound.level] = level;
  bounds[b + Bound.clear] = bounds[b + Bound.apart] = Math.max(level, -level - width);
  bounds[b + Bound.travelled] = memory.numbers[Memo.travelled];
  // along the normal, unless there is something better
  vec3.copy(mets, metSize * row + 10, mesh.normals, 3 * t);
  if (level > limits[0] || level < -width) return Meeting.none;
  measureConvex(mesh, shape, memory, row, tolerance);
  const { values } = result;
  vec3.copy(mets, metSize * row + 10, values, PairSlot.normal);
  bounds[b + Bound.apart] = Math.max(bounds[b + Bound.apart], values[0]);
  if (values[0] > limits[0]) return Meeting.none;
  // a normal on an edge or corner is in front of one of its triangles at least: the others need not know of it
  const front =
    values[1] * mesh.normals[3 * t] + values[2] * mesh.normals[3 * t + 1] + values[3] * mesh.normals[3 * t + 2];
  if (front > -slantedBack && isForemost(mesh, t, values, PairSlot.normal)) {
    for (let k = 0; k < 10; k++) met[k] = values[k];
    const first = 3 * mesh.triangles[3 * t];
    vec3.add(met, PairSlot.pointA, met, PairSlot.pointA, mesh.vertices, first);
    vec3.add(met, PairSlot.pointB, met, PairSlot.pointB, mesh.vertices, first);
    if (values[0] > limits[1]) return Meeting.feature;
    if (front < 1 - sameNormal) return Meeting.feature;
    met[0] = level;
    vec3.copy(met, PairSlot.normal, mesh.normals, 3 * t);
    return Meeting.face;
  }
  return values[0] > limits[1] ? Meeting.none : Meeting.doubtful;
}

/** A, at `placed`, and the triangle that has been taken as a pair of convex shapes: to `convexPair`. */
export function measureConvex(
  mesh: TriangleMesh,
  shape: Shape,
  memory: MeshMemory,
  row: number,
  tolerance: number,
): void {
  if (shape.kind === Kind.polyhedron) {
    collidePolyhedra(result, shape, placed, 0, mesh.triangle, placed, 12, memory.witnesses, row, tolerance);
  } else if (shape.kind === Kind.sphere || shape.kind === Kind.capsule) {
    measureRound(mesh, shape);
  } else {
    raisePyramid(mesh);
    collideCurved(result, shape, placed, 0, mesh.pyramid, placed, 12, memory.curved, row, tolerance);
  }
}

/** A core in the triangle itself has no direction: that of the triangle, with a gap that is no more than it can be. */
function measureRound(mesh: TriangleMesh, shape: Shape): void {
  const { vertices, facePlanes } = mesh.triangle.polyhedron as Polyhedron;
  measureCore(shape, placed, 0, vertices);
  const { values } = result;
  const distance = Math.sqrt(nearest[6]);
  values[0] = distance - shape.radius;
  for (let k = 0; k < 3; k++) {
    const n = distance > 0 ? (nearest[k] - nearest[3 + k]) / distance : -facePlanes[k];
    values[1 + k] = n;
    values[PairSlot.pointA + k] = nearest[k] - shape.radius * n;
    values[PairSlot.pointB + k] = nearest[3 + k];
  }
}
