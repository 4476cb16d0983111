/** Hulls in the plane of contact beside all half-planes: packages/engine/src/collide/region/region-hull.ts. */
import { createRng, nextInRange, nextInteger } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { collapseHull, computeHull, pruneHull } from "../../../../src/collide/region/region-hull.js";

const fill = (n: number, f: (k: number) => number): Float64Array => Float64Array.from({ length: n }, (_, k) => f(k));

function hullOf(u: Float64Array, v: Float64Array): number[] {
  const hull = new Int32Array(u.length + 1);
  return [...hull.subarray(0, computeHull(hull, u, v, u.length))];
}

function pruned(corners: readonly (readonly number[])[], reach: number): number[] {
  const u = fill(corners.length, (k) => corners[k][0]);
  const v = fill(corners.length, (k) => corners[k][1]);
  const hull = Int32Array.from(hullOf(u, v));
  return [...hull.subarray(0, pruneHull(hull, hull.length, u, v, Float64Array.of(reach), 0))].sort((p, q) => p - q);
}

describe("computeHull", () => {
  test("has every point on the left of each of its sides, and turns left at each corner", () => {
    const rng = createRng(7);
    for (let round = 0; round < 500; round++) {
      const n = nextInteger(rng, 3, 62);
      // on a coarse grid half of the time: many points in a line, and many twice
      const coarse = round % 2 === 0;
      const next = (): number => (coarse ? nextInteger(rng, 0, 5) : nextInRange(rng, -1, 1));
      const u = fill(n, next);
      const v = fill(n, next);
      const hull = hullOf(u, v);
      const side = (p: number, q: number, r: number): number =>
        (u[q] - u[p]) * (v[r] - v[p]) - (v[q] - v[p]) * (u[r] - u[p]);
      hull.forEach((p, k) => {
        const q = hull[(k + 1) % hull.length];
        // 1e-15: two products below 4, rounded
        for (let r = 0; r < n; r++) if (!(side(p, q, r) >= -1e-15)) expect.fail(`point ${r} is outside`);
        if (hull.length > 2) expect(side(p, q, hull[(k + 2) % hull.length])).toBeGreaterThan(0);
      });
    }
  });

  test("of one, two and some points in a line", () => {
    expect(hullOf(Float64Array.of(3), Float64Array.of(4))).toEqual([0]);
    expect(hullOf(Float64Array.of(3, 1), Float64Array.of(4, 1))).toEqual([1, 0]);
    expect(hullOf(Float64Array.of(3, 1, 2), Float64Array.of(3, 1, 2))).toEqual([1, 0]);
  });
});

describe("collapseHull", () => {
  const collapse = (u: Float64Array, v: Float64Array): number[] => {
    const hull = Int32Array.from(hullOf(u, v));
    return [...hull.subarray(0, collapseHull(hull, hull.length, u, v, Float64Array.of(0.1), 0))];
  };

  test("leaves a polygon that is wide enough", () => {
    expect(collapse(Float64Array.of(0, 1, 1, 0), Float64Array.of(0, 0, 0.2, 0.2))).toHaveLength(4);
  });

  test("takes the ends of a narrow one, and a point of a small one", () => {
    expect(collapse(Float64Array.of(0, 2, 1), Float64Array.of(0, 0, 0.09)).sort()).toEqual([0, 1]);
    // the leftmost is in the middle
    expect(collapse(Float64Array.of(0, -0.01, 0), Float64Array.of(0, 0.5, 1)).sort()).toEqual([0, 2]);
    expect(collapse(Float64Array.of(0, 0.05, 0.02), Float64Array.of(0, 0, 0.09))).toHaveLength(1);
  });
});

describe("pruneHull", () => {
  const square = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];

  test("takes out what is within a side, also where the hull begins", () => {
    expect(pruned([...square, [0.5, -1e-3], [-1e-3, 0.5], [1, 0.5]], 1e-2)).toEqual([0, 1, 2, 3]);
    expect(pruned([...square, [0.5, -1e-3], [-1e-3, 0.5], [1, 0.5]], 1e-4)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("leaves the two ends of a sliver", () => {
    expect(
      pruned(
        [
          [0, 0],
          [1, 0.001],
          [2, 0],
          [1.5, -0.001],
        ],
        1e-2,
      ),
    ).toEqual([0, 2]);
  });
});
