import { RowKind, UnilateralMethod, UnilateralProblem, UnilateralSolver, UnilateralStatus } from "@rigor/engine/linalg";
import { describe, expect, test, vi } from "vitest";
import { ThinQr } from "../../../../src/linalg/dense/thin-qr.js";
import { checkBasis, createSpan, unitRows } from "../../../support/basis-check.js";
import { buildProblem, chainProblem, pileProblem, stackProblem, wallProblem } from "../../../support/row-problems.js";

const { equality, inequality } = RowKind;

/** One node, rows given in full: [kind, …values]; c = 0. */
function vectors(y0: readonly number[], rows: readonly (readonly number[])[]): UnilateralProblem {
  const problem = new UnilateralProblem();
  const node = problem.addNode(y0.length);
  problem.y0.set(y0);
  for (const [kind, ...values] of rows) {
    problem.values.set(values, problem.rowStart[problem.addRow(kind as RowKind, node)]);
  }
  return problem;
}

function selectBasis(problem: UnilateralProblem, method?: UnilateralMethod): number[] {
  const solver = new UnilateralSolver(method === undefined ? {} : { method });
  expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
  solver.findMinimumNorm(problem);
  const basis = new Uint8Array(problem.rowCount);
  expect(solver.selectBasis(problem, basis)).toBe(basis.reduce((sum, x) => sum + x, 0));
  return Array.from(basis);
}

describe("a basis of the rows that press", () => {
  test("three of four legs, and never the leg that would have to pull", () => {
    const square = [
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0.5],
      [-0.5, 0.5],
    ];
    const table = (x: number, y: number) =>
      buildProblem(
        [{ x: [x, y, 0.5], mass: 1, inertia: [1 / 6, 1 / 6, 1 / 6] }],
        square.map(([u, v]) => ({ a: 0, b: -1, p: [u, v, 0], n: [0, 0, 1] })),
      );
    // the centre of mass in the quarter of one leg: the opposite one would pull
    for (const [i, [u, v]] of square.entries()) {
      expect(selectBasis(table(0.4 * u, 0.5 * v)).reduce((sum, x) => sum + x)).toBe(3);
      expect(selectBasis(table(0.8 * u, 0.7 * v))).toEqual(square.map((_, k) => (k === (i + 2) % 4 ? 0 : 1)));
    }
    // in the middle the diagonal would do, but the table could tip on it: one more leg, at no force
    const basis = selectBasis(table(0, 0));
    expect(basis.reduce((sum, x) => sum + x)).toBe(3);
    // right above an edge the others cannot press
    expect(selectBasis(table(0.5, 0.1))).toEqual([0, 1, 1, 0]);
  });

  test("what touches without pressing stays out, unless it is stuck", () => {
    const down = [inequality, 0, 1];
    // a wall beside it
    expect(selectBasis(vectors([0, -1], [down, [inequality, 1, 0]]))).toEqual([1, 0]);
    // walls on both sides cannot open: one of the two is needed
    const both = selectBasis(vectors([0, -1], [down, [inequality, 1, 0], [inequality, -1, 0]]));
    expect(both).toEqual([1, 1, 0]);
    // likewise a wedge above the floor, although the least forces leave it alone: (1 + 2s) floor + s (two faces)
    const wedge = vectors([0, -1], [down, [inequality, 1, -1], [inequality, -1, -1]]);
    expect(selectBasis(wedge)).toEqual([1, 1, 0]);
    // one face of it alone opens
    expect(selectBasis(vectors([0, -1], [down, [inequality, 1, -1]]))).toEqual([1, 0]);
  });

  test("beside equalities, said twice, that carry all or some of it", () => {
    const hold = [equality, 0, 1, 0];
    const rows = [hold, [inequality, 0, 1, 0], [equality, 0, 2, 0], [inequality, 1, 0, 0], [inequality, 1, 1, 0]];
    // the second row depends on the first; the last two are the same beside it
    expect(selectBasis(vectors([-1, -1, 3], rows))).toEqual([0, 0, 0, 1, 0]);
  });

  test("of cubes that press on two corners each: a third, found among their own, without a factor of all", () => {
    const count = 60;
    const problem = stackProblem(count);
    const solver = new UnilateralSolver({ method: UnilateralMethod.dual });
    expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
    solver.judge(problem);
    // the whole of each pair on two opposite corners: forces of the same motion
    const { f } = solver.result;
    for (let i = 0; i < problem.rowCount; i += 4) {
      const sum = f[i] + f[i + 1] + f[i + 2] + f[i + 3];
      for (let k = 0; k < 4; k++) f[i + k] = k % 2 === 0 ? sum / 2 : 0;
    }
    let columns = 0;
    const { append } = ThinQr.prototype;
    const spy = vi.spyOn(ThinQr.prototype, "append").mockImplementation(function (this: ThinQr) {
      append.call(this);
      columns = Math.max(columns, this.size);
    });
    const basis = new Uint8Array(problem.rowCount);
    expect(solver.selectBasis(problem, basis)).toBe(3 * count);
    spy.mockRestore();
    expect(columns).toBe(3);
    for (let i = 0; i < problem.rowCount; i += 4) expect(basis[i] + basis[i + 2]).toBe(2);
    const { motion, leastForce, independence } = checkBasis(problem, basis, solver.result.y);
    expect(motion).toBeLessThan(1e-11);
    expect(leastForce).toBeGreaterThan(-1e-12);
    expect(independence).toBeGreaterThan(1e-4);
  });

  test("nothing presses", () => {
    expect(selectBasis(vectors([1, 0], [[inequality, 1, 0]]))).toEqual([0]);
    expect(selectBasis(vectors([0, 0], [[inequality, 1, 0]]))).toEqual([0]);
  });
});

