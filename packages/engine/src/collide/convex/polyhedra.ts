/**
 * Two convex polyhedra, or the cores of round shapes: apart, touching or overlapping, and where.
 *
 *   disjoint       gap > tolerance: the distance, n and the closest points
 *   touching       |gap| ≤ tolerance: n of a face or of two edges, gap the distance between the planes along it
 *   overlapping    gap < −tolerance: −gap is the depth, the least distance by which A must be moved, along n
 *
 * Two that meet corner to corner or corner to edge have no plane of a face or of edges at their distance: while disjoint
 * n is the direction between the closest points; when touching, that of the plane with the largest s.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { type PairResult, PairSlot, Status } from "../result/index.js";
import { type Shape, takeCore } from "../shapes/index.js";
import { CoreQuery } from "./core-query.js";
import { findWitness } from "./find-witness.js";
import { relate } from "./relative-pose.js";
import type { WitnessCache } from "./witness-cache.js";

const query = new CoreQuery();

/** Finds gap, normal and closest points of two polyhedra. Row `slot` of the cache is the witness of this pair. */
export function collidePolyhedra(
  result: PairResult,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  cache: WitnessCache,
  slot: number,
  tolerance: number,
): void {
  collideCores(result, shapeA, framesA, oA, shapeB, framesB, oB, cache, slot, tolerance);
}

/**
 * Finds gap, normal and closest points of the cores of two shapes: of a sphere its centre, of a capsule its segment,
 * without their radii. One of the two shapes at least must be a polyhedron.
 */
export function collideCores(
  result: PairResult,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  cache: WitnessCache,
  slot: number,
  tolerance: number,
): void {
  query.touchingDistance[0] = tolerance;
  relate(query.relative, shapeA, framesA, oA, shapeB, framesB, oB);
  findWitness(query, takeCore(shapeA, 0), takeCore(shapeB, 1), cache, slot, true);
  const gap = query.solution[PairSlot.gap];
  result.status = gap > tolerance ? Status.disjoint : gap < -tolerance ? Status.overlapping : Status.touching;
  writeResult(query, result, framesA, oA);
  placePoint(query, result.values, PairSlot.pointA, framesA, oA);
  placePoint(query, result.values, PairSlot.pointB, framesA, oA);
}

/**
 * Finds gap, normal and status alone (touching only if the gap is exactly zero), for the event location along a
 * motion: the distance, or, of two that overlap, −s of the plane that is best among its neighbours, which is the
 * depth unless the overlap is deep.
 */
export function measureGap(
  result: PairResult,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  cache: WitnessCache,
  slot: number,
): void {
  query.touchingDistance[0] = -1;
  relate(query.relative, shapeA, framesA, oA, shapeB, framesB, oB);
  findWitness(query, takeCore(shapeA, 0), takeCore(shapeB, 1), cache, slot, false);
  const gap = query.solution[PairSlot.gap];
  result.status = gap > 0 ? Status.disjoint : gap < 0 ? Status.overlapping : Status.touching;
  writeResult(query, result, framesA, oA);
}

/** Writes features and gap to the result, and n turned to the world. */
function writeResult(query: CoreQuery, result: PairResult, frames: Float64Array, o: number): void {
  const { plane } = query;
  const { values } = result;
  const from = query.solution;
  result.witness = plane.witness;
  result.featureA = plane.featureA;
  result.featureB = plane.featureB;
  values[0] = from[0];
  const x = from[1];
  const y = from[2];
  const z = from[3];
  values[1] = frames[o + 3] * x + frames[o + 4] * y + frames[o + 5] * z;
  values[2] = frames[o + 6] * x + frames[o + 7] * y + frames[o + 8] * z;
  values[3] = frames[o + 9] * x + frames[o + 10] * y + frames[o + 11] * z;
}

/** Writes the point at solution[i …], in the frame of A, to the world. */
function placePoint(query: CoreQuery, values: Float64Array, i: 4 | 7, frames: Float64Array, o: number): void {
  const { solution } = query;
  const x = solution[i];
  const y = solution[i + 1];
  const z = solution[i + 2];
  values[i] = frames[o] + (frames[o + 3] * x + frames[o + 4] * y + frames[o + 5] * z);
  values[i + 1] = frames[o + 1] + (frames[o + 6] * x + frames[o + 7] * y + frames[o + 8] * z);
  values[i + 2] = frames[o + 2] + (frames[o + 9] * x + frames[o + 10] * y + frames[o + 11] * z);
}
