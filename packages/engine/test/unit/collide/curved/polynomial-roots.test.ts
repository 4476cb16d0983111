/** All roots in [−1, 1] of polynomials of degree 4 and 8. packages/engine/src/collide/curved/polynomial-roots.ts */
import { createRng, nextInRange, nextUniform } from "@rigor/engine/math";
import { expect, test } from "vitest";
import { findRoots } from "../../../../src/collide/curved/polynomial-roots.js";

/** Coefficients of the product of quadratic factors. */
function multiply(factors: readonly (readonly number[])[]): number[] {
  return factors.reduce<number[]>(
    (product, factor) => {
      const next = Array(product.length + factor.length - 1).fill(0);
      product.forEach((p, i) => {
        factor.forEach((q, j) => {
          next[i + j] += p * q;
        });
      });
      return next;
    },
    [1],
  );
}

const coefficients = new Float64Array(9);
const roots = new Float64Array(16);

function solve(list: readonly number[]): number[] {
  coefficients.fill(0);
  coefficients.set(list);
  const count = findRoots(roots, coefficients, list.length - 1);
  return [...roots.subarray(0, count)].sort((p, q) => p - q);
}

test.each([4, 8])("degree %d: every root that was put in comes out, and no other", (degree) => {
  const rng = createRng(5);
  for (let i = 0; i < 2000; i++) {
    const known: number[] = [];
    const factors: number[][] = [];
    for (let k = 0; k < degree / 2; k++) {
      if (nextUniform(rng) < 0.3) {
        // t² + b t + c without real roots
        const b = nextInRange(rng, -2, 2);
        factors.push([(b * b) / 4 + nextInRange(rng, 0.05, 2), b, 1]);
        continue;
      }
      const [p, q] = [nextInRange(rng, -1.5, 1.5), nextInRange(rng, -1.5, 1.5)];
      known.push(p, q);
      factors.push([p * q, -(p + q), 1]);
    }
    known.sort((p, q) => p - q);
    // roots closer than this are ill-conditioned, and near ±1 they belong to the other half as well
    if (known.some((p, k) => Math.abs(Math.abs(p) - 1) < 1e-3 || Math.abs(p - known[k + 1]) < 2e-2)) continue;
    const within = known.filter((p) => Math.abs(p) < 1);
    const found = solve(multiply(factors));
    expect(found.length).toBe(within.length);
    // the rounding of the coefficients, over the distance to the next root, to the power of how many are near
    found.forEach((p, k) => {
      expect(Math.abs(p - within[k])).toBeLessThan(degree === 4 ? 1e-11 : 1e-7);
    });
  }
});

test("a double root is found though it changes no sign, also at the middle, where the interval is halved", () => {
  for (const p of [0, 0.3, -0.72]) {
    const found = solve(
      multiply([
        [p * p, -2 * p, 1],
        [1, 0, 1],
        [3, 1, 1],
        [2, -1, 1],
      ]),
    );
    expect(found.length).toBeGreaterThan(0);
    // rounding of 1e-16 makes two roots of it, 1e-8 apart, or none: then the interval of 2⁻²⁰ is given
    for (const root of found) expect(Math.abs(root - p)).toBeLessThan(2 ** -19);
  }
});

test("zero throughout has no roots, nor has a constant", () => {
  expect(solve([0, 0, 0, 0, 0])).toEqual([]);
  expect(solve([1, 0, 0, 0, 0, 0, 0, 0, 0])).toEqual([]);
});

test("ends at ±1 count", () => {
  expect(
    solve(
      multiply([
        [-1, 0, 1],
        [4, 0, 1],
      ]),
    ).map(Math.abs),
  ).toEqual([expect.closeTo(1, 5), expect.closeTo(1, 5)]);
});
