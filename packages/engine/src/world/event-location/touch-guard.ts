/**
 * Two parts that touch and hold contacts: until when nothing else of them comes to penetrate. A plane between them, which
 * moves with one of the bodies or with two edges, is the witness (touch-plane.ts); the corners stay on their sides if
 *
 *   f(t) ≥ (1 − ξ) f(a) + ξ f(b) − ½ α (b − a)² ξ (1 − ξ) ≥ −δ,   t = a + ξ (b − a)
 *
 * for each of them, on intervals halved until that is proved or a corner is found beyond the plane, whose time of crossing
 * is then found to the last bits. A corner on the plane at first, to δ/1000, has crossed when it is ½ δ deeper; one that is
 * merely near crosses at zero, and so does one that was on its way, however near. Of several planes that which separates longest counts; pairs without one are sampled.
 *
 * Follows: Rigid Body Simulation, sections 7.1 and 9; Baraff 1989, section 4.
 */
import {
  collideShapes,
  findLeastBetween,
  frameSize,
  Kind,
  type PairCache,
  PairResult,
  type Shape,
  Span,
} from "../../collide/index.js";
import type { ContactTable, PartTable } from "../../contact/index.js";
import { requirePositive, resize } from "../../math/index.js";
import type { StepPath } from "../trajectory/index.js";
import { type Followed, narrow, Slot } from "../trajectory/index.js";
import { TouchCandidates } from "./touch-candidates.js";
import { countPoints, TouchPlane } from "./touch-plane.js";
import { TouchStatus } from "./touch-status.js";

/** Part of δ that is enough for corners that rise from the plane: so low hops are seen. */
const fine = 1e-3;
/** Part of δ by which a corner that touches must come deeper. */
const deeper = 0.5;
/** What is nearer than this, m, was there; what then goes on from zero as fast as ½ δ in this time, s, was on its way. */
const rounding = 1e-13;
const quick = 0.05;
/** Part of δ that a corner is proved not to come deeper: with what it is deep at first, less than δ. */
const deepest = 0.9;
/** Part of δ that corners may be beyond a plane at first for it to be a witness. */
const shallow = 1 - deepest;
/** Looks at one plane; times at which a pair that no plane separates is looked at. */
const [maxLooks, samples] = [4096, 9];
const Task = { corner: 0, gap: 1 } as const;
/** Slots of `work` behind those of a bracket: the best so far; ½ α Δ². */
const Own = { best: 6, bend: 7 } as const;

const frames = new Float64Array(2 * frameSize);
const result = new PairResult();
const span = new Float64Array(Span.size);

/** What the searches work with: one for all pairs. The caller writes `range`. */
export class TouchGuard implements Followed {
  /** See `TouchRange`. */
  readonly range: Float64Array = new Float64Array(2);
  /** The answer, s; the end of the range if there is none. */
  readonly time: Float64Array = new Float64Array(1);
  /** Whether nothing before it is proved; false: sampled. */
  proved = true;
  /** The corner that crosses, of the part `part`; −1. */
  corner = -1;
  part = -1;
  /** Times looked at since the last question. */
  looks = 0;
  /** Contact tolerance δ, m, and what takes its place for corners that rise. */
  readonly settings: Float64Array;
  /** What is within the tolerance and not reached yet: see nearby.ts. */
  nearby: ContactTable | null = null;
  private readonly plane = new TouchPlane();
  private readonly candidates = new TouchCandidates();
  readonly work: Float64Array = new Float64Array(8);
  readonly at: Float64Array = new Float64Array(1);
  private first = new Float64Array(16);
  private before = new Float64Array(16);
  private status: TouchStatus = TouchStatus.none;
  private task = 0;
  private subject = 0;
  private pA = 0;
  private pB = 0;
  private slot = 0;
  private path: StepPath | null = null;
  private parts: PartTable | null = null;
  private table: ContactTable | null = null;
  private cache: PairCache | null = null;
  /** By slot: the gap, m, at the first look since settling, and the number of that settling. */
  private base = new Float64Array(16);
  private since = new Int32Array(16);
  private settled = 0;

