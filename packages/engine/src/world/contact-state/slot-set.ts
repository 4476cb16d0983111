/**
 * A set of integers in the order in which they were added, in arrays that are reused: pairs of parts by slot, joint limits and
 * joint frictions by −1 − their number. Open addressing with linear probing, as in contact-memory.ts.
 */
import { resize } from "../../math/index.js";
import { hashMultiplier, initialMembers } from "./parameters.js";

const none = new Int32Array(0);

/** Set of 32-bit integers in the order in which they were added. */
export class SlotSet {
  /** Number of members. */
  count = 0;
  /** Members, in the order in which they were added. */
  slots: Int32Array = none;
  /** Place of a member in `slots` + 1 by hash, or 0. */
  private index: Int32Array = none;

  /** The place of a member in `slots`, or −1. */
  find(slot: number): number {
    const { index, slots } = this;
    if (this.count === 0) return -1;
    const last = index.length - 1;
    for (let at = hash(slot) & last; index[at] !== 0; at = (at + 1) & last) {
      if (slots[index[at] - 1] === slot) return index[at] - 1;
    }
    return -1;
  }

  /** Whether a slot is a member. */
  has(slot: number): boolean {
    return this.find(slot) >= 0;
  }

  /** Adds a member and returns its place in `slots`; one that is there keeps its place. */
  add(slot: number): number {
    const known = this.find(slot);
    if (known >= 0) return known;
    if (this.count === this.slots.length) {
      this.slots = resize(this.slots, Math.max(initialMembers, 2 * this.count));
      this.index = new Int32Array(2 * this.slots.length);
      this.enterAll();
    }
    this.slots[this.count++] = slot;
    this.enter(this.count - 1);
    return this.count - 1;
  }

  /** Removes a member. Those behind it move up by one. */
  delete(slot: number): void {
    const at = this.find(slot);
    if (at < 0) return;
    this.slots.copyWithin(at, at + 1, this.count);
    this.truncate(this.count - 1);
  }

  /** Removes all members. */
  clear(): void {
    if (this.count === 0) return;
    this.count = 0;
    this.index.fill(0);
  }

  /** Keeps the first members only, after `slots` was changed. */
  truncate(count: number): void {
    this.count = count;
    this.index.fill(0);
    this.enterAll();
  }

  /** Replaces the members by those of another set. */
  copy(other: SlotSet): void {
    this.clear();
    this.merge(other);
  }

  /** Adds the members of another set. */
  merge({ slots, count }: SlotSet): void {
    for (let k = 0; k < count; k++) this.add(slots[k]);
  }

  /** Returns the members in the order in which they were added. */
  toArray(): number[] {
    return Array.from(this.slots.subarray(0, this.count));
  }

  private enterAll(): void {
    for (let k = 0; k < this.count; k++) this.enter(k);
  }

  private enter(k: number): void {
    const { index } = this;
    const last = index.length - 1;
    let at = hash(this.slots[k]) & last;
    while (index[at] !== 0) at = (at + 1) & last;
    index[at] = k + 1;
  }
}

/** Signed 32-bit hash of an integer. */
function hash(slot: number): number {
  const h = Math.imul(slot, hashMultiplier);
  return h ^ (h >>> 15);
}
