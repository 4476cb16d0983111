/**
 * Chattering of an island: events, or steps, too dense by count and simulated time for event-driven integration.
 * It decides when the island goes on by Moreau–Jean time steps (moreau-step.ts), and for how long. Only times and counts decide, so
 * that the decision is the same on every machine.
 *
 *   many contacts, friction   12 events, or steps, in a row with hardly any time between them
 *   unhandled event           until events can be handled again
 *   few contacts, friction    24 events in a row with less than 10⁻⁶ s between them: contacts stick and release in turn, and nothing
 *                             moves by more than the accuracy of positions
 *   any island                250 events, and 50 more for each body, in a row that come as fast: the bound on the cost of a second.
 *                             Below that bound every event is located and handled
 *
 * See also: Acary and Brogliato 2008, Numerical Methods for Nonsmooth Dynamical Systems, chapter 8.
 */

import { manyContacts } from "../model/index.js";
import type { FallbackCode } from "../record/index.js";
import type { SteppingContext } from "./context.js";
import {
  calmSteps,
  chatteringTime,
  fewContactEvents,
  fewContactTime,
  firstStep,
  forcedCalmSteps,
  longestRow,
  longestRowPerBody,
  manyContactEvents,
  mostCalmSteps,
  pausePart,
  shortPause,
  simultaneousEvents,
  stuckTime,
} from "./parameters.js";

/** The kinds of chattering, by which the fallback is reported and the end of the phase is judged. */
export const ChatteringKind = { manyContacts: 0, any: 1, forced: 2, fewContacts: 3 } as const;
type ChatteringKind = (typeof ChatteringKind)[keyof typeof ChatteringKind];

/** Codes of the fallbacks of time-stepping phases, by `ChatteringKind`. */
const codes: readonly FallbackCode[] = [
  "time-stepping/many-contacts",
  "time-stepping/chattering",
  "time-stepping/unhandled-event",
  "time-stepping/few-contacts",
];

/** Slots of `Chattering.since`; the times of the last events follow them. */
export const ChatteringSlot = {
  /** The time at which the steps that are counted began, s. */
  steps: 0,
  /** The end of the last time step, s. */
  end: 1,
  /** The length of the next time step, s. */
  duration: 2,
  /** The number of time steps without a change after which the phase ends, and the number of them so far. */
  calm: 3,
  calmCount: 4,
  /** The beginning of the phase, s. */
  start: 5,
  /** The beginning of the row of events that is counted in any island, s, and their number. */
  rowStart: 6,
  rowCount: 7,
  /** The `ChatteringKind`. */
  kind: 8,
} as const;

/** The first and the last slot of the times of events. */
const times = ChatteringSlot.kind + 1;
const last = times + fewContactEvents;

/** The size of `Chattering.since`. */
export const chatteringSize: number = last + 1;

/** The number of entries of a record of `save` before the times of events. */
const header = 7;

/** The detector of chattering of one island, with the state of its time-stepping phase. */
export class Chattering {
  /** Times and counts by `ChatteringSlot`, and the times of the last events, s. */
  readonly since: Float64Array = new Float64Array(chatteringSize).fill(-Infinity);
  private count = 0;
  /** Whether the last phase has ended. */
  isOver = true;

  constructor() {
    const { since } = this;
    since[ChatteringSlot.duration] = firstStep;
    since[ChatteringSlot.calm] = calmSteps;
    since[ChatteringSlot.calmCount] = 0;
    since[ChatteringSlot.rowCount] = 0;
    since[ChatteringSlot.kind] = ChatteringKind.manyContacts;
  }

  /** Counts a solver step that begins at t[n], and returns whether steps have become too short for time to go on. */
  isStuck(context: SteppingContext, t: Float64Array, n: number): boolean {
    const { since } = this;
    const hasManyContacts = context.island.friction !== null && context.solvers.friction.cones.count > manyContacts;
    if (!hasManyContacts || t[n] < since[ChatteringSlot.steps]) this.count = 0;
    // a phase of another kind has ended where steps of the solver are taken
    since[ChatteringSlot.kind] = ChatteringKind.manyContacts;
    if (this.count++ === 0) since[ChatteringSlot.steps] = t[n];
    if (this.count <= manyContactEvents) return false;
    this.count = 0;
    return t[n] - since[ChatteringSlot.steps] < manyContactEvents * stuckTime;
  }

