/** The penetration of bodies, by our own collision detection, which computes the exact gap. */
import { collideShapes, frameSize, PairCache, PairResult, PairSlot, writeFrame } from "@rigor/engine/collide";
import type { Item } from "./engine.js";
import { createShape } from "./rigor.js";
import { worse } from "./scene.js";

/** The deepest overlap of two, where one can move, m. */
export function findDeepest(items: readonly Item[], read: (item: number) => Float64Array): number {
  const frames = new Float64Array(frameSize * items.length);
  const shapes = items.map(({ form }) => createShape(form));
  items.forEach(({ mass, position }, k) => {
    const state = mass > 0 ? read(k) : Float64Array.of(...position, 0, 0, 0, 1);
    writeFrame(frames, frameSize * k, state, 0, state, 3);
  });
  const cache = new PairCache();
  cache.reserve(1);
  const result = new PairResult();
  let deepest = 0;
  for (let a = 0; a < items.length; a++) {
    for (let b = a + 1; b < items.length; b++) {
      if (items[a].mass === 0 && items[b].mass === 0) continue;
      cache.reset(0);
      collideShapes(result, shapes[a], frames, frameSize * a, shapes[b], frames, frameSize * b, cache, 0, 0);
      deepest = worse(deepest, -result.values[PairSlot.gap]);
    }
  }
  return deepest;
}