  constructor(tolerance: number) {
    requirePositive("tolerance", tolerance);
    this.settings = Float64Array.of(tolerance, fine * tolerance);
  }

  /** From here on, after settling: what is deep now may stay so, and come no deeper. */
  settle(): void {
    this.settled++;
  }

  /** The first time at which something else of parts pA and pB comes to touch, or the witness is lost. */
  findTouch(
    path: StepPath,
    parts: PartTable,
    pA: number,
    pB: number,
    table: ContactTable,
    first: number,
    end: number,
    cache: PairCache,
    slot: number,
  ): TouchStatus {
    const { range, time, work } = this;
    const shapeA = parts.shapes[pA];
    const shapeB = parts.shapes[pB];
    this.begin(pA, pB);
    this.path = path;
    this.parts = parts;
    this.table = table;
    this.cache = cache;
    if (shapeA === null || shapeB === null || !(range[1] > range[0])) return TouchStatus.none;
    const isMesh = shapeA.mesh !== null || shapeB.mesh !== null;
    // a sphere touches what is convex in one place only
    if (!isMesh && (shapeA.kind === Kind.sphere || shapeB.kind === Kind.sphere)) return TouchStatus.none;
    work[Own.best] = -Infinity;
    if (!isMesh && countPoints(shapeA) > 0 && (countPoints(shapeB) > 0 || shapeB.plane !== null)) {
      if (this.tryPlanes(path, parts, table, first, end)) return TouchStatus.none;
    }
    if (work[Own.best] > -Infinity) {
      time[0] = work[Own.best];
      return this.status;
    }
    this.proved = false;
    this.slot = slot;
    return this.sampleGap();
  }

  private begin(pA: number, pB: number): void {
    this.pA = pA;
    this.pB = pB;
    this.proved = true;
    this.corner = -1;
    this.part = -1;
    this.looks = 0;
    this.status = TouchStatus.none;
    this.time[0] = this.range[1];
  }

  /** What counts as lost for something that is at f[i] in the beginning; the tolerance is settings[t]. */
  private setLevel(f: Float64Array, i: number, t: number): void {
    const delta = this.settings[t];
    this.work[Slot.level] = f[i] > delta ? 0 : Math.min(0, f[i]) - deeper * delta;
  }

  /** Follows one plane after the other. True if one separates the two to the end. */
  private tryPlanes(path: StepPath, parts: PartTable, table: ContactTable, first: number, end: number): boolean {
    const { plane, candidates, settings, work, range, at } = this;
    this.task = Task.corner;
    candidates.begin(this.pA, this.pB, first, end);
    for (;;) {
      at[0] = range[0];
      if (!candidates.next(plane, path, parts, table, at)) return false;
      if (!plane.isBehind(parts, settings)) continue;
      plane.skipActive(parts, table, first, end);
      if (this.nearby !== null) plane.watchNearby(parts, this.nearby);
      this.follow(path, parts, table);
      if (work[Slot.a] <= work[Own.best]) continue;
      work[Own.best] = work[Slot.a];
      if (work[Slot.a] >= range[1] && this.subject < 0) return true;
      this.reportCorner(parts);
    }
  }

  /** What has been lost with the plane. */
  private reportCorner(parts: PartTable): void {
    const { plane } = this;
    this.corner = this.subject;
    this.part = plane.other;
    if (plane.contact >= 0) {
      const own = countPoints(parts.shapes[plane.carrier] as Shape);
      if (this.corner < own) this.part = plane.carrier;
      else this.corner -= own;
    }
    const isWithin = this.corner >= 0 && plane.isWithin(parts, this.corner, this.settings);
    this.status = isWithin ? TouchStatus.reach : TouchStatus.witness;
  }

