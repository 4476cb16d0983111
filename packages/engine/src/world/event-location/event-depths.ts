/**
 * Depths of guarded distances at the last event: a distance that is below zero there may stay so, and is lost when it is deeper.
 */
import { resize } from "../../math/index.js";

/** Depths of guarded distances, each by its number, since the last event. */
export class EventDepths {
  /** Depth of each distance, m; ≤ 0. */
  values: Float64Array = new Float64Array(16);
  private since = new Int32Array(16);
  private event = 1;

  /** Begins anew after event handling: no depth is known. */
  restart(): void {
    this.event++;
  }

  /** Marks depth k as known. Returns whether it was not known before. */
  mark(k: number): boolean {
    if (k >= this.values.length) {
      this.values = resize(this.values, 2 * k + 2);
      this.since = resize(this.since, 2 * k + 2);
    }
    const isFirst = this.since[k] !== this.event;
    this.since[k] = this.event;
    return isFirst;
  }
}
