/** Times at which contacts whose bounces accumulate come to rest, by number in their table. */
import { resize } from "../../math/index.js";

const none = new Float64Array(0);

/** Rest times of contacts, by number in their table. */
export class RestTimes {
  /** Time of each contact up to `end`, s; −∞ of a contact that has none. */
  private times: Float64Array = none;
  private end = 0;

  /** The later of a time and the rest time of contact c, s. */
  latest(c: number, t: number): number {
    return c < this.end ? Math.max(t, this.times[c]) : t;
  }

  set(c: number, t: number): void {
    this.reserve(c + 1);
    this.end = Math.max(this.end, c + 1);
    this.times[c] = t;
  }

  clear(): void {
    this.times.fill(-Infinity, 0, this.end);
    this.end = 0;
  }

  /** A contact has been inserted into the table: the numbers of contacts from c on are one more. */
  insert(c: number): void {
    if (c >= this.end) return;
    this.reserve(this.end + 1);
    this.times.copyWithin(c + 1, c, this.end++);
    this.times[c] = -Infinity;
  }

  private reserve(n: number): void {
    if (n <= this.times.length) return;
    const { length } = this.times;
    this.times = resize(this.times, 2 * n);
    this.times.fill(-Infinity, length);
  }
}