  /** How long the plane separates the two, to work.a; the corner that crosses then, or −1, to `subject`. */
  private follow(path: StepPath, parts: PartTable, table: ContactTable): void {
    const { plane, work, at, range } = this;
    const delta = this.settings[0];
    const { count } = plane;
    if (this.first.length < count) {
      this.first = resize(this.first, 2 * count);
      this.before = resize(this.before, 2 * count);
    }
    work[Slot.a] = -Infinity;
    at[0] = range[0];
    plane.evaluate(path, parts, table, at);
    plane.bound(path, parts, range);
    const alpha = plane.numbers[2];
    for (let k = 0; k < count; k++) {
      const f = plane.values[k];
      if (!(f >= -shallow * delta) && plane.skip[k] === 0) return;
      this.first[k] = f;
      this.before[k] = f;
    }
    if (!(alpha < Infinity)) return;
    let a = range[0];
    let limit = range[1];
    let step = limit - a;
    let crossing = -1;
    const last = this.looks + maxLooks;
    while (a < limit && this.looks < last) {
      const b = a + step < limit ? a + step : limit;
      at[0] = b;
      this.looks++;
      plane.evaluate(path, parts, table, at);
      work[Own.bend] = (alpha * (b - a) * (b - a)) / 2;
      const verdict = this.judge();
      if (verdict >= 0) {
        work[Slot.a] = a;
        work[Slot.b] = b;
        this.subject = verdict;
        this.closeCorner();
        crossing = this.subject;
        limit = work[Slot.a];
        if (limit < a) a = limit;
        step = limit - a;
      } else if (verdict === proved) {
        for (let k = 0; k < count; k++) {
          this.before[k] = plane.values[k];
          // what has left comes to touch at 0
          if (plane.skip[k] === 2 || plane.values[k] > this.settings[1]) {
            this.first[k] = Math.max(this.first[k], plane.values[k]);
          }
        }
        a = b;
        step *= 2;
      } else step = (b - a) / 2;
    }
    if (crossing < 0 && a >= range[1] && this.hasSunk()) {
      work[Slot.a] = a;
      this.subject = crossing;
      this.findArrival();
      crossing = this.subject;
      a = work[Slot.a];
    }
    work[Slot.a] = a;
    this.subject = crossing;
    at[0] = a;
    if (crossing >= 0) plane.evaluate(path, parts, table, at);
  }

  /** The first corner that is beyond the plane, or `proved`, or `open`, by its values before and now. */
  private judge(): number {
    const { plane, first, before } = this;
    // ½ α Δ²
    const q = this.work[Own.bend];
    let verdict: number = proved;
    for (let k = 0; k < plane.count; k++) {
      if (plane.skip[k] === 1) continue;
      const f0 = before[k];
      const f1 = plane.values[k];
      // what rises is seen off at once, all else must come deeper than rounding and the solver make it
      const delta = this.settings[plane.skip[k] === 2 ? 1 : 0];
      const touched = !(first[k] > this.settings[1]);
      const base = touched ? Math.min(0, first[k]) : 0;
      if (!(f1 >= (touched ? base - deeper * delta : 0))) return k;
      span[Span.s0] = f0;
      span[Span.s1] = f1;
      span[Span.q] = q;
      findLeastBetween(span);
      if (span[Span.least] < base - deepest * delta) verdict = open;
    }
    return verdict;
  }

  /** The time at which corner `subject` crosses, between work.a and work.b, to work.a. */
  private closeCorner(): void {
    const { work, plane } = this;
    if (this.first[this.subject] > this.settings[1]) work[Slot.level] = 0;
    else this.setLevel(this.first, this.subject, plane.skip[this.subject] === 2 ? 1 : 0);
    work[Slot.fa] = this.before[this.subject] - work[Slot.level];
    work[Slot.fb] = plane.values[this.subject] - work[Slot.level];
    narrow(this);
    if (work[Slot.level] < 0) this.findArrival();
  }