const families: readonly [string, (n: number, seed: number) => UnilateralProblem][] = [
  ["aligned stack", (n) => stackProblem(Math.ceil(n / 4))],
  ["stack", (n, seed) => stackProblem(Math.ceil(n / 4), seed, 0.2)],
  ["brick wall", (n) => wallProblem(Math.ceil(Math.sqrt(n / 8)), Math.ceil(Math.sqrt(n / 8)))],
  ["pile", (n, seed) => pileProblem(n, seed)],
  ["pushed pile", (n, seed) => pileProblem(n, seed, 10)],
  ["pile of masses 1e-2 … 1e2", (n, seed) => pileProblem(n, seed, 0, 4)],
  ["stack of masses 1e-3 … 1e3", (n, seed) => stackProblem(Math.ceil(n / 4), seed, 0.1, 6)],
  ["chain", (n, seed) => chainProblem(Math.ceil(n / 4), seed)],
];

describe("carries everything alone", () => {
  for (const [name, make] of families) {
    test(name, () => {
      for (const [n, seeds] of [
        [10, 6],
        [40, 3],
        [150, 1],
      ]) {
        for (let seed = 1; seed <= seeds; seed++) {
          for (const [method, isLeast] of [
            [UnilateralMethod.dual, n > 10],
            [UnilateralMethod.polish, true],
          ] as const) {
            const problem = make(n, seed);
            const solver = new UnilateralSolver({ method });
            expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
            solver.judge(problem);
            if (isLeast) solver.findMinimumNorm(problem);
            const basis = new Uint8Array(problem.rowCount);
            solver.selectBasis(problem, basis);
            const { motion, leastForce, independence } = checkBasis(problem, basis, solver.result.y);
            // rounding, times the condition of the rows where masses are unlike: measured 4e-12
            expect(motion).toBeLessThan(1e-11);
            // measured −3e-13, in a pile
            expect(leastForce).toBeGreaterThan(-1e-12);
            // rows below 3e-7 count as dependent; measured 5e-4, masses unlike
            expect(independence).toBeGreaterThan(1e-4);
            expectSpan(problem, basis, solver.result.f);
          }
        }
      }
    });
  }
});

/** No row that presses is independent of the basis and the equalities. */
function expectSpan(problem: UnilateralProblem, basis: Uint8Array, f: Float64Array): void {
  const units = unitRows(problem);
  const span = createSpan();
  units.forEach((v, i) => {
    if (problem.kind[i] === equality || basis[i] === 1) span.add(v);
  });
  units.forEach((v, i) => {
    // measured 3e-14
    if (f[i] > 1e-9) expect(span.measure(v)).toBeLessThan(1e-12);
  });
}

describe("rank of many rows", () => {
  test("masses as 1 : 1e7 one upon the other, eighty contacts", () => {
    // light and heavy in turn: rows above and below a light one are nearly the same
    for (const ratio of [1, 1e4, 1e6, 1e7]) {
      const bodies = Array.from({ length: 20 }, (_, k) => {
        const mass = k % 2 === 0 ? 1 : ratio;
        return { x: [0, 0, k + 0.5], mass, inertia: [mass / 6, mass / 6, mass / 6] };
      });
      const rows = bodies.flatMap((_, k) =>
        [
          [-0.5, -0.5],
          [0.5, -0.5],
          [0.5, 0.5],
          [-0.5, 0.5],
        ].map(([u, v]) => ({ a: k, b: k - 1, p: [u, v, k], n: [0, 0, 1] })),
      );
      const problem = buildProblem(bodies, rows);
      const solver = new UnilateralSolver();
      solver.solve(problem);
      solver.judge(problem);
      expect([solver.result.rank, solver.result.activeCount, solver.result.unique]).toEqual([60, 80, false]);
    }
  });
});
