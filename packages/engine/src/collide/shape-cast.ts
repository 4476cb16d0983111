/**
 * Where a shape that is moved along a straight line, without turning, first meets another. With the gap g and the normal
 * n at t, the plane between the two stays between them until A has gone g along −n:
 *
 *   t ← t + g/(−n·d)
 *
 * The distance of convex shapes is a convex function of t, so that this is Newton's method from the safe side: never past
 * the impact, and to rounding in a few rounds; and where n·d ≥ 0 they come no closer any more.
 */
import { frameSize } from "./frame.js";
import { collideShapes, PairCache } from "./pair.js";
import { PairResult, PairSlot } from "./pair-result.js";
import type { Shape } from "./shape.js";

/** A grazing approach halves the gap each round: from the largest double to the smallest in two thousand. */
const maxRounds = 2100;
/** The gap that counts as none, as a part of the size of the shapes or of the distance between them: a few roundings. */
const touch = 2 ** -50;

export class ShapeHit {
  /** Which shape of several, −1 if none was hit: for those who ask many. */
  index = -1;
  /** How much of the displacement is done when they meet, 0 … 1. */
  readonly fraction: Float64Array = new Float64Array(1);
  /** Normal from the shape that was hit to the one that was moved, gap and points, at that time. */
  readonly pair: PairResult = new PairResult();
  /** They overlap already at the beginning. */
  overlapping = false;
  rounds = 0;
}

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
  for (let k = 0; k < frameSize; k++) moved[k] = framesA[oA + k];
  cache.reset(0);
  const reach = Math.min(shapeA.reach, shapeB.reach);
  const least = reach < Infinity ? reach : 0;
  let t = 0;
  for (hit.rounds = 1; hit.rounds <= maxRounds; hit.rounds++) {
    let size = least;
    for (let k = 0; k < 3; k++) {
      moved[k] = framesA[oA + k] + t * path[p + k];
      size = Math.max(size, Math.abs(moved[k]), Math.abs(framesB[oB + k]));
    }
    collideShapes(pair, shapeA, moved, 0, shapeB, framesB, oB, cache, 0, 0);
    const gap = values[PairSlot.gap];
    if (gap <= touch * size) {
      hit.fraction[0] = t;
      hit.overlapping = t === 0 && gap < 0;
      return true;
    }
    let rate = 0;
    for (let k = 0; k < 3; k++) rate += values[PairSlot.normal + k] * path[p + k];
    if (!(rate < 0)) return false;
    const next = t - gap / rate;
    // nearer than time can tell
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
