/** Memory of bounces that accumulate: rest times of contacts, and the searches for Zeno sequences that are left out. */
import { resize } from "../../math/index.js";
import { SlotSet } from "./slot-set.js";

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

  /** Sets the rest time of contact c, s. */
  set(c: number, t: number): void {
    this.reserve(c + 1);
    this.end = Math.max(this.end, c + 1);
    this.times[c] = t;
  }

  /** Forgets all rest times. */
  clear(): void {
    this.times.fill(-Infinity, 0, this.end);
    this.end = 0;
  }

  /** Follows an insertion into the contact table: the numbers of the contacts from c on are one more. */
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

/** Zeno sequences of an island: contacts that come to rest by them, and the waiting time after a search that failed. */
export class ZenoMemory {
  /** Rest times of the contacts whose bounces below the threshold accumulate. */
  readonly restTime = new RestTimes();
  /** Pairs whose contacts have bounced in turn until now, by slot: see zeno-completion.ts. */
  readonly ended = new SlotSet();
  /** Number of searches that are still left out, since a search has failed. */
  cooldown = 0;
  /** Number of searches that were left out after the last failure. */
  lastCooldown = 0;
}
