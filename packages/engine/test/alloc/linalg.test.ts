import {
  BlockDiagonalPreconditioner,
  BlockMatrix,
  ConjugateGradients,
  DenseLdl,
  DiagonalPreconditioner,
  LeastSquares,
  SolveStatus,
  SparseBlockLdl,
  UpdatableLdl,
} from "@rigor/engine/linalg";
import { createRng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { bytesPerCall } from "../support/allocation.js";
import { assembleGraph, poisson, randomEdges, randomVector, spread, withEigenvalues } from "../unit/linalg/matrices.js";

/** Everything that runs inside a step: after set-up, not a byte. */
describe("linalg makes no garbage", () => {
  test("products with a block matrix", () => {
    const A = new BlockMatrix(12, 12);
    for (const [r, c, h, w] of [
      [0, 0, 3, 3],
      [3, 0, 5, 6],
      [2, 6, 4, 4],
    ]) {
      A.addBlock(r, c, h, w);
    }
    A.values.fill(0.3);
    const x = randomVector(createRng(1), 12);
    const y = new Float64Array(12);
    const bytes = bytesPerCall(() => {
      A.multiply(y, x);
      A.multiplyTransposed(x, y);
      A.addMultiply(y, x);
      A.addMultiplyTransposed(x, y);
      for (let i = 0; i < 12; i++) x[i] = y[i] * 1e-3;
    });
    expect(bytes).toBe(0);
  });

  test("conjugate gradients, with every preconditioner", () => {
    const A = poisson(4, 4, 1, 3);
    const b = randomVector(createRng(2), 48);
    const x = new Float64Array(48);
    const diagonal = new DiagonalPreconditioner(48);
    const blocks = new BlockDiagonalPreconditioner(48);
    const solver = new ConjugateGradients(48);
    let status = 0;
    const bytes = bytesPerCall(() => {
      diagonal.update(A);
      blocks.update(A);
      x.fill(0);
      status |= solver.solve(A, b, x);
      x.fill(0);
      status |= solver.solve(A, b, x, diagonal);
      x.fill(0);
      status |= solver.solve(A, b, x, blocks);
    }, 500);
    expect(status).toBe(SolveStatus.ok);
    expect(bytes).toBe(0);
  });

  test("least squares", () => {
    const M = new BlockMatrix(12, 9);
    M.addBlock(0, 0, 12, 9);
    M.values.set(randomVector(createRng(3), 108));
    const b = randomVector(createRng(4), 12);
    const x = new Float64Array(9);
    const solver = new LeastSquares(12, 9);
    let status = 0;
    const bytes = bytesPerCall(() => {
      x.fill(0);
      status |= solver.solve(M, b, x);
    }, 1000);
    expect(status).toBe(SolveStatus.ok);
    expect(bytes).toBe(0);
  });

  test("dense LDLᵀ, regular and singular", () => {
    const regular = withEigenvalues(createRng(5), [3, -2, 1, 0.5, -0.1, 2]);
    const singular = withEigenvalues(createRng(6), [3, 0, 1, 0.5, 0, 2]);
    const solver = new DenseLdl(6, { tolerance: 1e-13 });
    const b = randomVector(createRng(7), 6);
    const x = new Float64Array(6);
    const ranks = new Int32Array(2);
    const bytes = bytesPerCall(() => {
      x.set(b);
      solver.factor(regular);
      solver.solve(x);
      ranks[0] = solver.rank;
      x.set(b);
      solver.factor(singular);
      solver.solve(x);
      ranks[1] = solver.rank;
    });
    expect([...ranks]).toEqual([6, 4]);
    expect(bytes).toBe(0);
  });

  test("a factor that rows join and leave", () => {
    const n = 8;
    const A = withEigenvalues(createRng(8), spread(n, 100));
    const factor = new UpdatableLdl(n);
    const row = new Float64Array(n);
    const v = randomVector(createRng(9), n);
    const x = new Float64Array(n);
    const bytes = bytesPerCall(() => {
      factor.reset();
      for (let i = 0; i < n; i++) {
        for (let j = 0; j <= i; j++) row[j] = A[i * n + j];
        factor.append(row);
      }
      factor.update(v);
      factor.downdate(v);
      factor.remove(2);
      factor.remove(5);
      x.set(v);
      factor.solve(x);
    });
    expect(factor.size).toBe(n - 2);
    expect(bytes).toBe(0);
  });

  test.each([
    ["scalars", [1, 1, 1, 1, 1, 1, 1, 1]],
    ["particles", [3, 3, 3, 3, 3, 3, 3, 3]],
    ["bodies", [6, 6, 6, 6, 6, 6, 6, 6]],
    ["nodes of all sizes", [1, 6, 3, 2, 5, 4, 7, 3]],
  ])("sparse block LDLᵀ of %s, with refinement", (_name, sizes) => {
    const { A } = assembleGraph(1, sizes, randomEdges(createRng(1), sizes.length, 6), 1);
    const solver = new SparseBlockLdl(A, { refinements: 1 });
    const b = randomVector(createRng(2), A.rows);
    const x = new Float64Array(A.rows);
    let status = 0;
    const bytes = bytesPerCall(() => {
      x.set(b);
      status |= solver.factor(A);
      status |= solver.solve(x);
    }, 2000);
    expect(status).toBe(SolveStatus.ok);
    expect(bytes).toBe(0);
  });
});
