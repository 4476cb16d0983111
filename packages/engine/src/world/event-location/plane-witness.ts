/**
 * A plane as the witness that two parts stay apart: the first instant at which a corner crosses it. Corner distances f obey
 *
 *   f(t) ≥ (1 − ξ) f(a) + ξ f(b) − ½ α (b − a)² ξ (1 − ξ) ≥ −δ,   t = a + ξ (b − a)
 *
 * on intervals that are halved until the bound is proved or a corner is found beyond the plane; the crossing is then located to
 * the last bits. A corner on the plane at first, to δ/1000, has crossed when it is ½ δ deeper. A corner that is merely near
 * crosses at zero, and so does one that approached at first, however near it was.
 *
 * Follows: Rigid Body Simulation, sections 7.1 and 9; Baraff 1989, section 4.
 */
import { findLeastBetween, Span } from "../../collide/index.js";
import type { ContactTable, PartTable } from "../../contact/index.js";
import { resize } from "../../math/index.js";
import type { StepPath } from "../trajectory/index.js";
import { type Followed, narrow, Slot } from "../trajectory/index.js";
import { arrivalTime, cornerRounding, lossPart, maxPlaneLooks, provedPart, witnessPart } from "./parameters.js";
import { CornerSkip, PlaneSlot, TouchPlane } from "./touch-plane.js";

/** Slots of `PlaneWitness.tolerances`: δ, m, and the depth that stops corners of separating contacts, m. */
export const Tolerance = { contact: 0, fine: 1 } as const;

/** Slot of `work` behind those of a bracket: ½ α Δ². */
const Own = { bend: 6 } as const;
/** Results of `judge` other than a corner: no corner crosses in the interval, or the interval is to be halved. */
const [proved, open] = [-1, -2];

const span = new Float64Array(Span.size);

/** A plane that separates two parts, with the work arrays of the search: one for all pairs. */
export class PlaneWitness implements Followed {
  /** The plane that is followed. */
  readonly plane: TouchPlane = new TouchPlane();
  /** Bracket, level and value of the search: see `Slot` of trajectory. The first slot is the end of the separation, s. */
  readonly work: Float64Array = new Float64Array(7);
  /** The time of an evaluation, s. */
  readonly at: Float64Array = new Float64Array(1);
  /** The corner that crosses the plane at the end of the separation; −1 if none does. */
  corner = -1;
  /** Number of evaluations. */
  looks = 0;
  private readonly range: Float64Array;
  private readonly tolerances: Float64Array;
  /** f of the corners at the start, or the largest since a corner has left the plane, m. */
  private first = new Float64Array(16);
  /** f of the corners at the beginning of the interval, m. */
  private before = new Float64Array(16);
  private path: StepPath | null = null;
  private parts: PartTable | null = null;
  private table: ContactTable | null = null;

  /** Creates a witness for the range, s, of the caller, with its tolerances: see `Tolerance`. */
  constructor(range: Float64Array, tolerances: Float64Array) {
    this.range = range;
    this.tolerances = tolerances;
  }

