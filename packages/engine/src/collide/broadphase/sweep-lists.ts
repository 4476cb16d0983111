/**
 * The sorted list of one axis: the ends b and e of the intervals of all boxes, in rising order. An entry is the id of its
 * box, plus `endBit` for an e. Equal values stand in rising order of the entry: a total order, in which every b comes
 * before the e's at its place, so that intervals that touch overlap.
 *
 *   b_i ≤ e_j  ⇔  b_i stands before e_j,         [b_i, e_i] and [b_j, e_j] overlap  ⇔  b_i ≤ e_j and b_j ≤ e_i
 *
 * Follows: Rigid Body Simulation, section 7.2.1.
 */
import { resize } from "../../math/index.js";
import { boundsOverlap, type PairBuffer } from "../shapes/index.js";
import { maxInserted } from "./parameters.js";

/** The bit of an entry that marks the upper end of an interval. */
export const endBit = 2 ** 30;
const idMask = endBit - 1;

/** The sorted list of the ends of all intervals along one axis. */
export class SweepList {
  /** The axis: 0, 1 or 2. */
  readonly axis: number;
  /** The number of entries. */
  count = 0;
  /** The id of each entry, plus `endBit` for an upper end. */
  entries: Int32Array = new Int32Array(32);
  /** The coordinate of each entry, m. */
  values: Float64Array = new Float64Array(32);

  constructor(axis: number) {
    this.axis = axis;
  }

  /** Makes room for `count` entries. */
  reserve(count: number): void {
    if (count <= this.entries.length) return;
    this.entries = resize(this.entries, 2 * count);
    this.values = resize(this.values, 2 * count);
  }
}

/** Removes the entries of all marked boxes from the list. */
export function dropEntries(list: SweepList, marked: Uint8Array): void {
  const { entries, values } = list;
  let kept = 0;
  for (let k = 0; k < list.count; k++) {
    if (marked[entries[k] & idMask] !== 0) continue;
    entries[kept] = entries[k];
    values[kept++] = values[k];
  }
  list.count = kept;
}

/**
 * Gives the entries their new values and sorts them by insertion. Where a b moves down past an e, two boxes may begin to
 * overlap; where an e moves down past a b, two may cease to. A pair that changes its status is reported once, on the
 * first axis on which it was, or becomes, separate. Returns the number of exchanges; −1 if there would be more than
 * `allowed`, and the list is then in disorder.
 */
export function sortList(
  list: SweepList,
  now: Float64Array,
  before: Float64Array,
  allowed: number,
  began: PairBuffer,
  ended: PairBuffer,
): number {
  const { axis, count, entries, values } = list;
  let exchanges = 0;
  let last = -Infinity;
  let lastEntry = -1;
  for (let k = 0; k < count; k++) {
    const entry = entries[k];
    const id = entry & idMask;
    const isEnd = entry >= endBit;
    const value = now[6 * id + axis + (isEnd ? 3 : 0)];
    if (value > last || (value === last && entry > lastEntry)) {
      values[k] = last = value;
      lastEntry = entry;
      continue;
    }
    let m = k - 1;
    for (; m >= 0; m--) {
      const other = entries[m];
      if (values[m] < value || (values[m] === value && other < entry)) break;
      values[m + 1] = values[m];
      entries[m + 1] = other;
      if (isEnd === other < endBit) {
        const j = other & idMask;
        if (!isEnd) reportPair(began, now, before, id, j, axis);
        else reportPair(ended, before, now, id, j, axis);
      }
    }
    values[m + 1] = value;
    entries[m + 1] = entry;
    last = values[k];
    lastEntry = entries[k];
    exchanges += k - 1 - m;
    if (exchanges > allowed) return -1;
  }
  return exchanges;
}

/** Appends the pair of boxes i and j if they overlap in `these`, and do in `those` on the axes below `axis`. */
function reportPair(
  pairs: PairBuffer,
  these: Float64Array,
  those: Float64Array,
  i: number,
  j: number,
  axis: number,
): void {
  if (overlapped(these, those, i, j, axis)) pairs.pushOrdered(i, j);
}

/** Returns whether two boxes overlap in `these`, and do in `those` on the axes below `axis`. */
function overlapped(these: Float64Array, those: Float64Array, i: number, j: number, axis: number): boolean {
  const a = 6 * i;
  const b = 6 * j;
  if (!boundsOverlap(these, a, these, b)) return false;
  for (let k = 0; k < axis; k++) if (those[a + k] > those[b + k + 3] || those[b + k] > those[a + k + 3]) return false;
  return true;
}

const newEntries = new Int32Array(2 * maxInserted);
const newValues = new Float64Array(2 * maxInserted);

/** Puts both ends of some boxes, at most `maxInserted`, in their places in a sorted list. */
export function insertIds(list: SweepList, ids: Int32Array, idCount: number, now: Float64Array): void {
  const { axis } = list;
  const added = 2 * idCount;
  list.reserve(list.count + added);
  for (let s = 0; s < added; s++) {
    const id = ids[s >> 1];
    const entry = s & 1 ? id + endBit : id;
    const value = now[6 * id + axis + (s & 1 ? 3 : 0)];
    let m = s - 1;
    for (; m >= 0 && (newValues[m] > value || (newValues[m] === value && newEntries[m] > entry)); m--) {
      newValues[m + 1] = newValues[m];
      newEntries[m + 1] = newEntries[m];
    }
    newValues[m + 1] = value;
    newEntries[m + 1] = entry;
  }
  mergeNew(list.entries, list.values, list.count, added);
  list.count += added;
}

/** Merges from the top down, in place. */
function mergeNew(entries: Int32Array, values: Float64Array, count: number, added: number): void {
  let k = count - 1;
  for (let s = added - 1; s >= 0; s--) {
    const value = newValues[s];
    const entry = newEntries[s];
    for (; k >= 0 && (values[k] > value || (values[k] === value && entries[k] > entry)); k--) {
      values[k + s + 1] = values[k];
      entries[k + s + 1] = entries[k];
    }
    values[k + s + 1] = value;
    entries[k + s + 1] = entry;
  }
}
