/**
 * When two islands meet: all pairs of parts of different ones are looked at along the paths of both. An island that sleeps
 * meets what is driven as well: driven-watch.ts.
 *
 * Follows: Baraff 1989, section 9.
 */
import { collideShapes, frameSize, ImpactStatus, PairResult, PairSlot, type Shape } from "../collide/index.js";
import type { PartTable } from "../contact/index.js";
import type { IslandFlow } from "./advance.js";
import { DrivenWatch } from "./driven-watch.js";
import { PairRange, PairWatch } from "./pair-watch.js";
import type { Kit } from "./run.js";
import { measureSpeed } from "./settle-impact.js";

/** Deeper than this part of the contact tolerance is too late; what is slower than the second goes back as if it were not, m/s. */
const late = 0.1;
const slowest = 1e-2;

/** The flow of each body, and that of the particles at the end. */
type FlowOf = readonly (IslandFlow | null)[];

/** The flow of a part. */
export function findFlow(flowOf: FlowOf, { body, particle }: PartTable, p: number): IslandFlow | null {
  return flowOf[particle[p] >= 0 ? flowOf.length - 1 : body[p]] ?? null;
}

/** Of one island alone if it is woken by something driven. */
export interface Meeting {
  readonly t: number;
  readonly p: IslandFlow;
  readonly q: IslandFlow;
  /** The parts that meet, and their slot. */
  readonly a: number;
  readonly b: number;
  readonly slot: number;
  /** Whether one of them has stopped there, as the other sleeps. */
  readonly hasStopped: boolean;
}

export class MeetingWatch {
  private readonly kit: Kit;
  private readonly watch: PairWatch;
  readonly driven: DrivenWatch;

  constructor(kit: Kit) {
    this.kit = kit;
    this.driven = new DrivenWatch(kit);
    this.watch = new PairWatch(1e-3 * kit.settings.contactTolerance, kit.settings.impactTime);
  }

  /** The first meeting between `from` and `end`. One who has come to another that sleeps has stopped there. */
  findAny(flows: readonly IslandFlow[], flowOf: FlowOf, from: number, end: number): Meeting | null {
    const first = this.find(flowOf, from, end);
    const one = flows.find((flow) => flow.hasMet && flow.time === end);
    if (one === undefined) return first;
    const { a, b, slot } = one.sleepers;
    // the same, as it is seen on the whole path
    if (first !== null && first.slot !== slot) return first;
    const p = findFlow(flowOf, this.kit.parts, a);
    const q = findFlow(flowOf, this.kit.parts, b);
    return p === null || q === null || p === q ? first : { t: end, p, q, a, b, slot, hasStopped: true };
  }

  /** The first instant between `from` and `end` at which two islands meet. */
  private find(flowOf: FlowOf, from: number, end: number): Meeting | null {
    const { detector, parts, ties } = this.kit;
    const { pairs } = detector;
    const { watch } = this;
    let first: Meeting | null = null;
    for (let k = 0; k < pairs.count; k++) {
      const a = pairs.partA[k];
      const b = pairs.partB[k];
      if (ties.has(pairs.slot[k])) continue;
      const p = findFlow(flowOf, parts, a);
      const q = findFlow(flowOf, parts, b);
      const to = first === null ? end : first.t;
      let status: ImpactStatus = ImpactStatus.none;
      if (p === null || q === null) {
        const sleeper = p ?? q;
        if (sleeper?.isAsleep !== true || !this.driven.isDriven(p === null ? a : b)) continue;
        status = this.driven.find(watch, a, b, pairs.slot[k], from, to);
      } else if (p !== q && !(p.isAsleep && q.isAsleep)) {
        status = this.findFirst(p, q, a, b, pairs.slot[k], from, to);
      }
      const one = p ?? q;
      if (status === ImpactStatus.none || one === null) continue;
      if (first === null || watch.time[0] < first.t)
        first = { t: watch.time[0], p: one, q: q ?? one, a, b, slot: pairs.slot[k], hasStopped: false };
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
    // kinks are in the order of time
    for (let i = 0, j = 0; ; ) {
      while (i < p.kinks.length && p.kinks[i] <= t) i++;
      while (j < q.kinks.length && q.kinks[j] <= t) j++;
      let next = to;
      if (i < p.kinks.length) next = Math.min(next, p.kinks[i]);
      if (j < q.kinks.length) next = Math.min(next, q.kinks[j]);
      watch.range[PairRange.from] = t;
      watch.range[PairRange.to] = next;
      watch.range[PairRange.gap] = 0;
      const status = watch.find(p.path, q.path, parts, a, b, detector.cache, slot);
      if (status !== ImpactStatus.none || next >= to) return status;
      t = next;
    }
  }

  /**
   * How much earlier two that have been taken to where they meet are to be stopped, s: 0 unless they overlap there. What
   * rattles goes other ways each time, as rounding has it.
   */
  measureLateness({ a, b, slot, p, q }: Meeting): number {
    // what is driven is elsewhere now
    if (p === q) return 0;
    const { parts, mechanism, detector, settings } = this.kit;
    parts.place(mechanism.system, a);
    parts.place(mechanism.system, b);
    const [A, B] = [parts.shapes[a] as Shape, parts.shapes[b] as Shape];
    const { frames: at } = parts;
    const { contactTolerance } = settings;
    collideShapes(result, A, at, frameSize * a, B, at, frameSize * b, detector.cache, slot, contactTolerance);
    const depth = -result.values[PairSlot.gap];
    if (!(depth > late * contactTolerance)) return 0;
    return (2 * depth) / Math.max(measureSpeed(p.run), measureSpeed(q.run), slowest);
  }

  /** All islands that are at one another where two meet: what collides at one instant is answered at once. */
  gather(flowOf: FlowOf, { t, p, q }: Meeting): Set<IslandFlow> {
    const { detector, parts, settings, ties } = this.kit;
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
        if (u === null || v === null || all.has(u) === all.has(v) || ties.has(pairs.slot[k])) continue;
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
