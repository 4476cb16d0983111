/** Pairs of parts of an island that may meet. */
import type { PartTable } from "../../contact/index.js";
import { resize } from "../../math/index.js";
import type { Nodes } from "../island/index.js";
import { initialPairEntries } from "./parameters.js";

const noPairs = new Int32Array(0);

/** Pairs of parts of an island that may meet, and the parts that they are made of. */
export class CandidatePairs {
  /** Parts of the bodies and particles of the island, moving and at rest. */
  readonly parts: Int32Array;
  /** Pairs of parts that may meet: A, B and the slot of each. 3 a pair. */
  pairs: Int32Array = noPairs;
  /** Number of pairs. */
  pairCount = 0;
  /** Pairs with a part of another island: A, B and the slot of each. 3 a pair. */
  strangers: Int32Array = noPairs;
  /** Number of pairs with a part of another island. */
  strangerCount = 0;

  constructor(parts: PartTable, island: Nodes) {
    this.parts = parts.listParts(island.bodies, island.particleCount > 0);
  }

  /** Adds a pair of parts with its slot. */
  addPair(a: number, b: number, slot: number): void {
    const o = 3 * this.pairCount++;
    if (o === this.pairs.length) this.pairs = resize(this.pairs, Math.max(initialPairEntries, 2 * o));
    this.pairs[o] = a;
    this.pairs[o + 1] = b;
    this.pairs[o + 2] = slot;
  }

  /** Adds a pair with a part of another island. */
  addStranger(a: number, b: number, slot: number): void {
    const o = 3 * this.strangerCount++;
    if (o === this.strangers.length) this.strangers = resize(this.strangers, Math.max(initialPairEntries, 2 * o));
    this.strangers[o] = a;
    this.strangers[o + 1] = b;
    this.strangers[o + 2] = slot;
  }

  /** Removes the pairs with a part for which `isGone` is true, before its number is given to another part. */
  dropPairs(isGone: (part: number) => boolean): void {
    const { pairs } = this;
    let count = 0;
    for (let k = 0; k < 3 * this.pairCount; k += 3) {
      if (isGone(pairs[k]) || isGone(pairs[k + 1])) continue;
      pairs.copyWithin(3 * count++, k, k + 3);
    }
    this.pairCount = count;
  }

  /** A and B of the pairs whose slots satisfy a condition. */
  listPairs(isWanted: (slot: number) => boolean): [number, number][] {
    const list: [number, number][] = [];
    for (let k = 0; k < 3 * this.pairCount; k += 3) {
      if (isWanted(this.pairs[k + 2])) list.push([this.pairs[k], this.pairs[k + 1]]);
    }
    return list;
  }
}
