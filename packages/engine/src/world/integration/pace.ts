/** Counts of the steps and events of an island, by which it is judged whether time goes on. */
import { Progress } from "./progress.js";

/** The counts of one island. */
export class Pace {
  /** The judge of whether time goes on. */
  readonly progress = new Progress();
  /** The number of events in a row without time between them. */
  idle = 0;
  /** The number of Moreau–Jean time steps taken. */
  timeSteps = 0;
  /** The work that was undone by going back, in steps. */
  lost = 0;
  /** Whether time does not go on. */
  isStalled = false;
  /** Whether the present step may end where the island meets a sleeping one. */
  mayMeet = false;

  /** Counts an event; `isIdle` if no time has passed since the one before. */
  countEvent(isIdle: boolean): void {
    this.idle = isIdle ? this.idle + 1 : 0;
  }
}
