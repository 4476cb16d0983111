/**
 * When two islands meet: all pairs of parts of different ones are looked at along the paths of both.
 *
 * Follows: Baraff 1989, section 9.
 */
import { collideShapes, frameSize, ImpactStatus, PairResult, PairSlot, type Shape } from "../collide/index.js";
import type { PartTable } from "../contact/index.js";
import type { IslandFlow } from "./advance.js";
import { PairRange, PairWatch } from "./pair-watch.js";
import type { Kit } from "./run.js";

/** The flow of each body, and that of the particles at the end. */
type FlowOf = readonly (IslandFlow | null)[];

/** The flow of a part. */
export function findFlow(flowOf: FlowOf, { body, particle }: PartTable, p: number): IslandFlow | null {
  return flowOf[particle[p] >= 0 ? flowOf.length - 1 : body[p]] ?? null;
}

export interface Meeting {
  readonly t: number;
  readonly p: IslandFlow;
  readonly q: IslandFlow;
}

export class MeetingWatch {
  private readonly kit: Kit;
  private readonly watch: PairWatch;

  constructor(kit: Kit) {
    this.kit = kit;
    this.watch = new PairWatch(1e-3 * kit.settings.contactTolerance, kit.settings.impactTime);
  }

  /** The first instant between `from` and `end` at which two islands meet. */
  find(flowOf: FlowOf, from: number, end: number): Meeting | null {
    const { detector, parts } = this.kit;
    const { pairs } = detector;
    const { watch } = this;
    let first: Meeting | null = null;
    for (let k = 0; k < pairs.count; k++) {
      const a = pairs.partA[k];
      const b = pairs.partB[k];
      const p = findFlow(flowOf, parts, a);
      const q = findFlow(flowOf, parts, b);
      if (p === null || q === null || p === q || (p.isAsleep && q.isAsleep)) continue;
      const status = this.findFirst(p, q, a, b, pairs.slot[k], from, first === null ? end : first.t);
      if (status === ImpactStatus.none) continue;
      if (first === null || watch.time[0] < first.t) first = { t: watch.time[0], p, q };
    }
    return first;
  }

  /** When part a of one island and b of another first meet: `watch.time`. Bounds on accelerations hold between events only. */
  private findFirst(
    p: IslandFlow,
    q: IslandFlow,
    a: number,
    b: number,
    slot: number,
    from: number,
    to: number,
  ): ImpactStatus {
    const { watch } = this;
    const { detector, parts } = this.kit;
    let t = from;
    for (;;) {
      let next = to;
      for (const kink of p.kinks) if (kink > t && kink < next) next = kink;
      for (const kink of q.kinks) if (kink > t && kink < next) next = kink;
      watch.range[PairRange.from] = t;
      watch.range[PairRange.to] = next;
      watch.range[PairRange.gap] = 0;
      const status = watch.find(p.path, q.path, parts, a, b, detector.cache, slot);
      if (status !== ImpactStatus.none || next >= to) return status;
      t = next;
    }
  }

  /** All islands that are at one another where two meet: what collides at one instant is answered at once. */
  gather(flowOf: FlowOf, { t, p, q }: Meeting): Set<IslandFlow> {
    const { detector, parts, settings } = this.kit;
    const { pairs, cache } = detector;
    const all = new Set([p, q]);
    at[0] = t;
    for (let count = 0; count < all.size; ) {
      count = all.size;
      for (let k = 0; k < pairs.count; k++) {
        const a = pairs.partA[k];
        const b = pairs.partB[k];
        const u = findFlow(flowOf, parts, a);
        const v = findFlow(flowOf, parts, b);
        if (u === null || v === null || all.has(u) === all.has(v)) continue;
        u.path.writeFrame(frames, 0, parts, a, at);
        v.path.writeFrame(frames, frameSize, parts, b, at);
        const A = parts.shapes[a] as Shape;
        const B = parts.shapes[b] as Shape;
        collideShapes(result, A, frames, 0, B, frames, frameSize, cache, pairs.slot[k], settings.contactTolerance);
        if (result.values[PairSlot.gap] <= settings.contactTolerance) all.add(u).add(v);
      }
    }
    return all;
  }
}

/** Scratch of `gather`. */
const frames = new Float64Array(2 * frameSize);
const at = new Float64Array(1);
const result = new PairResult();
