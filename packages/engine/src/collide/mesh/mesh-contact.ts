/**
 * Any convex shape A against a fixed mesh B: how far apart, or how deep, and the contacts.
 *
 *   collideMesh        the least gap to any triangle, its normal and points, into a PairResult; of an overlap those of the
 *                      deepest contact, along its own normal: at a peak of several faces that can be more than the shortest
 *                      way out of all of them, by 6 % measured
 *   findMeshContacts   all contacts with a gap of at most the tolerance, into a ContactBuffer
 *
 * The triangles near A are met along normals of the mesh (mesh-meet.ts), and their contacts joined (mesh-rows.ts). Where
 * none is met from the front, A may be behind the surface (mesh-inside.ts); if not, and nothing lies in front, the gap is
 * infinite. With a cache the triangles are those that were near before, as long as no other can be.
 *
 * Follows: Rigid Body Simulation, sections 7.1 and 8.
 */
import { fail, vec3 } from "../../math/index.js";
import {
  ContactBuffer,
  type PairResult,
  PairSlot,
  placeContact,
  rotateVector,
  Status,
  Witness,
} from "../result/index.js";
import { Kind, type Shape, type TriangleMesh } from "../shapes/index.js";
import { MemoryField, type MeshCache, MeshMemory } from "./mesh-cache.js";
import { searchFar } from "./mesh-far.js";
import { addDeepest, gatherContacts } from "./mesh-gather.js";
import { addInsideContacts, findInside } from "./mesh-inside.js";
import { chooseSeed, ensureList, listFar, moveMemory } from "./mesh-list.js";
import { meetList, meetRow } from "./mesh-meet.js";
import { keepNearer, startNearest } from "./mesh-nearest.js";
import { placeInMesh } from "./mesh-place.js";
import { MeshQuery } from "./mesh-query.js";
import { ContactCase } from "./mesh-triangle.js";

const query = new MeshQuery();

/** For those who remember nothing. */
const forgetful = new MeshMemory();
/** Contacts of an overlap, of which the deepest is wanted. */
const rows = new ContactBuffer();

/**
 * Finds the least gap of A, placed at framesA[oA …], and the mesh B, placed at framesB[oB …]. Slot `slot` of the cache is
 * that of this pair.
 */
export function collideMesh(
  result: PairResult,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  tolerance: number,
  cache: MeshCache | null = null,
  slot = 0,
): void {
  findLeast(result, shapeA, framesA, oA, shapeB, framesB, oB, tolerance, cache, slot, true);
}

/**
 * Returns whether A and the mesh B touch or overlap: the result is as that of `collideMesh` if they do, else not to
 * be used.
 */
export function touchesMesh(
  result: PairResult,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  tolerance: number,
): boolean {
  findLeast(result, shapeA, framesA, oA, shapeB, framesB, oB, tolerance, null, 0, false);
  return result.status !== Status.disjoint;
}

function findLeast(
  result: PairResult,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  tolerance: number,
  cache: MeshCache | null,
  slot: number,
  far: boolean,
): void {
  const { limits, nearestFound, nearestValues, met } = query;
  const mesh = requireMesh(shapeA, shapeB);
  const memory = takeMemory(cache, slot);
  limits[0] = far ? Infinity : tolerance;
  limits[1] = tolerance;
  placeInMesh(query.placedA, framesA, oA, framesB, oB);
  moveMemory(query, memory, mesh, shapeA);
  ensureList(query, memory, shapeA, cache);
  startNearest(query);
  const seed = chooseSeed(query, memory, mesh);
  if (seed >= 0) seedNearest(query, memory, mesh, seed, shapeA, tolerance);
  meetList(query, memory, mesh, shapeA, tolerance, keepNearer, cache);
  if (nearestFound.row >= 0) memory.nearestRow = nearestFound.row;
  if (far && limits[0] > memory.numbers[MemoryField.margin]) {
    searchFar(query, memory, mesh, shapeA, tolerance, cache);
    if (cache !== null && limits[0] < Infinity) listFar(query, memory, shapeA, cache);
  }
  if (nearestValues[0] < -tolerance) takeDeepestContact(query, memory, mesh, shapeA, tolerance);
  const isInside = nearestValues[0] > tolerance && findInside(query, memory, mesh, shapeA);
  writeResult(result, isInside ? met : nearestValues, framesB, oB, tolerance);
}

