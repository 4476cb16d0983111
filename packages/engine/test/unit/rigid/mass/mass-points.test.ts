import { RigorError } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { combineMass } from "../../../../src/rigid/mass/mass-combine.js";
import { pointsMass } from "../../../../src/rigid/mass/mass-points.js";
import { differ, vector } from "../../../support/meshes.js";

const weight = fc.integer({ min: 1, max: 100 });

describe("point masses, eqs. (2–18) and (2–32)", () => {
  test("a dumb-bell by hand", () => {
    const { mass, center, inertia } = pointsMass({
      positions: [
        [0, 0, 0],
        [3, 0, 0],
      ],
      masses: [2, 1],
    });
    expect(mass).toBe(3);
    expect([...center]).toEqual([1, 0, 0]);
    // reduced mass 2/3 times 3²; each is two roundings from it
    [0, 0, 0, 0, 6, 0, 0, 0, 6].forEach((entry, k) => {
      expect(inertia[k]).toBeCloseTo(entry, 14);
    });
  });

  test("products have their minus sign", () => {
    const { inertia } = pointsMass({ positions: [1, 1, 0, -1, -1, 0], mass: 2 });
    expect([...inertia]).toEqual([2, -2, 0, -2, 2, 0, 0, 0, 4]);
  });

  test("the first moments are Σ m x, not the Σ m x² of Chaney's eq. (1)", () => {
    // with squares the centre of two equal masses at ±1 would lie at 1
    expect([
      ...pointsMass({
        positions: [
          [-1, 0, 0],
          [1, 0, 0],
        ],
        mass: 2,
      }).center,
    ]).toEqual([0, 0, 0]);
  });

  test("the same as combining the points one by one", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(vector, weight), { minLength: 2, maxLength: 20 }), (list) => {
        const [first, second] = list;
        fc.pre(first[0].some((x, k) => Math.abs(x - second[0][k]) > 0.1));
        const all = pointsMass({ positions: list.map(([p]) => p), masses: list.map(([, m]) => m) });
        const parts = list.map(([p, m]) => ({ of: pointsMass({ positions: [[0, 0, 0]], mass: m }), position: p }));
        // sums of twenty terms: 9.3e-16 measured
        expect(differ(combineMass(parts), all)).toBeLessThan(2e-15);
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  test("far away they keep their digits", () => {
    const near = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 2, 0],
      [0, 0, 3],
    ];
    const far = near.map((p) => p.map((x) => x + 2 ** 30));
    const [a, b] = [near, far].map((positions) => pointsMass({ positions, masses: [1, 2, 3, 4] }));
    // the centre itself is rounded to 2⁻²³: its square beside 1
    for (let k = 0; k < 9; k++) expect(Math.abs(a.inertia[k] - b.inertia[k])).toBeLessThan(4e-13);
  });

  test.each([
    [{ positions: [[0, 0, 0]] }, "two-amounts"],
    [{ positions: [[0, 0, 0]], masses: [1], mass: 1 }, "two-amounts"],
    [{ positions: [[0, 0, 0]], masses: [1, 2] }, "wrong-length"],
    [{ positions: [[0, 0, 0]], masses: [-1] }, "negative"],
    [{ positions: [[0, 0, 0]], masses: [0] }, "not-positive"],
    [{ positions: [], mass: 1 }, "empty"],
    [{ positions: [[0, 0]], mass: 1 }, "not-a-vector"],
    [{ positions: [0, 0, 0, 1], mass: 1 }, "wrong-length"],
    [{ positions: [0, 0, Number.NaN], mass: 1 }, "not-a-vector"],
    [{ positions: undefined, mass: 1 }, "no-options"],
    [{ positions: [[0, 0, 0]], mass: 1, density: 1 }, "unknown-option"],
    [{ positions: [0, 0, 0, 1e-170, 0, 0], mass: 1 }, "out-of-range"],
    [{ positions: [0, 0, 0, 1e170, 0, 0], mass: 1 }, "out-of-range"],
  ])("refuses %j", (options, code) => {
    expect(() => pointsMass(options as never)).toThrow(expect.objectContaining({ code }));
    expect(() => pointsMass(options as never)).toThrow(RigorError);
  });
});
