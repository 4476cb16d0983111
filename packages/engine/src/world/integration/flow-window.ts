/** The window of time through which one call advances an island: its limits, and how it has ended. */
import { mostWindowSteps } from "./parameters.js";

/** The limits and the outcome of a window. */
export class FlowWindow {
  /** Whether the paths of bodies are kept: there are other islands to meet. */
  keepsPath = false;
  /** Whether the island may fall asleep before the end of a window: nothing else can reach it. */
  maySleep = true;
  /** Number of discontinuities after which the window is over; infinite where no other island waits for this one. */
  maxEvents = Infinity;
  /** Whether the step is repeated to end where the island meets a sleeping one. */
  isMeeting = false;
  /** Whether the step is repeated to end just behind an event. */
  isRetaken = false;
  /** Whether the island has stopped where it meets a sleeping one. */
  hasMet = false;
  /** The reason for which the island has ended before the window, in words; null if it has not. */
  reason: string | null = null;
  /** The end, s: a number that changes is kept in an array, where it is not boxed. */
  readonly end = new Float64Array(1);
  private maxSteps = Infinity;
  private firstStep = 0;

  /** Opens a window up to tEnd. */
  open(tEnd: number, maxSteps: number, maxEvents: number, steps: number): void {
    this.end[0] = tEnd;
    this.maxSteps = maxSteps;
    this.maxEvents = maxEvents;
    this.firstStep = steps;
    this.isMeeting = false;
    this.isRetaken = false;
  }

  /** Returns whether the steps that the call allows are used up. */
  isUsedUp(steps: number): boolean {
    return steps - this.firstStep >= this.maxSteps;
  }

  /** Returns whether the island has taken so many steps that waiting islands are to learn how far it has come. */
  isLong(steps: number): boolean {
    return this.maxEvents < Infinity && steps - this.firstStep >= mostWindowSteps;
  }

  /** Returns whether the window is over after these discontinuities. */
  isFull(discontinuities: readonly number[]): boolean {
    return this.keepsPath && discontinuities.length >= this.maxEvents;
  }

  /** Whether the island may stop where it meets a sleeping one. */
  get mayMeet(): boolean {
    return this.keepsPath && this.maxEvents < Infinity && !this.isMeeting;
  }

  /** Returns the reason for an end by `isUsedUp`, in words. */
  describeEnd(t: number): string {
    return `stopped after ${this.maxSteps} steps at t = ${t}`;
  }
}
