/** Feature transition at the present instant: the contacts of the pair are found from its features a moment later. */
import { transitionInstant } from "./parameters.js";

/**
 * A pair whose features change, and by how much later its features are looked up. The transition holds at the instant at which it
 * was found, and as long after it as rounding cannot distinguish.
 */
export class FeatureTransition {
  /** Slot of the pair, or −1. */
  slot = -1;
  /** Delay after which the features are looked up, s; and the instant of the transition, s. */
  readonly time: Float64Array = new Float64Array(2);

  /** Sets the pair, the delay `later` and the instant `now`, s. */
  set(slot: number, later: number, now: number): void {
    this.slot = slot;
    this.time[0] = later;
    this.time[1] = now;
  }

  /** Takes over another transition. */
  copy({ slot, time }: FeatureTransition): void {
    this.slot = slot;
    this.time.set(time);
  }

  /** Whether the pair with this slot has its transition at the instant `now`, s. */
  isOf(slot: number, now: number): boolean {
    const { time } = this;
    return slot === this.slot && now >= time[1] && now - time[1] <= transitionInstant * time[0];
  }
}
