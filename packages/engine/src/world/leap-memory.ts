/** What leaps of an island know of those before (leap.ts), kept for where it goes back to: see checkpoint.ts. */
import type { Leap } from "./leap.js";
import type { Strike } from "./leap-events.js";
import type { Trace } from "./leap-rows.js";
import { stormSize } from "./storm.js";

export class LeapMemory {
  private readonly since = new Float64Array(stormSize);
  private wasOver = true;
  private traces: ReadonlyMap<string, Trace> = new Map();
  /** How long the leap of the traces was, s. */
  private readonly duration = new Float64Array(1);
  private strikes: ReadonlyMap<string, Strike> = new Map();

  keep(leap: Leap): void {
    const { storm, traces } = leap;
    this.since.set(storm.since);
    this.wasOver = storm.isOver;
    storm.restartCount();
    this.traces = traces.list;
    this.duration.set(traces.duration);
    this.strikes = leap.pending;
  }

  goBack(leap: Leap): void {
    const { storm, traces } = leap;
    storm.since.set(this.since);
    storm.isOver = this.wasOver;
    storm.restartCount();
    traces.list = this.traces;
    traces.duration.set(this.duration);
    leap.pending = this.strikes;
  }
}
