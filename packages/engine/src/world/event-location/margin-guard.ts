/**
 * When a contact that is held leaves its features. Its margin (contact-margin.ts) is followed in steps that it cannot be lost
 * in, margin/V with V the speed of the points relative to one another, or of 1/64 of the time where these are shorter. Where
 * the point is over a face and near a side of it, what counts is how fast it goes across that (margin-sides.ts).
 *
 * A rim on a plane has two: how far its cap is from flat, and how far the foremost point is from the border of the plane. The
 * first is caught just before it is lost, as the rim has no tangent there; the second, as all others, where it is lost. What
 * is at the border in the beginning, or within δ of it and does not go there, is lost when it is beyond it by ½ δ. The foremost point of a rim that is tilted by w is
 * known to ε/w where positions are to ε: beyond the border by δ/(1000 w) it is not told from one at the border, as the rim is
 * above that by no more than δ/1000.
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 4.
 */
import { type ContactTable, measureMargins, type PartTable } from "../../contact/index.js";
import { requirePositive, resize } from "../../math/index.js";
import type { StepPath } from "../trajectory/index.js";
import { type Followed, narrow, Slot } from "../trajectory/index.js";
import { staysInside } from "./margin-sides.js";
import { isFlat, isRimOnPlane, runsRound, writeMarginSpeed, writeTilt } from "./touch-margin.js";

/**
 * Part of δ that a cap is from flat when it is caught: its far side, eight times as far, is then within what touches, `near`
 * of nearby.ts. Before it is caught again it rises, by a factor.
 */
const fine = 1e-3;
const risen = 1.01;
/** Part of δ by which what is at its border must come beyond it. */
const deeper = 0.5;
/** Of its radius: as far beyond the border the foremost point of a rim is lost in any case. */
const farBeyond = 1e-3;
/** Times at which a margin is looked at. */
const samples = 64;
const ulp = 2 ** -52;
/** In tolerances: margins below this are none but for rounding. */
const atBorder = 1e-6;
/** In tolerances: what is as far beyond the border of a feature is over another one. */
const aheadDepth = 8;
/** A margin that falls by less than this part of the fastest motion takes too long to be lost. */
const aheadPart = 0.02;
/** The parts of a margin. */
const [tilt, border] = [0, 1];

const poses = new Float64Array(14);
const margins = new Float64Array(3);
const bound = new Float64Array(1);
const inside = new Float64Array(1);

/** What the searches work with: one for all contacts. The caller writes `range`. */
export class MarginGuard implements Followed {
  /** From when to when, s. */
  readonly range: Float64Array = new Float64Array(2);
  /** The answer, s. */
  readonly time: Float64Array = new Float64Array(1);
  /** How long until what was lost is told from none, s; 0 if it was lost from the border of its features. */
  readonly ahead: Float64Array = new Float64Array(1);
  /** Times looked at since the last question. */
  looks = 0;
  readonly work: Float64Array = new Float64Array(6);
  readonly at: Float64Array = new Float64Array(1);
  /** Contact tolerance δ, m. */
  private readonly tolerance: Float64Array;
  private contact = 0;
  private part = border;
  /** What is looked at. */
  private path: StepPath | null = null;
  private parts: PartTable | null = null;
  private table: ContactTable | null = null;
  /** By contact and part: see `keepBase`; and the number of the settling that it is of. */
  private base = new Float64Array(16);
  private since = new Int32Array(16);
  private settled = 1;

  constructor(tolerance: number) {
    requirePositive("tolerance", tolerance);
    this.tolerance = Float64Array.of(tolerance);
  }

  /** From here on, after settling: what is beyond its border now may stay so. */
  settle(): void {
    this.settled++;
  }

  /** The first time at which the margin of contact c is lost. Tells whether it is. */
  find(path: StepPath, parts: PartTable, table: ContactTable, c: number): boolean {
    const { range, time } = this;
    this.path = path;
    this.parts = parts;
    this.table = table;
    this.contact = c;
    this.part = border;
    this.looks = 0;
    time[0] = range[1];
    if (!(range[1] > range[0])) return false;
    let isLost = this.follow(path, parts, table);
    if (!isRimOnPlane(table, c)) return isLost;
    // a cap that comes to lie flat is no border
    if (isLost && isFlat(table, c, poses)) this.ahead[0] = 0;
    this.part = tilt;
    const end = range[1];
    range[1] = time[0];
    if (range[1] > range[0] && this.follow(path, parts, table)) {
      isLost = true;
      this.ahead[0] = 0;
    }
    range[1] = end;
    return isLost;
  }

