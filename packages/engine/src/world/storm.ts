/**
 * When an island goes on by leaps (leap.ts), and for how long: the clock of a storm of events. Times and counts alone decide,
 * so that it is the same wherever it runs.
 *
 *   a crowd that rubs      12 events, or steps, in a row with hardly any time between them
 *   what cannot settle     until it can
 *   a few that rub         24 events in a row with less than 10⁻⁶ s between them: contacts that hold and let go of each other in
 *                          turn, while nothing moves by what positions are known to
 *   any island             250 events, and 50 more for each body, in a row that come as fast: the bound on what a second costs.
 *                          Below that an event is followed by an event, however many there are
 */
import { crowd } from "./effort.js";
import type { IslandRun } from "./run.js";

/** So many events in a row are looked at; that they are a storm is told by the mean time between them, s. The same of steps. */
const row = 12;
const short = 2e-5;
const shortest = 1e-7;
/** The same of few contacts that rub. */
const tightRow = 24;
const tight = 1e-6;
/** The same of any island: so many events, and so many more a body. */
const longRow = 250;
const longRowBody = 50;
/** So many events at one instant are one too. */
const manyAtOnce = 100;
/** Where the times of events are, in `since`. */
const times = 9;
const last = times + tightRow;
/** Numbers in `since`. */
export const stormSize = last + 1;
/** How long the first leap is, s. */
const first = 1e-5;
/** After so many leaps without a change the storm is over; at first, and in one that comes again. */
const calm = 32;
const mostCalm = 64;
/** The same of few contacts, where there is no other way: what was in the way may be gone. */
const soonCalm = 8;
/** A storm that comes again after less than this is the same, s; and after less than this part of its age. */
const soon = 1e-3;
const pausePart = 0.5;
/** What is told where an island could not settle; and of a storm, by its kind. */
export const unsettled = "friction: what could not be settled is gone through at once";
const names = [
  "friction: a crowd of changes gone through at once",
  "contact: a storm of events gone through at once",
  unsettled,
  "friction: changes of a few contacts gone through at once",
];
/** Numbers that `save` tells before the times of events. */
const header = 7;

/** Slots of `since`. */
export const StormSlot = {
  /** When the steps that are counted began, s. */
  steps: 0,
  /** When the last leap ended, s. */
  end: 1,
  /** How long the next is to be, s. */
  duration: 2,
  /** After how many without a change it is over, and how many there were. */
  calm: 3,
  calmCount: 4,
  /** When the storm began, s. */
  start: 5,
  /** When the events that are counted in any island began, s, and how many there were. */
  rowStart: 6,
  rowCount: 7,
  /** What kind of storm. */
  kind: 8,
} as const;

export const StormKind = { crowd: 0, any: 1, forced: 2, tight: 3 } as const;
type StormKind = (typeof StormKind)[keyof typeof StormKind];

export class Storm {
  readonly since: Float64Array = new Float64Array(stormSize).fill(-Infinity);
  private count = 0;
  isOver = true;

  constructor() {
    const { since } = this;
    since[StormSlot.duration] = first;
    since[StormSlot.calm] = calm;
    since[StormSlot.calmCount] = 0;
    since[StormSlot.rowCount] = 0;
    since[StormSlot.kind] = StormKind.crowd;
  }

  /** Counts a step that begins at t[n]; tells whether it is one of so many short ones that time does not go on. */
  isStuck(run: IslandRun, t: Float64Array, n: number): boolean {
    const { since } = this;
    const isCrowd = run.island.friction !== null && run.friction.cones.count > crowd;
    if (!isCrowd || t[n] < since[StormSlot.steps]) this.count = 0;
    // where steps are taken, no storm goes on
    since[StormSlot.kind] = StormKind.crowd;
    if (this.count++ === 0) since[StormSlot.steps] = t[n];
    if (this.count <= row) return false;
    this.count = 0;
    return t[n] - since[StormSlot.steps] < row * shortest;
  }

  /** Counts an event at t, the so manyth at that instant; tells whether it is one of a storm. */
  isDue(run: IslandRun, t: number, atOnce: number): boolean {
    const { since } = this;
    const { island } = run;
    since.copyWithin(times, times + 1);
    since[last] = t;
    const most = longRow + longRowBody * island.movingCount;
    if (!(Math.abs(t - since[StormSlot.rowStart]) < most * short)) {
      since[StormSlot.rowStart] = t;
      since[StormSlot.rowCount] = 0;
    }
    const isLong = ++since[StormSlot.rowCount] > most || atOnce > manyAtOnce;
    const rubs = island.friction !== null;
    const isCrowd = rubs && run.friction.cones.count > crowd && t - since[last - row] < row * short;
    const isTight = rubs && t - since[times] < tightRow * tight;
    if (!isCrowd && !isLong && !isTight) return false;
    since[StormSlot.kind] = isCrowd ? StormKind.crowd : isLong ? StormKind.any : StormKind.tight;
    return true;
  }

