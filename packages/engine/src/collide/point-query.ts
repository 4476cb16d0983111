/**
 * Questions about one shape or two, without memory of earlier ones: how far a point is from a shape, and whether two
 * shapes overlap.
 *
 *   signed distance   to the surface, negative within; the closest point is p − distance·n, n the outward normal there
 *
 * A point is a ball whose radius is nothing beside rounding: the closed forms of the ball serve (curved-collide.ts).
 */
import { vec3 } from "../math/index.js";
import { collideCurved } from "./curved-collide.js";
import { collideShapes, PairCache } from "./pair.js";
import { PairResult, PairSlot } from "./pair-result.js";
import { createSphere, type Shape } from "./shape.js";

/** Where things are in the seven numbers of an answer: distance, closest point of the surface, normal there. */
export const PointSlot = { distance: 0, point: 1, normal: 4 } as const;

const pair = /* @__PURE__ */ new PairResult();
const cache = /* @__PURE__ */ new PairCache(1);
const ball = /* @__PURE__ */ createSphere({ radius: 2 ** -200 });
const place = /* @__PURE__ */ Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);

/** Writes distance, closest point and normal (see `PointSlot`) of the point at point[p] to out[o]. */
export function findClosestPoint(
  out: Float64Array,
  o: number,
  shape: Shape,
  frames: Float64Array,
  f: number,
  point: Float64Array,
  p: number,
): void {
  vec3.copy(place, 0, point, p);
  collideCurved(pair, ball, place, 0, shape, frames, f, null, 0, 0);
  const { values } = pair;
  const distance = values[PairSlot.gap];
  out[o + PointSlot.distance] = distance;
  for (let k = 0; k < 3; k++) {
    const n = values[PairSlot.normal + k];
    out[o + PointSlot.point + k] = place[k] - distance * n;
    out[o + PointSlot.normal + k] = n;
  }
}

/** Whether two placed shapes have a point in common. */
export function shapesOverlap(
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
): boolean {
  cache.reset(0);
  collideShapes(pair, shapeA, framesA, oA, shapeB, framesB, oB, cache, 0, 0);
  return pair.values[PairSlot.gap] <= 0;
}
