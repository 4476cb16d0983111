/**
 * The known features of pairs with a curved shape: the normal of the last query and the features that gave it, kept so that
 * the next query need only solve and prove these (warm-start.ts).
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { resize } from "../../math/index.js";

/**
 * The normals and features of many pairs with a curved shape, one slot a pair; the caller decides which pair has
 * which.
 */
export class CurvedCache {
  /** The number of times that known features gave the answer. */
  verified = 0;
  /** The number of times that the answer was sought from scratch. */
  searched = 0;
  /** 3 a slot, from B to A, world axes; zero if nothing is known. */
  normals: Float64Array = new Float64Array(0);
  /** 2 a slot: the features of A and of B (patch.ts); −1 if nothing is known. */
  keys: Int32Array = new Int32Array(0);

  constructor(capacity = 0) {
    this.reserve(capacity);
  }

  /** Makes room for so many slots. New ones know nothing. */
  reserve(capacity: number): void {
    const known = this.keys.length;
    if (2 * capacity <= known) return;
    this.normals = resize(this.normals, 3 * capacity);
    this.keys = resize(this.keys, 2 * capacity);
    this.keys.fill(-1, known);
  }

  /** Forgets a slot. */
  reset(slot: number): void {
    const { normals, keys } = this;
    normals[3 * slot] = normals[3 * slot + 1] = normals[3 * slot + 2] = 0;
    keys[2 * slot] = keys[2 * slot + 1] = -1;
  }

  /** Sets the counts of verified and searched answers to zero. */
  resetCounts(): void {
    this.verified = this.searched = 0;
  }
}
