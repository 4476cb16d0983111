/**
 * When two islands meet: all pairs of parts of different ones are looked at along the paths of both. An island that sleeps
 * meets what is driven as well: driven-guard.ts.
 *
 * Follows: Baraff 1989, section 9.
 */
import { collideShapes, frameSize, ImpactStatus, PairResult, PairSlot, type Shape } from "../../collide/index.js";
import type { PartTable } from "../../contact/index.js";
import type { WorldContext } from "../contact-state/index.js";
import { measureSpeed } from "../event-handling/index.js";
import { PairGuard, PairRange } from "../event-location/index.js";
import type { IslandFlow } from "../integration/index.js";
import { DrivenGuard } from "./driven-guard.js";
import { MeetingMemory } from "./meeting-memory.js";

/** Deeper than this part of the contact tolerance is too late; what is slower than the second goes back as if it were not, m/s. */
const late = 0.1;
const slowest = 1e-2;

/** The flow of each body, and that of the particles at the end. */
export type FlowOf = readonly (IslandFlow | null)[];

/** The flow of a part. */
export function findFlow(flowOf: FlowOf, { body, particle }: PartTable, p: number): IslandFlow | null {
  return flowOf[particle[p] >= 0 ? flowOf.length - 1 : body[p]] ?? null;
}

function isAwake(flow: IslandFlow | null): flow is IslandFlow {
  return flow !== null && !flow.isAsleep;
}

/** Whether an island has stopped at what it met in a slot. */
function hasStopped(flow: IslandFlow | null, slot: number): boolean {
  return isAwake(flow) && flow.hasMet && flow.location.sleepers.slot === slot;
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
}

export class MeetingGuard {
  private readonly world: WorldContext;
  private readonly watch: PairGuard;
  readonly driven: DrivenGuard;
  private readonly memory = new MeetingMemory();
  /** When the window began, s. */
  private start = 0;

  constructor(world: WorldContext) {
    this.world = world;
    this.driven = new DrivenGuard(world);
    this.watch = new PairGuard(1e-3 * world.settings.contactTolerance, world.settings.impactTime);
  }

  /** A window begins: nothing is known of it. */
  begin(start: number): void {
    this.start = start;
    this.memory.begin(this.world.detector.pairs.slotCount);
  }

  /** The first meeting up to `end`: of two along their paths, or of one that has stopped at what sleeps. */
  findAny(flows: readonly IslandFlow[], flowOf: FlowOf, end: number): Meeting | null {
    let stop: IslandFlow | null = null;
    for (const flow of flows) {
      if (isAwake(flow) && flow.hasMet && flow.time <= end && (stop === null || flow.time < stop.time)) stop = flow;
    }
    const first = this.find(flowOf, stop?.time ?? end);
    if (stop === null || first !== null) return first;
    const { a, b, slot } = stop.location.sleepers;
    const p = findFlow(flowOf, this.world.parts, a);
    const q = findFlow(flowOf, this.world.parts, b);
    // in vain, if what slept has been woken before, and is met on its path or not at all; what is tied is one with it in any case
    const isInVain = p === null || q === null || (isAwake(p) && isAwake(q) && !this.world.frozenInterface.has(slot));
    return { t: stop.time, p: isInVain ? stop : p, q: isInVain ? stop : q, a, b, slot };
  }

  /** The first instant up to `end` at which two islands meet; as far as each has come. */
  private find(flowOf: FlowOf, end: number): Meeting | null {
    const { parts, detector } = this.world;
    const { pairs } = detector;
    let first: Meeting | null = null;
    for (let k = 0; k < pairs.count; k++) {
      const a = pairs.partA[k];
      const b = pairs.partB[k];
      const p = findFlow(flowOf, parts, a);
      const q = findFlow(flowOf, parts, b);
      if (p === q || !this.mayMeet(p, q, a, b)) continue;
      const slot = pairs.slot[k];
      const t = this.findOnce(p, q, a, b, slot, first === null ? end : first.t);
      const one = p ?? q;
      if (one !== null && (first === null ? t <= end : t < first.t)) first = { t, p: one, q: q ?? one, a, b, slot };
    }
    return first;
  }

