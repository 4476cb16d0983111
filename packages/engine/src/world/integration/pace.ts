/** Counts of what an island has done, by which it is judged whether time goes on. */
import { Progress } from "./progress.js";

export class Pace {
  readonly progress = new Progress();
  /** Events in a row without time between them. */
  idle = 0;
  /** Time steps taken. */
  timeSteps = 0;
  /** Work that was for nothing, as the island went back, in steps. */
  lost = 0;
  /** Whether time does not go on. */
  isStalled = false;
  /** Whether the step at hand may end where the island meets a sleeping one. */
  mayMeet = false;
  /** The time of the event at hand, s: a number that is handed over in an array is not boxed. */
  readonly at = new Float64Array(1);

  /** Counts an event; `isIdle` if no time has passed since the one before. */
  countEvent(isIdle: boolean): void {
    this.idle = isIdle ? this.idle + 1 : 0;
  }
}
