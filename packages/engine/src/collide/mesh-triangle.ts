/**
 * A convex shape A against one triangle of a mesh: along which normal they meet, and how far apart they are.
 *
 * Both are seen from the first corner of the triangle, with the axes of the mesh. The triangle is a flat polyhedron with
 * two sides; for curved shapes a pyramid behind it with slopes of 45°. Closest points or the shortest
 * way out come from the functions for convex pairs. That direction counts only if it is a normal of the mesh
 * (mesh-normals.ts). If not:
 *
 *   apart          the triangle is left out: another one is nearer, or A is behind it
 *   touching or    of m, the normals of convex neighbours, and those along which other triangles are met, the one with
 *   overlapping    the largest s(n) = min n·a − max n·b, a ∈ A, b in the triangle, of those normals of the mesh there for
 *                  which at least half of the width of A along n is in front
 *
 * so that a body in front of one side of a thin wall is not pushed out through the other.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { resize, vec3 } from "../math/index.js";
import { collideCurved } from "./curved-collide.js";
import { placeExtreme } from "./extreme.js";
import { isForemost } from "./mesh-normals.js";
import type { TriangleMesh } from "./mesh-table.js";
import { PairResult, PairSlot } from "./pair-result.js";
import { collidePolyhedra } from "./polyhedra.js";
import type { Polyhedron } from "./polyhedron.js";
import { Kind, type Shape } from "./shape.js";
import { WitnessCache } from "./witness.js";

/**
 * How a triangle is met: along its normal, at points on it; along another normal of the mesh, at a corner or edge; along
 * its own normal or that of others, where the direction found is none; not known until the others are. Below: A is apart
 * from the triangle but reaches below its plane.
 */
export const Meeting = { none: 0, face: 1, feature: 2, beside: 3, alternate: 4, doubtful: 5, below: 6 } as const;

/** A in the frame of the mesh. */
export const placedA: Float64Array = new Float64Array(12);
/** A (0) and the triangle (12), seen from its first corner. */
export const placed: Float64Array = new Float64Array(24);
placed[15] = placed[19] = placed[23] = 1;
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

/** Cosine of the angle behind a triangle up to which its edges are looked at: less than the 45° of the pyramid. */
const slantedBack = 0.1;

const result = new PairResult();
const witnesses = new WitnessCache(1);
const direction = new Float64Array(3);
const point = new Float64Array(3);
/** s (0), the width of A along n (1), s along the own normal of the triangle (2), the largest s so far (3). */
const sizes = new Float64Array(4);

/** The frame of A seen from the mesh. */
export function placeInMesh(framesA: Float64Array, i: number, framesB: Float64Array, j: number): void {
  const x = framesA[i] - framesB[j];
  const y = framesA[i + 1] - framesB[j + 1];
  const z = framesA[i + 2] - framesB[j + 2];
  for (let r = 0; r < 3; r++) {
    const a = framesB[j + 3 + r];
    const b = framesB[j + 6 + r];
    const c = framesB[j + 9 + r];
    placedA[r] = a * x + b * y + c * z;
    for (let k = 0; k < 3; k++) {
      placedA[3 + 3 * r + k] = a * framesA[i + 3 + k] + b * framesA[i + 6 + k] + c * framesA[i + 9 + k];
    }
  }
}

/** Makes the flat polyhedron, or the pyramid, that of triangle t, and sees A from there. */
export function takeTriangle(mesh: TriangleMesh, t: number, shape: Shape): void {
  const { vertices, facePlanes } = mesh.triangle.polyhedron as Polyhedron;
  const first = 3 * mesh.triangles[3 * t];
  for (let k = 1; k < 3; k++)
    vec3.subtract(vertices, 3 * k, mesh.vertices, 3 * mesh.triangles[3 * t + k], mesh.vertices, first);
  vec3.copy(facePlanes, 0, mesh.normals, 3 * t);
  vec3.negate(facePlanes, 4, mesh.normals, 3 * t);
  const b = facePlanes[0] * vertices[3] + facePlanes[1] * vertices[4] + facePlanes[2] * vertices[5];
  const c = facePlanes[0] * vertices[6] + facePlanes[1] * vertices[7] + facePlanes[2] * vertices[8];
  facePlanes[3] = Math.max(0, b, c);
  facePlanes[7] = -Math.min(0, b, c);
  for (let k = 3; k < 12; k++) placed[k] = placedA[k];
  vec3.subtract(placed, 0, placedA, 0, mesh.vertices, first);
  if (shape.kind !== Kind.polyhedron) raisePyramid(mesh);
}

