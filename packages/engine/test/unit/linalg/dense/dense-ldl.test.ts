import { DenseLdl, SolveStatus } from "@rigor/engine/linalg";
import { createRng, nextUniform, RigorError } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findRank, solveExactly } from "../exact.js";
import { backwardError, difference, epsilon, norm, randomVector, spread, times, withEigenvalues } from "../matrices.js";

/** The Hilbert matrix times a whole number that makes its entries whole: lcm(1 … 2n − 1) / (i + j + 1). */
function hilbert(n: number): Float64Array {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  let lcm = 1;
  for (let k = 1; k < 2 * n; k++) lcm = (lcm * k) / gcd(lcm, k);
  return Float64Array.from({ length: n * n }, (_, s) => lcm / (Math.floor(s / n) + (s % n) + 1));
}

/** JᵀJ of whole numbers: exactly semidefinite, of the rank of J, with redundant rows likely. */
function gram(seed: number, n: number, rank: number): Float64Array {
  const J = randomVector(createRng(seed), rank * n).map((v) => Math.round(8 * v));
  const A = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) for (let k = 0; k < rank; k++) A[i * n + j] += J[k * n + i] * J[k * n + j];
  }
  return A;
}

describe("DenseLdl", () => {
  test("tells its smallest pivot, of the balanced matrix", () => {
    const ldl = new DenseLdl(2);
    // (1 1; 1 1 + s²) times 4: balanced it has pivots 1 and s², but for the scale of the second row
    expect(ldl.factor(Float64Array.of(4, 4, 4, 4 + 2 ** -38))).toBe(SolveStatus.ok);
    expect(ldl.result[1] / 2 ** -40).toBeGreaterThan(0.5);
    expect(ldl.result[1] / 2 ** -40).toBeLessThan(2);
    ldl.factor(new Float64Array(4));
    expect(ldl.result[1]).toBe(Number.POSITIVE_INFINITY);
  });

  test("backward error of a few roundings, definite or not, at any condition", () => {
    let worst = 0;
    for (let seed = 0; seed < 60; seed++) {
      const n = 1 + (seed % 40);
      const rng = createRng(seed);
      const lambda = spread(n, 10 ** (seed % 12)).map((v, k) => (seed % 2 === 0 || k % 3 !== 0 ? v : -v));
      const A = withEigenvalues(rng, lambda);
      const solver = new DenseLdl(n);
      expect(solver.factor(A)).toBe(SolveStatus.ok);
      expect(solver.negative).toBe(lambda.filter((v) => v < 0).length);
      expect(solver.positive).toBe(lambda.filter((v) => v > 0).length);
      const b = randomVector(rng, n);
      const x = b.slice();
      expect(solver.solve(x)).toBe(SolveStatus.ok);
      worst = Math.max(worst, backwardError(A, x, b));
    }
    // measured 0.45 ε
    expect(worst).toBeLessThan(epsilon);
  });

  test("Hilbert matrices: as many digits as their condition leaves, against exact arithmetic", () => {
    // condition numbers 5e2, 5e5, 1.5e7, 5e8, 1.5e10, 5e11
    for (const [n, condition] of [
      [3, 524],
      [5, 476607],
      [6, 1.5e7],
      [7, 4.8e8],
      [8, 1.53e10],
      [9, 4.93e11],
    ]) {
      const A = hilbert(n);
      const b = randomVector(createRng(n), n);
      const x = b.slice();
      const solver = new DenseLdl(n);
      expect(solver.factor(A)).toBe(SolveStatus.ok);
      expect(solver.positive).toBe(n);
      solver.solve(x);
      // a backward error below an ulp, amplified by the condition (measured: 0.03 of this at the worst)
      expect(difference(x, solveExactly(A, b, n)!)).toBeLessThan(condition * epsilon);
    }
  });

  test("the zero diagonal of a KKT matrix is no obstacle", () => {
    const A = Float64Array.of(0, 1, 1, 0);
    const solver = new DenseLdl(2);
    expect(solver.factor(A)).toBe(SolveStatus.ok);
    expect([solver.positive, solver.negative]).toEqual([1, 1]);
    const x = Float64Array.of(3, 5);
    solver.solve(x);
    expect([...x]).toEqual([5, 3]);
  });

  test("finds the exact rank of semidefinite matrices, and the null space", () => {
    for (let seed = 0; seed < 120; seed++) {
      const n = 2 + (seed % 11);
      const A = gram(seed, n, 1 + (seed % (n + 2)));
      const rank = findRank(A, n, n);
      const solver = new DenseLdl(n);
      expect(solver.factor(A)).toBe(rank === n ? SolveStatus.ok : SolveStatus.singular);
      expect(solver.rank).toBe(rank);
      expect(solver.positive).toBe(rank);
      expect(solver.negative).toBe(0);
      for (let k = 0; k < n - rank; k++) {
        const z = solver.nullSpace.slice(k * n, (k + 1) * n);
        // measured 0.1 n ε
        expect(norm(times(A, z))).toBeLessThan(0.3 * n * epsilon * norm(A));
        for (let l = 0; l <= k; l++) {
          const c = z.reduce((s, v, j) => s + v * solver.nullSpace[l * n + j], 0);
          // sums of n products, after two passes of orthogonalisation (measured: half of this)
          expect(Math.abs(c - (k === l ? 1 : 0))).toBeLessThan(n * epsilon);
        }
      }
    }
  });

  test("finds the rank however unequal the rows: masses from 1e-6 to 1e6", () => {
    for (let seed = 0; seed < 100; seed++) {
      const n = 4 + (seed % 8);
      const A = gram(seed, n, n - (seed % 4));
      const rank = findRank(A, n, n);
      const rng = createRng(seed);
      const size = Array.from({ length: n }, () => 2 ** Math.round(40 * nextUniform(rng) - 20));
      const scaled = A.map((v, s) => size[Math.floor(s / n)] * v * size[s % n]);
      const solver = new DenseLdl(n);
      solver.factor(scaled);
      expect(solver.rank).toBe(rank);
    }
  });

  test("indefinite and singular: rank, inertia and pseudo-inverse", () => {
    for (let seed = 0; seed < 40; seed++) {
      const lambda = [3, -2, 1, 0, 0.5, -0.25, 0, 2, -1].slice(0, 4 + (seed % 6));
      const n = lambda.length;
      const A = withEigenvalues(createRng(seed), lambda);
      const solver = new DenseLdl(n, { tolerance: 1e-13 });
      expect(solver.factor(A)).toBe(SolveStatus.singular);
      expect(solver.rank).toBe(lambda.filter((v) => v !== 0).length);
      expect(solver.negative).toBe(lambda.filter((v) => v < 0).length);
      const inverse = withEigenvalues(
        createRng(seed),
        lambda.map((v) => (v === 0 ? 0 : 1 / v)),
      );
      const b = randomVector(createRng(seed + 1), n);
      const x = b.slice();
      expect(solver.solve(x)).toBe(SolveStatus.singular);
      // A is singular to rounding only: eigenvalues of 1e-16 in place of 0
      expect(difference(x, times(inverse, b))).toBeLessThan(1e-13);
    }
  });

  test("a consistent singular system gets its solution of least norm: four legs carry a quarter each", () => {
    // contacts at the corners of a square under a body of mass 1, moments of inertia 1/6
    const at = [
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0.5],
      [-0.5, 0.5],
    ];
    const A = Float64Array.from({ length: 16 }, (_, s) => {
      const [p, q] = [at[s >> 2], at[s & 3]];
      return 1 + 6 * (p[0] * q[0] + p[1] * q[1]);
    });
    const solver = new DenseLdl(4);
    expect(solver.factor(A)).toBe(SolveStatus.singular);
    expect(solver.rank).toBe(3);
    const f = new Float64Array(4).fill(9.81);
    expect(solver.solve(f)).toBe(SolveStatus.ok);
    // two projections and a solve of rank 3 (measured: 0.4 ε of the weight)
    for (const v of f) expect(Math.abs(v - 9.81 / 4)).toBeLessThan(epsilon * 9.81);
    // off centre by a tenth: still three equations, and the force stays least
    const g = Float64Array.from(at, ([x]) => 9.81 * (1 + 6 * 0.1 * x));
    expect(solver.solve(g)).toBe(SolveStatus.ok);
    at.forEach(([x], i) => {
      // as above (measured: 0.8 ε)
      expect(Math.abs(g[i] - 9.81 * (0.25 + 0.1 * x))).toBeLessThan(2 * epsilon * 9.81);
    });
  });

  test("x = A⁺ b satisfies Penrose's conditions for any symmetric matrix of whole numbers", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 28, maxLength: 28 }),
        fc.nat(),
        (n, entries, seed) => {
          const A = new Float64Array(n * n);
          for (let i = 0, s = 0; i < n; i++) {
            for (let j = 0; j <= i; j++) {
              A[i * n + j] = entries[s];
              A[j * n + i] = entries[s++];
            }
          }
          const solver = new DenseLdl(n);
          solver.factor(A);
          expect(solver.rank).toBe(findRank(A, n, n));
          // b in the range, plus a part that may not be
          const inside = times(A, randomVector(createRng(seed), n));
          const x = inside.slice();
          expect(solver.solve(x)).toBe(SolveStatus.ok);
          const scale = norm(A) * norm(x) + norm(inside);
          // the residual of a backward stable solve (measured: 1.3 ε of |A| |x|)
          expect(norm(times(A, x).map((v, i) => v - inside[i]))).toBeLessThanOrEqual(4 * epsilon * scale);
          for (let k = 0; k < n - solver.rank; k++) {
            const c = x.reduce((s, v, j) => s + v * solver.nullSpace[k * n + j], 0);
            // what a projection leaves: a sum of n products (measured: 1.4 ε of |x|)
            expect(Math.abs(c)).toBeLessThanOrEqual(3 * epsilon * norm(x));
          }
          const b = randomVector(createRng(seed + 1), n);
          const y = b.slice();
          solver.solve(y);
          const r = times(A, y).map((v, i) => b[i] - v);
          // A r = 0 at the minimum of |A y − b|
          expect(norm(times(A, r))).toBeLessThanOrEqual(100 * epsilon * norm(A) * (norm(A) * norm(y) + norm(b)));
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });

  test("zero, empty and one by one", () => {
    const zero = new DenseLdl(3);
    expect(zero.factor(new Float64Array(9))).toBe(SolveStatus.singular);
    expect(zero.rank).toBe(0);
    const x = Float64Array.of(1, 2, 2);
    expect(zero.solve(x)).toBe(SolveStatus.singular);
    expect([...x]).toEqual([0, 0, 0]);
    expect(zero.result[0]).toBe(3);
    expect(zero.solve(x)).toBe(SolveStatus.ok);
    expect(new DenseLdl(0).factor(new Float64Array(0))).toBe(SolveStatus.ok);
    const one = new DenseLdl(1);
    expect(one.factor(Float64Array.of(-4))).toBe(SolveStatus.ok);
    const y = Float64Array.of(2);
    one.solve(y);
    expect(y[0]).toBe(-0.5);
  });

  test("extreme magnitudes", () => {
    for (const size of [1e-290, 1e-150, 1e150, 1e290]) {
      const solver = new DenseLdl(3);
      expect(solver.factor(Float64Array.of(2, 0, 0, 1, 2, 0, 0, 1, 2).map((v) => v * size))).toBe(SolveStatus.ok);
      const x = Float64Array.of(4, 6, 8).map((v) => v * size);
      solver.solve(x);
      // (2 1 0; 1 2 1; 0 1 2)⁻¹ (4 6 8) = (2, 0, 4)
      expect(difference(x, [2, 0, 4])).toBeLessThan(4 * epsilon);
    }
  });

  test("bad input", () => {
    expect(() => new DenseLdl(-1)).toThrow(RigorError);
    expect(() => new DenseLdl(2, { tolerance: NaN })).toThrow(/options.tolerance/);
    const solver = new DenseLdl(2);
    expect(() => solver.factor(new Float64Array(3))).toThrow(/A: /);
    expect(() => solver.solve(new Float64Array(1))).toThrow(/x: /);
    const x = Float64Array.of(1, 2);
    expect(solver.solve(x)).toBe(SolveStatus.notFactored);
    expect(solver.factor(Float64Array.of(1, 0, NaN, 1))).toBe(SolveStatus.notFinite);
    expect(solver.solve(x)).toBe(SolveStatus.notFinite);
    expect([...x]).toEqual([1, 2]);
    expect(solver.factor(Float64Array.of(1, 0, Infinity, 1))).toBe(SolveStatus.notFinite);
    expect(solver.factor(Float64Array.of(NaN, 0, 0, 1))).toBe(SolveStatus.notFinite);
    expect(solver.factor(Float64Array.of(1, 0, 0, 1))).toBe(SolveStatus.ok);
    expect(solver.solve(Float64Array.of(1, NaN))).toBe(SolveStatus.notFinite);
    // a solution too large for numbers
    expect(solver.factor(Float64Array.of(1e-308, 0, 0, 1))).toBe(SolveStatus.ok);
    expect(solver.solve(Float64Array.of(1e308, 1))).toBe(SolveStatus.notFinite);
  });
});