/** Writes what was found in the frame of the mesh to the result, in the world. */
function writeResult(
  result: PairResult,
  found: Float64Array,
  framesB: Float64Array,
  oB: number,
  tolerance: number,
): void {
  const { values } = result;
  for (let k = 0; k < 10; k++) values[k] = found[k];
  result.status =
    values[0] > tolerance ? Status.disjoint : values[0] < -tolerance ? Status.overlapping : Status.touching;
  result.witness = Witness.none;
  result.featureA = result.featureB = -1;
  for (let k = PairSlot.normal; k < 10; k += 3) rotateVector(values, k, framesB, oB);
  vec3.add(values, PairSlot.pointA, values, PairSlot.pointA, framesB, oB);
  vec3.add(values, PairSlot.pointB, values, PairSlot.pointB, framesB, oB);
}

/** Appends the contacts of A and the mesh B to the buffer and returns how many there are. */
export function findMeshContacts(
  buffer: ContactBuffer,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  tolerance: number,
  cache: MeshCache | null = null,
  slot = 0,
): number {
  const { limits } = query;
  const mesh = requireMesh(shapeA, shapeB);
  const memory = takeMemory(cache, slot);
  limits[0] = limits[1] = tolerance;
  placeInMesh(query.placedA, framesA, oA, framesB, oB);
  const start = buffer.count;
  moveMemory(query, memory, mesh, shapeA);
  ensureList(query, memory, shapeA, cache);
  meetList(query, memory, mesh, shapeA, tolerance, ignore, cache);
  gatherContacts(query, buffer, memory, mesh, shapeA, tolerance);
  if (buffer.count === start && !addDeepest(query, buffer, memory, mesh, shapeA, tolerance)) {
    if (findInside(query, memory, mesh, shapeA)) addInsideContacts(query, buffer, mesh, shapeA, tolerance);
  }
  for (let row = start; row < buffer.count; row++) placeContact(buffer, row, framesB, oB);
  return buffer.count - start;
}

/** Exchanges A and B in a result: the normal turns round, the points change places. */
export function swapPairResult({ values }: PairResult): void {
  for (let k = 0; k < 3; k++) {
    values[PairSlot.normal + k] = -values[PairSlot.normal + k];
    const pointA = values[PairSlot.pointA + k];
    values[PairSlot.pointA + k] = values[PairSlot.pointB + k];
    values[PairSlot.pointB + k] = pointA;
  }
}

function takeMemory(cache: MeshCache | null, slot: number): MeshMemory {
  if (cache !== null) return cache.read(slot);
  forgetful.reset();
  return forgetful;
}

/** Returns the mesh of B, and throws unless A can be collided with it. */
function requireMesh(shapeA: Shape, shapeB: Shape): TriangleMesh {
  if (shapeB.mesh === null) fail("not-a-mesh", "shapeB", "must be a mesh", shapeB.kind, "createMesh makes one");
  if (shapeA.kind === Kind.plane || shapeA.kind === Kind.mesh) {
    const must = "must be a bounded convex shape";
    fail("not-bounded", "shapeA", must, shapeA.kind, "planes and meshes stay where they are");
  }
  return shapeB.mesh;
}

/** Meets the triangle that was nearest the last time: it is likely to be so still, and bounds how far to look. */
function seedNearest(
  query: MeshQuery,
  memory: MeshMemory,
  mesh: TriangleMesh,
  k: number,
  shape: Shape,
  tolerance: number,
): void {
  const row = memory.rows[k];
  if (memory.stamps[row] !== memory.stamp) meetRow(query, memory, mesh, k, shape, tolerance);
  const meeting = memory.cases[row];
  if (meeting !== ContactCase.none && meeting !== ContactCase.ambiguous) keepNearer(query, memory, k);
}

function ignore(): void {}

/** Takes the deepest of the contacts of an overlap, if there are any, to `nearestValues`. */
function takeDeepestContact(
  query: MeshQuery,
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  tolerance: number,
): void {
  const { nearestValues } = query;
  rows.clear();
  gatherContacts(query, rows, memory, mesh, shape, tolerance);
  const { gap, normal, point } = rows;
  let deepest = -1;
  for (let row = 0; row < rows.count; row++) if (deepest < 0 || gap[row] < gap[deepest]) deepest = row;
  if (deepest < 0) return;
  const half = 0.5 * gap[deepest];
  nearestValues[0] = gap[deepest];
  for (let k = 0; k < 3; k++) {
    const n = normal[3 * deepest + k];
    nearestValues[PairSlot.normal + k] = n;
    nearestValues[PairSlot.pointA + k] = point[3 * deepest + k] + half * n;
    nearestValues[PairSlot.pointB + k] = point[3 * deepest + k] - half * n;
  }
}
