/**
 * Guards of contact margins: the instant at which an active contact leaves its features. The margin (contact-margin.ts) is
 * followed in steps in which it cannot be lost, margin/V with V the speed of the points relative to each other, or of 1/64 of the
 * time where these are shorter. For a point over a face and near one of its sides the speed across that side counts
 * (margin-sides.ts).
 *
 * A rim on a plane has two margins: the distance of its cap from flat, and the distance of its foremost point from the border of
 * the plane. The first is stopped just before it is lost, as a flat rim has no tangent; the second, as all others, where it is
 * lost. A margin at the border at first, or within δ of it and not falling, is lost ½ δ beyond the border. The foremost point of
 * a rim with tilt w is known to ε/w where positions are known to ε: at δ/(1000 w) beyond the border it is not distinguished from
 * one at the border, as the rim is above the border by δ/1000 at most.
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 4.
 */
import { type ContactTable, measureMargins, type PartTable } from "../../contact/index.js";
import { requirePositive } from "../../math/index.js";
import type { StepPath } from "../trajectory/index.js";
import { type Followed, narrow, Slot } from "../trajectory/index.js";
import { EventDepths } from "./event-depths.js";
import { staysInside } from "./margin-sides.js";
import {
  clearFallPart,
  farBeyondPart,
  flatPart,
  lossPart,
  marginRoundingPart,
  marginSamples,
  risenFactor,
  transitionDepth,
  ulp,
} from "./parameters.js";
import { isFlat, isRimOnPlane, runsRound, writeMarginSpeed, writeTilt } from "./touch-margin.js";

/** The parts of a margin. */
const [tilt, border] = [0, 1];
/** Slots of `work` behind those of a bracket: the margin at first, m; V, m/s; the tilt of a rim. */
const Own = { initial: 6, speed: 7, tilt: 8 } as const;

const poses = new Float64Array(14);
const margins = new Float64Array(3);
const fastest = new Float64Array(1);
const inside = new Float64Array(1);

/** A part of the margin of a contact, and the tables that it is in. */
interface MarginSubject {
  path: StepPath | null;
  parts: PartTable | null;
  table: ContactTable | null;
  contact: number;
  part: number;
}

/** Guards of the margins of contacts, with the work arrays of the searches: one for all contacts. The caller writes `range`. */
export class MarginGuard implements Followed {
  /** Beginning and end of the search, s. */
  readonly range: Float64Array = new Float64Array(2);
  /** The instant found, s. */
  readonly time: Float64Array = new Float64Array(1);
  /**
   * Delay after which the lost feature is clearly left, s: the feature transition is detected then; 0 for a margin lost at its
   * border.
   */
  readonly delay: Float64Array = new Float64Array(1);
  /** Number of evaluations in the last search. */
  looks = 0;
  /** Bracket, level and value of the search: see `Slot` of trajectory, and `Own`. */
  readonly work: Float64Array = new Float64Array(9);
  /** The time of an evaluation, s. */
  readonly at: Float64Array = new Float64Array(1);
  /** Contact tolerance δ, m. */
  private readonly tolerance: Float64Array;
  private readonly subject: MarginSubject = { path: null, parts: null, table: null, contact: 0, part: border };
  /** Distances beyond the border since the last event, by contact and part. */
  private readonly depths = new EventDepths();

  /** Creates guards with the contact tolerance, m. */
  constructor(tolerance: number) {
    requirePositive("tolerance", tolerance);
    this.tolerance = Float64Array.of(tolerance);
  }

  /** Begins anew after event handling: points beyond their borders now may stay there. */
  restart(): void {
    this.depths.restart();
  }

  /** Finds the first instant at which the margin of contact c is lost. Returns whether it is. */
  find(path: StepPath, parts: PartTable, table: ContactTable, c: number): boolean {
    const { range, time, subject } = this;
    subject.path = path;
    subject.parts = parts;
    subject.table = table;
    subject.contact = c;
    subject.part = border;
    this.looks = 0;
    time[0] = range[1];
    if (!(range[1] > range[0])) return false;
    let isLost = this.follow(path, parts, table);
    if (!isRimOnPlane(table, c)) return isLost;
    // a cap that is about to lie flat leaves no border
    if (isLost && isFlat(table, c, poses)) this.delay[0] = 0;
    subject.part = tilt;
    const end = range[1];
    range[1] = time[0];
    if (range[1] > range[0] && this.follow(path, parts, table)) {
      isLost = true;
      this.delay[0] = 0;
    }
    range[1] = end;
    return isLost;
  }

  /** Finds the first instant at which the part in hand is lost. Returns whether it is. */
  private follow(path: StepPath, parts: PartTable, table: ContactTable): boolean {
    const { range, work, at } = this;
    const { contact, part } = this.subject;
    work[Slot.level] = 0;
    at[0] = range[0];
    this.measure();
    if (!(work[Slot.value] < Infinity)) return false;
    work[Own.initial] = work[Slot.value];
    this.keepDepth();
    writeMarginSpeed(work, Own.speed, path, parts, table, contact, range, poses);
    const isBounded = !runsRound(table, contact);
    const isRim = part === border && isRimOnPlane(table, contact);
    if (isRim) writeTilt(work, Own.tilt, table, contact, poses);
    const isFar = this.isFar(isBounded);
    this.setLevel(table, isFar, isRim);
    work[Slot.fa] = work[Own.initial] - work[Slot.level];
    if (isBounded && this.staysInside(path, parts, table)) return false;
    if (!this.advance(isBounded, isFar)) return false;
    this.close(isFar);
    return true;
  }

