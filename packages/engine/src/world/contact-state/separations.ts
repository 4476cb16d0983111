/**
 * Pairs that have just separated. A moment after its force has fallen to zero a pair is apart by no more than rounding, so that a
 * new detection, as after a snapshot, would find it touching again.
 */
import { resize } from "../../math/index.js";
import { separationMemory } from "./parameters.js";
import { SlotSet } from "./slot-set.js";

const none = new Float64Array(0);

/** Pairs that have separated a moment ago, with the times of their separations. */
export class Separations {
  /** Slots of the pairs. */
  readonly pairs = new SlotSet();
  /** Time of separation of each pair, s, by its place in the set. */
  times: Float64Array = none;

  /** Adds a pair that separates at the time t, s. */
  add(slot: number, t: number): void {
    const k = this.pairs.add(slot);
    if (k >= this.times.length) this.times = resize(this.times, this.pairs.slots.length);
    this.times[k] = t;
  }

  /** Whether no separation is remembered. */
  get isEmpty(): boolean {
    return this.pairs.count === 0;
  }

  /** Forgets the separations that are older than `separationMemory` at the time t, s, or later than t. */
  forgetOld(t: number): void {
    const { pairs, times } = this;
    let kept = 0;
    for (let k = 0; k < pairs.count; k++) {
      if (!(t >= times[k] && t - times[k] <= separationMemory)) continue;
      pairs.slots[kept] = pairs.slots[k];
      times[kept++] = times[k];
    }
    if (kept < pairs.count) pairs.truncate(kept);
  }

  /** Replaces the pairs by those of another memory. */
  copy(other: Separations): void {
    this.pairs.clear();
    this.merge(other);
  }

  /** Adds the pairs of another memory. */
  merge({ pairs, times }: Separations): void {
    for (let k = 0; k < pairs.count; k++) this.add(pairs.slots[k], times[k]);
  }
}
