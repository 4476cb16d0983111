/**
 * Sort and sweep: which of n boxes overlap, from pass to pass. Three lists of the ends of their intervals, one an axis,
 * are kept in order by insertion sort; at each exchange of a b with an e the two boxes are checked and the table of pairs
 * is mended: O(n + c) with c exchanges.
 *
 * Where coherence is absent (c beyond `exchangeLimit`·n, or many boxes added at once) the lists are sorted from scratch,
 * in O(n), and the pairs are found by a tree of the boxes, in O(n log n + k): a sweep along one axis would compare nearly
 * all with all where they overlap on that axis.
 *
 * The pairs depend on the boxes alone, not on the way there. Nothing is allocated but for growth.
 *
 * Follows: Rigid Body Simulation, sections 7.2.1 and 7.2.2.
 */
import { requireNonNegative, resize } from "../../math/index.js";
import { BoundsTree, boundsOverlap, PairBuffer, sortValues } from "../shapes/index.js";
import { BoxTable, type BroadPhase, Stage } from "./broad-phase.js";
import { PairList } from "./pair-list.js";
import { defaultExchangeLimit, extraExchanges, maxInserted } from "./parameters.js";
import { dropEntries, endBit, insertIds, SweepList, sortList } from "./sweep-lists.js";

/** The options of a `Sweep`. */
export interface SweepOptions {
  /** The number of exchanges a box after which a pass begins from scratch. Default 100. */
  readonly exchangeLimit?: number;
}

/** A broad phase by sort and sweep along three axes. */
export class Sweep implements BroadPhase {
  /** The pairs of boxes that overlapped, or touched, at the last `update`. */
  readonly pairs: PairList = new PairList();
  /** The number of exchanges in the last pass. */
  exchanges = 0;
  /** The number of passes. */
  passes = 0;
  /** The number of passes that began from scratch. */
  rebuilds = 0;
  /** The number of boxes and nodes compared when the pairs were last found from scratch. */
  comparisons = 0;
  private readonly exchangeLimit: number;
  private readonly table: BoxTable = new BoxTable();
  private readonly lists: readonly SweepList[] = [new SweepList(0), new SweepList(1), new SweepList(2)];
  private readonly tree: BoundsTree = new BoundsTree();
  private readonly began: PairBuffer = new PairBuffer();
  private readonly ended: PairBuffer = new PairBuffer();
  private ids: Int32Array = new Int32Array(16);
  /** The boxes of the last pass. */
  private before: Float64Array = new Float64Array(0);

  constructor(options: SweepOptions = {}) {
    const { exchangeLimit = defaultExchangeLimit } = options;
    requireNonNegative("exchangeLimit", exchangeLimit);
    this.exchangeLimit = exchangeLimit;
  }

  /** Six numbers a box, at 6·id. */
  get boxes(): Float64Array {
    return this.table.boxes;
  }

  /** The smallest id whose numbers were no box at the last pass; −1 if all were good. */
  get badBox(): number {
    return this.table.badBox;
  }

  /** Adds a box, six numbers at box[o], under an id that is free. */
  add(id: number, box: Float64Array, o = 0): void {
    this.table.add(id, box, o);
  }

  /** Replaces the numbers of a box that is there. */
  setBox(id: number, box: Float64Array, o: number): void {
    this.table.setBox(id, box, o);
  }

  /** Removes a box; its pairs end at the next `update`. */
  remove(id: number): void {
    this.table.remove(id);
  }

  /** Brings `pairs` up to date with the boxes. */
  update(): void {
    const { table, pairs } = this;
    this.passes++;
    this.exchanges = 0;
    pairs.start();
    this.keepBoxes();
    table.read();
    if (table.goneCount > 0) this.forgetStale();
    if (table.freshCount > maxInserted || !this.sortLists()) this.rebuild();
    else {
      if (table.freshCount > 0) this.insertFresh();
      this.mendPairs();
    }
    table.finish();
  }

  /** Keeps the boxes of this pass as those of the last one. */
  private keepBoxes(): void {
    const { now } = this.table;
    if (this.before.length < now.length) this.before = new Float64Array(now.length);
    this.before.set(now);
  }

