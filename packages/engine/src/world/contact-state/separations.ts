/**
 * What has just parted. Pairs whose force has fallen to zero are no farther apart a moment later, and accelerate away from each
 * other by no more than rounding: where they are looked at anew, as after a snapshot, they would be found to touch again.
 */
import { resize } from "../../math/index.js";
import { SlotSet } from "./slot-set.js";

/** What parted no longer ago than this, s, and does not press, has not come back. */
const moment = 1e-9;
const none = new Float64Array(0);

export class Parted {
  /** The slots of the pairs. */
  readonly pairs = new SlotSet();
  /** When, s, by the place of the pair in the set. */
  times: Float64Array = none;

  add(slot: number, t: number): void {
    const k = this.pairs.add(slot);
    if (k >= this.times.length) this.times = resize(this.times, this.pairs.slots.length);
    this.times[k] = t;
  }

  /** Whether there is any. */
  get isEmpty(): boolean {
    return this.pairs.count === 0;
  }

  /** Forgets those that parted longer ago than a moment before t, s, or after it. */
  forgetOld(t: number): void {
    const { pairs, times } = this;
    let kept = 0;
    for (let k = 0; k < pairs.count; k++) {
      if (!(t >= times[k] && t - times[k] <= moment)) continue;
      pairs.slots[kept] = pairs.slots[k];
      times[kept++] = times[k];
    }
    if (kept < pairs.count) pairs.truncate(kept);
  }

  /** Takes over others in the place of its own. */
  copy(other: Parted): void {
    this.pairs.clear();
    this.merge(other);
  }

  /** Takes over others beside its own. */
  merge({ pairs, times }: Parted): void {
    for (let k = 0; k < pairs.count; k++) this.add(pairs.slots[k], times[k]);
  }
}