  /**
   * Finds the end of the separation by the plane, and writes it to work.a, and the corner that crosses then, or −1, to `corner`.
   */
  follow(path: StepPath, parts: PartTable, table: ContactTable): void {
    const { plane, work, at, range } = this;
    if (!this.begin(path, parts, table)) return;
    const alpha = plane.numbers[PlaneSlot.acceleration];
    let a = range[0];
    let limit = range[1];
    let step = limit - a;
    let crossing = -1;
    const last = this.looks + maxPlaneLooks;
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
        this.corner = verdict;
        this.closeCorner();
        crossing = this.corner;
        limit = work[Slot.a];
        if (limit < a) a = limit;
        step = limit - a;
      } else if (verdict === proved) {
        this.keepValues();
        a = b;
        step *= 2;
      } else step = (b - a) / 2;
    }
    work[Slot.a] = a;
    this.corner = crossing;
    if (crossing < 0 && a >= range[1] && this.hasSunk()) this.findArrival();
    at[0] = work[Slot.a];
    if (this.corner >= 0) plane.evaluate(path, parts, table, at);
  }

  /** Evaluates the corners and their bound at the start. Returns false if a corner is beyond the plane, or no bound is known. */
  private begin(path: StepPath, parts: PartTable, table: ContactTable): boolean {
    const { plane, work, at, range } = this;
    const { count } = plane;
    this.path = path;
    this.parts = parts;
    this.table = table;
    if (this.first.length < count) {
      this.first = resize(this.first, 2 * count);
      this.before = resize(this.before, 2 * count);
    }
    work[Slot.a] = -Infinity;
    at[0] = range[0];
    plane.evaluate(path, parts, table, at);
    plane.bound(path, parts, range);
    const least = -witnessPart * this.tolerances[Tolerance.contact];
    for (let k = 0; k < count; k++) {
      const f = plane.values[k];
      if (!(f >= least) && plane.skip[k] === CornerSkip.none) return false;
      this.first[k] = f;
      this.before[k] = f;
    }
    return plane.numbers[PlaneSlot.acceleration] < Infinity;
  }

  /** Takes the values at the end of an interval as those at the beginning of the next. */
  private keepValues(): void {
    const { plane, before, first } = this;
    for (let k = 0; k < plane.count; k++) {
      const f = plane.values[k];
      before[k] = f;
      // a corner that has left the plane crosses it at zero
      if (plane.skip[k] === CornerSkip.separating || f > this.tolerances[Tolerance.fine])
        first[k] = Math.max(first[k], f);
    }
  }

  /** Returns the first corner that is beyond the plane, or `proved`, or `open`, by the values at both ends of the interval. */
  private judge(): number {
    const { plane, first, before, tolerances } = this;
    // ½ α Δ²
    const q = this.work[Own.bend];
    let verdict: number = proved;
    for (let k = 0; k < plane.count; k++) {
      if (plane.skip[k] === CornerSkip.active) continue;
      const f0 = before[k];
      const f1 = plane.values[k];
      // separating corners stop at once, all others at a depth beyond the errors of rounding and of the solver
      const delta = tolerances[plane.skip[k] === CornerSkip.separating ? Tolerance.fine : Tolerance.contact];
      const touched = !(first[k] > tolerances[Tolerance.fine]);
      const base = touched ? Math.min(0, first[k]) : 0;
      if (!(f1 >= (touched ? base - lossPart * delta : 0))) return k;
      span[Span.s0] = f0;
      span[Span.s1] = f1;
      span[Span.q] = q;
      findLeastBetween(span);
      if (span[Span.least] < base - provedPart * delta) verdict = open;
    }
    return verdict;
  }

  /** Narrows the crossing of the corner between work.a and work.b, to work.a. */
  private closeCorner(): void {
    const { work, plane, corner } = this;
    this.setLevel();
    work[Slot.fa] = this.before[corner] - work[Slot.level];
    work[Slot.fb] = plane.values[corner] - work[Slot.level];
    narrow(this);
    if (work[Slot.level] < 0) this.findArrival();
  }

  /** Writes the value at which the corner has crossed: zero, or a depth if it was on the plane at first. */
  private setLevel(): void {
    const { work, plane, tolerances, corner } = this;
    const f = this.first[corner];
    const delta = tolerances[plane.skip[corner] === CornerSkip.separating ? Tolerance.fine : Tolerance.contact];
    const isOff = f > tolerances[Tolerance.fine] || f > delta;
    work[Slot.level] = isOff ? 0 : Math.min(0, f) - lossPart * delta;
  }

  /** Whether a corner that may have approached at first is deep at the last evaluation, though not by ½ δ. */
  private hasSunk(): boolean {
    const { plane, first, before, tolerances } = this;
    const fine = tolerances[Tolerance.fine];
    for (let k = 0; k < plane.count; k++) {
      if (before[k] < -fine && plane.skip[k] === CornerSkip.none && first[k] > cornerRounding && first[k] <= fine)
        return true;
    }
    return false;
  }

  /**
   * Finds the first of the corners that approached at first, and are deep at work.a, where a run may have been cut just before,
   * and writes the corner, and the instant at which it was at zero, to work.a. The foremost point of a cap may be another one
   * then.
   */
  private findArrival(): void {
    const { work, range, first, tolerances, plane, at } = this;
    const deep = work[Slot.a];
    let earliest = deep;
    let arriving = this.corner;
    work[Slot.level] = 0;
    for (let k = 0; k < plane.count; k++) {
      const isNear = first[k] > cornerRounding && first[k] <= tolerances[Tolerance.fine];
      if (plane.skip[k] !== CornerSkip.none || !isNear) continue;
      this.corner = k;
      at[0] = deep;
      this.measure();
      if (!(work[Slot.value] < 0)) continue;
      work[Slot.a] = range[0];
      work[Slot.fa] = first[k];
      work[Slot.b] = deep;
      work[Slot.fb] = work[Slot.value];
      // its depth, in parts of ½ δ
      const part = work[Slot.value] / (-lossPart * tolerances[Tolerance.contact]);
      narrow(this);
      if (!(work[Slot.a] < earliest && deep - work[Slot.a] < arrivalTime * part)) continue;
      earliest = work[Slot.a];
      arriving = k;
    }
    this.corner = arriving;
    work[Slot.a] = earliest;
  }

  /** Writes f of the corner at the time `at`, above the level, to work.value. */
  measure(): void {
    const { work, at, path, parts, table } = this;
    this.looks++;
    if (path === null || parts === null || table === null) return;
    this.plane.evaluate(path, parts, table, at);
    work[Slot.value] = this.plane.values[this.corner];
    work[Slot.value] -= work[Slot.level];
  }
}
