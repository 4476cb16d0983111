/** The state of time-stepping of an island, kept for a checkpoint: see integration/checkpoint.ts. */

import { chatteringSize } from "./chattering.js";
import { ImpulseTraces } from "./impulse-traces.js";
import type { MoreauStep } from "./moreau-step.js";
import { StrikeList } from "./strike-list.js";

/** A copy of the phase, the impulses and the unfinished collisions of time-stepping at one instant. */
export class SteppingMemory {
  private readonly since = new Float64Array(chatteringSize);
  private wasOver = true;
  private readonly traces = new ImpulseTraces();
  private readonly strikes = new StrikeList();

  /** Copies the state of time-stepping. */
  keep(moreau: MoreauStep): void {
    const { chattering, traces } = moreau;
    this.since.set(chattering.since);
    this.wasOver = chattering.isOver;
    chattering.restartCount();
    this.traces.copy(traces);
    this.strikes.copy(moreau.pending);
  }

  /** Restores the state of time-stepping from the copy. */
  goBack(moreau: MoreauStep): void {
    const { chattering, traces } = moreau;
    chattering.since.set(this.since);
    chattering.isOver = this.wasOver;
    chattering.restartCount();
    traces.copy(this.traces);
    moreau.resume(this.strikes);
  }
}