  private forgetStale(): void {
    const { table } = this;
    table.sweepOut();
    for (let axis = 0; axis < 3; axis++) dropEntries(this.lists[axis], table.stale);
    this.pairs.drop(table.stale);
  }

  /** Sorts the three lists, and returns whether that took no more exchanges than allowed. */
  private sortLists(): boolean {
    const { now, count } = this.table;
    this.began.clear();
    this.ended.clear();
    // a small integer, which is not boxed on its way
    const allowed = Math.min(2 ** 30, Math.floor(this.exchangeLimit * count) + extraExchanges) | 0;
    for (let axis = 0; axis < 3; axis++) {
      const found = sortList(this.lists[axis], now, this.before, allowed - this.exchanges, this.began, this.ended);
      if (found < 0) return false;
      this.exchanges += found;
    }
    return true;
  }

  /** Compares the boxes that were added with all others: O(n) each. */
  private insertFresh(): void {
    const { stage, limit, now } = this.table;
    const count = this.gatherIds(Stage.fresh);
    for (let s = 0; s < count; s++) {
      const i = this.ids[s];
      for (let j = 0; j < limit; j++) {
        const isOther = stage[j] === Stage.known || (stage[j] === Stage.fresh && j > i);
        if (isOther && boundsOverlap(now, 6 * i, now, 6 * j)) this.began.pushOrdered(i, j);
      }
    }
    for (let axis = 0; axis < 3; axis++) insertIds(this.lists[axis], this.ids, count, now);
  }

  /** pairs − ended + began, all in rising order. */
  private mendPairs(): void {
    const { began, ended, pairs } = this;
    if (began.count === 0 && ended.count === 0) return;
    began.sort(this.table.limit);
    ended.sort(this.table.limit);
    mergePairs(pairs.next, pairs, ended, began);
    pairs.commit();
  }

  /** Sorts the lists and finds the pairs from scratch. */
  private rebuild(): void {
    const { table, pairs, tree } = this;
    this.rebuilds++;
    const count = this.gatherIds(Stage.absent);
    for (let axis = 0; axis < 3; axis++) fillList(this.lists[axis], this.ids, count, table.now);
    tree.build(table.now, this.ids, count);
    pairs.next.clear();
    this.comparisons = tree.collectPairs(pairs.next);
    pairs.next.sort(table.limit);
    pairs.commit();
  }

  /** Fills `ids` with those of all boxes in a stage, or of all boxes that live for `absent`, in rising order. */
  private gatherIds(wanted: number): number {
    const { stage, limit } = this.table;
    if (this.ids.length < limit) this.ids = resize(this.ids, 2 * limit);
    let count = 0;
    for (let id = 0; id < limit; id++) {
      if (wanted === Stage.absent ? stage[id] !== Stage.absent : stage[id] === wanted) this.ids[count++] = id;
    }
    return count;
  }
}

/** All ends of the boxes, sorted. */
function fillList(list: SweepList, ids: Int32Array, count: number, now: Float64Array): void {
  list.reserve(2 * count);
  const { axis, entries, values } = list;
  for (let s = 0; s < count; s++) {
    entries[s] = ids[s];
    values[s] = now[6 * ids[s] + axis];
    entries[count + s] = ids[s] + endBit;
    values[count + s] = now[6 * ids[s] + axis + 3];
  }
  list.count = 2 * count;
  if (count > 0) sortValues(values, entries, 2 * count);
}

/** next = list − ended + began, by one walk along the three. */
function mergePairs(next: PairBuffer, list: PairList, ended: PairBuffer, began: PairBuffer): void {
  const old = list.values;
  const out = ended.values;
  const add = began.values;
  next.clear();
  let e = 0;
  let b = 0;
  for (let p = 0; p < 2 * list.count; p += 2) {
    const i = old[p];
    const j = old[p + 1];
    while (b < 2 * began.count && (add[b] < i || (add[b] === i && add[b + 1] < j))) {
      next.push(add[b], add[b + 1]);
      b += 2;
    }
    if (e < 2 * ended.count && out[e] === i && out[e + 1] === j) e += 2;
    else next.push(i, j);
  }
  for (; b < 2 * began.count; b += 2) next.push(add[b], add[b + 1]);
}