  /** Whether a corner that may have been on its way is deep where the last look was, though not by ½ δ. */
  private hasSunk(): boolean {
    const { plane, first, before, settings } = this;
    for (let k = 0; k < plane.count; k++) {
      if (before[k] < -settings[1] && plane.skip[k] === 0 && first[k] > rounding && first[k] <= settings[1])
        return true;
    }
    return false;
  }

  /**
   * Where a corner is deep at work.a: the first that was on its way, and is deep by then, and when it was at zero, to
   * `subject` and work.a. A run may be cut just before. Of a cap the foremost point is another one then.
   */
  private findArrival(): void {
    const { work, range, first, settings, plane, at } = this;
    const deep = work[Slot.a];
    let earliest = deep;
    let arriving = this.subject;
    work[Slot.level] = 0;
    for (let k = 0; k < plane.count; k++) {
      if (plane.skip[k] !== 0 || !(first[k] > rounding && first[k] <= settings[1])) continue;
      this.subject = k;
      at[0] = deep;
      this.measure();
      if (!(work[Slot.value] < 0)) continue;
      work[Slot.a] = range[0];
      work[Slot.fa] = first[k];
      work[Slot.b] = deep;
      work[Slot.fb] = work[Slot.value];
      // its depth, in parts of ½ δ
      const part = work[Slot.value] / (-deeper * settings[0]);
      narrow(this);
      if (!(work[Slot.a] < earliest && deep - work[Slot.a] < quick * part)) continue;
      earliest = work[Slot.a];
      arriving = k;
    }
    this.subject = arriving;
    work[Slot.a] = earliest;
  }

  /** Looks at the gap in between and at the end. Step after step, it comes no deeper than it was when settled, by ½ δ. */
  private sampleGap(): TouchStatus {
    const { range, work, at, time, slot } = this;
    const delta = this.settings[0];
    this.task = Task.gap;
    work[Slot.level] = 0;
    at[0] = range[0];
    this.measure();
    if (slot >= this.base.length) {
      this.base = resize(this.base, 2 * slot);
      this.since = resize(this.since, 2 * slot);
    }
    if (this.since[slot] !== this.settled) {
      this.since[slot] = this.settled;
      this.base[slot] = Math.min(0, work[Slot.value]);
    }
    work[Slot.level] = this.base[slot] - delta / 4;
    work[Slot.a] = range[0];
    work[Slot.fa] = work[Slot.value] - work[Slot.level];
    if (work[Slot.fa] < 0) {
      time[0] = range[0];
      return TouchStatus.sunk;
    }
    for (let k = 1; k <= samples; k++) {
      at[0] = k === samples ? range[1] : range[0] + (k / samples) * (range[1] - range[0]);
      this.measure();
      if (work[Slot.value] < -delta / 4) {
        work[Slot.b] = at[0];
        work[Slot.fb] = work[Slot.value];
        narrow(this);
        time[0] = work[Slot.a];
        return TouchStatus.sunk;
      }
      if (work[Slot.value] < 0) continue;
      work[Slot.a] = at[0];
      work[Slot.fa] = work[Slot.value];
    }
    return TouchStatus.none;
  }

  /** What the task follows at the time `at`, above the level, to work.value. */
  measure(): void {
    const { work, at, pA, pB, path, parts, table, cache } = this;
    this.looks++;
    if (path === null || parts === null || table === null) return;
    if (this.task === Task.corner) {
      this.plane.evaluate(path, parts, table, at);
      work[Slot.value] = this.plane.values[this.subject];
    } else if (cache !== null) {
      path.writeFrame(frames, 0, parts, pA, at);
      path.writeFrame(frames, frameSize, parts, pB, at);
      const shapeA = parts.shapes[pA] as Shape;
      collideShapes(result, shapeA, frames, 0, parts.shapes[pB] as Shape, frames, frameSize, cache, this.slot, 0);
      work[Slot.value] = result.values[0];
    }
    work[Slot.value] -= work[Slot.level];
  }
}

/** What `judge` tells but for a corner. */
const [proved, open] = [-1, -2];
