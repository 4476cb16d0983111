import { factorComplexLu, factorLu, SolveStatus, solveComplexLu, solveLu } from "@rigor/engine/linalg";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom, measureBackwardError, solveExactly, toColumns } from "../lu-oracle.js";

const epsilon = 2 ** -52;

function solveDense(n: number, a: ArrayLike<number>, b: ArrayLike<number>): Float64Array | SolveStatus {
  const lu = Float64Array.from(a);
  const x = Float64Array.from(b);
  const pivots = new Int32Array(n);
  const status = factorLu(lu, pivots, n);
  if (status !== SolveStatus.ok) return status;
  solveLu(lu, pivots, n, x);
  return x;
}

describe("dense LU", () => {
  test("small whole-number systems match exact arithmetic", () => {
    const entry = fc.integer({ min: -9, max: 9 });
    const size = fc.integer({ min: 1, max: 6 });
    const system = size.chain((n) =>
      fc.tuple(
        fc.constant(n),
        fc.array(entry, { minLength: n * n, maxLength: n * n }),
        fc.array(entry, { minLength: n, maxLength: n }),
      ),
    );
    let solved = 0;
    fc.assert(
      fc.property(system, ([n, a, b]) => {
        const exact = solveExactly(n, a, b);
        const x = solveDense(n, a, b);
        if (exact === undefined) {
          // rounding may hide that A is singular: then its solution is huge or arbitrary, but the residual is small
          if (typeof x !== "number") {
            // the classical bound is of order n ε, with a growth of pivots that small systems hardly show
            expect(
              measureBackwardError(toColumns(n, a), x, new Float64Array(n), Float64Array.from(b), new Float64Array(n)),
            ).toBeLessThan(20 * epsilon);
          }
          return;
        }
        solved++;
        expect(x).toBeInstanceOf(Float64Array);
        const scale = Math.max(...exact.map(Math.abs), 1);
        // the condition number times ε; the worst seen in 3000 systems is 2e-13
        for (let i = 0; i < n; i++)
          expect(Math.abs((x as Float64Array)[i] - exact[i])).toBeLessThanOrEqual(2e-12 * scale);
      }),
      { seed: 1, numRuns: 500 },
    );
    // most are regular (measured: 488)
    expect(solved).toBeGreaterThan(480);
  });

  test("a zero diagonal needs a pivot, a permutation is solved exactly", () => {
    expect(solveDense(2, [0, 1, 1, 0], [3, 5])).toEqual(Float64Array.of(5, 3));
    expect(solveDense(3, [0, 0, 2, 4, 0, 0, 0, 8, 0], [2, 4, 8])).toEqual(Float64Array.of(1, 1, 1));
  });

  test("the backward error of random systems is below n ε", () => {
    const random = createRandom(7);
    for (const n of [1, 2, 5, 20, 80]) {
      const a = Float64Array.from({ length: n * n }, () => random() - 0.5);
      const b = Float64Array.from({ length: n }, () => random() - 0.5);
      const zero = new Float64Array(n);
      const x = solveDense(n, a, b) as Float64Array;
      // sums of n products (measured: a ninth of this)
      expect(measureBackwardError(toColumns(n, a), x, zero, b, zero)).toBeLessThan((n * epsilon) / 4);
    }
  });

  test("tiny pivots are avoided: the growth that ruins elimination without exchanges does not happen", () => {
    const x = solveDense(2, [1e-20, 1, 1, 1], [1, 2]) as Float64Array;
    // the exchange of rows leaves nothing to round (measured: exact)
    expect(Math.abs(x[0] - 1)).toBeLessThan(epsilon);
    expect(Math.abs(x[1] - 1)).toBeLessThan(epsilon);
  });

  test("singular and non-finite matrices are told apart", () => {
    expect(solveDense(2, [1, 2, 2, 4], [1, 1])).toBe(SolveStatus.singular);
    expect(solveDense(1, [0], [1])).toBe(SolveStatus.singular);
    for (const bad of [Number.NaN, Infinity, -Infinity]) {
      for (let at = 0; at < 9; at++) {
        const a = [4, 1, 2, 1, 5, 1, 2, 1, 6];
        a[at] = bad;
        expect(solveDense(3, a, [1, 1, 1])).toBe(SolveStatus.notFinite);
      }
    }
  });
});

describe("complex dense LU", () => {
  test("equals the real LU of [Re −Im; Im Re]", () => {
    const random = createRandom(11);
    for (const n of [1, 2, 3, 8, 30]) {
      const re = Float64Array.from({ length: n * n }, () => random() - 0.5);
      const im = Float64Array.from({ length: n * n }, () => random() - 0.5);
      const b = Float64Array.from({ length: 2 * n }, () => random() - 0.5);
      const twice = new Float64Array(4 * n * n);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          twice[i * 2 * n + j] = re[i * n + j];
          twice[(i + n) * 2 * n + j + n] = re[i * n + j];
          twice[i * 2 * n + j + n] = -im[i * n + j];
          twice[(i + n) * 2 * n + j] = im[i * n + j];
        }
      }
      const expected = solveDense(2 * n, twice, b) as Float64Array;
      const xRe = b.slice(0, n);
      const xIm = b.slice(n);
      const pivots = new Int32Array(n);
      const columns = toColumns(n, re, im);
      expect(factorComplexLu(re, im, pivots, n)).toBe(SolveStatus.ok);
      solveComplexLu(re, im, pivots, n, xRe, xIm);
      // sums of n products, four real ones each (measured: a sixth of this)
      expect(measureBackwardError(columns, xRe, xIm, b.slice(0, n), b.slice(n))).toBeLessThan(n * epsilon);
      const scale = Math.max(...expected.map(Math.abs));
      for (let i = 0; i < n; i++) {
        // ε times a condition number below 1e3 (measured: 6.7e-15 and 3.9e-15)
        expect(Math.abs(xRe[i] - expected[i])).toBeLessThan(1.4e-14 * scale);
        expect(Math.abs(xIm[i] - expected[i + n])).toBeLessThan(8e-15 * scale);
      }
    }
  });

  test("divides by large, small and imaginary pivots", () => {
    for (const [p, q] of [
      [0, 2],
      [1e200, 1e200],
      [1e-200, -1e-200],
      [3e-290, 4e-290],
      [-5, 1e-30],
    ]) {
      // (p + iq) x = (p + iq)(2 − i) → x = 2 − i
      const xRe = Float64Array.of(2 * p + q);
      const xIm = Float64Array.of(2 * q - p);
      const re = Float64Array.of(p);
      const im = Float64Array.of(q);
      const pivots = new Int32Array(1);
      expect(factorComplexLu(re, im, pivots, 1)).toBe(SolveStatus.ok);
      solveComplexLu(re, im, pivots, 1, xRe, xIm);
      // a complex quotient: two ulp of 2
      expect(Math.abs(xRe[0] - 2)).toBeLessThan(4 * epsilon);
      expect(Math.abs(xIm[0] + 1)).toBeLessThan(4 * epsilon);
    }
  });

  test("singular and non-finite matrices are told apart", () => {
    const factor = (re: number[], im: number[]) =>
      factorComplexLu(Float64Array.from(re), Float64Array.from(im), new Int32Array(2), 2);
    // the second row is i times the first
    expect(factor([1, 2, 0, 0], [0, 0, 1, 2])).toBe(SolveStatus.singular);
    expect(factor([1, 2, 0, 1], [0, Number.NaN, 1, 0])).toBe(SolveStatus.notFinite);
    expect(factor([Infinity, 2, 0, 1], [0, 0, 1, 0])).toBe(SolveStatus.notFinite);
  });
});
