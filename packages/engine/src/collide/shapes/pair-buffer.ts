/**
 * Pairs of numbers, flat and growing: the scratch paper of the broad phase. `sort` puts them in rising order of the
 * first, then of the second number, by two counting passes: O(pairs + limit), where all numbers are below `limit`.
 */
import { resize } from "../../math/index.js";
import { insertionSortLimit } from "./parameters.js";

/** A growing list of pairs of integers. */
export class PairBuffer {
  /** The number of pairs; pair p is entries 2p and 2p + 1. */
  count = 0;
  /** The two numbers of each pair. */
  values: Int32Array = new Int32Array(64);
  private sorted: Int32Array = new Int32Array(0);
  private places: Int32Array = new Int32Array(0);

  /** Forgets all pairs. */
  clear(): void {
    this.count = 0;
  }

  /** Appends a pair. */
  push(i: number, j: number): void {
    const p = 2 * this.count++;
    if (p === this.values.length) this.values = resize(this.values, 2 * p);
    this.values[p] = i;
    this.values[p + 1] = j;
  }

  /** Appends the pair with the smaller number first. */
  pushOrdered(i: number, j: number): void {
    if (i < j) this.push(i, j);
    else this.push(j, i);
  }

  /** Sorts the pairs by their first, then by their second number, all of which are below `limit`. */
  sort(limit: number): void {
    const { count } = this;
    if (count < 2) return;
    if (count <= insertionSortLimit) {
      insertPairs(this.values, count);
      return;
    }
    if (this.sorted.length < this.values.length) this.sorted = new Int32Array(this.values.length);
    if (this.places.length <= limit) this.places = new Int32Array(2 * limit + 1);
    countingPass(this.sorted, this.values, count, 1, this.places, limit);
    countingPass(this.values, this.sorted, count, 0, this.places, limit);
  }
}

function insertPairs(values: Int32Array, count: number): void {
  for (let p = 1; p < count; p++) {
    const i = values[2 * p];
    const j = values[2 * p + 1];
    let q = 2 * p - 2;
    while (q >= 0 && (values[q] > i || (values[q] === i && values[q + 1] > j))) {
      values[q + 2] = values[q];
      values[q + 3] = values[q + 1];
      q -= 2;
    }
    values[q + 2] = i;
    values[q + 3] = j;
  }
}

/** Copies the pairs in rising order of their first (side 0) or second (side 1) number; equal ones keep their order. */
function countingPass(
  out: Int32Array,
  values: Int32Array,
  count: number,
  side: number,
  places: Int32Array,
  limit: number,
): void {
  places.fill(0, 0, limit + 1);
  for (let p = side; p < 2 * count; p += 2) places[values[p] + 1]++;
  for (let i = 0; i < limit; i++) places[i + 1] += places[i];
  for (let p = 0; p < 2 * count; p += 2) {
    const place = 2 * places[values[p + side]]++;
    out[place] = values[p];
    out[place + 1] = values[p + 1];
  }
}