/** The tip is below the centre of the inscribed circle by its radius. */
function raisePyramid(mesh: TriangleMesh): void {
  const { vertices: corners, facePlanes: face } = mesh.triangle.polyhedron as Polyhedron;
  const { vertices, facePlanes } = mesh.pyramid.polyhedron as Polyhedron;
  for (let k = 0; k < 9; k++) vertices[k] = corners[k];
  for (let k = 0; k < 4; k++) facePlanes[k] = face[k];
  vec3.set(vertices, 9, 0, 0, 0);
  let round = 0;
  for (let k = 0; k < 3; k++) {
    const i = 3 * k;
    vec3.subtract(direction, 0, corners, k === 2 ? 0 : i + 3, corners, i);
    const length = vec3.length(direction, 0);
    // the corner across has the weight of this side
    const across = k === 0 ? 6 : i - 3;
    for (let c = 0; c < 3; c++) vertices[9 + c] += length * corners[across + c];
    round += length;
    vec3.cross(direction, 0, direction, 0, face, 0);
    for (let c = 0; c < 3; c++) facePlanes[i + k + 4 + c] = (direction[c] / length - face[c]) * Math.SQRT1_2;
    facePlanes[i + k + 7] =
      facePlanes[i + k + 4] * corners[i] +
      facePlanes[i + k + 4 + 1] * corners[i + 1] +
      facePlanes[i + k + 4 + 2] * corners[i + 2];
  }
  for (let c = 0; c < 3; c++) vertices[9 + c] /= round;
  // how far the centre is from the first side
  const outward =
    facePlanes[4] * vertices[9] + facePlanes[5] * vertices[10] + facePlanes[6] * vertices[11] - facePlanes[7];
  for (let c = 0; c < 3; c++) vertices[9 + c] += outward * Math.SQRT2 * face[c];
}

/** Fills `met` for triangle t, which has been taken, and returns a `Meeting`. */
export function meetTriangle(mesh: TriangleMesh, t: number, shape: Shape, tolerance: number): number {
  measureAlong(mesh, shape, mesh.normals, 3 * t);
  sizes[2] = sizes[0];
  if (sizes[0] > limits[0] || sizes[0] < -sizes[1]) return Meeting.none;
  if (shape.kind === Kind.polyhedron) {
    witnesses.reset(0);
    collidePolyhedra(result, shape, placed, 0, mesh.triangle, placed, 12, witnesses, 0, tolerance);
  } else {
    collideCurved(result, shape, placed, 0, mesh.pyramid, placed, 12, null, 0, tolerance);
  }
  const { values } = result;
  if (values[0] > limits[0]) return sizes[2] <= limits[1] && sizes[2] >= -0.5 * sizes[1] ? Meeting.below : Meeting.none;
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
    met[0] = sizes[2];
    vec3.copy(met, PairSlot.normal, mesh.normals, 3 * t);
    return Meeting.face;
  }
  return values[0] > limits[1] ? Meeting.none : Meeting.doubtful;
}

/** Normals along which triangles are met. */
let seen = new Float64Array(96);
let seenCount = 0;

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

