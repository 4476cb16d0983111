/**
 * The table of overlapping boxes: pairs (i, j), i < j, in rising order, with what has changed since the last pass.
 *
 *   values     2·count   i, j of each pair
 *   slots      count     a number that stays with a pair while it lives: where its owner keeps what it knows of the pair
 *   began      indices of the pairs that were not there before: their slots are empty, or have data of another pair
 *   ended      triples i, j, slot of the pairs that are there no more
 *
 * The order does not depend on history; the slots do, and nothing but a cache should look at them.
 */
import { resize } from "../../math/index.js";
import { PairBuffer } from "../shapes/index.js";

/** The list of the pairs of boxes that overlap, with the changes of the last pass. */
export class PairList {
  /** The number of pairs. */
  count = 0;
  /** The two ids of each pair, i < j, in rising order. */
  values: Int32Array = new Int32Array(64);
  /** The slot of each pair: a number that stays with the pair while it lives. */
  slots: Int32Array = new Int32Array(32);
  /** All slots are below this number. */
  slotCount = 0;
  /** The number of pairs that began in the last pass. */
  beganCount = 0;
  /** The indices of the pairs that began in the last pass. */
  began: Int32Array = new Int32Array(32);
  /** The number of pairs that ended in the last pass. */
  endedCount = 0;
  /** The ids i, j and the slot of each pair that ended in the last pass. */
  ended: Int32Array = new Int32Array(96);
  /** The list after the next `commit`: sorted, no pair twice. */
  readonly next: PairBuffer = new PairBuffer();
  private nextSlots: Int32Array = new Int32Array(32);
  private freeCount = 0;
  private free: Int32Array = new Int32Array(32);

  /** Begins a pass: forgets the changes of the last one. */
  start(): void {
    this.beganCount = 0;
    this.endedCount = 0;
  }

  /** Removes all pairs of boxes for which `without` is not zero. */
  drop(without: Uint8Array): void {
    const { values, slots } = this;
    let kept = 0;
    for (let p = 0; p < this.count; p++) {
      const i = values[2 * p];
      const j = values[2 * p + 1];
      if (without[i] !== 0 || without[j] !== 0) {
        this.end(i, j, slots[p]);
        continue;
      }
      values[2 * kept] = i;
      values[2 * kept + 1] = j;
      slots[kept++] = slots[p];
    }
    this.count = kept;
  }

  /** Replaces the list by `next`; pairs in both keep their slots. */
  commit(): void {
    const { next, values: old, slots: oldSlots } = this;
    const { values: fresh, count } = next;
    if (2 * this.nextSlots.length < fresh.length) this.nextSlots = new Int32Array(fresh.length / 2);
    const freshSlots = this.nextSlots;
    const oldEnd = 2 * this.count;
    let p = 0;
    for (let q = 0; q < 2 * count; q += 2) {
      const i = fresh[q];
      const j = fresh[q + 1];
      while (p < oldEnd && (old[p] < i || (old[p] === i && old[p + 1] < j))) {
        this.end(old[p], old[p + 1], oldSlots[p >> 1]);
        p += 2;
      }
      if (p < oldEnd && old[p] === i && old[p + 1] === j) {
        freshSlots[q >> 1] = oldSlots[p >> 1];
        p += 2;
      } else {
        freshSlots[q >> 1] = this.begin(q >> 1);
      }
    }
    for (; p < oldEnd; p += 2) this.end(old[p], old[p + 1], oldSlots[p >> 1]);
    this.values = fresh;
    this.slots = freshSlots;
    this.count = count;
    next.values = old;
    next.count = 0;
    this.nextSlots = oldSlots;
  }

  private begin(index: number): number {
    if (this.beganCount === this.began.length) this.began = resize(this.began, 2 * this.beganCount);
    this.began[this.beganCount++] = index;
    return this.freeCount > 0 ? this.free[--this.freeCount] : this.slotCount++;
  }

  private end(i: number, j: number, slot: number): void {
    const e = 3 * this.endedCount++;
    if (e === this.ended.length) this.ended = resize(this.ended, 2 * e);
    this.ended[e] = i;
    this.ended[e + 1] = j;
    this.ended[e + 2] = slot;
    if (this.freeCount === this.free.length) this.free = resize(this.free, 2 * this.freeCount);
    this.free[this.freeCount++] = slot;
  }
}