  /** Whether the part is lost at zero: a margin near its border that falls clearly is lost there, as one that is far from it. */
  private isFar(isBounded: boolean): boolean {
    const { work } = this;
    const delta = this.tolerance[0];
    const m = work[Own.initial];
    return m > delta || (isBounded && m > marginRoundingPart * delta && this.falls());
  }

  /** Writes the value at which the part in hand is lost. */
  private setLevel(table: ContactTable, isFar: boolean, isRim: boolean): void {
    const { work, subject, depths } = this;
    const delta = this.tolerance[0];
    const m = work[Own.initial];
    const depth = depths.values[2 * subject.contact + subject.part];
    if (subject.part === tilt && m > risenFactor * flatPart * delta) work[Slot.level] = flatPart * delta;
    else work[Slot.level] = isFar ? 0 : depth - lossPart * delta;
    // a lost margin that is detected again is lost at twice its depth
    if (m < 0) work[Slot.level] += depth;
    if (isRim) {
      const beyond = Math.min((flatPart * delta) / work[Own.tilt], farBeyondPart * table.size[subject.contact]);
      work[Slot.level] -= beyond;
    }
  }

  /** Whether the bounds for the whole time prove that the part is not lost: a point at a side of its face may go along it. */
  private staysInside(path: StepPath, parts: PartTable, table: ContactTable): boolean {
    const { range, work, at } = this;
    const rounding = marginRoundingPart * this.tolerance[0];
    if (work[Own.speed] * (range[1] - range[0]) < work[Slot.fa] - rounding) return true;
    at[0] = range[0];
    this.place(path, parts, table);
    fastest[0] = work[Own.speed];
    inside[0] = work[Slot.level] + rounding;
    return staysInside(path, parts, table, this.subject.contact, range, poses, fastest, inside);
  }

  /**
   * Advances by steps in which the part cannot be lost, or by the shortest step. Returns whether it is lost between work.a and
   * the time `at`; a margin that is no number counts as lost.
   */
  private advance(isBounded: boolean, isFar: boolean): boolean {
    const { range, work, at } = this;
    const rounding = marginRoundingPart * this.tolerance[0];
    const speed = work[Own.speed];
    const least = Math.max((range[1] - range[0]) / marginSamples, ulp * Math.abs(range[1]));
    let t = range[0];
    for (;;) {
      if ((isBounded && speed * (range[1] - t) < work[Slot.fa] - rounding) || t >= range[1]) return false;
      work[Slot.a] = t;
      t = Math.min(t + Math.max(least, work[Slot.fa] / speed), range[1]);
      at[0] = t;
      this.measure();
      if (!(work[Slot.value] >= 0)) return true;
      // at the border as the time is over: the next step would begin there
      if (t >= range[1] && isFar && work[Slot.value] <= rounding) return true;
      work[Slot.fa] = work[Slot.value];
    }
  }

  /** Narrows the bracket between work.a and the time `at`, and writes the instant and its delay. */
  private close(isFar: boolean): void {
    const { work, at, delay, time } = this;
    const delta = this.tolerance[0];
    work[Slot.b] = at[0];
    work[Slot.fb] = work[Slot.value] <= work[Slot.fa] ? work[Slot.value] : -work[Slot.fa];
    const rate = (work[Slot.fa] - work[Slot.fb]) / (work[Slot.b] - work[Slot.a]);
    delay[0] = isFar && rate > clearFallPart * work[Own.speed] ? (transitionDepth * delta) / rate : 0;
    if (work[Slot.value] >= 0) work[Slot.a] = at[0];
    else narrow(this);
    time[0] = work[Slot.a];
  }

  /** Keeps the distance beyond the border, −m, at the last event, or a smaller one since then; 0 for a point within its border. */
  private keepDepth(): void {
    const { depths, subject, work } = this;
    const k = 2 * subject.contact + subject.part;
    const m = work[Own.initial];
    const isFirst = depths.mark(k);
    depths.values[k] = Math.min(0, isFirst ? m : Math.max(depths.values[k], m));
  }

  /** Whether a margin of δ at most falls by a clear part of V in the time in which V covers δ. */
  private falls(): boolean {
    const { range, work, at } = this;
    const delta = this.tolerance[0];
    const speed = work[Own.speed];
    at[0] = Math.min(range[0] + delta / speed, range[1]);
    this.measure();
    const way = work[Own.initial] - work[Slot.value];
    return way > clearFallPart * speed * (at[0] - range[0]) && way > marginRoundingPart * delta;
  }

  /** Writes the poses of both parts at the time `at` to `poses`. */
  private place(path: StepPath, parts: PartTable, table: ContactTable): void {
    path.writePartPose(poses, 0, parts, table.partA[this.subject.contact], this.at);
    path.writePartPose(poses, 7, parts, table.partB[this.subject.contact], this.at);
  }

  /** Writes the part in hand at the time `at`, above the level, to work.value. */
  measure(): void {
    const { work, subject } = this;
    const { path, parts, table } = subject;
    this.looks++;
    if (path === null || parts === null || table === null) return;
    this.place(path, parts, table);
    measureMargins(margins, 0, table, subject.contact, parts, poses, 0, 7);
    work[Slot.value] = margins[1 + subject.part] - work[Slot.level];
  }
}
