/** Boxes for tests of the broad phase: many of all sorts, and their overlaps by looking at all pairs. */
import { createRng, nextInRange, nextInteger, type Rng } from "@rigor/engine/math";
import type { BroadPhase } from "../../src/collide/broadphase/broad-phase.js";

/** A world of boxes beside the broad phases that watch it. */
export class BoxWorld {
  readonly boxes = new Map<number, Float64Array>();
  readonly watchers: readonly BroadPhase[];
  readonly rng: Rng;

  constructor(watchers: readonly BroadPhase[], seed: number) {
    this.watchers = watchers;
    this.rng = createRng(seed);
  }

  add(id: number, box: Float64Array): void {
    this.boxes.set(id, box);
    for (const watcher of this.watchers) watcher.add(id, box);
  }

  set(id: number, box: Float64Array): void {
    this.boxes.set(id, box);
    for (const watcher of this.watchers) watcher.setBox(id, box, 0);
  }

  remove(id: number): void {
    this.boxes.delete(id);
    for (const watcher of this.watchers) watcher.remove(id);
  }

  /** An id that lives, or −1. */
  pick(): number {
    const ids = [...this.boxes.keys()];
    return ids.length === 0 ? -1 : ids[nextInteger(this.rng, 0, ids.length - 1)]!;
  }

  /** The smallest ids first, so that ids are used again. */
  freeId(): number {
    let id = nextInteger(this.rng, 0, 3);
    while (this.boxes.has(id)) id++;
    return id;
  }

  /** Moves every box a distance of up to `step` in each direction. */
  drift(step: number): void {
    for (const [id, box] of this.boxes) {
      const d = [0, 1, 2].map(() => (step === 0 ? 0 : nextInRange(this.rng, -step, step)));
      this.set(
        id,
        box.map((value, k) => value + d[k % 3]!),
      );
    }
  }

  /** i and j of all overlapping pairs, i < j, in rising order. */
  bruteForce(): number[] {
    const list = [...this.boxes].sort((a, b) => a[0] - b[0]);
    const pairs: number[] = [];
    for (const [s, [i, a]] of list.entries()) {
      for (let t = s + 1; t < list.length; t++) {
        const [j, b] = list[t]!;
        let overlaps = true;
        for (let k = 0; k < 3; k++) overlaps &&= a[k]! <= b[k + 3]! && b[k]! <= a[k + 3]!;
        if (overlaps) pairs.push(i, j);
      }
    }
    return pairs;
  }
}

/** Whether the watcher says just that. */
export function agrees(watcher: BroadPhase, truth: readonly number[]): boolean {
  const { count, values } = watcher.pairs;
  return 2 * count === truth.length && truth.every((id, k) => values[k] === id);
}

export function listPairs(watcher: BroadPhase): number[] {
  return Array.from(watcher.pairs.values.subarray(0, 2 * watcher.pairs.count));
}

/** Least corner and lengths as a box. */
export function box(x: number, y: number, z: number, a: number, b = a, c = a): Float64Array {
  return Float64Array.of(x, y, z, x + a, y + b, z + c);
}
