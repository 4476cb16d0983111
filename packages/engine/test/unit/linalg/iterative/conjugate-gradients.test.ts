import {
  BlockDiagonalPreconditioner,
  BlockMatrix,
  CgControl,
  CgResult,
  ConjugateGradients,
  DiagonalPreconditioner,
  type Operator,
  SolveStatus,
} from "@rigor/engine/linalg";
import { createRng, RigorError, sin } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { solveExactly } from "../exact.js";
import {
  asBlock,
  assembleGraph,
  difference,
  epsilon,
  norm,
  poisson,
  randomEdges,
  randomVector,
  spread,
  times,
  withEigenvalues,
} from "../matrices.js";

describe("ConjugateGradients", () => {
  test("agrees with exact arithmetic to condition × rounding", () => {
    const n = 8;
    for (const condition of [1, 1e2, 1e4, 1e6]) {
      const rng = createRng(3);
      const A = withEigenvalues(rng, spread(n, condition));
      const b = randomVector(rng, n);
      const x = new Float64Array(n);
      const solver = new ConjugateGradients(n, { tolerance: 4 * epsilon });
      const status = solver.solve(asBlock(A, n, n), b, x);
      expect([SolveStatus.ok, SolveStatus.stagnated]).toContain(status);
      // restarts bring the true residual down to a few roundings of |A||x|; measured at most 0.8 condition · ε
      expect(difference(x, solveExactly(A, b, n)!)).toBeLessThan(2 * condition * epsilon);
    }
  });

  test("takes as many iterations as there are different eigenvalues", () => {
    for (const distinct of [1, 2, 3, 5]) {
      const n = 30;
      const rng = createRng(11);
      const A = withEigenvalues(
        rng,
        Array.from({ length: n }, (_, k) => 1 + (k % distinct)),
      );
      const solver = new ConjugateGradients(n, { tolerance: 1e-12 });
      const x = new Float64Array(n);
      expect(solver.solve(asBlock(A, n, n), randomVector(rng, n), x)).toBe(SolveStatus.ok);
      expect(solver.iterations).toBe(distinct);
    }
  });

  test("solves Poisson's equation: an eigenvector is a single step, and any other a solution known in closed form", () => {
    const m = 31;
    const A = poisson(m, m);
    const b = new Float64Array(m * m);
    const exact = new Float64Array(m * m);
    const mode = (i: number, p: number) => sin((Math.PI * p * (i + 1)) / (m + 1));
    const eigenvalue = (p: number) => 4 * sin((Math.PI * p) / (2 * (m + 1))) ** 2;
    const solver = new ConjugateGradients(m * m, { tolerance: 1e-11 });
    for (const modes of [
      [[1, 1]],
      [[3, 2]],
      [
        [1, 1],
        [5, 2],
        [8, 30],
      ],
    ]) {
      b.fill(0);
      exact.fill(0);
      for (const [p, q] of modes) {
        for (let k = 0; k < m * m; k++) {
          const u = mode(k % m, p) * mode(Math.floor(k / m), q);
          b[k] += u;
          exact[k] += u / (eigenvalue(p) + eigenvalue(q));
        }
      }
      const x = new Float64Array(m * m);
      expect(solver.solve(A, b, x)).toBe(SolveStatus.ok);
      expect(solver.iterations).toBe(modes.length);
      // tolerance × condition (about 400)
      expect(difference(x, exact)).toBeLessThan(4e-9);
    }
  });

  test("never exceeds the Chebyshev bound on the error in the energy norm", () => {
    const n = 60;
    const condition = 400;
    const rng = createRng(5);
    const A = withEigenvalues(rng, spread(n, condition));
    const matrix = asBlock(A, n, n);
    const exact = randomVector(rng, n);
    const b = times(A, exact);
    const energy = (x: Float64Array) => {
      const e = x.map((v, i) => v - exact[i]);
      return Math.sqrt(times(A, e).reduce((s, v, i) => s + v * e[i], 0));
    };
    const start = energy(new Float64Array(n));
    let last = start;
    for (let k = 1; k <= 40; k++) {
      const x = new Float64Array(n);
      const solver = new ConjugateGradients(n, { tolerance: 0, maxIterations: k });
      expect(solver.solve(matrix, b, x)).toBe(SolveStatus.iterationLimit);
      expect(solver.iterations).toBe(k);
      const ratio = (Math.sqrt(condition) - 1) / (Math.sqrt(condition) + 1);
      expect(energy(x)).toBeLessThanOrEqual(2 * ratio ** k * start);
      expect(energy(x)).toBeLessThan(last);
      last = energy(x);
    }
  });

  test("reports the true residual, and a warm start costs nothing", () => {
    const { A } = assembleGraph(4, new Array(40).fill(3), randomEdges(createRng(4), 40, 60), 0.1, true);
    const b = randomVector(createRng(9), 120);
    const x = new Float64Array(120);
    const solver = new ConjugateGradients(120, { tolerance: 1e-9 });
    expect(solver.solve(A, b, x)).toBe(SolveStatus.ok);
    const r = times(A.toDense(), x).map((v, i) => b[i] - v);
    // measured 6e-17: roundings
    expect(Math.abs(solver.result[CgResult.residual] - norm(r))).toBeLessThan(1e-15);
    // two ways of summing 120 squares: two ulp of 6.6 (measured)
    expect(Math.abs(solver.result[CgResult.rightSide] - norm(b))).toBeLessThan(3.6e-15);
    // the tolerance asked for
    expect(solver.result[CgResult.residual]).toBeLessThanOrEqual(1e-9 * norm(b));
    expect(solver.solve(A, b, x)).toBe(SolveStatus.ok);
    expect(solver.iterations).toBe(0);
    solver.control[CgControl.tolerance] = 1e-12;
    expect(solver.solve(A, b, x)).toBe(SolveStatus.ok);
    expect(solver.iterations).toBeGreaterThan(0);
  });

  test("solves any definite system over any graph, preconditioned or not", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 25 }),
        fc.nat(50),
        fc.nat(),
        fc.integer({ min: 0, max: 2 }),
        (n, extra, seed, kind) => {
          const { A } = assembleGraph(seed, new Array(n).fill(3), randomEdges(createRng(seed), n, extra), 0.5, true);
          const exact = randomVector(createRng(seed + 1), 3 * n);
          const b = times(A.toDense(), exact);
          const preconditioner = [undefined, new DiagonalPreconditioner(3 * n), new BlockDiagonalPreconditioner(3 * n)][
            kind
          ];
          if (preconditioner !== undefined) expect(preconditioner.update(A)).toBe(SolveStatus.ok);
          const x = new Float64Array(3 * n);
          expect(new ConjugateGradients(3 * n, { tolerance: 1e-12 }).solve(A, b, x, preconditioner)).toBe(
            SolveStatus.ok,
          );
          // tolerance × condition; measured at most 7e-12
          expect(difference(x, exact)).toBeLessThan(3e-11);
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });

  test("a positive semidefinite system with b in its range is solved, with b outside it is refused", () => {
    const n = 20;
    const A = withEigenvalues(
      createRng(2),
      Array.from({ length: n }, (_, k) => (k < 12 ? 1 + k : 0)),
    );
    const b = times(A, randomVector(createRng(3), n));
    const x = new Float64Array(n);
    const solver = new ConjugateGradients(n, { tolerance: 1e-11 });
    expect(solver.solve(asBlock(A, n, n), b, x)).toBe(SolveStatus.ok);
    // twelve eigenvalues take twelve iterations: rounding, well below the tolerance (measured: 1.8e-16)
    expect(difference(times(A, x), b)).toBeLessThan(3.7e-16);
    b[0] += 1;
    expect(solver.solve(asBlock(A, n, n), b, x.fill(0))).not.toBe(SolveStatus.ok);
    expect(x.every(Number.isFinite)).toBe(true);
  });

  test("finds negative curvature", () => {
    const n = 10;
    const A = withEigenvalues(createRng(8), [-1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const solver = new ConjugateGradients(n);
    const x = new Float64Array(n);
    expect(solver.solve(asBlock(A, n, n), randomVector(createRng(1), n), x)).toBe(SolveStatus.indefinite);
    expect(x.every(Number.isFinite)).toBe(true);
    // a preconditioner that is not definite is found too
    const good = asBlock(withEigenvalues(createRng(8), spread(n, 10)), n, n);
    const bad = { apply: (out: Float64Array, r: Float64Array) => out.set(r.map((v, i) => (i % 2 === 0 ? v : -3 * v))) };
    expect(solver.solve(good, randomVector(createRng(1), n), x.fill(0), bad)).toBe(SolveStatus.indefinite);
  });

  test("zero curvature is singular, not indefinite", () => {
    const solver = new ConjugateGradients(3);
    expect(solver.solve(new BlockMatrix(3, 3), Float64Array.of(1, 2, 3), new Float64Array(3))).toBe(
      SolveStatus.singular,
    );
  });

  test("values that are not finite are a status, and x is left alone", () => {
    const solver = new ConjugateGradients(2);
    const A = asBlock([2, 0, 0, 3], 2, 2);
    const x = Float64Array.of(1, 1);
    expect(solver.solve(A, Float64Array.of(NaN, 1), x)).toBe(SolveStatus.notFinite);
    expect(solver.solve(A, Float64Array.of(Infinity, 1), x)).toBe(SolveStatus.notFinite);
    expect(solver.solve(asBlock([NaN, 0, 0, 1], 2, 2), Float64Array.of(1, 1), x)).toBe(SolveStatus.notFinite);
    expect([...x]).toEqual([1, 1]);
    // finite at first, not later
    let calls = 0;
    const failing: Operator = {
      rows: 2,
      columns: 2,
      multiply(out, v) {
        calls++;
        out[0] = calls > 2 ? NaN : 2 * v[0];
        out[1] = 5 * v[1];
      },
    };
    expect(solver.solve(failing, Float64Array.of(1, 1), x.fill(0))).toBe(SolveStatus.notFinite);
    expect(x.every(Number.isFinite)).toBe(true);
  });

  test("b = 0 gives x = 0 at once, and no rows is no work", () => {
    const x = Float64Array.of(3, 4);
    const solver = new ConjugateGradients(2);
    expect(solver.solve(asBlock([2, 0, 0, 3], 2, 2), new Float64Array(2), x)).toBe(SolveStatus.ok);
    expect([...x]).toEqual([0, 0]);
    expect(new ConjugateGradients(0).solve(new BlockMatrix(0, 0), new Float64Array(0), new Float64Array(0))).toBe(0);
  });

  test("refuses sizes and options that make no sense", () => {
    expect(() => new ConjugateGradients(-1)).toThrow(RigorError);
    expect(() => new ConjugateGradients(2, { tolerance: NaN })).toThrow(/options.tolerance/);
    expect(() => new ConjugateGradients(2, { absolute: -1 })).toThrow(/options.absolute/);
    expect(() => new ConjugateGradients(2, { maxIterations: 1.5 })).toThrow(/options.maxIterations/);
    const solver = new ConjugateGradients(2);
    const two = new Float64Array(2);
    expect(() => solver.solve(new BlockMatrix(2, 3), two, two)).toThrow(/2 × 2, got "2 × 3"/);
    expect(() => solver.solve(new BlockMatrix(2, 2), new Float64Array(1), two)).toThrow(/b: /);
    expect(() => solver.solve(new BlockMatrix(2, 2), two, new Float64Array(1))).toThrow(/x: /);
  });
});