  /** The same of one part of it. */
  private follow(path: StepPath, parts: PartTable, table: ContactTable): boolean {
    const { range, work, at, time, contact } = this;
    const delta = this.tolerance[0];
    work[Slot.level] = 0;
    at[0] = range[0];
    this.measure();
    const m = work[Slot.value];
    if (!(m < Infinity)) return false;
    this.keepBase();
    const base = this.base[2 * contact + this.part];
    writeMarginSpeed(bound, 0, path, parts, table, contact, range, poses);
    const speed = bound[0];
    const isBounded = !runsRound(table, contact);
    const isRim = this.part === border && isRimOnPlane(table, contact);
    if (isRim) writeTilt(bound, 0, table, contact, poses);
    const rounding = atBorder * delta;
    // what is near its border and goes there comes to it as what was far
    const isFar = m > delta || (isBounded && m > rounding && this.falls(m, speed));
    if (this.part === tilt && m > risen * fine * delta) work[Slot.level] = fine * delta;
    else work[Slot.level] = isFar ? 0 : base - deeper * delta;
    // what is found again, though it was lost, is lost again when it is twice as far as it was then
    if (m < 0) work[Slot.level] += base;
    if (isRim) work[Slot.level] -= Math.min((fine * delta) / bound[0], farBeyond * table.size[contact]);
    // and no time is shorter than what tells it from the next
    const least = Math.max((range[1] - range[0]) / samples, ulp * Math.abs(range[1]));
    let t = range[0];
    work[Slot.fa] = m - work[Slot.level];
    // what is at a side may go along it
    if (isBounded && !(speed * (range[1] - t) < work[Slot.fa] - rounding)) {
      at[0] = t;
      this.place(path, parts, table);
      bound[0] = speed;
      inside[0] = work[Slot.level] + rounding;
      if (staysInside(path, parts, table, contact, range, poses, bound, inside)) return false;
    }
    for (;;) {
      if ((isBounded && speed * (range[1] - t) < work[Slot.fa] - rounding) || t >= range[1]) return false;
      work[Slot.a] = t;
      t = Math.min(t + Math.max(least, work[Slot.fa] / speed), range[1]);
      at[0] = t;
      this.measure();
      // what is no number is lost, and so is what comes to the border as the time is over: it would begin there
      if (!(work[Slot.value] >= 0)) break;
      if (t >= range[1] && isFar && work[Slot.value] <= rounding) break;
      work[Slot.fa] = work[Slot.value];
    }
    work[Slot.b] = t;
    work[Slot.fb] = work[Slot.value] <= work[Slot.fa] ? work[Slot.value] : -work[Slot.fa];
    const rate = (work[Slot.fa] - work[Slot.fb]) / (work[Slot.b] - work[Slot.a]);
    this.ahead[0] = isFar && rate > aheadPart * speed ? (aheadDepth * delta) / rate : 0;
    if (work[Slot.value] >= 0) work[Slot.a] = t;
    else narrow(this);
    time[0] = work[Slot.a];
    return true;
  }

  /** Keeps how far beyond its border, −m, the contact was when settled, or if it was nearer since then; 0 if it was within it. */
  private keepBase(): void {
    const k = 2 * this.contact + this.part;
    if (k >= this.base.length) {
      this.base = resize(this.base, 2 * k + 2);
      this.since = resize(this.since, 2 * k + 2);
    }
    const m = this.work[Slot.value];
    const isFirst = this.since[k] !== this.settled;
    this.since[k] = this.settled;
    this.base[k] = Math.min(0, isFirst ? m : Math.max(this.base[k], m));
  }

  /** Whether a margin of m, no more than δ, falls by a clear part of the fastest motion while that goes as far as δ. */
  private falls(m: number, speed: number): boolean {
    const { range, work, at } = this;
    const delta = this.tolerance[0];
    at[0] = Math.min(range[0] + delta / speed, range[1]);
    this.measure();
    const way = m - work[Slot.value];
    return way > aheadPart * speed * (at[0] - range[0]) && way > atBorder * delta;
  }

  /** Where both are at the time `at`, to `poses`. */
  private place(path: StepPath, parts: PartTable, table: ContactTable): void {
    path.writePartPose(poses, 0, parts, table.partA[this.contact], this.at);
    path.writePartPose(poses, 7, parts, table.partB[this.contact], this.at);
  }

  /** The part in hand at the time `at`, above the level, to work.value. */
  measure(): void {
    const { work, contact, path, parts, table } = this;
    this.looks++;
    if (path === null || parts === null || table === null) return;
    this.place(path, parts, table);
    measureMargins(margins, 0, table, contact, parts, poses, 0, 7);
    work[Slot.value] = margins[1 + this.part] - work[Slot.level];
  }
}
