/**
 * Any two shapes: whether and where they touch. Polyhedra go by witnesses, everything with a curved surface by its own
 * closed forms, fixed meshes triangle by triangle. A mesh may be A or B; two meshes do not meet.
 *
 *   collideShapes   status, signed gap, normal and the two points between which it is measured, into a PairResult
 *   findContacts    the corners of the contact region, into a ContactBuffer
 *
 * Follows: Rigid Body Simulation, sections 7.1 and 8.
 */
import { requireInteger } from "../../math/index.js";
import { collidePolyhedra, WitnessCache } from "../convex/index.js";
import { CurvedCache, collideCurved, findCurvedContacts } from "../curved/index.js";
import { collideMesh, findMeshContacts, MeshCache, swapPairResult } from "../mesh/index.js";
import { findRegion } from "../region/index.js";
import { type ContactBuffer, type PairResult, swapContact } from "../result/index.js";
import { Kind, type Shape } from "../shapes/index.js";

/** The greatest number of pairs that a table can have rows for. */
const maxCapacity = 2 ** 26;

/**
 * The memory of many pairs of shapes from call to call: one slot a pair. More room is made when a slot beyond is
 * used.
 */
export class PairCache {
  /** The witnesses of pairs of polyhedra. */
  readonly witnesses: WitnessCache;
  /** The known features of pairs with a curved shape. */
  readonly curved: CurvedCache;
  /** The memories of pairs with a mesh. */
  readonly meshes: MeshCache;

  constructor(capacity = 64) {
    requireInteger("capacity", capacity, 0, maxCapacity);
    this.witnesses = new WitnessCache(capacity);
    this.curved = new CurvedCache(capacity);
    this.meshes = new MeshCache(capacity);
  }

  /** Makes room for slots 0 … capacity − 1. */
  reserve(capacity: number): void {
    this.witnesses.reserve(capacity);
    this.curved.reserve(capacity);
    this.meshes.reserve(capacity);
  }

  /** Forgets what a slot knows: it is to serve another pair. */
  reset(slot: number): void {
    this.witnesses.reset(slot);
    this.curved.reset(slot);
    this.meshes.reset(slot);
  }
}

/** Finds gap, normal and closest points of A and B, placed at framesA[oA …] and framesB[oB …]. */
export function collideShapes(
  result: PairResult,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  cache: PairCache,
  slot: number,
  tolerance: number,
): void {
  if (slot >= cache.witnesses.capacity) cache.reserve(2 * slot + 1);
  if (shapeA.kind === Kind.polyhedron && shapeB.kind === Kind.polyhedron) {
    collidePolyhedra(result, shapeA, framesA, oA, shapeB, framesB, oB, cache.witnesses, slot, tolerance);
  } else if (shapeB.kind === Kind.mesh) {
    collideMesh(result, shapeA, framesA, oA, shapeB, framesB, oB, tolerance, cache.meshes, slot);
  } else if (shapeA.kind === Kind.mesh) {
    collideMesh(result, shapeB, framesB, oB, shapeA, framesA, oA, tolerance, cache.meshes, slot);
    swapPairResult(result);
  } else {
    collideCurved(result, shapeA, framesA, oA, shapeB, framesB, oB, cache.curved, slot, tolerance);
  }
}

/**
 * Appends the contacts of a pair to the buffer and returns how many there are: none if the gap is larger than the
 * tolerance. `result` is what `collideShapes` has just found for this pair. Where the tolerance is the reach of a motion,
 * `lateral` is what corners of polyhedra may be off across the normal.
 */
export function findContacts(
  buffer: ContactBuffer,
  result: PairResult,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  cache: PairCache,
  slot: number,
  tolerance: number,
  lateral = tolerance,
): number {
  if (result.values[0] > tolerance) return 0;
  if (shapeA.kind === Kind.polyhedron && shapeB.kind === Kind.polyhedron) {
    return findRegion(buffer, result, shapeA, framesA, oA, shapeB, framesB, oB, tolerance, lateral);
  }
  if (shapeB.kind === Kind.mesh) {
    return findMeshContacts(buffer, shapeA, framesA, oA, shapeB, framesB, oB, tolerance, cache.meshes, slot);
  }
  if (shapeA.kind === Kind.mesh) {
    const first = buffer.count;
    const found = findMeshContacts(buffer, shapeB, framesB, oB, shapeA, framesA, oA, tolerance, cache.meshes, slot);
    for (let row = first; row < buffer.count; row++) swapContact(buffer, row);
    return found;
  }
  return findCurvedContacts(buffer, shapeA, framesA, oA, shapeB, framesB, oB, cache.curved, slot, tolerance);
}