  get kind(): StormKind {
    return this.since[StormSlot.kind] as StormKind;
  }

  /** The one that begins is without another way; of a crowd it is like any of that. */
  force(isCrowd: boolean): void {
    this.since[StormSlot.kind] = isCrowd ? StormKind.crowd : StormKind.forced;
  }

  /** What is told of it. */
  get name(): string {
    return names[this.kind];
  }

  /** Whether a storm was going on when a window ended at t. */
  isGoingOn(t: number): boolean {
    return !this.isOver && this.since[StormSlot.end] === t;
  }

  /** Steps are counted from here on. */
  restartCount(): void {
    this.count = 0;
  }

  /** What there is to know of it at t, as plain data: the next leap, where one follows, else 0; and when events were of late. */
  save(t: number): number[] {
    const { since } = this;
    const late = Array.from(since.subarray(times)).filter((time) => time > -Infinity);
    if (late.length === 0 && !(since[StormSlot.end] > -Infinity)) return [];
    const [, end, duration, most, count, start, ...counted] = Array.from(since.subarray(0, times));
    const tail = [...counted.map((x) => (x > -Infinity ? x : 0)), ...late];
    if (this.isGoingOn(t)) return [duration, most, count, start, ...tail];
    // one that may come again: less than 0
    if (end > -Infinity) return [-duration, most, end, start, ...tail];
    return [0, 0, 0, 0, ...tail];
  }

  /** Takes over what `save` has told. */
  resume(told: readonly number[], t: number): void {
    const { since } = this;
    const [duration = 0, end = 0, count = 0, start = 0, rowStart = 0, rowCount = 0, kind = 0] = told;
    const late = told.slice(header);
    since.fill(-Infinity, times);
    since.set(late, since.length - late.length);
    since[StormSlot.rowStart] = rowCount > 0 ? rowStart : -Infinity;
    since[StormSlot.rowCount] = rowCount;
    since[StormSlot.kind] = kind;
    if (duration === 0) return;
    this.isOver = duration < 0;
    since[StormSlot.end] = this.isOver ? count : t;
    since[StormSlot.duration] = Math.abs(duration);
    since[StormSlot.calm] = end;
    since[StormSlot.calmCount] = this.isOver ? 0 : count;
    since[StormSlot.start] = start;
  }

  /** Takes over a storm that another island was in when it ended at t. */
  inherit({ since: other, isOver }: Storm, t: number): void {
    const { since } = this;
    for (let k = times; k <= last && other[last] > since[last]; k++) since[k] = other[k];
    if (isOver || other[StormSlot.end] !== t) return;
    const isFirst = this.isOver || since[StormSlot.end] !== t;
    const least = (slot: number) => (isFirst ? other[slot] : Math.min(other[slot], since[slot]));
    since[StormSlot.duration] = least(StormSlot.duration);
    since[StormSlot.start] = least(StormSlot.start);
    since[StormSlot.calm] = Math.max(other[StormSlot.calm], since[StormSlot.calm]);
    since[StormSlot.kind] = Math.max(other[StormSlot.kind], since[StormSlot.kind]);
    since[StormSlot.end] = t;
    this.isOver = false;
  }

  /** A storm begins, or goes on, at t. */
  begin(t: number): void {
    const { since } = this;
    const age = since[StormSlot.end] - since[StormSlot.start];
    const pause = t - since[StormSlot.end];
    const isSame = pause >= 0 && pause < Math.max(soon, pausePart * age);
    if (!isSame) {
      since[StormSlot.duration] = first;
      since[StormSlot.start] = t;
    }
    if (!this.isGoingOn(t)) {
      const least = this.kind >= StormKind.forced ? soonCalm : calm;
      const isAlike = isSame && since[StormSlot.calm] >= least;
      since[StormSlot.calm] = isAlike ? Math.min(mostCalm, 2 * since[StormSlot.calm]) : least;
      since[StormSlot.calmCount] = 0;
    }
    since[StormSlot.rowCount] = 0;
    this.count = 0;
    this.isOver = false;
  }
}
