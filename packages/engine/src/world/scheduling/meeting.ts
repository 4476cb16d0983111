/**
 * Meetings of islands within a window: pairs of parts of different islands are followed along the paths of both. Pairs of a driven
 * part and a part that sleeps are in driven-guard.ts; an island that moves finds those that sleep itself, and stops there.
 *
 * Follows: Baraff 1989, section 9.
 * See also: Mirtich 2000, timewarp rigid body simulation.
 */
import { collideShapes, frameSize, PairResult, PairSlot, type Shape, TimeOfImpactStatus } from "../../collide/index.js";
import type { WorldContext } from "../contact-state/index.js";
import { measureSpeed } from "../event-handling/index.js";
import { PairGuard, PairRange } from "../event-location/index.js";
import type { IslandFlow } from "../integration/index.js";
import { DrivenGuard } from "./driven-guard.js";
import { type IslandSet, isAwake } from "./island-set.js";
import { MeetingMemory } from "./meeting-memory.js";
import { lateOverlap, meetingTolerance, slowestMeeting } from "./parameters.js";

/** A meeting of two islands. */
export interface Meeting {
  /** The time, s. */
  readonly t: number;
  /** The first island. */
  readonly p: IslandFlow;
  /** The second island; the first again if a driven part meets it, or if it has stopped in vain. */
  readonly q: IslandFlow;
  /** The part of the first island. */
  readonly a: number;
  /** The part of the second island, or the driven part. */
  readonly b: number;
  /** The slot of the pair of parts. */
  readonly slot: number;
}

/** Whether an island has stopped where it met an island that slept, with the pair of a slot. */
function hasStopped(flow: IslandFlow | null, slot: number): boolean {
  return isAwake(flow) && flow.hasMet && flow.location.sleepers.slot === slot;
}

/** Returns the first island that has stopped up to the time `end` where it met an island that slept, or null. */
function findStopped(flows: readonly IslandFlow[], end: number): IslandFlow | null {
  let first: IslandFlow | null = null;
  for (const flow of flows) {
    if (isAwake(flow) && flow.hasMet && flow.time <= end && (first === null || flow.time < first.time)) first = flow;
  }
  return first;
}

/** Guard of the meetings of all pairs of islands in a window. */
export class MeetingGuard {
  private readonly world: WorldContext;
  /** The guard of the pairs of parts that a driven body has with islands that sleep. */
  readonly driven: DrivenGuard;
  private readonly guard: PairGuard;
  private readonly memory = new MeetingMemory();
  /** The beginning of the window, s. */
  private start = 0;
  /** The beginning and the end of the time in which both islands of a pair have paths, s. */
  private readonly span = new Float64Array(2);

  constructor(world: WorldContext) {
    this.world = world;
    this.driven = new DrivenGuard(world);
    this.guard = new PairGuard(meetingTolerance * world.settings.contactTolerance, world.settings.impactTime);
  }

  /** Begins a window at the time `start`: no results of searches are known in it. */
  begin(start: number): void {
    this.start = start;
    this.memory.begin(this.world.detector.pairs.slotCount);
  }

  /** Returns the first meeting up to the time `end`, of two islands along their paths or of one that has stopped, or null. */
  findAny(islands: IslandSet, end: number): Meeting | null {
    const stopped = findStopped(islands.flows, end);
    const first = this.find(islands, stopped?.time ?? end);
    return stopped === null || first !== null ? first : this.describeStop(islands, stopped);
  }

  /** Returns the meeting of an island that has stopped. */
  private describeStop(islands: IslandSet, stopped: IslandFlow): Meeting {
    const { a, b, slot } = stopped.location.sleepers;
    const p = islands.find(a);
    const q = islands.find(b);
    // in vain if the other was woken before: then it is met on its path, or not at all; a frozen interface joins both in any case
    const isInVain = p === null || q === null || (isAwake(p) && isAwake(q) && !this.world.frozenInterface.has(slot));
    return { t: stopped.time, p: isInVain ? stopped : p, q: isInVain ? stopped : q, a, b, slot };
  }

  /** Returns the first meeting of two islands up to the time `end`, as far as each has come, or null. */
  private find(islands: IslandSet, end: number): Meeting | null {
    const { pairs } = this.world.detector;
    let first: Meeting | null = null;
    for (let k = 0; k < pairs.count; k++) {
      const a = pairs.partA[k];
      const b = pairs.partB[k];
      const p = islands.find(a);
      const q = islands.find(b);
      if (p === q || !this.mayMeet(p, q, a, b)) continue;
      const slot = pairs.slot[k];
      const t = this.findOnce(p, q, a, b, slot, first === null ? end : first.t);
      const one = p ?? q;
      if (one !== null && (first === null ? t <= end : t < first.t)) first = { t, p: one, q: q ?? one, a, b, slot };
    }
    return first;
  }

  /**
   * Whether a pair of parts may meet: one of their islands moves, or one of the parts is driven and the island of the other
   * sleeps.
   */
  private mayMeet(p: IslandFlow | null, q: IslandFlow | null, a: number, b: number): boolean {
    if (p !== null && q !== null) return !(p.isAsleep && q.isAsleep);
    return (p ?? q)?.isAsleep === true && this.driven.isDriven(p === null ? a : b);
  }

