/**
 * Where a shape that is moved along a straight line, without turning, first meets another. With the gap g and the normal
 * n at t, the plane between the two stays between them until A has gone g along −n:
 *
 *   t ← t + g/(−n·d)
 *
 * The distance of convex shapes is a convex function of t, so that this is Newton's method from the safe side: never past
 * the impact, and to rounding in a few rounds; and where n·d ≥ 0 they come no closer any more. A mesh is met triangle by
 * triangle (mesh-cast.ts); what moves may be the mesh.
 */
import { vec3 } from "../../math/index.js";
import { swapPairResult } from "../mesh/index.js";
import { collideShapes, PairCache } from "../pair/index.js";
import { PairResult, PairSlot } from "../result/index.js";
import { frameSize, type Shape } from "../shapes/index.js";
import { castOnMesh } from "./mesh-cast.js";
import { castRounds, touchingGap } from "./parameters.js";

/** The hit of a shape cast. */
export class ShapeHit {
  /** The index of the shape hit among several; −1 if there is none. */
  index = -1;
  /** The fraction of the displacement at which the shapes meet, 0 … 1: an array with one number. */
  readonly fraction: Float64Array = new Float64Array(1);
  /** Gap, normal (from the shape hit to the one moved) and points at that time. */
  readonly pair: PairResult = new PairResult();
  /** Whether the shapes overlap at the beginning. */
  overlapping = false;
  /** The number of rounds of the search. */
  rounds = 0;
}

const back = /* @__PURE__ */ new Float64Array(3);
const moved = /* @__PURE__ */ new Float64Array(frameSize);
const cache = /* @__PURE__ */ new PairCache(1);

/**
 * Moves A from its frame by the displacement at path[p] (3 numbers) against B, as far as the fraction limit[0] of it.
 * Fills `hit` and returns true if they meet.
 */
export function castShape(
  hit: ShapeHit,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  path: Float64Array,
  p: number,
  limit: Float64Array,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
): boolean {
  const { pair } = hit;
  const { values } = pair;
  if (shapeB.mesh !== null) {
    hit.rounds = castOnMesh(pair, hit.fraction, shapeA, framesA, oA, path, p, limit, shapeB, framesB, oB);
    hit.overlapping = hit.rounds > 0 && hit.fraction[0] === 0 && values[PairSlot.gap] < 0;
    return hit.rounds > 0;
  }
  if (shapeA.mesh === null) return castConvex(hit, shapeA, framesA, oA, path, p, limit, shapeB, framesB, oB);
  // a mesh that is moved against B: B moved back against the mesh
  vec3.negate(back, 0, path, p);
  hit.rounds = castOnMesh(pair, hit.fraction, shapeB, framesB, oB, back, 0, limit, shapeA, framesA, oA);
  hit.overlapping = hit.rounds > 0 && hit.fraction[0] === 0 && values[PairSlot.gap] < 0;
  if (hit.rounds === 0) return false;
  swapPairResult(pair);
  for (let k = 0; k < 3; k++) {
    values[PairSlot.pointA + k] += hit.fraction[0] * path[p + k];
    values[PairSlot.pointB + k] += hit.fraction[0] * path[p + k];
  }
  return true;
}

/** Moves a convex shape A against a convex shape B: see `castShape`. */
function castConvex(
  hit: ShapeHit,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  path: Float64Array,
  p: number,
  limit: Float64Array,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
): boolean {
  const { pair } = hit;
  const { values } = pair;
  for (let k = 0; k < frameSize; k++) moved[k] = framesA[oA + k];
  cache.reset(0);
  const reach = Math.min(shapeA.reach, shapeB.reach);
  const least = reach < Infinity ? reach : 0;
  let t = 0;
  for (hit.rounds = 1; hit.rounds <= castRounds; hit.rounds++) {
    let size = least;
    for (let k = 0; k < 3; k++) {
      moved[k] = framesA[oA + k] + t * path[p + k];
      size = Math.max(size, Math.abs(moved[k]), Math.abs(framesB[oB + k]));
    }
    collideShapes(pair, shapeA, moved, 0, shapeB, framesB, oB, cache, 0, 0);
    const gap = values[PairSlot.gap];
    if (gap <= touchingGap * size) {
      hit.fraction[0] = t;
      hit.overlapping = t === 0 && gap < 0;
      return true;
    }
    let rate = 0;
    for (let k = 0; k < 3; k++) rate += values[PairSlot.normal + k] * path[p + k];
    if (!(rate < 0)) return false;
    const next = t - gap / rate;
    // nearer than the parameter can resolve
    if (next === t) {
      hit.fraction[0] = t;
      hit.overlapping = false;
      return true;
    }
    t = next;
    if (!(t <= limit[0])) return false;
  }
  return false;
}
