/** Memory of the modes and forces of an island: up to the present event, up to a checkpoint, and of the last impact. */
import { ContactMemory } from "../contact-state/index.js";
import { ModeGuess } from "./mode-guess.js";
import type { SlidingFlow } from "./sliding-flow.js";

/** Guesses of modes and forces of an island, from which solvers start. */
export class FrictionMemory {
  /** Modes up to the present event, in the memory of the island. */
  readonly guess: ModeGuess;
  /** Modes of the last impact. */
  readonly impacts = new ModeGuess(new ContactMemory());
  /** Copy of the guess for a checkpoint, which is made at the first event after it; null once it was made. */
  private kept: ModeGuess | null = null;

  constructor(contacts: ContactMemory) {
    this.guess = new ModeGuess(contacts);
  }

  /** At an event: takes the modes of a flow at the state at which forces were computed last. */
  remember(flow: SlidingFlow): void {
    this.guess.remember(flow);
    this.kept?.copy(this.guess);
    this.kept = null;
  }

  /** Takes over the modes of an island whose bodies this one has, and those of its flow. */
  inherit(old: SlidingFlow & { readonly memory: FrictionMemory }): void {
    this.guess.add(old);
    this.impacts.merge(old.memory.impacts);
  }

  /** At a checkpoint: the modes up to the next event are those of now, and `kept` is to receive them. */
  keep(kept: ModeGuess): void {
    kept.forget();
    this.kept = kept;
  }

  /** After a roll-back: takes the modes of the checkpoint for the guess. `flow` is null without friction. */
  goBack(flow: SlidingFlow | null, kept: ModeGuess): void {
    if (flow !== null && this.kept === kept) this.remember(flow);
    else if (flow !== null) this.guess.copy(kept);
  }
}
