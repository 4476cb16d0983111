/**
 * Parts that overlap, searched for without the pairs of a detector: of n bodies in one place there are n²/2 of these, and a few
 * hundred are enough to see that something is wrong. A tree of the boxes at the frames placed gives the candidates of each
 * part, and the narrow phase looks at one after the other until the caller has seen enough.
 */
import {
  BoundsTree,
  boundsSize,
  collideShapes,
  frameSize,
  PairCache,
  PairResult,
  type Shape,
} from "../../collide/index.js";
import type { RigidSystem } from "../../rigid/index.js";
import { isTurned, type PairFilter, type PartTable } from "../table/index.js";
import { isFar, writeFatBox } from "./detector-kernels.js";

/** A receiver of two overlapping parts and their depth, m. It returns false where no more are wanted. */
export type TakeOverlap = (a: number, b: number, depth: number) => boolean;

const none = new Float64Array(1);

/** Reports parts that are deeper in each other than `tolerance[0]`, m, in the order of the pairs of a detector. */
export function visitOverlaps(
  parts: PartTable,
  system: RigidSystem,
  filter: PairFilter,
  tolerance: Float64Array,
  take: TakeOverlap,
  onPart: (part: number) => void,
): void {
  const boxes = new Float64Array(boundsSize * parts.count);
  const bounded: number[] = [];
  const unbounded: number[] = [];
  for (let p = 0; p < parts.count; p++) {
    if (parts.shapes[p] === null) continue;
    writeFatBox(boxes, boundsSize * p, parts, p, none, 0);
    const box = boxes.subarray(boundsSize * p, boundsSize * (p + 1));
    (box.every(Number.isFinite) ? bounded : unbounded).push(p);
  }
  const tree = new BoundsTree();
  tree.build(boxes, Int32Array.from(bounded), bounded.length);
  const isUnbounded = new Set(unbounded);
  const cache = new PairCache(1);
  const result = new PairResult();
  const measure = (a: number, b: number): number => {
    const { frames, shapes } = parts;
    const [A, B] = [shapes[a] as Shape, shapes[b] as Shape];
    cache.reset(0);
    collideShapes(result, A, frames, frameSize * a, B, frames, frameSize * b, cache, 0, tolerance[0]);
    return -result.values[0];
  };
  for (let low = 0; low < parts.count; low++) {
    if (parts.shapes[low] === null) continue;
    onPart(low);
    const isAll = isUnbounded.has(low);
    const near = isAll ? bounded : tree.hits.subarray(0, tree.queryBox(boxes, boundsSize * low));
    const others = [...near, ...unbounded].filter((high) => high > low).sort((p, q) => p - q);
    for (const high of others) {
      if (!filter.accepts(parts, system, low, high)) continue;
      const [a, b] = isTurned(parts, low, high) ? [high, low] : [low, high];
      if (isFar(parts, a, b, tolerance)) continue;
      const depth = measure(a, b);
      if (depth > tolerance[0] && !take(a, b, depth)) return;
    }
  }
}