  /** Whether one of two moves; what stands does not meet what is not of an island, unless that is driven. */
  private mayMeet(p: IslandFlow | null, q: IslandFlow | null, a: number, b: number): boolean {
    if (p !== null && q !== null) return !(p.isAsleep && q.isAsleep);
    return (p ?? q)?.isAsleep === true && this.driven.isDriven(p === null ? a : b);
  }

  /** When part a of one island and b of another meet, up to `end`, or what is known of it; infinity if they do not. */
  private findOnce(
    p: IslandFlow | null,
    q: IslandFlow | null,
    a: number,
    b: number,
    slot: number,
    end: number,
  ): number {
    const { memory, watch, world } = this;
    const versionP = p?.history.path.version ?? 0;
    const versionQ = q?.history.path.version ?? 0;
    // what stands there still was seen as it came: see sleeper-guard.ts
    if ((hasStopped(p, slot) && !isAwake(q)) || (hasStopped(q, slot) && !isAwake(p))) return Infinity;
    let from = this.start;
    if (isAwake(p)) from = Math.max(from, p.history.beginning);
    if (isAwake(q)) from = Math.max(from, q.history.beginning);
    const to = Math.min(end, isAwake(p) ? p.time : end, isAwake(q) ? q.time : end);
    if (!memory.has(slot, a, b, versionP, versionQ)) memory.add(slot, a, b, versionP, versionQ, from);
    const met = memory.getMet(slot);
    from = memory.getUntil(slot);
    if (met < Infinity || !(to > from) || world.frozenInterface.has(slot)) return met;
    const status =
      p === null || q === null
        ? this.driven.find(watch, a, b, slot, from, to)
        : this.findFirst(p, q, a, b, slot, from, to);
    if (status === ImpactStatus.none) memory.setUntil(slot, to);
    else memory.setMet(slot, watch.time[0]);
    return memory.getMet(slot);
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
    const { detector, parts } = this.world;
    let t = from;
    // kinks are in the order of time
    for (let i = 0, j = 0; ; ) {
      while (i < p.history.discontinuities.length && p.history.discontinuities[i] <= t) i++;
      while (j < q.history.discontinuities.length && q.history.discontinuities[j] <= t) j++;
      let next = to;
      if (i < p.history.discontinuities.length) next = Math.min(next, p.history.discontinuities[i]);
      if (j < q.history.discontinuities.length) next = Math.min(next, q.history.discontinuities[j]);
      watch.range[PairRange.from] = t;
      watch.range[PairRange.to] = next;
      watch.range[PairRange.gap] = 0;
      const status = watch.find(p.history.path, q.history.path, parts, a, b, detector.cache, slot);
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
    const { parts, mechanism, detector, settings } = this.world;
    parts.place(mechanism.system, a);
    parts.place(mechanism.system, b);
    const [A, B] = [parts.shapes[a] as Shape, parts.shapes[b] as Shape];
    const { frames: at } = parts;
    const { contactTolerance } = settings;
    collideShapes(result, A, at, frameSize * a, B, at, frameSize * b, detector.cache, slot, contactTolerance);
    const depth = -result.values[PairSlot.gap];
    if (!(depth > late * contactTolerance)) return 0;
    return (2 * depth) / Math.max(measureSpeed(p.context), measureSpeed(q.context), slowest);
  }

  /** All islands that are at one another where two meet: what collides at one instant is answered at once. */
  gather(flowOf: FlowOf, { t, p, q }: Meeting): Set<IslandFlow> {
    const { detector, parts, settings, frozenInterface: ties } = this.world;
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
        u.history.path.writeFrame(frames, 0, parts, a, at);
        v.history.path.writeFrame(frames, frameSize, parts, b, at);
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
