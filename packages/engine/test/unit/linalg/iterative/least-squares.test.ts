import {
  BlockMatrix,
  DenseLdl,
  LeastSquares,
  LeastSquaresResult,
  SolveStatus,
  type TransposableOperator,
} from "@rigor/engine/linalg";
import { createRng, RigorError } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { solveExactly } from "../exact.js";
import { asBlock, difference, norm, randomOrthogonal, randomVector, spread, times } from "../matrices.js";

/** U diag(σ) Vᵀ of size rows × columns; singular values beyond the list are zero. */
function withSingularValues(seed: number, rows: number, columns: number, sigma: ArrayLike<number>): Float64Array {
  const rng = createRng(seed);
  const U = randomOrthogonal(rng, rows);
  const V = randomOrthogonal(rng, columns);
  const M = new Float64Array(rows * columns);
  for (let k = 0; k < sigma.length; k++) {
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) M[i * columns + j] += U[k * rows + i] * sigma[k] * V[k * columns + j];
    }
  }
  return M;
}

/** The exact minimum of |M x − b| for M of full column rank: the normal equations in exact arithmetic. */
function solveNormalEquations(M: ArrayLike<number>, b: ArrayLike<number>, rows: number, columns: number): Float64Array {
  // M and b are whole numbers here, so that MᵀM is exact in doubles
  const A = new Float64Array(columns * columns);
  const c = new Float64Array(columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      c[j] += M[i * columns + j] * b[i];
      for (let k = 0; k < columns; k++) A[j * columns + k] += M[i * columns + j] * M[i * columns + k];
    }
  }
  return solveExactly(A, c, columns)!;
}

