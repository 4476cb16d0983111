import {
  createSparseComplexLu,
  createSparseLu,
  factorSparseComplexLu,
  factorSparseLu,
  SolveStatus,
  solveSparseComplexLu,
  solveSparseLu,
} from "@rigor/engine/linalg";
import { RigorError } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Columns,
  createRandom,
  measureBackwardError,
  measureNormwiseError,
  solveExactly,
  toColumns,
} from "../lu-oracle.js";

const epsilon = 2 ** -52;

/** A random sparse matrix with a hidden non-zero transversal (so that it is not structurally singular), no diagonal. */
function createSparse(n: number, perColumn: number, random: () => number, complex = false): Columns {
  const shift = 1 + Math.floor(random() * (n - 1));
  const re = new Float64Array(n * n);
  const im = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    for (let e = 0; e <= perColumn; e++) {
      const i = e === 0 ? (j + shift) % n : Math.floor(random() * n);
      if (i === j) continue;
      re[i * n + j] = random() - 0.5;
      if (complex) im[i * n + j] = random() - 0.5;
    }
  }
  return toColumns(n, re, im);
}

function solve(a: Columns, b: Float64Array, options = {}): Float64Array {
  const lu = createSparseLu(a.n, a.columnStart, a.rowIndex, options);
  expect(factorSparseLu(lu, a.re)).toBe(SolveStatus.ok);
  const x = Float64Array.from(b);
  solveSparseLu(lu, x);
  return x;
}

function randomVector(n: number, random: () => number): Float64Array {
  return Float64Array.from({ length: n }, () => random() - 0.5);
}

/** The five-point Laplacian on an m×m grid plus convection: unsymmetric, n = m². */
function createConvection(m: number, convection: number): Columns {
  const n = m * m;
  const columnStart = new Int32Array(n + 1);
  const rows: number[] = [];
  const values: number[] = [];
  for (let j = 0; j < n; j++) {
    const x = j % m;
    const entries: [number, number][] = [[j, 4]];
    if (x > 0) entries.push([j - 1, -1 + convection]);
    if (x < m - 1) entries.push([j + 1, -1 - convection]);
    if (j >= m) entries.push([j - m, -1]);
    if (j + m < n) entries.push([j + m, -1]);
    entries.sort((p, q) => p[0] - q[0]);
    for (const [i, v] of entries) {
      rows.push(i);
      values.push(v);
    }
    columnStart[j + 1] = rows.length;
  }
  return {
    n,
    columnStart,
    rowIndex: Int32Array.from(rows),
    re: Float64Array.from(values),
    im: new Float64Array(rows.length),
  };
}