/** The same for a triangle in doubt, when all others are known. */
export function settleTriangle(mesh: TriangleMesh, t: number, shape: Shape, tolerance: number): number {
  const { alternateStart, alternates, normals } = mesh;
  let meeting: number = Meeting.none;
  sizes[3] = -Infinity;
  measureAlong(mesh, shape, normals, 3 * t);
  sizes[2] = sizes[0];
  if (sizes[2] >= -0.5 * sizes[1]) {
    sizes[3] = sizes[2];
    meeting = Meeting.beside;
    vec3.copy(met, PairSlot.normal, normals, 3 * t);
  }
  for (let k = alternateStart[t]; k < alternateStart[t + 1]; k++) {
    if (takeLarger(mesh, shape, alternates, 3 * k)) meeting = Meeting.alternate;
  }
  for (let k = 0; k < seenCount; k++) {
    if (isForemost(mesh, t, seen, 3 * k) && takeLarger(mesh, shape, seen, 3 * k)) meeting = Meeting.alternate;
  }
  // at a convex edge or corner there are more: those of the features of A, or of A drawn back a little
  if (meeting !== Meeting.none && alternateStart[t] < alternateStart[t + 1] && sizes[3] < -limits[1]) {
    if (shape.kind === Kind.polyhedron ? searchFeatures(mesh, t, shape) : drawBack(mesh, t, shape, tolerance)) {
      meeting = Meeting.alternate;
    }
  }
  if (meeting === Meeting.none) return meeting;
  met[0] = sizes[3];
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
    vec3.subtract(
      edge,
      0,
      core.vertices,
      3 * core.edgeVertices[2 * e + 1],
      core.vertices,
      3 * core.edgeVertices[2 * e],
    );
    turnAxis(edge, edge, 0);
    for (let k = 0; k < 9; k += 3) {
      vec3.subtract(candidate, 0, vertices, k === 6 ? 0 : k + 3, vertices, k);
      vec3.cross(candidate, 0, edge, 0, candidate, 0);
      if (vec3.normalize(candidate, 0, candidate, 0) && tryBoth(mesh, t, shape)) taken = true;
    }
  }
  return taken;
}

const candidate = new Float64Array(3);
const edge = new Float64Array(3);

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

/** The direction to A as it is when moved out along the best normal so far, and a little farther; a few times. */
function drawBack(mesh: TriangleMesh, t: number, shape: Shape, tolerance: number): boolean {
  let taken = false;
  for (let k = 0; k < 8; k++) {
    const away = 1e-6 * shape.reach - 1.01 * sizes[3];
    for (let c = 0; c < 3; c++) placed[c] += away * met[PairSlot.normal + c];
    collideCurved(result, shape, placed, 0, mesh.pyramid, placed, 12, null, 0, tolerance);
    for (let c = 0; c < 3; c++) placed[c] -= away * met[PairSlot.normal + c];
    vec3.copy(candidate, 0, result.values, PairSlot.normal);
    if (!isForemost(mesh, t, candidate, 0) || !takeLarger(mesh, shape, candidate, 0)) break;
    taken = true;
  }
  return taken;
}

/** Whether s along n = normals[i …] is larger than all before: then n is in `met`. */
function takeLarger(mesh: TriangleMesh, shape: Shape, normals: Float64Array, i: number): boolean {
  measureAlong(mesh, shape, normals, i);
  if (!(sizes[0] > sizes[3] && sizes[0] >= -0.5 * sizes[1])) return false;
  sizes[3] = sizes[0];
  vec3.copy(met, PairSlot.normal, normals, i);
  return true;
}

/** s along n = normals[i …] (sizes 0) and the width of A (sizes 1). */
function measureAlong(mesh: TriangleMesh, shape: Shape, normals: Float64Array, i: number): void {
  const { vertices } = mesh.triangle.polyhedron as Polyhedron;
  vec3.negate(direction, 0, normals, i);
  placeExtreme(point, 0, shape, placed, 0, direction, 0);
  sizes[0] = normals[i] * point[0] + normals[i + 1] * point[1] + normals[i + 2] * point[2];
  placeExtreme(point, 0, shape, placed, 0, normals, i);
  sizes[1] = normals[i] * point[0] + normals[i + 1] * point[1] + normals[i + 2] * point[2] - sizes[0];
  sizes[0] -= Math.max(
    0,
    normals[i] * vertices[3] + normals[i + 1] * vertices[4] + normals[i + 2] * vertices[5],
    normals[i] * vertices[6] + normals[i + 1] * vertices[7] + normals[i + 2] * vertices[8],
  );
}
