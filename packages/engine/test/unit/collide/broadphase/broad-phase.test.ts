/** Both ways to find overlapping boxes, beside each other and beside all pairs: packages/engine/src/collide/{sweep,grid}.ts. */
import { nextInRange, nextInteger } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BroadPhase } from "../../../../src/collide/broadphase/broad-phase.js";
import { Grid } from "../../../../src/collide/broadphase/grid.js";
import { Sweep } from "../../../../src/collide/broadphase/sweep.js";
import { agrees, BoxWorld, box, listPairs } from "../../../support/boxes.js";

/** Sweeps that never, sometimes and always begin from scratch; grids with no, a small and a large margin, and by a tree. */
function createAll(): BroadPhase[] {
  return [
    new Sweep({ exchangeLimit: 1e9 }),
    new Sweep({ exchangeLimit: 2 }),
    new Sweep(),
    new Grid({ margin: 0 }),
    new Grid(),
    new Grid({ margin: 1 }),
    new Grid({ searchLimit: 0 }),
    new Grid({ searchLimit: 8 }),
  ];
}

/** The slot of each pair, kept by hand from what began and what ended. */
class Follower {
  readonly known = new Map<number, number>();

  /** Whether the changes lead from what was before to what is now, and slots stay with their pairs, one a pair. */
  follows({ pairs }: BroadPhase): boolean {
    const { known } = this;
    const key = (i: number, j: number) => 2 ** 20 * i + j;
    let good = true;
    for (let e = 0; e < pairs.endedCount; e++) {
      const [i, j, slot] = pairs.ended.subarray(3 * e, 3 * e + 3);
      good &&= known.get(key(i, j)) === slot;
      known.delete(key(i, j));
    }
    for (const p of pairs.began.subarray(0, pairs.beganCount)) {
      const [i, j] = pairs.values.subarray(2 * p, 2 * p + 2);
      good &&= !known.has(key(i, j));
      known.set(key(i, j), pairs.slots[p]);
    }
    const slots = pairs.slots.subarray(0, pairs.count);
    good &&= known.size === pairs.count && new Set(slots).size === pairs.count;
    slots.forEach((slot, p) => {
      good &&= slot < pairs.slotCount && known.get(key(pairs.values[2 * p], pairs.values[2 * p + 1])) === slot;
    });
    return good;
  }
}

/** Places and sizes on a coarse lattice, so that boxes touch and coincide; now and then huge, tiny or infinite ones. */
function drawBox(world: BoxWorld): Float64Array {
  const { rng } = world;
  const kind = nextInteger(rng, 0, 19);
  const coarse = () => nextInteger(rng, -8, 8) / 2;
  if (kind === 0) return Float64Array.of(-Infinity, coarse(), -Infinity, Infinity, 4, Infinity).sort();
  if (kind === 1) return Float64Array.of(-Infinity, -Infinity, -Infinity, Infinity, coarse(), Infinity);
  if (kind === 2) return box(coarse() - 500, coarse() - 500, coarse(), 1000, 1000, 0.5);
  if (kind === 3) return box(coarse(), coarse(), coarse(), 0);
  if (kind === 4) return box(nextInRange(rng, -4, 4), nextInRange(rng, -4, 4), nextInRange(rng, -4, 4), 1e-3);
  if (kind < 8)
    return box(nextInRange(rng, -4, 4), nextInRange(rng, -4, 4), nextInRange(rng, -4, 4), nextInRange(rng, 0.1, 3));
  return box(coarse(), coarse(), coarse(), nextInteger(rng, 0, 3) / 2, nextInteger(rng, 1, 3) / 2, 0.5);
}

const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("add" as const), count: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("add" as const), count: fc.constant(150) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("remove" as const), count: fc.integer({ min: 1, max: 10 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("renew" as const), count: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("teleport" as const), count: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant("drift" as const), count: fc.constantFrom(0, 1e-3, 0.03, 0.5, 100) }),
  },
  { weight: 6, arbitrary: fc.record({ type: fc.constant("update" as const), count: fc.constant(1) }) },
);

function act(world: BoxWorld, type: string, count: number): void {
  if (type === "drift") world.drift(count);
  for (let k = 0; k < count && type !== "drift"; k++) {
    const id = world.pick();
    if (type === "add") world.add(world.freeId(), drawBox(world));
    else if (id < 0) return;
    else if (type === "teleport") world.set(id, drawBox(world));
    else world.remove(id);
    if (type === "renew") world.add(id, drawBox(world));
  }
}

describe("the pairs are those of all that overlap", () => {
  test("after boxes are added, removed, exchanged, moved a little, a lot, or not, in any sequence", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.array(action, { minLength: 5, maxLength: 30 }),
        (seed, actions) => {
          const world = new BoxWorld(createAll(), seed);
          const followers = world.watchers.map(() => new Follower());
          for (const { type, count } of [...actions, { type: "update", count: 1 }]) {
            if (type !== "update") act(world, type, count);
            else {
              const truth = world.bruteForce();
              world.watchers.forEach((watcher, w) => {
                watcher.update();
                if (!agrees(watcher, truth)) expect(listPairs(watcher)).toEqual(truth);
                expect(followers[w].follows(watcher)).toBe(true);
              });
            }
          }
        },
      ),
      { seed: 4, numRuns: 30 },
    );
  });
});