describe("sparse LU", () => {
  test("small whole-number systems match exact arithmetic", () => {
    const entry = fc.oneof(
      { weight: 2, arbitrary: fc.constant(0) },
      { weight: 3, arbitrary: fc.integer({ min: -9, max: 9 }) },
    );
    const size = fc.integer({ min: 1, max: 7 });
    const system = size.chain((n) =>
      fc.tuple(
        fc.constant(n),
        fc.array(entry, { minLength: n * n, maxLength: n * n }),
        fc.array(fc.integer({ min: -9, max: 9 }), { minLength: n, maxLength: n }),
      ),
    );
    let solved = 0;
    let singular = 0;
    fc.assert(
      fc.property(system, ([n, values, b]) => {
        const a = toColumns(n, values);
        const exact = solveExactly(n, values, b);
        const lu = createSparseLu(n, a.columnStart, a.rowIndex);
        const status = factorSparseLu(lu, a.re);
        const x = Float64Array.from(b);
        if (status === SolveStatus.ok) solveSparseLu(lu, x);
        if (exact === undefined) {
          if (status === SolveStatus.singular) singular++;
          return;
        }
        solved++;
        expect(status).toBe(SolveStatus.ok);
        const scale = Math.max(...exact.map(Math.abs), 1);
        // condition number times growth times ε; the worst seen in 3000 systems is 5e-13
        for (let i = 0; i < n; i++) expect(Math.abs(x[i] - exact[i])).toBeLessThanOrEqual(4e-12 * scale);
      }),
      { seed: 1, numRuns: 600 },
    );
    // both kinds are met (measured: 434 and 166 of 600)
    expect(solved).toBeGreaterThan(430);
    expect(singular).toBeGreaterThan(160);
  });

  test("random patterns without a diagonal", () => {
    const random = createRandom(3);
    for (const n of [2, 3, 10, 50, 200]) {
      for (const perColumn of [1, 2, 5]) {
        const a = createSparse(n, perColumn, random);
        const b = randomVector(n, random);
        const x = solve(a, b, { pivotTolerance: 1 });
        // normwise, as partial pivoting promises (seen: 0.7 ε)
        expect(measureNormwiseError(a, x, b)).toBeLessThan(2 * epsilon);
      }
    }
  });

  test("a permutation matrix costs no fill and no error", () => {
    const n = 40;
    const dense = new Float64Array(n * n);
    for (let j = 0; j < n; j++) dense[((j * 17 + 5) % n) * n + j] = j + 1;
    const a = toColumns(n, dense);
    const b = Float64Array.from({ length: n }, (_, i) => i);
    const x = solve(a, b);
    for (let j = 0; j < n; j++) expect(x[j]).toBe(((j * 17 + 5) % n) / (j + 1));
  });

  test("an arrow keeps its shape: no fill when the order is right", () => {
    const n = 500;
    const dense = (i: number, j: number) => i === 0 || j === 0 || i === j;
    const values = new Float64Array(n * n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) values[i * n + j] = i === j ? n : 1;
    const a = toColumns(n, values, undefined, dense);
    const lu = createSparseLu(n, a.columnStart, a.rowIndex);
    expect(factorSparseLu(lu, a.re)).toBe(SolveStatus.ok);
    expect(lu.structure.lowerStart[n]).toBe(n - 1);
    expect(lu.structure.upperStart[n]).toBe(n - 1);
  });

  test("new values go into the factors there are, and give the bits of a factorisation from scratch", () => {
    const random = createRandom(5);
    const a = createConvection(12, 0.3);
    const lu = createSparseLu(a.n, a.columnStart, a.rowIndex);
    const values = Float64Array.from(a.re);
    expect(factorSparseLu(lu, values)).toBe(SolveStatus.ok);
    for (let round = 0; round < 5; round++) {
      for (let p = 0; p < values.length; p++) values[p] = a.re[p] * (1 + 0.2 * (random() - 0.5));
      const b = randomVector(a.n, random);
      expect(factorSparseLu(lu, values)).toBe(SolveStatus.ok);
      const x = Float64Array.from(b);
      solveSparseLu(lu, x);
      expect(x).toEqual(solve({ ...a, re: values }, b));
      // partial pivoting: about an ulp (measured: 0.8 ε)
      expect(measureNormwiseError({ ...a, re: values }, x, b)).toBeLessThan(2 * epsilon);
    }
    expect(lu.pivotings).toBe(1);
  });

  test("a pivot that became too small is chosen anew", () => {
    // the diagonal serves at first; then it shrinks to 1e-14 beside its column
    const a = toColumns(3, [4, 1, 0, 1, 5, 1, 0, 1, 6]);
    const lu = createSparseLu(3, a.columnStart, a.rowIndex);
    expect(factorSparseLu(lu, a.re)).toBe(SolveStatus.ok);
    const small = toColumns(3, [1e-14, 1, 0, 1, 1e-14, 1, 0, 1, 6]);
    expect(factorSparseLu(lu, small.re)).toBe(SolveStatus.ok);
    expect(lu.pivotings).toBe(2);
    const x = Float64Array.of(1, 2, 3);
    solveSparseLu(lu, x);
    // three unknowns (measured: 0.03 ε)
    expect(measureNormwiseError(small, x, Float64Array.of(1, 2, 3))).toBeLessThan(epsilon / 4);
    // and back, with the pivots of the small one: a quarter of their columns, which is large enough to be kept
    expect(factorSparseLu(lu, a.re)).toBe(SolveStatus.ok);
    const y = Float64Array.of(5, 7, 7);
    solveSparseLu(lu, y);
    // a condition of about ten (measured: 4 ε)
    for (let i = 0; i < 3; i++) expect(Math.abs(y[i] - 1)).toBeLessThan(8 * epsilon);
    expect(lu.pivotings).toBe(2);
  });

  test("badly scaled columns and rows: the backward error stays that of partial pivoting", () => {
    const random = createRandom(9);
    for (let round = 0; round < 20; round++) {
      const a = createSparse(60, 4, random);
      const re = Float64Array.from(a.re);
      const columnScale = Array.from({ length: 60 }, () => 10 ** Math.round(20 * random() - 10));
      for (let j = 0; j < 60; j++)
        for (let p = a.columnStart[j]; p < a.columnStart[j + 1]; p++) re[p] *= columnScale[j];
      const b = randomVector(60, random);
      const zero = new Float64Array(60);
      const x = solve({ ...a, re }, b, { pivotTolerance: 1 });
      // pivots are compared within columns, so scaling columns changes nothing, even componentwise (seen: 1.4e-14)
      expect(measureBackwardError({ ...a, re }, x, zero, b, zero)).toBeLessThan(100 * epsilon);
      for (let p = 0; p < re.length; p++) re[p] = a.re[p] * columnScale[a.rowIndex[p]];
      const y = solve({ ...a, re }, b, { pivotTolerance: 1 });
      // new pivots, as good as the first (measured: 0.09 ε)
      expect(measureNormwiseError({ ...a, re }, y, b)).toBeLessThan(epsilon / 4);
    }
  });

  test("structurally and numerically singular, and non-finite values", () => {
    const empty = createSparseLu(2, Int32Array.of(0, 1, 1), Int32Array.of(0));
    expect(factorSparseLu(empty, Float64Array.of(1))).toBe(SolveStatus.singular);
    const a = toColumns(2, [1, 2, 2, 4]);
    const lu = createSparseLu(2, a.columnStart, a.rowIndex);
    expect(factorSparseLu(lu, a.re)).toBe(SolveStatus.singular);
    const untouched = Float64Array.of(1, 2);
    expect(solveSparseLu(lu, untouched)).toBe(SolveStatus.notFactored);
    expect(untouched).toEqual(Float64Array.of(1, 2));
    for (const bad of [Number.NaN, Infinity]) {
      for (let p = 0; p < 4; p++) {
        const values = Float64Array.of(1, 2, 3, 4);
        values[p] = bad;
        expect(factorSparseLu(lu, values)).toBe(SolveStatus.notFinite);
      }
    }
    // after all that it still works
    expect(factorSparseLu(lu, Float64Array.of(0, 1, 1, 0))).toBe(SolveStatus.ok);
    const x = Float64Array.of(3, 5);
    solveSparseLu(lu, x);
    expect(x).toEqual(Float64Array.of(5, 3));
  });

  test("bad patterns are named", () => {
    const create = (n: number, start: number[], rows: number[]) => () =>
      createSparseLu(n, Int32Array.from(start), Int32Array.from(rows));
    expect(create(2, [0, 1], [0])).toThrow("columnStart: must have length 3, got 2; a square matrix");
    expect(create(2, [0, 2, 1], [0, 1])).toThrow("columnStart[2]: must be >= 2, got 1");
    expect(create(2, [1, 2, 2], [0, 1])).toThrow("columnStart[0]: must be 0, got 1");
    expect(create(2, [0, 1, 2], [0])).toThrow("rowIndex: must have length 2, got 1");
    expect(create(2, [0, 1, 2], [0, 2])).toThrow("rowIndex[1]: must be a row from 0 to 1, got 2");
    expect(create(2, [0, 2, 2], [1, 0])).toThrow(
      "rowIndex[1]: must be > 1, the row before it, got 0; sort each column",
    );
    expect(() => createSparseLu(1, Int32Array.of(0, 1), Int32Array.of(0), { pivotTolerance: 2 })).toThrow(RigorError);
    const lu = createSparseLu(1, Int32Array.of(0, 1), Int32Array.of(0));
    expect(() => factorSparseLu(lu, new Float64Array(2))).toThrow("values: must have length 1, got 2");
  });
});

