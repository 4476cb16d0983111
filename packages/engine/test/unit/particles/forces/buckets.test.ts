import { Buckets } from "@rigor/engine/particles";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomSystem } from "../../../support/particles.js";

/** Every pair closer than the radius, by looking at all of them. */
function bruteForce(state: Float64Array, list: readonly number[], radius: number): string[] {
  const pairs: string[] = [];
  for (const [p, i] of list.entries()) {
    for (const j of list.slice(p + 1)) {
      const d2 = [0, 1, 2].reduce((sum, c) => sum + (state[6 * i + c] - state[6 * j + c]) ** 2, 0);
      if (d2 < radius * radius) pairs.push(`${Math.min(i, j)}-${Math.max(i, j)}`);
    }
  }
  return pairs.sort();
}

function found(buckets: Buckets): string[] {
  const { pairs, particle } = buckets;
  return Array.from({ length: buckets.pairCount }, (_, p) => {
    const [i, j] = [particle[pairs[2 * p]], particle[pairs[2 * p + 1]]];
    return `${Math.min(i, j)}-${Math.max(i, j)}`;
  }).sort();
}

describe("spatial buckets find every close pair, once", () => {
  test("over random clouds, radii, shapes and places", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 150 }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(0.05, 0.3, 1, 5),
        fc.constantFrom(0, 1e3, -1e6, 1e9),
        fc.constantFrom([1, 1, 1], [100, 1, 0.01], [0.01, 0.01, 300], [0, 0, 0]),
        (n, seed, radius, shift, shape) => {
          const { state } = randomSystem(n, seed);
          for (let i = 0; i < n; i++)
            for (let c = 0; c < 3; c++) state[6 * i + c] = shift + shape[c] * state[6 * i + c];
          const all = Array.from({ length: n }, (_, i) => i);
          const buckets = new Buckets(radius);
          buckets.findPairs(state, n, null);
          expect(found(buckets)).toEqual(bruteForce(state, all, radius));
          const some = all.filter((i) => i % 3 !== 1);
          buckets.findPairs(state, n, Int32Array.from(some));
          expect(found(buckets)).toEqual(bruteForce(state, some, radius));
        },
      ),
      { seed: 1, numRuns: 300 },
    );
  });

  test("a lattice with the spacing as radius has no pair, a little more has them all", () => {
    const { state } = randomSystem(1000, 1);
    for (let i = 0; i < 1000; i++) {
      [i % 10, Math.floor(i / 10) % 10, Math.floor(i / 100)].forEach((x, c) => {
        state[6 * i + c] = x;
      });
    }
    const exact = new Buckets(1);
    exact.findPairs(state, 1000, null);
    expect(exact.pairCount).toBe(0);
    const more = new Buckets(1 + 1e-12);
    more.findPairs(state, 1000, null);
    expect(more.pairCount).toBe(3 * 9 * 100);
  });

  test("a radius that is not positive is refused", () => {
    expect(() => new Buckets(0)).toThrow("radius: must be a finite number > 0, got 0");
  });
});
