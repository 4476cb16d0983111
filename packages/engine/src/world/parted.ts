/**
 * What has just parted. Pairs whose force has fallen to zero are no farther apart a moment later, and accelerate away from each
 * other by no more than rounding: where they are looked at anew, as after a snapshot, they would be found to touch again.
 */

/** What parted no longer ago than this, s, and does not press, has not come back. */
const moment = 1e-9;

export class Parted {
  /** When, s, by the slot of the pair. */
  private readonly times = new Map<number, number>();

  add(slot: number, t: number): void {
    this.times.set(slot, t);
  }

  /** Whether there is any. */
  get isEmpty(): boolean {
    return this.times.size === 0;
  }

  /** The slots of those that have just parted at a time; what is longer ago is forgotten. */
  list(t: number): [number, number][] {
    for (const [slot, since] of this.times) if (!(t >= since && t - since <= moment)) this.times.delete(slot);
    return [...this.times];
  }
}