describe("complex sparse LU", () => {
  test("random patterns without a diagonal, factored anew and again", () => {
    const random = createRandom(13);
    for (const n of [2, 5, 40, 150]) {
      const a = createSparse(n, 3, random, true);
      const lu = createSparseComplexLu(n, a.columnStart, a.rowIndex, { pivotTolerance: 1 });
      for (let round = 0; round < 3; round++) {
        const bRe = randomVector(n, random);
        const bIm = randomVector(n, random);
        const xRe = Float64Array.from(bRe);
        const xIm = Float64Array.from(bIm);
        expect(factorSparseComplexLu(lu, a.re, a.im)).toBe(SolveStatus.ok);
        solveSparseComplexLu(lu, xRe, xIm);
        // componentwise, with growth (seen: 3.6e-14)
        expect(measureBackwardError(a, xRe, xIm, bRe, bIm)).toBeLessThan(500 * epsilon);
      }
      expect(lu.pivotings).toBe(1);
    }
  });

  test("without imaginary parts it is the real one, to the last bit but for pivots kept as inverses", () => {
    const random = createRandom(17);
    const a = createConvection(10, 0.4);
    const b = randomVector(a.n, random);
    const lu = createSparseComplexLu(a.n, a.columnStart, a.rowIndex);
    expect(factorSparseComplexLu(lu, a.re, a.im)).toBe(SolveStatus.ok);
    const xRe = Float64Array.from(b);
    const xIm = new Float64Array(a.n);
    solveSparseComplexLu(lu, xRe, xIm);
    const x = solve(a, b);
    for (let i = 0; i < a.n; i++) {
      // the same pivots, reciprocals instead of quotients: an ulp of entries below 1 (measured: 0.4 ε)
      expect(Math.abs(xRe[i] - x[i])).toBeLessThan(2 ** -52);
      expect(xIm[i]).toBe(0);
    }
  });

  test("singular, non-finite, repivoted", () => {
    const start = Int32Array.of(0, 2, 4);
    const rows = Int32Array.of(0, 1, 0, 1);
    const lu = createSparseComplexLu(2, start, rows);
    const factor = (re: number[], im: number[]) =>
      factorSparseComplexLu(lu, Float64Array.from(re), Float64Array.from(im));
    // the second column is i times the first
    expect(factor([1, 2, 0, 0], [0, 0, 1, 2])).toBe(SolveStatus.singular);
    expect(factor([1, 2, 0, Number.NaN], [0, 0, 1, 2])).toBe(SolveStatus.notFinite);
    expect(factor([1, 2, 0, 0], [0, 0, 1, Infinity])).toBe(SolveStatus.notFinite);
    expect(factor([1, 0, 0, 1], [1, 1, 1, 1])).toBe(SolveStatus.ok);
    expect(factor([1e-9, 0, 1, 0], [0, 1, 0, 1e-9])).toBe(SolveStatus.ok);
    const xRe = Float64Array.of(1 + 1e-9, 0);
    const xIm = Float64Array.of(0, 1 + 1e-9);
    solveSparseComplexLu(lu, xRe, xIm);
    for (const [value, exact] of [
      [xRe[0], 1],
      [xIm[0], 0],
      [xRe[1], 1],
      [xIm[1], 0],
    ]) {
      // one quotient (measured: exact)
      expect(Math.abs(value - exact)).toBeLessThan(2 * epsilon);
    }
  });
});
