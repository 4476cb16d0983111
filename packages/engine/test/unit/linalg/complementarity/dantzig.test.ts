import { SolveStatus, solveLcp } from "@rigor/engine/linalg";
import { createRng, nextInRange, nextInteger } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";

/** Checks f ≥ 0, a ≥ 0, f·a = 0 and a = A f + b, each relative to the numbers at hand. */
function expectSolution(A: Float64Array, b: Float64Array, bound: number): Float64Array {
  const n = b.length;
  const f = new Float64Array(n);
  const a = new Float64Array(n);
  expect(solveLcp(f, a, A, b)).toBe(SolveStatus.ok);
  const size = b.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  for (let i = 0; i < n; i++) {
    expect(f[i]).toBeGreaterThanOrEqual(0);
    let sum = b[i];
    for (let j = 0; j < n; j++) sum += A[i * n + j] * f[j];
    expect(Math.abs(sum - a[i])).toBeLessThan(bound * size);
    expect(a[i]).toBeGreaterThanOrEqual(-bound * size);
    expect(Math.min(f[i], a[i])).toBeLessThan(bound * size);
  }
  return f;
}

describe("solveLcp", () => {
  test("one index, both ways", () => {
    expect(expectSolution(Float64Array.of(2), Float64Array.of(-3), 1e-15)[0]).toBe(1.5);
    expect(expectSolution(Float64Array.of(2), Float64Array.of(3), 1e-15)[0]).toBe(0);
  });

  test("a block on two legs: each carries half, and one leaves when the load moves beyond it", () => {
    // legs at ±1 of a block of mass and moment 1, pushed down at x: a = f₁ + f₂ − 1 ± (f₂ − f₁ − x)
    const A = Float64Array.of(2, 0, 0, 2);
    const load = (x: number) => Float64Array.of(-1 + x, -1 - x);
    expect(Array.from(expectSolution(A, load(0), 1e-15))).toEqual([0.5, 0.5]);
    expect(Array.from(expectSolution(A, load(2), 1e-15))).toEqual([0, 1.5]);
  });

  test("random problems, regular and singular", () => {
    const rng = createRng(1);
    for (let round = 0; round < 500; round++) {
      const n = nextInteger(rng, 1, 12);
      const rank = nextInteger(rng, 1, n + 2);
      const J = Array.from({ length: n }, () => Array.from({ length: rank }, () => nextInRange(rng, -1, 1)));
      const A = Float64Array.from(J.flatMap((r) => J.map((s) => r.reduce((sum, x, k) => sum + x * s[k], 0))));
      // b in the range of A, plus something that opens: a solution exists
      const x = Array.from({ length: rank }, () => nextInRange(rng, -1, 1));
      const b = Float64Array.from(J, (r) => r.reduce((sum, y, k) => sum + y * x[k], 0) + nextInRange(rng, 0, 0.2));
      // rounding times the condition of the sets that are tried
      expectSolution(A, b, 1e-9);
    }
  });

  test("no solution is said, and numbers that are none", () => {
    const f = new Float64Array(1);
    expect(solveLcp(f, new Float64Array(1), Float64Array.of(0), Float64Array.of(-1))).toBe(SolveStatus.singular);
    expect(solveLcp(f, new Float64Array(1), Float64Array.of(1), Float64Array.of(Number.NaN))).toBe(
      SolveStatus.notFinite,
    );
  });
});
