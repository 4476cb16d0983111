/** A pair whose features change at the present instant: its contacts are found with those of a moment later. */

/** Part of how much later it is looked at, within which features that part are still at their border. */
const instant = 1e-6;

/** A pair, by its slot, that is to be looked at later; −1 if there is none. So it is at every look at the instant it was found at, and as long after it as rounding does not tell. */
export class FeatureTransition {
  slot = -1;
  /** How much later, s; and at which instant. */
  readonly time: Float64Array = new Float64Array(2);

  set(slot: number, later: number, now: number): void {
    this.slot = slot;
    this.time[0] = later;
    this.time[1] = now;
  }

  /** Takes over what another has. */
  copy({ slot, time }: FeatureTransition): void {
    this.slot = slot;
    this.time.set(time);
  }

  /** Whether the pair with this slot is looked at later, at an instant. */
  isOf(slot: number, now: number): boolean {
    const { time } = this;
    return slot === this.slot && now >= time[1] && now - time[1] <= instant * time[0];
  }
}
