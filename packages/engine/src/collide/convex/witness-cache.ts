/**
 * Witnesses: the features that gave the last separation of a pair, kept so that the next query need only verify them.
 *
 *   plane      a face and a corner, or two edges: the plane between the two (separating-plane.ts)
 *   simplex    corners of A and of B whose differences come nearest to the origin: closest points; or enclose it, which
 *              proves that the two overlap (gjk.ts)
 *
 * A plane is the best of all if s > 0 and its features face one another: verified. If not, the simplex is followed down
 * to the new closest features from where it was, or, of a pair that overlaps, the best plane is found among those that
 * the old one leaves possible: repaired. Without anything to go by: searched.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { resize } from "../../math/index.js";
import { Witness } from "../result/index.js";
import type { CoreQuery } from "./core-query.js";

/** The witnesses of many pairs, one row (slot) a pair; the caller decides which pair has which. */
export class WitnessCache {
  /** Rows there is room for. */
  capacity = 0;
  /** The number of times that a witness still held. */
  verified = 0;
  /** The number of times that a witness had to be moved. */
  repaired = 0;
  /** The number of times that a witness was sought from scratch. */
  searched = 0;
  /** The `Witness` of each row. */
  witness: Uint8Array = new Uint8Array(0);
  /** The feature of A of each row, as in `PairResult`. */
  featureA: Int32Array = new Int32Array(0);
  /** The feature of B of each row, as in `PairResult`. */
  featureB: Int32Array = new Int32Array(0);
  /** The simplex: how many corners, then up to four of A and four of B. */
  simplices: Int32Array = new Int32Array(0);

  constructor(capacity = 0) {
    this.reserve(capacity);
  }

  /** Makes room for so many rows. New ones know nothing. */
  reserve(capacity: number): void {
    if (capacity <= this.capacity) return;
    this.capacity = capacity;
    this.witness = resize(this.witness, capacity);
    this.featureA = resize(this.featureA, capacity);
    this.featureB = resize(this.featureB, capacity);
    this.simplices = resize(this.simplices, rowSize * capacity);
  }

  /** Forgets a row: for a pair that is new in it, or shapes that have changed. */
  reset(slot: number): void {
    this.witness[slot] = Witness.none;
    for (let k = rowSize * slot; k < rowSize * slot + rowSize; k++) this.simplices[k] = 0;
  }

  /** Sets the counts of verified, repaired and searched witnesses to zero. */
  resetCounts(): void {
    this.verified = this.repaired = this.searched = 0;
  }
}

/** The numbers that a simplex takes in `WitnessCache.simplices`. */
export const rowSize = 9;

/** Loads a simplex from the cache to where `computeDistance` begins. */
export function loadSimplex(query: CoreQuery, cache: WitnessCache, slot: number): void {
  const { simplex } = query;
  const { simplices } = cache;
  const o = rowSize * slot;
  simplex.count = simplices[o];
  for (let k = 0; k < simplex.count; k++) {
    simplex.a[k] = simplices[o + 1 + k];
    simplex.b[k] = simplices[o + 5 + k];
  }
}

/** Stores the simplex in the cache, and returns whether it has changed. */
export function storeSimplex(query: CoreQuery, cache: WitnessCache, slot: number): boolean {
  const { simplex } = query;
  const { simplices } = cache;
  const o = rowSize * slot;
  let changed = simplices[o] !== simplex.count;
  simplices[o] = simplex.count;
  for (let k = 0; k < simplex.count; k++) {
    changed ||= simplices[o + 1 + k] !== simplex.a[k] || simplices[o + 5 + k] !== simplex.b[k];
    simplices[o + 1 + k] = simplex.a[k];
    simplices[o + 5 + k] = simplex.b[k];
  }
  return changed;
}