describe("LeastSquares", () => {
  test("over-determined systems: the exact normal equations", () => {
    let worst = 0;
    for (let seed = 0; seed < 40; seed++) {
      const rows = 5 + (seed % 8);
      const columns = 1 + (seed % 5);
      const whole = (n: number) => randomVector(createRng(seed + 100 * n), n).map((v) => Math.round(20 * v));
      const M = whole(rows * columns);
      const b = whole(rows);
      const x = new Float64Array(columns);
      const solver = new LeastSquares(rows, columns, { tolerance: 1e-15 });
      const status = solver.solve(asBlock(M, rows, columns), b, x);
      expect([SolveStatus.ok, SolveStatus.stagnated]).toContain(status);
      worst = Math.max(worst, difference(x, solveNormalEquations(M, b, rows, columns)));
    }
    // measured 1.01e-14 for the worst of the forty
    expect(worst).toBeLessThan(2e-14);
  });

  test("redundant rows and columns: the solution of least norm", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        fc.nat(),
        fc.nat(),
        (rows, columns, r, seed) => {
          const rank = 1 + (r % Math.min(rows, columns));
          const sigma = spread(rank, 50);
          const M = withSingularValues(seed, rows, columns, sigma);
          const matrix = asBlock(M, rows, columns);
          const b = randomVector(createRng(seed + 1), rows);
          // M⁺ b from the same factors, which LeastSquares never sees
          const rng = createRng(seed);
          const U = randomOrthogonal(rng, rows);
          const V = randomOrthogonal(rng, columns);
          const exact = new Float64Array(columns);
          for (let k = 0; k < rank; k++) {
            let c = 0;
            for (let i = 0; i < rows; i++) c += U[k * rows + i] * b[i];
            for (let j = 0; j < columns; j++) exact[j] += (c / sigma[k]) * V[k * columns + j];
          }
          const x = new Float64Array(columns);
          const solver = new LeastSquares(rows, columns);
          expect(solver.solve(matrix, b, x)).toBe(SolveStatus.ok);
          // |Mᵀ r| ≤ 1e-12 |M||r| is an error of condition² × 1e-12 × |r|/(|M||x|) at most
          expect(difference(x, exact)).toBeLessThan((2500e-12 * norm(b)) / norm(exact) + 1e-10);
          const residual = times(M, x).map((v, i) => v - b[i]);
          // two ways of summing some squares: an ulp or two (measured: 4.4e-16)
          expect(Math.abs(solver.result[LeastSquaresResult.residual] - norm(residual))).toBeLessThan(8.9e-16);
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });

  test("keeps the digits that normal equations lose", () => {
    const n = 40;
    const M = withSingularValues(9, n, n, spread(n, 1e7));
    const matrix = asBlock(M, n, n);
    const exact = randomVector(createRng(2), n);
    const b = times(M, exact);
    const x = new Float64Array(n);
    const solver = new LeastSquares(n, n, { tolerance: 1e-16, maxIterations: 20_000 });
    solver.solve(matrix, b, x);
    // condition × ε is 2e-9; measured 1.2e-9
    expect(difference(x, exact)).toBeLessThan(4e-9);
    // the normal equations have condition 1e14
    const MtM = Float64Array.from({ length: n * n }, (_, s) => {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += M[k * n + Math.floor(s / n)] * M[k * n + (s % n)];
      return sum;
    });
    const normal = new DenseLdl(n, { tolerance: 0 });
    normal.factor(MtM);
    const y = Float64Array.from({ length: n }, (_, j) => b.reduce((s, v, k) => s + v * M[k * n + j], 0));
    normal.solve(y);
    // measured 1.9e-3
    expect(difference(y, exact)).toBeGreaterThan(1e-4);
  });

  test("J W Jᵀ λ = b with repeated constraints, as the notes use it", () => {
    // four distance constraints on three particles, the last one stated twice
    const rng = createRng(12);
    const rows = 5;
    const J = randomVector(rng, 4 * 9);
    const all = Float64Array.from([...J, ...J.slice(27)]);
    const W = Float64Array.from({ length: 9 }, (_, i) => 1 / (1 + (i % 3)));
    const A = new Float64Array(rows * rows);
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < rows; j++)
        for (let k = 0; k < 9; k++) A[i * rows + j] += all[i * 9 + k] * W[k] * all[j * 9 + k];
    }
    const b = times(A, Float64Array.of(1, 2, 3, 4, 0));
    const x = new Float64Array(rows);
    expect(new LeastSquares(rows, rows).solve(asBlock(A, rows, rows), b, x)).toBe(SolveStatus.ok);
    // the force of the doubled constraint is shared equally
    expect(difference(x, [1, 2, 3, 2, 2])).toBeLessThan(1e-11);
  });

  test("a warm start at the solution costs no more than a look", () => {
    const M = withSingularValues(1, 12, 7, spread(7, 30));
    const matrix = asBlock(M, 12, 7);
    const b = randomVector(createRng(4), 12);
    const x = new Float64Array(7);
    const solver = new LeastSquares(12, 7);
    expect(solver.solve(matrix, b, x)).toBe(SolveStatus.ok);
    const before = x.slice();
    expect(solver.solve(matrix, b, x)).toBe(SolveStatus.ok);
    expect(solver.iterations).toBeLessThanOrEqual(1);
    // the tolerance of 1e-12, amplified by the condition (measured: 5.5e-13)
    expect(difference(x, before)).toBeLessThan(1e-12);
  });

  test("right sides that are zero, outside the range, or not finite", () => {
    const matrix = asBlock([1, 0, 0, 0], 2, 2);
    const solver = new LeastSquares(2, 2);
    const x = new Float64Array(2);
    expect(solver.solve(matrix, Float64Array.of(0, 0), x)).toBe(SolveStatus.ok);
    expect([...x]).toEqual([0, 0]);
    expect(solver.solve(matrix, Float64Array.of(0, 5), x)).toBe(SolveStatus.ok);
    expect([...x]).toEqual([0, 0]);
    expect(solver.result[LeastSquaresResult.residual]).toBe(5);
    expect(solver.solve(matrix, Float64Array.of(3, 5), x)).toBe(SolveStatus.ok);
    expect([...x]).toEqual([3, 0]);
    expect(solver.solve(matrix, Float64Array.of(NaN, 5), x)).toBe(SolveStatus.notFinite);
    expect(solver.solve(asBlock([NaN, 0, 0, 0], 2, 2), Float64Array.of(1, 5), x)).toBe(SolveStatus.notFinite);
    expect(x.every(Number.isFinite)).toBe(true);
    const zero = new BlockMatrix(2, 2);
    expect(solver.solve(zero, Float64Array.of(1, 1), x.fill(0))).toBe(SolveStatus.ok);
    expect([...x]).toEqual([0, 0]);
  });

  test("iterations that run out are a status", () => {
    const n = 30;
    const M = withSingularValues(9, n, n, spread(n, 1e4));
    const solver = new LeastSquares(n, n, { maxIterations: 5 });
    const x = new Float64Array(n);
    expect(solver.solve(asBlock(M, n, n), randomVector(createRng(1), n), x)).toBe(SolveStatus.iterationLimit);
    expect(solver.iterations).toBe(5);
  });

  test("refuses sizes and options that make no sense", () => {
    expect(() => new LeastSquares(2, -1)).toThrow(RigorError);
    expect(() => new LeastSquares(2, 2, { tolerance: -1 })).toThrow(/options.tolerance/);
    expect(() => new LeastSquares(2, 2, { maxIterations: NaN })).toThrow(/options.maxIterations/);
    const M: TransposableOperator = new BlockMatrix(3, 2);
    const solver = new LeastSquares(2, 2);
    expect(() => solver.solve(M, new Float64Array(3), new Float64Array(2))).toThrow(/2 × 2, got "3 × 2"/);
    expect(() => new LeastSquares(3, 2).solve(M, new Float64Array(2), new Float64Array(2))).toThrow(/b: /);
  });
});
