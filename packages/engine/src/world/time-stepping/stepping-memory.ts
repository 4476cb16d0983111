/** What leaps of an island know of those before (moreau-step.ts), kept for where it goes back to: see checkpoint.ts. */

import { chatteringSize } from "./chattering.js";
import { ImpulseTraces } from "./impulse-traces.js";
import type { MoreauStep } from "./moreau-step.js";
import { StrikeList } from "./strike-list.js";

export class SteppingMemory {
  private readonly since = new Float64Array(chatteringSize);
  private wasOver = true;
  private readonly traces = new ImpulseTraces();
  private readonly strikes = new StrikeList();

  keep(moreau: MoreauStep): void {
    const { chattering, traces } = moreau;
    this.since.set(chattering.since);
    this.wasOver = chattering.isOver;
    chattering.restartCount();
    this.traces.copy(traces);
    this.strikes.copy(moreau.pending);
  }

  goBack(moreau: MoreauStep): void {
    const { chattering, traces } = moreau;
    chattering.since.set(this.since);
    chattering.isOver = this.wasOver;
    chattering.restartCount();
    traces.copy(this.traces);
    moreau.resume(this.strikes);
  }
}
