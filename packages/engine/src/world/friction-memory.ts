/** What an island knows of what its contacts did: up to the event at hand, to the beginning of a window, in the last impact. */
import type { FrictionFlow } from "./friction-flow.js";
import { FrictionGuess } from "./friction-guess.js";

export class FrictionMemory {
  /** Up to the event at hand. */
  readonly guess = new FrictionGuess();
  /** In the last impact. */
  readonly impacts = new FrictionGuess();
  /** Up to the first event of the window, if there was one. */
  private readonly first = new FrictionGuess();
  private isFirstKept = false;

  /** An event: what contacts do in a flow, where forces were computed last. */
  remember(flow: FrictionFlow): void {
    this.guess.remember(flow);
    if (this.isFirstKept) return;
    this.first.copy(this.guess);
    this.isFirstKept = true;
  }

  /** Takes over what is known of an island whose bodies this one has, and what it does. */
  inherit(old: FrictionFlow): void {
    this.guess.add(old);
    this.impacts.merge(old.memory.impacts);
  }

  /** A window begins: up to its first event contacts do what they do now. */
  keep(): void {
    this.isFirstKept = false;
  }

  /** What contacts did when the window began is the guess again. */
  goBack(flow: FrictionFlow): void {
    if (this.isFirstKept) this.guess.copy(this.first);
    else this.remember(flow);
  }
}
