/** The window of time through which an island is taken on by one call: its end and its limits. */

/** After so many steps a window is over, so that those who wait for the island learn how far it has come. */
const mostWindowSteps = 1024;

export class FlowWindow {
  /** Whether the paths of bodies are kept: there are other islands to meet. */
  keepsPath = false;
  /** Whether the island may fall asleep before the end of a window: nothing else can reach it. */
  maySleep = true;
  /** Discontinuities after which the window is over; infinite for a call that waits for nobody. */
  maxEvents = Infinity;
  /** Whether the step is taken anew to end where the island meets a sleeping one. */
  isMeeting = false;
  /** Whether the step is taken anew to end just behind an event. */
  isRetaken = false;
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

  /** Whether the steps that the call allows are used up. */
  isUsedUp(steps: number): boolean {
    return steps - this.firstStep >= this.maxSteps;
  }

  /** Whether those who wait for the island are to learn how far it has come. */
  isLong(steps: number): boolean {
    return this.maxEvents < Infinity && steps - this.firstStep >= mostWindowSteps;
  }

  /** Whether so many discontinuities are enough. */
  isFull(discontinuities: readonly number[]): boolean {
    return this.keepsPath && discontinuities.length >= this.maxEvents;
  }

  /** Whether the island may stop where it meets a sleeping one. */
  get mayMeet(): boolean {
    return this.keepsPath && this.maxEvents < Infinity && !this.isMeeting;
  }

  /** Reason for an end by `isUsedUp`, in words. */
  describeEnd(t: number): string {
    return `stopped after ${this.maxSteps} steps at t = ${t}`;
  }
}
