/**
 * Progress of time. Events in quick succession are physics, and so are short steps; thousands of them within a time that no clock
 * resolves are not, nor are contacts that change again and again without a reported event. An island without progress ends with a
 * message.
 */

import { changeSpan, clockUnit, instant, mostChanges, mostEvents, mostRescues, mostSteps } from "./parameters.js";

/** The counts of events, steps, changes and rescues within short spans of time. */
export class Progress {
  /** The times from which on events and steps, changes, and rescues are counted, s. */
  private readonly since = Float64Array.of(-Infinity, -Infinity, -Infinity);
  private events = 0;
  private steps = 0;
  private changes = 0;
  private rescues = 0;

  /** Begins all counts anew, where an island goes back or begins. */
  reset(): void {
    this.since.fill(-Infinity);
  }

  /** Counts a step that begins at state[n]. */
  countStep(state: Float64Array, n: number): void {
    const { since } = this;
    const t = state[n];
    const unit = clockUnit + Math.abs(t);
    if (!(Math.abs(t - since[0]) <= instant * unit)) {
      since[0] = t;
      this.events = 0;
      this.steps = 0;
    }
    if (!(Math.abs(t - since[1]) <= changeSpan * unit)) {
      since[1] = t;
      this.changes = 0;
    }
    this.steps++;
  }

  /** Counts an event at the end of that step; `isReported` if it was added to the list of events. */
  countEvent(isReported: boolean): void {
    this.events++;
    this.changes = isReported ? 0 : this.changes + 1;
  }

  /** Counts a rescue: the event at state[n] is handled anew, as time-stepping has failed. Returns whether there were too many. */
  isLost(state: Float64Array, n: number): boolean {
    const { since } = this;
    this.rescues = state[n] === since[2] ? this.rescues + 1 : 0;
    since[2] = state[n];
    return this.rescues > mostRescues;
  }

  /** Returns the reason for which the island is to end, or null. */
  judge(): string | null {
    if (this.events > mostEvents) return `${this.events} events within ${instant} s, without end`;
    if (this.changes > mostChanges) return `contacts changed ${this.changes} times within ${changeSpan} s, without end`;
    if (this.steps > mostSteps) return `${this.steps} steps within ${instant} s: the motion is too stiff or singular`;
    return null;
  }
}
