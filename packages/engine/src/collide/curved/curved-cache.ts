/**
 * What was found of a pair with a curved shape the last time: the normal and the features that gave it, kept so that the
 * next time only these need be solved and proved (curved-warm.ts).
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { resize } from "../../math/index.js";

/** One slot a pair; the caller says which pair has which. */
export class CurvedCache {
  /** How often what was known gave the answer, and how often it was looked for from scratch. */
  verified = 0;
  searched = 0;
  /** 3 a slot, from B to A, world axes; zero if nothing is known. */
  normals: Float64Array = new Float64Array(0);
  /** 2 a slot: the features of A and of B (curved-patch.ts); −1 if nothing is known. */
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

  resetCounts(): void {
    this.verified = this.searched = 0;
  }
}
