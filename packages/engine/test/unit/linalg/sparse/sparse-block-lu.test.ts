import { createRng, nextInRange, nextInteger } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { SolveStatus } from "../../../../src/linalg/dense/operator.js";
import { BlockMatrix } from "../../../../src/linalg/sparse/block-matrix.js";
import { SparseBlockLu } from "../../../../src/linalg/sparse/sparse-block-lu.js";

/** A random graph of nodes with blocks of numbers in (−1, 1), without symmetry; the diagonal is a little stronger. */
function drawMatrix(seed: number, count: number, sizes: readonly number[]) {
  const rng = createRng(seed);
  const width = Array.from({ length: count }, () => sizes[nextInteger(rng, 0, sizes.length - 1)]);
  const first = width.map((_, k) => width.slice(0, k).reduce((sum, w) => sum + w, 0));
  const n = first[count - 1] + width[count - 1];
  const pattern = new BlockMatrix(n, n);
  const pairs: [number, number][] = [];
  for (let k = 0; k < count; k++) {
    pattern.addBlock(first[k], first[k], width[k], width[k]);
    pairs.push([k, k]);
    for (let j = 0; j < k; j++) {
      if (nextInteger(rng, 0, 3) > 0 && j !== k - 1) continue;
      pattern.addBlock(first[k], first[j], width[k], width[j]);
      pairs.push([k, j], [j, k]);
    }
  }
  const A = new Float64Array(n * n);
  for (const [r, c] of pairs) {
    for (let i = 0; i < width[r]; i++) {
      for (let j = 0; j < width[c]; j++) A[(first[r] + i) * n + first[c] + j] = nextInRange(rng, -1, 1);
    }
  }
  return { n, A, pattern, pairs, width, first };
}

function fillBlocks(lu: SparseBlockLu, matrix: ReturnType<typeof drawMatrix>): void {
  const { A, n, pairs, width, first } = matrix;
  lu.clear();
  for (const [r, c] of pairs) {
    const at = lu.place(r, c);
    for (let i = 0; i < width[r]; i++) {
      for (let j = 0; j < width[c]; j++) lu.values[at + i * width[c] + j] += A[(first[r] + i) * n + first[c] + j];
    }
  }
}

describe("sparse block LU", () => {
  for (const sizes of [[6], [3], [1], [6, 3, 1, 4]]) {
    test(`blocks of ${sizes.join(", ")} rows: small residuals on random graphs`, () => {
      for (let seed = 0; seed < 20; seed++) {
        const matrix = drawMatrix(seed, 12, sizes);
        const { n, A } = matrix;
        // pivots are chosen inside the diagonal blocks only: these must be the stronger ones
        for (let k = 0; k < n; k++) A[k * n + k] += A[k * n + k] < 0 ? -4 : 4;
        const lu = new SparseBlockLu(matrix.pattern);
        fillBlocks(lu, matrix);
        expect(lu.factor()).toBe(SolveStatus.ok);
        const b = Float64Array.from({ length: n }, (_, k) => Math.sin(k + seed));
        const x = b.slice();
        expect(lu.solve(x)).toBe(SolveStatus.ok);
        for (let i = 0; i < n; i++) {
          let sum = -b[i];
          let size = Math.abs(b[i]);
          for (let j = 0; j < n; j++) {
            sum += A[i * n + j] * x[j];
            size += Math.abs(A[i * n + j] * x[j]);
          }
          // backward error; measured 1.6e-14
          expect(Math.abs(sum) / size).toBeLessThan(4e-14);
        }
      }
    });
  }

  test("a diagonal of noughts inside a block is no obstacle", () => {
    const pattern = new BlockMatrix(2, 2);
    pattern.addBlock(0, 0, 2, 2);
    const lu = new SparseBlockLu(pattern);
    lu.values.set([0, 2, 1, 0]);
    expect(lu.factor()).toBe(SolveStatus.ok);
    const x = new Float64Array([4, 3]);
    lu.solve(x);
    expect(Array.from(x)).toEqual([3, 2]);
  });

  test("a singular block is told", () => {
    const pattern = new BlockMatrix(2, 2);
    pattern.addBlock(0, 0, 2, 2);
    const lu = new SparseBlockLu(pattern);
    lu.values.set([1, 2, 2, 4]);
    expect(lu.factor()).toBe(SolveStatus.singular);
    expect(lu.solve(new Float64Array(2))).toBe(SolveStatus.singular);
  });

  test("nodes without a common block have no place", () => {
    const pattern = new BlockMatrix(2, 2);
    pattern.addBlock(0, 0, 1, 1);
    pattern.addBlock(1, 1, 1, 1);
    expect(new SparseBlockLu(pattern).place(0, 1)).toBe(-1);
  });
});
