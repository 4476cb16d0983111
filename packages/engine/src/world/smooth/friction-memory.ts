/** What an island knows of what its contacts did: up to the event at hand, to the beginning of a window, in the last impact. */
import { ContactMemory } from "../contact-state/index.js";
import { ModeGuess } from "./mode-guess.js";
import type { SlidingFlow } from "./sliding-flow.js";

export class FrictionMemory {
  /** Up to the event at hand: in the memory of the island. */
  readonly guess: ModeGuess;
  /** In the last impact. */
  readonly impacts = new ModeGuess(new ContactMemory());
  /** What is kept of it up to the first event after a checkpoint, until there was one. */
  private kept: ModeGuess | null = null;

  constructor(contacts: ContactMemory) {
    this.guess = new ModeGuess(contacts);
  }

  /** An event: what contacts do in a flow, where forces were computed last. */
  remember(flow: SlidingFlow): void {
    this.guess.remember(flow);
    this.kept?.copy(this.guess);
    this.kept = null;
  }

  /** Takes over what is known of an island whose bodies this one has, and what it does. */
  inherit(old: SlidingFlow & { readonly memory: FrictionMemory }): void {
    this.guess.add(old);
    this.impacts.merge(old.memory.impacts);
  }

  /** A checkpoint: up to the next event contacts do what they do now, and `kept` is to have that. */
  keep(kept: ModeGuess): void {
    kept.forget();
    this.kept = kept;
  }

  /** What contacts did there is the guess again; in a flow, if forces rub. */
  goBack(flow: SlidingFlow | null, kept: ModeGuess): void {
    if (flow !== null && this.kept === kept) this.remember(flow);
    else if (flow !== null) this.guess.copy(kept);
  }
}