  /**
   * Returns the time up to `end` at which part a of one island and b of another meet, searched once for two paths; else infinity.
   */
  private findOnce(
    p: IslandFlow | null,
    q: IslandFlow | null,
    a: number,
    b: number,
    slot: number,
    end: number,
  ): number {
    const { memory, span } = this;
    const versionP = p?.history.path.version ?? 0;
    const versionQ = q?.history.path.version ?? 0;
    // the island that moves has found the one that sleeps itself: see sleeper-guard.ts
    if ((hasStopped(p, slot) && !isAwake(q)) || (hasStopped(q, slot) && !isAwake(p))) return Infinity;
    span[0] = this.start;
    span[1] = end;
    this.limitSpan(p);
    this.limitSpan(q);
    if (!memory.has(slot, a, b, versionP, versionQ)) memory.add(slot, a, b, versionP, versionQ, span[0]);
    const met = memory.getMet(slot);
    span[0] = memory.getUntil(slot);
    if (met < Infinity || !(span[1] > span[0]) || this.world.frozenInterface.has(slot)) return met;
    this.search(p, q, a, b, slot);
    return memory.getMet(slot);
  }

  /** Limits the span of a search to the path of an island that moves. */
  private limitSpan(flow: IslandFlow | null): void {
    const { span } = this;
    if (!isAwake(flow)) return;
    span[0] = Math.max(span[0], flow.history.beginning);
    span[1] = Math.min(span[1], flow.time);
  }

  /** Searches the span for the first meeting of a pair, and records the result. */
  private search(p: IslandFlow | null, q: IslandFlow | null, a: number, b: number, slot: number): void {
    const { memory, guard, span } = this;
    const from = span[0];
    const to = span[1];
    const status =
      p === null || q === null
        ? this.driven.find(guard, a, b, slot, from, to)
        : this.findFirst(p, q, a, b, slot, from, to);
    if (status === TimeOfImpactStatus.none) memory.setUntil(slot, to);
    else memory.setMet(slot, guard.time[0]);
  }

  /**
   * Finds the first time at which part a of one island and b of another meet: `guard.time`. Bounds of accelerations hold between
   * discontinuities only.
   */
  private findFirst(
    p: IslandFlow,
    q: IslandFlow,
    a: number,
    b: number,
    slot: number,
    from: number,
    to: number,
  ): TimeOfImpactStatus {
    const { guard } = this;
    const { detector, parts } = this.world;
    let t = from;
    // discontinuities are in the order of time
    for (let i = 0, j = 0; ; ) {
      while (i < p.history.discontinuities.length && p.history.discontinuities[i] <= t) i++;
      while (j < q.history.discontinuities.length && q.history.discontinuities[j] <= t) j++;
      let next = to;
      if (i < p.history.discontinuities.length) next = Math.min(next, p.history.discontinuities[i]);
      if (j < q.history.discontinuities.length) next = Math.min(next, q.history.discontinuities[j]);
      guard.range[PairRange.from] = t;
      guard.range[PairRange.to] = next;
      guard.range[PairRange.gap] = 0;
      const status = guard.find(p.history.path, q.history.path, parts, a, b, detector.cache, slot);
      if (status !== TimeOfImpactStatus.none || next >= to) return status;
      t = next;
    }
  }

  /**
   * Returns the time by which two islands that were taken to their meeting are to be taken back, s: 0 unless they overlap there.
   * Integration that begins at another checkpoint has other rounding, and an island with chattering takes another path by it.
   */
  measureLateness({ a, b, slot, p, q }: Meeting): number {
    // a driven part is elsewhere at the present time
    if (p === q) return 0;
    const { parts, mechanism, detector, settings } = this.world;
    parts.place(mechanism.system, a);
    parts.place(mechanism.system, b);
    const [A, B] = [parts.shapes[a] as Shape, parts.shapes[b] as Shape];
    const { frames: at } = parts;
    const { contactTolerance } = settings;
    collideShapes(result, A, at, frameSize * a, B, at, frameSize * b, detector.cache, slot, contactTolerance);
    const depth = -result.values[PairSlot.gap];
    if (!(depth > lateOverlap * contactTolerance)) return 0;
    return (2 * depth) / Math.max(measureSpeed(p.context), measureSpeed(q.context), slowestMeeting);
  }

  /** Returns all islands that touch one another where two meet: simultaneous collisions are handled at once. */
  gather(islands: IslandSet, { t, p, q }: Meeting): Set<IslandFlow> {
    const { detector, parts, settings, frozenInterface: ties } = this.world;
    const { pairs, cache } = detector;
    const all = new Set([p, q]);
    at[0] = t;
    for (let count = 0; count < all.size; ) {
      count = all.size;
      for (let k = 0; k < pairs.count; k++) {
        const a = pairs.partA[k];
        const b = pairs.partB[k];
        const u = islands.find(a);
        const v = islands.find(b);
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

/** Scratch of `gather` and `measureLateness`. */
const frames = new Float64Array(2 * frameSize);
const at = new Float64Array(1);
const result = new PairResult();
