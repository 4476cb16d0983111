/** Pairs of parts of an island that may meet. */
import type { PartTable } from "../../contact/index.js";
import { resize } from "../../math/index.js";
import type { Nodes } from "../island/index.js";

const noPairs = new Int32Array(0);
/** Entries that there is room for with the first pair. */
const fewPairs = 24;

export class CandidatePairs {
  /** Parts of the bodies and particles of the island, moving and still. */
  readonly parts: Int32Array;
  /** Pairs of parts that may meet: A, B and the slot of each. */
  pairs: Int32Array = noPairs;
  pairCount = 0;
  /** Pairs with a part of another island: A, B and the slot of each. */
  strangers: Int32Array = noPairs;
  strangerCount = 0;

  constructor(parts: PartTable, island: Nodes) {
    this.parts = parts.listParts(island.bodies, island.particleCount > 0);
  }

  addPair(a: number, b: number, slot: number): void {
    const o = 3 * this.pairCount++;
    if (o === this.pairs.length) this.pairs = resize(this.pairs, Math.max(fewPairs, 2 * o));
    this.pairs[o] = a;
    this.pairs[o + 1] = b;
    this.pairs[o + 2] = slot;
  }

  addStranger(a: number, b: number, slot: number): void {
    const o = 3 * this.strangerCount++;
    if (o === this.strangers.length) this.strangers = resize(this.strangers, Math.max(fewPairs, 2 * o));
    this.strangers[o] = a;
    this.strangers[o + 1] = b;
    this.strangers[o + 2] = slot;
  }

  /** Takes pairs with a part of which `isGone` is true from the list, before another part is given its row. */
  dropPairs(isGone: (part: number) => boolean): void {
    const { pairs } = this;
    let count = 0;
    for (let k = 0; k < 3 * this.pairCount; k += 3) {
      if (isGone(pairs[k]) || isGone(pairs[k + 1])) continue;
      pairs.copyWithin(3 * count++, k, k + 3);
    }
    this.pairCount = count;
  }

  /** A and B of the pairs whose slots are wanted. */
  listPairs(isWanted: (slot: number) => boolean): [number, number][] {
    const list: [number, number][] = [];
    for (let k = 0; k < 3 * this.pairCount; k += 3) {
      if (isWanted(this.pairs[k + 2])) list.push([this.pairs[k], this.pairs[k + 1]]);
    }
    return list;
  }
}