/** Adds boxes 0, 1, 2, … and looks. */
function findPairs(watcher: BroadPhase, boxes: readonly Float64Array[]): number[] {
  boxes.forEach((entry, id) => {
    watcher.add(id, entry);
  });
  watcher.update();
  return listPairs(watcher);
}

describe("special places", () => {
  test("boxes that touch at a face, an edge or a corner overlap; one ulp apart they do not", () => {
    const neighbours = [box(1, 0, 0, 1), box(1, 1, 0, 1), box(-1, -1, -1, 1)];
    for (const watcher of createAll()) expect(findPairs(watcher, [box(0, 0, 0, 1), neighbours[0]])).toEqual([0, 1]);
    for (const neighbour of neighbours) {
      const apart = neighbour.map((x, k) =>
        neighbour[0] === 1 ? (k === 0 ? 1 + 2 ** -52 : x) : k === 3 ? -(2 ** -1074) : x,
      );
      for (const watcher of createAll()) {
        expect(findPairs(watcher, [box(0, 0, 0, 1), neighbour])).toEqual([0, 1]);
        watcher.setBox(1, apart, 0);
        watcher.update();
        expect(listPairs(watcher)).toEqual([]);
        watcher.setBox(1, neighbour, 0);
        watcher.update();
        expect(listPairs(watcher)).toEqual([0, 1]);
      }
    }
  });

  test("a stack of equal cubes: each overlaps the next, and no other", () => {
    const stack = Array.from({ length: 300 }, (_, k) => box(0, k, 0, 1));
    const truth = Array.from({ length: 299 }, (_, k) => [k, k + 1]).flat();
    for (const watcher of createAll()) expect(findPairs(watcher, stack)).toEqual(truth);
  });

  test("many boxes in the same place: every pair", () => {
    const n = 60;
    const truth = Array.from({ length: n }, (_, i) =>
      Array.from({ length: n - 1 - i }, (_, j) => [i, i + 1 + j]).flat(),
    ).flat();
    for (const watcher of createAll()) {
      expect(
        findPairs(
          watcher,
          Array.from({ length: n }, () => box(-0, 0, 0, 1)),
        ),
      ).toEqual(truth);
      watcher.update();
      expect(watcher.pairs.beganCount + watcher.pairs.endedCount).toBe(0);
    }
  });

  test("sizes from 1e-9 to 1e9, places to 1e12, in one world", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
        const world = new BoxWorld(createAll(), seed);
        for (let id = 0; id < 120; id++) {
          const size = 10 ** nextInRange(world.rng, -9, 9);
          const place = () =>
            id % 3 === 0 ? 10 ** nextInRange(world.rng, -9, 12) : nextInRange(world.rng, -1, 1) * size;
          world.add(id, box(place(), place(), -place(), size, size * nextInRange(world.rng, 0, 1), size));
        }
        for (const step of [0, 1e-9, 1e-3, 1, 1e6]) {
          world.drift(step);
          const truth = world.bruteForce();
          for (const watcher of world.watchers) {
            watcher.update();
            expect(agrees(watcher, truth)).toBe(true);
          }
        }
      }),
      { seed: 5, numRuns: 30 },
    );
  });

  test("the answer does not depend on the order in which boxes come", () => {
    const world = new BoxWorld([], 7);
    for (let id = 0; id < 200; id++) world.add(id, drawBox(world));
    const ids = [...world.boxes.keys()].sort((a, b) => ((a * 73) % 200) - ((b * 73) % 200));
    for (const watcher of createAll()) {
      for (const [k, id] of ids.entries()) {
        watcher.add(id, world.boxes.get(id) as Float64Array);
        if (k % 20 === 19) watcher.update();
      }
      expect(listPairs(watcher)).toEqual(world.bruteForce());
    }
  });
});

describe("bad input", () => {
  test("a box that becomes none stays where it was, and is named", () => {
    for (const watcher of createAll()) {
      findPairs(watcher, [box(0, 0, 0, 1), box(0.5, 0, 0, 1), box(5, 0, 0, 1)]);
      expect(watcher.badBox).toBe(-1);
      watcher.setBox(1, box(Number.NaN, 0, 0, 1), 0);
      watcher.setBox(2, box(0, 0, 0, -1), 0);
      watcher.update();
      expect(watcher.badBox).toBe(1);
      expect(listPairs(watcher)).toEqual([0, 1]);
      watcher.setBox(1, box(5, 0, 0, 1), 0);
      watcher.update();
      expect(watcher.badBox).toBe(2);
      expect(listPairs(watcher)).toEqual([1, 2]);
    }
  });

  test("is refused where it is given", () => {
    for (const watcher of createAll()) {
      watcher.add(3, box(0, 0, 0, 1));
      expect(() => watcher.add(3, box(0, 0, 0, 1))).toThrow("id: must not be that of another box, got 3");
      expect(() => watcher.add(0.5, box(0, 0, 0, 1))).toThrow("id: must be a whole number");
      expect(() => watcher.add(4, box(0, 0, 0, -1))).toThrow("box 4: must be least x, y, z, then greatest x, y, z");
      expect(() => watcher.remove(4)).toThrow("id: must be that of a box, got 4");
      watcher.remove(3);
      expect(() => watcher.remove(3)).toThrow("id: must be that of a box, got 3");
    }
    expect(() => new Sweep({ exchangeLimit: -1 })).toThrow("exchangeLimit: must be a finite number >= 0, got -1");
    expect(() => new Grid({ margin: Number.NaN })).toThrow("margin: must be a finite number >= 0, got NaN");
  });
});
