/**
 * Any convex shape A against a fixed mesh B: how far apart, or how deep, and the contacts.
 *
 *   collideMesh        the least gap to any triangle, its normal and points, into a PairResult; of an overlap those of the
 *                      deepest contact, along its own normal: at a peak of several faces that can be more than the shortest
 *                      way out of all of them, by 6 % measured
 *   findMeshContacts   all contacts with a gap of at most the tolerance, into a ContactBuffer
 *
 * The triangles near A are met along normals of the mesh (mesh-meet.ts), and their contacts joined (mesh-rows.ts). Where
 * none is met from the front, A may be behind the surface (mesh-sunk.ts); if not, and nothing lies in front, the gap is
 * infinite. With a cache the triangles are those that were near before, as long as no other can be.
 *
 * Follows: Rigid Body Simulation, sections 7.1 and 8.
 */
import { fail, vec3 } from "../../math/index.js";
import { ContactBuffer, type PairResult, PairSlot, placeRow, Status, turn, Witness } from "../result/index.js";
import { Kind, type Shape, type TriangleMesh } from "../shapes/index.js";
import { Memo, type MeshCache, MeshMemory } from "./mesh-cache.js";
import { searchFar } from "./mesh-far.js";
import { addDeepest, gatherRows } from "./mesh-gather.js";
import { chooseSeed, ensureList, listFar, moveMemory } from "./mesh-list.js";
import { meetList, meetRow } from "./mesh-meet.js";
import { keepNearer, nearestFound, nearestValues, startNearest } from "./mesh-nearest.js";
import { placeInMesh } from "./mesh-place.js";
import { addSunkRows, findSunk } from "./mesh-sunk.js";
import { limits, Meeting, met } from "./mesh-triangle.js";

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

/** Whether A and the mesh B touch or overlap: the result is as that of `collideMesh` if they do, else not to be used. */
export function touchMesh(
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
  const mesh = requireMesh(shapeA, shapeB);
  const memory = takeMemory(cache, slot);
  limits[0] = far ? Infinity : tolerance;
  limits[1] = tolerance;
  placeInMesh(framesA, oA, framesB, oB);
  moveMemory(memory, mesh, shapeA);
  ensureList(memory, shapeA, cache);
  startNearest();
  const seed = chooseSeed(memory, mesh);
  if (seed >= 0) seedNearest(memory, mesh, seed, shapeA, tolerance);
  meetList(memory, mesh, shapeA, tolerance, keepNearer, cache);
  if (nearestFound.row >= 0) memory.nearestRow = nearestFound.row;
  if (far && limits[0] > memory.numbers[Memo.margin]) {
    searchFar(memory, mesh, shapeA, tolerance, cache);
    if (cache !== null && limits[0] < Infinity) listFar(memory, shapeA, cache);
  }
  if (nearestValues[0] < -tolerance) takeDeepestRow(memory, mesh, shapeA, tolerance);
  const { values } = result;
  if (nearestValues[0] > tolerance && findSunk(memory, mesh, shapeA)) for (let k = 0; k < 10; k++) values[k] = met[k];
  else for (let k = 0; k < 10; k++) values[k] = nearestValues[k];
  result.status =
    values[0] > tolerance ? Status.disjoint : values[0] < -tolerance ? Status.overlapping : Status.touching;
  result.witness = Witness.none;
  result.featureA = result.featureB = -1;
  for (let k = PairSlot.normal; k < 10; k += 3) turn(values, k, framesB, oB);
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
  const mesh = requireMesh(shapeA, shapeB);
  const memory = takeMemory(cache, slot);
  limits[0] = limits[1] = tolerance;
  placeInMesh(framesA, oA, framesB, oB);
  const start = buffer.count;
  moveMemory(memory, mesh, shapeA);
  ensureList(memory, shapeA, cache);
  meetList(memory, mesh, shapeA, tolerance, passOver, cache);
  gatherRows(buffer, memory, mesh, shapeA, tolerance);
  if (buffer.count === start && !addDeepest(buffer, memory, mesh, shapeA, tolerance)) {
    if (findSunk(memory, mesh, shapeA)) addSunkRows(buffer, mesh, shapeA, tolerance);
  }
  for (let row = start; row < buffer.count; row++) placeRow(buffer, row, framesB, oB);
  return buffer.count - start;
}

/** Makes A of B: the normal turns round, the points change places. */
export function swapPair({ values }: PairResult): void {
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

/** The mesh of B, which A can be held against. */
function requireMesh(shapeA: Shape, shapeB: Shape): TriangleMesh {
  if (shapeB.mesh === null) fail("not-a-mesh", "shapeB", "must be a mesh", shapeB.kind, "createMesh makes one");
  if (shapeA.kind === Kind.plane || shapeA.kind === Kind.mesh) {
    const must = "must be a bounded convex shape";
    fail("not-bounded", "shapeA", must, shapeA.kind, "planes and meshes stay where they are");
  }
  return shapeB.mesh;
}

/** What was nearest is likely to be so still: it tells how far to look. */
function seedNearest(memory: MeshMemory, mesh: TriangleMesh, k: number, shape: Shape, tolerance: number): void {
  const row = memory.rows[k];
  if (memory.stamps[row] !== memory.stamp) meetRow(memory, mesh, k, shape, tolerance);
  const meeting = memory.meetings[row];
  if (meeting !== Meeting.none && meeting !== Meeting.doubtful) keepNearer(memory, k);
}

function passOver(): void {}

/** Of an overlap, the deepest of the contacts, if there are any: to `nearestValues`. */
function takeDeepestRow(memory: MeshMemory, mesh: TriangleMesh, shape: Shape, tolerance: number): void {
  rows.clear();
  gatherRows(rows, memory, mesh, shape, tolerance);
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