describe("preconditioners", () => {
  /**
   * A chain of particles whose masses run over six decades, each a hundred times stiffer in one direction of its own.
   */
  function unevenChain(n: number): BlockMatrix {
    const A = new BlockMatrix(3 * n, 3 * n);
    const rng = createRng(6);
    const size = (i: number) => 10 ** ((3 * i) / n);
    for (let i = 0; i < n; i++) {
      const k = A.addBlock(3 * i, 3 * i, 3, 3);
      const B = withEigenvalues(rng, [3, 3, 300]);
      for (let s = 0; s < 9; s++) A.values[A.blockStart[k] + s] = size(i) * B[s] * size(i);
      if (i === 0) continue;
      for (const [r, c] of [
        [i, i - 1],
        [i - 1, i],
      ]) {
        const l = A.addBlock(3 * r, 3 * c, 3, 3);
        for (let s = 0; s < 3; s++) A.values[A.blockStart[l] + 4 * s] = -size(r) * size(c);
      }
    }
    return A;
  }

  test("the block diagonal is the exact inverse of a block diagonal matrix", () => {
    const n = 20;
    const { A } = assembleGraph(3, new Array(n).fill(3), [], 0, false);
    const rng = createRng(4);
    for (let k = 0; k < n; k++) A.values.set(withEigenvalues(rng, [1, 5, 20]), A.blockStart[k]);
    const P = new BlockDiagonalPreconditioner(3 * n);
    expect(P.update(A)).toBe(SolveStatus.ok);
    const x = randomVector(rng, 3 * n);
    const out = new Float64Array(3 * n);
    P.apply(out, times(A.toDense(), x));
    // condition 20
    expect(difference(out, x)).toBeLessThan(20 * epsilon);
  });

  test("each makes a badly scaled system easier, the blocks more than the diagonal", () => {
    const n = 60;
    const A = unevenChain(n);
    const b = randomVector(createRng(7), 3 * n);
    const solver = new ConjugateGradients(3 * n, { tolerance: 1e-8, maxIterations: 20_000 });
    const diagonal = new DiagonalPreconditioner(3 * n);
    const blocks = new BlockDiagonalPreconditioner(3 * n);
    diagonal.update(A);
    blocks.update(A);
    const counts = [undefined, diagonal, blocks].map((P) => {
      expect(solver.solve(A, b, new Float64Array(3 * n), P)).toBe(SolveStatus.ok);
      return solver.iterations;
    });
    // measured: 7777, 129 and 18
    expect(counts[1]).toBeLessThan(counts[0] / 60);
    expect(counts[2]).toBeLessThan(counts[1] / 7);
  });

  test("blocks that overlap or straddle particles are read at their true place", () => {
    const A = new BlockMatrix(6, 6);
    const k = A.addBlock(1, 1, 4, 4);
    const dense = withEigenvalues(createRng(1), [1, 2, 3, 4]);
    A.values.set(dense, A.blockStart[k]);
    for (let i = 0; i < 6; i++) {
      const d = A.addBlock(i, i, 1, 1);
      A.values[A.blockStart[d]] = 2;
    }
    const full = A.toDense();
    const P = new BlockDiagonalPreconditioner(6);
    expect(P.update(A)).toBe(SolveStatus.ok);
    for (const first of [0, 3]) {
      const block = Array.from({ length: 9 }, (_, s) => full[(first + Math.floor(s / 3)) * 6 + first + (s % 3)]);
      const r = Float64Array.of(1, -2, 3);
      const out = new Float64Array(6);
      const input = new Float64Array(6);
      input.set(r, first);
      P.apply(out, input);
      // a well-conditioned 3×3 solve (measured: 0.5 ε)
      expect(difference(out.slice(first, first + 3), solveExactly(block, r, 3)!)).toBeLessThan(2 * epsilon);
    }
    const D = new DiagonalPreconditioner(6);
    expect(D.update(A)).toBe(SolveStatus.ok);
    for (let i = 0; i < 6; i++) expect(D.inverse[i]).toBe(1 / full[7 * i]);
  });

  test("what is not positive is replaced by one and reported", () => {
    const A = asBlock([1, 0, 0, 0, -1, 0, 0, 0, 0], 3, 3);
    const D = new DiagonalPreconditioner(3);
    expect(D.update(A)).toBe(SolveStatus.indefinite);
    expect([...D.inverse]).toEqual([1, 1, 1]);
    const B = new BlockDiagonalPreconditioner(3);
    expect(B.update(A)).toBe(SolveStatus.indefinite);
    const out = new Float64Array(3);
    B.apply(out, Float64Array.of(1, 2, 3));
    expect([...out]).toEqual([1, 2, 3]);
    expect(D.update(asBlock([NaN, 0, 0, 0, 1, 0, 0, 0, 1], 3, 3))).toBe(SolveStatus.notFinite);
    expect(B.update(asBlock([NaN, 0, 0, 0, 1, 0, 0, 0, 1], 3, 3))).toBe(SolveStatus.notFinite);
    expect(() => new BlockDiagonalPreconditioner(4)).toThrow(RigorError);
    expect(() => D.update(new BlockMatrix(4, 4))).toThrow(/3 × 3/);
  });
});
