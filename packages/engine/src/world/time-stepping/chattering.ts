/**
 * When an island goes on by leaps (moreau-step.ts), and for how long: the clock of a storm of events. Times and counts alone decide,
 * so that it is the same wherever it runs.
 *
 *   a crowd that rubs      12 events, or steps, in a row with hardly any time between them
 *   what cannot settle     until it can
 *   a few that rub         24 events in a row with less than 10⁻⁶ s between them: contacts that hold and let go of each other in
 *                          turn, while nothing moves by what positions are known to
 *   any island             250 events, and 50 more for each body, in a row that come as fast: the bound on what a second costs.
 *                          Below that an event is followed by an event, however many there are
 */

import { manyContacts } from "../model/index.js";
import type { FallbackCode } from "../record/index.js";
import type { SteppingContext } from "./context.js";

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
export const chatteringSize = last + 1;
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
/** Codes of the fallbacks of time-stepping phases, by `ChatteringKind`. */
const codes: readonly FallbackCode[] = [
  "time-stepping/many-contacts",
  "time-stepping/chattering",
  "time-stepping/unhandled-event",
  "time-stepping/few-contacts",
];
/** Numbers that `save` tells before the times of events. */
const header = 7;

/** Slots of `since`. */
export const ChatteringSlot = {
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

export const ChatteringKind = { manyContacts: 0, any: 1, forced: 2, tight: 3 } as const;
type ChatteringKind = (typeof ChatteringKind)[keyof typeof ChatteringKind];

export class Chattering {
  readonly since: Float64Array = new Float64Array(chatteringSize).fill(-Infinity);
  private count = 0;
  isOver = true;

  constructor() {
    const { since } = this;
    since[ChatteringSlot.duration] = first;
    since[ChatteringSlot.calm] = calm;
    since[ChatteringSlot.calmCount] = 0;
    since[ChatteringSlot.rowCount] = 0;
    since[ChatteringSlot.kind] = ChatteringKind.manyContacts;
  }

  /** Counts a step that begins at t[n]; tells whether it is one of so many short ones that time does not go on. */
  isStuck(context: SteppingContext, t: Float64Array, n: number): boolean {
    const { since } = this;
    const hasManyContacts = context.island.friction !== null && context.solvers.friction.cones.count > manyContacts;
    if (!hasManyContacts || t[n] < since[ChatteringSlot.steps]) this.count = 0;
    // where steps are taken, no storm goes on
    since[ChatteringSlot.kind] = ChatteringKind.manyContacts;
    if (this.count++ === 0) since[ChatteringSlot.steps] = t[n];
    if (this.count <= row) return false;
    this.count = 0;
    return t[n] - since[ChatteringSlot.steps] < row * shortest;
  }

  /** Counts an event at t, the so manyth at that instant; tells whether it is one of a storm. */
  isDue(context: SteppingContext, t: number, atOnce: number): boolean {
    const { since } = this;
    const { island } = context;
    since.copyWithin(times, times + 1);
    since[last] = t;
    const most = longRow + longRowBody * island.movingCount;
    if (!(Math.abs(t - since[ChatteringSlot.rowStart]) < most * short)) {
      since[ChatteringSlot.rowStart] = t;
      since[ChatteringSlot.rowCount] = 0;
    }
    const isLong = ++since[ChatteringSlot.rowCount] > most || atOnce > manyAtOnce;
    const jointFriction = island.friction !== null;
    const hasManyContacts =
      jointFriction && context.solvers.friction.cones.count > manyContacts && t - since[last - row] < row * short;
    const isTight = jointFriction && t - since[times] < tightRow * tight;
    if (!hasManyContacts && !isLong && !isTight) return false;
    since[ChatteringSlot.kind] = hasManyContacts
      ? ChatteringKind.manyContacts
      : isLong
        ? ChatteringKind.any
        : ChatteringKind.tight;
    return true;
  }

  get kind(): ChatteringKind {
    return this.since[ChatteringSlot.kind] as ChatteringKind;
  }

  /** The one that begins is without another way; of a crowd it is like any of that. */
  force(hasManyContacts: boolean): void {
    this.since[ChatteringSlot.kind] = hasManyContacts ? ChatteringKind.manyContacts : ChatteringKind.forced;
  }

  /** Code of the fallback of the phase. */
  get code(): FallbackCode {
    return codes[this.kind];
  }

  /** Whether a storm was going on when a window ended at t. */
  isGoingOn(t: number): boolean {
    return !this.isOver && this.since[ChatteringSlot.end] === t;
  }

  /** Steps are counted from here on. */
  restartCount(): void {
    this.count = 0;
  }

  /** What there is to know of it at t, as plain data: the next leap, where one follows, else 0; and when events were of late. */
  save(t: number): number[] {
    const { since } = this;
    const late = Array.from(since.subarray(times)).filter((time) => time > -Infinity);
    if (late.length === 0 && !(since[ChatteringSlot.end] > -Infinity)) return [];
    const [, end, duration, most, count, start, ...counted] = Array.from(since.subarray(0, times));
    const tail = [...counted.map((x) => (x > -Infinity ? x : 0)), ...late];
    if (this.isGoingOn(t)) return [duration, most, count, start, ...tail];
    // one that may come again: less than 0
    if (end > -Infinity) return [-duration, most, end, start, ...tail];
    return [0, 0, 0, 0, ...tail];
  }

  /** Takes over what `save` has told. */
  resume(reported: readonly number[], t: number): void {
    const { since } = this;
    const [duration = 0, end = 0, count = 0, start = 0, rowStart = 0, rowCount = 0, kind = 0] = reported;
    const late = reported.slice(header);
    since.fill(-Infinity, times);
    since.set(late, since.length - late.length);
    since[ChatteringSlot.rowStart] = rowCount > 0 ? rowStart : -Infinity;
    since[ChatteringSlot.rowCount] = rowCount;
    since[ChatteringSlot.kind] = kind;
    if (duration === 0) return;
    this.isOver = duration < 0;
    since[ChatteringSlot.end] = this.isOver ? count : t;
    since[ChatteringSlot.duration] = Math.abs(duration);
    since[ChatteringSlot.calm] = end;
    since[ChatteringSlot.calmCount] = this.isOver ? 0 : count;
    since[ChatteringSlot.start] = start;
  }

  /** Takes over a storm that another island was in when it ended at t. */
  inherit({ since: other, isOver }: Chattering, t: number): void {
    const { since } = this;
    for (let k = times; k <= last && other[last] > since[last]; k++) since[k] = other[k];
    if (isOver || other[ChatteringSlot.end] !== t) return;
    const isFirst = this.isOver || since[ChatteringSlot.end] !== t;
    const least = (slot: number) => (isFirst ? other[slot] : Math.min(other[slot], since[slot]));
    since[ChatteringSlot.duration] = least(ChatteringSlot.duration);
    since[ChatteringSlot.start] = least(ChatteringSlot.start);
    since[ChatteringSlot.calm] = Math.max(other[ChatteringSlot.calm], since[ChatteringSlot.calm]);
    since[ChatteringSlot.kind] = Math.max(other[ChatteringSlot.kind], since[ChatteringSlot.kind]);
    since[ChatteringSlot.end] = t;
    this.isOver = false;
  }

  /** A storm begins, or goes on, at t. */
  begin(t: number): void {
    const { since } = this;
    const age = since[ChatteringSlot.end] - since[ChatteringSlot.start];
    const pause = t - since[ChatteringSlot.end];
    const isSame = pause >= 0 && pause < Math.max(soon, pausePart * age);
    if (!isSame) {
      since[ChatteringSlot.duration] = first;
      since[ChatteringSlot.start] = t;
    }
    if (!this.isGoingOn(t)) {
      const least = this.kind >= ChatteringKind.forced ? soonCalm : calm;
      const isAlike = isSame && since[ChatteringSlot.calm] >= least;
      since[ChatteringSlot.calm] = isAlike ? Math.min(mostCalm, 2 * since[ChatteringSlot.calm]) : least;
      since[ChatteringSlot.calmCount] = 0;
    }
    since[ChatteringSlot.rowCount] = 0;
    this.count = 0;
    this.isOver = false;
  }
}
