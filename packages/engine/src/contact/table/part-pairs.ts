/**
 * The pairs of parts whose boxes overlap and that may meet: the input of the narrow phase.
 *
 *   partA, partB   the parts; particles are always A, planes and meshes always B, else A is the one with the lower index
 *   slot           the entry of the pair in the cache, as long as the pair exists
 *
 * Rows come in rising order of the lower index, then of the higher one, and do not depend on history. The slots do, until
 * `renumber`: the pairs then have 0, 1, 2, … in their order, and from there on the slots depend on the pairs alone.
 */
import type { BroadPhase, PairCache } from "../../collide/index.js";
import { resize } from "../../math/index.js";
import type { RigidSystem } from "../../rigid/index.js";
import { isTurned, type PairFilter } from "./pair-filter.js";
import type { PartTable } from "./part-table.js";

/** The pairs of overlapping boxes. */
type BoxPairs = BroadPhase["pairs"];

/** The pairs of parts that the narrow phase looks at. */
export class PartPairs {
  /** Number of pairs. */
  count = 0;
  partA: Int32Array = new Int32Array(32);
  partB: Int32Array = new Int32Array(32);
  slot: Int32Array = new Int32Array(32);
  /** All slots are below this number. */
  slotCount = 0;
  /** The slot of each row in the table of boxes; and, by that number, the slot here or −1. */
  private boxSlot: Int32Array = new Int32Array(32);
  private slotOf: Int32Array = new Int32Array(32).fill(-1);
  private free: Int32Array = new Int32Array(32);
  private freeCount = 0;

  /** Takes the pairs of boxes that may meet. To be called after every pass of the broad phase in which pairs ended. */
  collect(boxes: BoxPairs, filter: PairFilter, parts: PartTable, system: RigidSystem, cache: PairCache): void {
    const { values, slots } = boxes;
    this.reserve(boxes);
    for (let e = 0; e < boxes.endedCount; e++) this.release(boxes.ended[3 * e + 2]);
    let count = 0;
    for (let p = 0; p < boxes.count; p++) {
      const low = values[2 * p];
      const high = values[2 * p + 1];
      if (!filter.accepts(parts, system, low, high)) {
        this.release(slots[p]);
        continue;
      }
      const turned = isTurned(parts, low, high);
      this.partA[count] = turned ? high : low;
      this.partB[count] = turned ? low : high;
      this.slot[count] = this.takeSlot(slots[p], cache);
      this.boxSlot[count++] = slots[p];
    }
    this.count = count;
  }

  /** The row of two parts, in any order; −1 if they are no pair. */
  find(p: number, q: number): number {
    const low = Math.min(p, q);
    const high = Math.max(p, q);
    let from = 0;
    let to = this.count;
    while (from < to) {
      const middle = (from + to) >> 1;
      const a = this.partA[middle];
      const b = this.partB[middle];
      const first = Math.min(a, b);
      if (first < low || (first === low && Math.max(a, b) < high)) from = middle + 1;
      else to = middle;
    }
    const a = this.partA[from];
    const b = this.partB[from];
    const isThere = from < this.count && Math.min(a, b) === low && Math.max(a, b) === high;
    return isThere ? from : -1;
  }

  /** Clears the cache of the pairs, and gives them slots in their order. */
  renumber(cache: PairCache): void {
    for (let s = 0; s < this.slotCount; s++) cache.reset(s);
    for (let p = 0; p < this.count; p++) {
      this.slot[p] = p;
      this.slotOf[this.boxSlot[p]] = p;
    }
    this.slotCount = this.count;
    this.freeCount = 0;
  }

  /** The slot of a pair of boxes: its own, or one that knows nothing. */
  private takeSlot(boxSlot: number, cache: PairCache): number {
    const known = this.slotOf[boxSlot];
    if (known >= 0) return known;
    const slot = this.freeCount > 0 ? this.free[--this.freeCount] : this.slotCount++;
    this.slotOf[boxSlot] = slot;
    if (slot < cache.witnesses.capacity) cache.reset(slot);
    else cache.reserve(2 * slot + 1);
    return slot;
  }

  private release(boxSlot: number): void {
    if (this.slotOf[boxSlot] < 0) return;
    this.free[this.freeCount++] = this.slotOf[boxSlot];
    this.slotOf[boxSlot] = -1;
  }

  private reserve(boxes: BoxPairs): void {
    const rows = boxes.count;
    if (rows > this.partA.length) {
      this.partA = resize(this.partA, 2 * rows);
      this.partB = resize(this.partB, 2 * rows);
      this.slot = resize(this.slot, 2 * rows);
      this.boxSlot = resize(this.boxSlot, 2 * rows);
    }
    const known = this.slotOf.length;
    if (boxes.slotCount > known) {
      this.slotOf = resize(this.slotOf, 2 * boxes.slotCount);
      this.slotOf.fill(-1, known);
      // no more slots here than there
      this.free = resize(this.free, 2 * boxes.slotCount);
    }
  }
}
