/**
 * A right-hand side whose square underflows made conjugate gradients report failure, and a decaying motion stop the run;
 * later it was taken for zero.
 */
import { BlockMatrix, ConjugateGradients, LeastSquares, SolveStatus } from "@rigor/engine/linalg";
import { describe, expect, test } from "vitest";

const sizes = [1e300, 4e200, 1e150, 1, 1e-100, 1e-140, 1e-150, 1e-155, 1e-170, 1e-200, 1e-300];

function matrix(size: number): BlockMatrix {
  const A = new BlockMatrix(2, 2);
  A.addBlock(0, 0, 2, 2);
  A.values.set([2 * size, size, size, 3 * size]);
  return A;
}

describe.each([
  ["conjugate gradients", () => new ConjugateGradients(2, { tolerance: 1e-12 })],
  ["least squares", () => new LeastSquares(2, 2)],
] as const)("%s", (_, make) => {
  test.each(sizes)("a right side of %d", (size) => {
    const x = new Float64Array(2);
    expect(make().solve(matrix(1), Float64Array.of(3 * size, 4 * size), x)).toBe(SolveStatus.ok);
    // two unknowns take two iterations: what is left is rounding, times a condition of 2.6 (measured: 1.1e-15)
    for (const entry of x) expect(Math.abs(entry / size - 1)).toBeLessThan(2.5e-15);
  });

  test.each(sizes.filter((size) => size < 1e300))("a matrix of %d", (size) => {
    for (const b of [size, 1, Math.sqrt(size)]) {
      if (!Number.isFinite(b / size)) continue;
      const x = new Float64Array(2);
      expect(make().solve(matrix(size), Float64Array.of(3 * b, 4 * b), x)).toBe(SolveStatus.ok);
      // as above, with matrices that are not powers of two (measured: 3.1e-15)
      for (const entry of x) expect(Math.abs(entry / (b / size) - 1)).toBeLessThan(7e-15);
    }
  });

  test("a solution too large for numbers leaves x alone", () => {
    const x = Float64Array.of(0, 0);
    expect(make().solve(matrix(1e-200), Float64Array.of(3e200, 4e200), x)).toBe(SolveStatus.notFinite);
    expect([...x]).toEqual([0, 0]);
  });

  test("a power of two changes no bit", () => {
    const x = new Float64Array(2);
    make().solve(matrix(1), Float64Array.of(0.3, 0.7), x);
    for (const [a, b] of [
      [0, 400],
      [0, -400],
      [300, 0],
      [-300, -300],
      [250, 500],
    ]) {
      const y = new Float64Array(2);
      make().solve(matrix(2 ** a), Float64Array.of(0.3 * 2 ** b, 0.7 * 2 ** b), y);
      expect([...y].map((v) => v * 2 ** (a - b))).toEqual([...x]);
    }
  });
});

test("conjugate gradients accept a right side down to nothing", () => {
  const cg = new ConjugateGradients(2, { tolerance: 1e-12 });
  for (const size of [1e-305, 1e-310, 1e-315, 1e-320, 2 ** -1074, 0]) {
    const x = new Float64Array(2);
    expect(cg.solve(matrix(1), Float64Array.of(3 * size, 4 * size), x)).toBe(SolveStatus.ok);
    // one rounding of the numbers that there are
    for (const entry of x) expect(Math.abs(entry - size)).toBeLessThanOrEqual(1e-15 * size + 2 ** -1074);
  }
});