  /** Counts an event at t, with `atOnce` events at that instant so far, and returns whether time-stepping is due. */
  isDue(context: SteppingContext, t: number, atOnce: number): boolean {
    const { since } = this;
    const { island } = context;
    since.copyWithin(times, times + 1);
    since[last] = t;
    const most = longestRow + longestRowPerBody * island.model.movingCount;
    if (!(Math.abs(t - since[ChatteringSlot.rowStart]) < most * chatteringTime)) {
      since[ChatteringSlot.rowStart] = t;
      since[ChatteringSlot.rowCount] = 0;
    }
    const isLong = ++since[ChatteringSlot.rowCount] > most || atOnce > simultaneousEvents;
    const hasFriction = island.friction !== null;
    const hasManyContacts =
      hasFriction &&
      context.solvers.friction.cones.count > manyContacts &&
      t - since[last - manyContactEvents] < manyContactEvents * chatteringTime;
    const isDense = hasFriction && t - since[times] < fewContactEvents * fewContactTime;
    if (!hasManyContacts && !isLong && !isDense) return false;
    since[ChatteringSlot.kind] = hasManyContacts
      ? ChatteringKind.manyContacts
      : isLong
        ? ChatteringKind.any
        : ChatteringKind.fewContacts;
    return true;
  }

  /** The kind of the phase that goes on or is due. */
  get kind(): ChatteringKind {
    return this.since[ChatteringSlot.kind] as ChatteringKind;
  }

  /** Marks the phase that begins as forced: no event can be handled. With many contacts it is a phase of many contacts. */
  force(hasManyContacts: boolean): void {
    this.since[ChatteringSlot.kind] = hasManyContacts ? ChatteringKind.manyContacts : ChatteringKind.forced;
  }

  /** The code of the fallback of the phase. */
  get code(): FallbackCode {
    return codes[this.kind];
  }

  /** Returns whether a phase was going on when a window ended at t[n]: a number that is not inlined would be boxed. */
  isGoingOn(t: Float64Array, n: number): boolean {
    return !this.isOver && this.since[ChatteringSlot.end] === t[n];
  }

  private isGoingOnAt(t: number): boolean {
    return !this.isOver && this.since[ChatteringSlot.end] === t;
  }

  /** Begins the count of solver steps anew. */
  restartCount(): void {
    this.count = 0;
  }

  /** Returns the state at t as plain data: the next time step, where the phase goes on, else 0, and the times of late events. */
  save(t: number): number[] {
    const { since } = this;
    const late = Array.from(since.subarray(times)).filter((time) => time > -Infinity);
    if (late.length === 0 && !(since[ChatteringSlot.end] > -Infinity)) return [];
    const [, end, duration, most, count, start, ...counted] = Array.from(since.subarray(0, times));
    const tail = [...counted.map((x) => (x > -Infinity ? x : 0)), ...late];
    if (this.isGoingOnAt(t)) return [duration, most, count, start, ...tail];
    // a phase that has ended and may come again has a negative length
    if (end > -Infinity) return [-duration, most, end, start, ...tail];
    return [0, 0, 0, 0, ...tail];
  }

  /** Takes over a record of `save` at t. */
  resume(saved: readonly number[], t: number): void {
    const { since } = this;
    const [duration = 0, end = 0, count = 0, start = 0, rowStart = 0, rowCount = 0, kind = 0] = saved;
    const late = saved.slice(header);
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

  /** Takes over the phase of another island that ended at t. */
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

  /** Begins a phase at t, or continues it. */
  begin(t: number): void {
    const { since } = this;
    const age = since[ChatteringSlot.end] - since[ChatteringSlot.start];
    const pause = t - since[ChatteringSlot.end];
    const isSame = pause >= 0 && pause < Math.max(shortPause, pausePart * age);
    if (!isSame) {
      since[ChatteringSlot.duration] = firstStep;
      since[ChatteringSlot.start] = t;
    }
    if (!this.isGoingOnAt(t)) {
      const least = this.kind >= ChatteringKind.forced ? forcedCalmSteps : calmSteps;
      const isAlike = isSame && since[ChatteringSlot.calm] >= least;
      since[ChatteringSlot.calm] = isAlike ? Math.min(mostCalmSteps, 2 * since[ChatteringSlot.calm]) : least;
      since[ChatteringSlot.calmCount] = 0;
    }
    since[ChatteringSlot.rowCount] = 0;
    this.count = 0;
    this.isOver = false;
  }

  /** Counts a time step; `isFirst` if there is none to compare with, `isSame` if no mode has changed. The phase may end with it. */
  countTimeStep(isFirst: boolean, isSame: boolean, isResting: boolean): void {
    const { since } = this;
    if (!isFirst) since[ChatteringSlot.calmCount] = isSame ? since[ChatteringSlot.calmCount] + 1 : 0;
    this.isOver = isResting || since[ChatteringSlot.calmCount] >= since[ChatteringSlot.calm];
  }
}
