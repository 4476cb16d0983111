/** The largest penetration of a world, found from all pairs of parts anew. */
import { collideShapes, frameSize, Kind, PairCache, PairResult, PairSlot } from "@rigor/engine/collide";
import { placePart } from "@rigor/engine/contact";
import { Answer } from "@rigor/engine/rigid";
import type { World } from "@rigor/engine/world";

/** The deepest overlap of two that may meet, m. */
export function measureOverlap({ parts, system, detector }: World): number {
  const frames = new Float64Array(frameSize * parts.count);
  for (let p = 0; p < parts.count; p++) {
    if (parts.body[p] >= 0) placePart(frames, frameSize * p, parts, p, system.state, 13 * parts.body[p]);
    else placePart(frames, frameSize * p, parts, p, system.particles.state, 6 * parts.particle[p]);
  }
  const cache = new PairCache(1);
  const result = new PairResult();
  const moves = (p: number) => parts.body[p] < 0 || system.answers[parts.body[p]] !== Answer.none;
  let deepest = 0;
  for (let p = 0; p < parts.count; p++) {
    for (let q = 0; q < parts.count; q++) {
      const [a, b] = [parts.shapes[p], parts.shapes[q]];
      if (a === null || b === null || parts.body[p] === parts.body[q] || !(moves(p) || moves(q))) continue;
      // each pair once; planes and meshes come second
      const isFlat = (kind: Kind) => kind === Kind.plane || kind === Kind.mesh;
      if (isFlat(a.kind) || (!isFlat(b.kind) && q < p)) continue;
      if (parts.body[p] >= 0 && parts.body[q] >= 0 && detector.isExcluded(parts.body[p], parts.body[q])) continue;
      cache.reset(0);
      collideShapes(result, a, frames, frameSize * p, b, frames, frameSize * q, cache, 0, 0);
      deepest = Math.max(deepest, -result.values[PairSlot.gap]);
    }
  }
  return deepest;
}
