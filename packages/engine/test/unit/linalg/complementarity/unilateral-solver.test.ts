import {
  RowKind,
  UnilateralFigure,
  UnilateralMethod,
  UnilateralProblem,
  UnilateralSolver,
  UnilateralStatus,
} from "@rigor/engine/linalg";
import { createRng, nextInteger, RigorError } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import {
  type BodyRow,
  type BoxBody,
  buildProblem,
  gravity,
  pileProblem,
  stackProblem,
} from "../../../support/row-problems.js";

const methods = [UnilateralMethod.dual, UnilateralMethod.polish, UnilateralMethod.pivoting];

/** A cube of 1 m and 1 kg on legs at the given places; the centre of mass is at x. */
function legs(places: readonly number[][], x = 0): UnilateralProblem {
  const body: BoxBody = { x: [x, 0, 0.5], mass: 1, inertia: [1 / 6, 1 / 6, 1 / 6] };
  return buildProblem(
    [body],
    places.map(([u, v]): BodyRow => ({ a: 0, b: -1, p: [u, v, 0], n: [0, 0, 1] })),
  );
}

const square = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];

/** One number a node, rows between them, as an outline: [kind, node, value, node, value, c]. */
function scalars(y0: readonly number[], rows: readonly (readonly number[])[]): UnilateralProblem {
  const problem = new UnilateralProblem();
  for (const y of y0) {
    problem.addNode(1);
    problem.y0[problem.dimension - 1] = y;
  }
  for (const [kind, c, ...blocks] of rows) {
    const row = problem.addRow(kind as RowKind);
    problem.c[row] = c;
    for (let k = 0; k < blocks.length; k += 2) {
      const at = problem.addBlock(blocks[k]);
      problem.values[at] = blocks[k + 1];
    }
  }
  return problem;
}

const { equality, inequality } = RowKind;

describe("one row", () => {
  test("presses when approached, and not otherwise; an equality pulls too", () => {
    for (const method of methods) {
      const solver = new UnilateralSolver({ method });
      const { result } = solver;
      expect(solver.solve(scalars([-3], [[inequality, 0, 0, 2]]))).toBe(UnilateralStatus.ok);
      expect([result.f[0], result.y[0], result.a[0]]).toEqual([1.5, 0, 0]);
      expect(solver.solve(scalars([3], [[inequality, 0, 0, 2]]))).toBe(UnilateralStatus.ok);
      expect([result.f[0], result.y[0], result.a[0]]).toEqual([0, 3, 6]);
      expect(solver.solve(scalars([3], [[equality, -2, 0, 2]]))).toBe(UnilateralStatus.ok);
      expect([result.f[0], result.y[0], result.a[0]]).toEqual([-1, 1, 0]);
    }
  });

  test("no rows, no data", () => {
    for (const method of methods) {
      const solver = new UnilateralSolver({ method });
      expect(solver.solve(scalars([1, 2], []))).toBe(UnilateralStatus.ok);
      expect(Array.from(solver.result.y.subarray(0, 2))).toEqual([1, 2]);
      expect(solver.solve(scalars([0], [[inequality, 0, 0, 1]]))).toBe(UnilateralStatus.ok);
      expect([solver.result.f[0], solver.result.residual]).toEqual([0, 0]);
    }
  });

  test("what is not finite is said", () => {
    for (const method of methods) {
      const solver = new UnilateralSolver({ method });
      expect(solver.solve(scalars([Number.NaN], [[inequality, 0, 0, 1]]))).toBe(UnilateralStatus.notFinite);
      expect(solver.solve(scalars([-1], [[inequality, Infinity, 0, 1]]))).toBe(UnilateralStatus.notFinite);
    }
  });
});

describe("rows on several nodes", () => {
  test("three at once: a rope over two fixed pulleys and a moving one, y₀ + 2 y₁ + y₂ = 0", () => {
    for (const method of methods) {
      const solver = new UnilateralSolver({ method });
      // unit masses that fall with 6, 0 and 0: the tension is −6/(1 + 4 + 1)
      expect(solver.solve(scalars([6, 0, 0], [[equality, 0, 0, 1, 1, 2, 2, 1]]))).toBe(UnilateralStatus.ok);
      expect(solver.result.f[0]).toBeCloseTo(-1, 14);
      for (const [k, y] of [5, -2, -1].entries()) expect(solver.result.y[k]).toBeCloseTo(y, 14);
    }
  });

  test("nodes of unlike widths: a particle on a body", () => {
    for (const method of methods) {
      const problem = new UnilateralProblem();
      problem.addNode(6);
      problem.addNode(3);
      problem.y0.set([0, 0, 0, 0, 0, 0, 0, 0, -6]);
      // a particle of mass 1 on the middle of a body of mass 4 that floats: y = √m a
      const row = problem.addRow(inequality, 1, 0);
      const at = problem.rowStart[row];
      problem.values.set([0, 0, 1, 0, 0, -0.5, 0, 0, 0], at);
      const solver = new UnilateralSolver({ method });
      expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
      // both with −6/5
      expect(solver.result.f[0]).toBeCloseTo(4.8, 14);
      expect(solver.result.y[8]).toBeCloseTo(-1.2, 14);
      expect(solver.result.y[2] / 2).toBeCloseTo(-1.2, 14);
    }
  });
});

describe("rows that cannot be satisfied", () => {
  test("squeezed between walls that close: the proof is the two walls", () => {
    for (const method of methods) {
      const solver = new UnilateralSolver({ method });
      const rows = [
        [inequality, -1, 0, 1],
        [inequality, -1, 0, -1],
      ];
      expect(solver.solve(scalars([0], rows))).toBe(UnilateralStatus.infeasible);
      expect(Array.from(solver.result.certificate.subarray(0, 2))).toEqual([1, 1]);
    }
  });

  test("a row that moves nothing", () => {
    for (const method of methods) {
      const solver = new UnilateralSolver({ method });
      expect(solver.solve(scalars([0], [[inequality, -1, 0, 0]]))).toBe(UnilateralStatus.infeasible);
      expect(solver.result.certificate[0]).toBe(1);
      expect(solver.solve(scalars([0], [[inequality, 1, 0, 0]]))).toBe(UnilateralStatus.ok);
    }
  });

  test("joints said twice are fine, and contradictory ones are not", () => {
    for (const method of methods) {
      const solver = new UnilateralSolver({ method });
      const twice = (c: number) =>
        scalars(
          [1, 2],
          [
            [equality, 0, 0, 1, 1, -1],
            [equality, c, 0, 2, 1, -2],
          ],
        );
      expect(solver.solve(twice(0))).toBe(UnilateralStatus.ok);
      expect(solver.result.y[0]).toBeCloseTo(1.5, 14);
      solver.judge(twice(0));
      expect([solver.result.rank, solver.result.unique]).toEqual([1, false]);
      expect(solver.solve(twice(1))).toBe(UnilateralStatus.infeasible);
    }
  });
});

describe("forces that are not the only ones", () => {
  test("four legs carry a quarter each, three legs what they must", () => {
    const solver = new UnilateralSolver();
    const four = legs(square);
    solver.solve(four);
    solver.judge(four);
    expect([solver.result.rank, solver.result.activeCount, solver.result.unique]).toEqual([3, 4, false]);
    solver.findMinimumNorm(four);
    for (let i = 0; i < 4; i++) expect(solver.result.f[i]).toBeCloseTo(gravity / 4, 14);
    const three = legs(square.slice(0, 3));
    solver.solve(three);
    solver.judge(three);
    expect([solver.result.rank, solver.result.activeCount, solver.result.unique]).toEqual([3, 3, true]);
  });

  test("a centre of mass right above an edge: dependent rows, and yet only one answer", () => {
    // the two legs of the edge carry half each; the others touch, and no self-stress spares them a pull
    const solver = new UnilateralSolver();
    const problem = legs(square, 0.5);
    solver.solve(problem);
    solver.judge(problem);
    expect([solver.result.rank, solver.result.activeCount, solver.result.unique]).toEqual([3, 4, true]);
    // a fifth leg under the edge makes them three for two
    const five = legs([...square, [0.5, 0]], 0.5);
    solver.solve(five);
    solver.judge(five);
    expect([solver.result.rank, solver.result.activeCount, solver.result.unique]).toEqual([3, 5, false]);
  });

  test("least forces where some must stay at zero", () => {
    // centre of mass between the middle and the edge, x = 0.4; legs at ±0.5: f = W/2 (1 ± 2x) on each side, halved
    const solver = new UnilateralSolver();
    const problem = legs(square, 0.4);
    solver.solve(problem);
    solver.findMinimumNorm(problem);
    for (const [i, [x]] of square.entries()) {
      expect(solver.result.f[i]).toBeCloseTo((gravity / 4) * (1 + 4 * x * 0.4), 13);
    }
    // six legs, −0.5, 0 and 0.5: plain least squares would have the first two pull; they carry nothing, the rest
    // f₀ = W (0.5 − x) / 0.5 / 2, f₁ = W x / 0.5 / 2
    const places = [-0.5, 0, 0.5].flatMap((x) => [-0.5, 0.5].map((y) => [x, y]));
    const six = legs(places, 0.4);
    solver.solve(six);
    solver.findMinimumNorm(six);
    for (const [i, [x]] of places.entries()) {
      const share = x < 0 ? 0 : x === 0 ? 0.1 : 0.4;
      expect(solver.result.f[i]).toBeCloseTo(gravity * share, 13);
    }
    expect(solver.result.forceError).toBeLessThan(1e-15);
  });

  test("do not depend on the order of rows and nodes", () => {
    const rng = createRng(3);
    for (let seed = 1; seed <= 6; seed++) {
      const problem = seed % 2 === 0 ? stackProblem(8, seed, 0.1) : pileProblem(50, seed);
      const nodes = shuffle(rng, problem.nodeCount);
      const rows = shuffle(rng, problem.rowCount);
      const other = permute(problem, nodes, rows);
      const [a, b] = [problem, other].map((p) => {
        const solver = new UnilateralSolver();
        expect(solver.solve(p)).toBe(UnilateralStatus.ok);
        solver.judge(p);
        solver.findMinimumNorm(p);
        return solver.result;
      });
      expect([a.rank, a.activeCount, a.unique]).toEqual([b.rank, b.activeCount, b.unique]);
      const most = Math.max(...a.f.subarray(0, problem.rowCount));
      for (let i = 0; i < rows.length; i++) {
        // measured 1e-15
        expect(Math.abs(a.f[rows[i]] - b.f[i])).toBeLessThan(4e-15 * most);
      }
    }
  });
});

describe("warm starts", () => {
  test("from the last forces: one factorisation while the set stays, whatever the size", () => {
    const problem = stackProblem(8, 2, 0.1);
    const solver = new UnilateralSolver();
    solver.solve(problem);
    expect(solver.result.method).toBe(UnilateralMethod.dual);
    for (let k = 0; k < problem.dimension; k++) problem.y0[k] *= 1.01;
    expect(solver.solve(problem, true)).toBe(UnilateralStatus.ok);
    expect([solver.result.method, solver.result.factorizations]).toEqual([UnilateralMethod.polish, 1]);
    expect(solver.result.residual).toBeLessThan(2e-14);
  });

  test("from forces that have nothing to do with it", () => {
    for (const method of [UnilateralMethod.dual, UnilateralMethod.polish, undefined]) {
      const problem = pileProblem(60, 4, 10);
      const reference = new UnilateralSolver();
      reference.solve(problem);
      const solver = new UnilateralSolver(method === undefined ? {} : { method });
      solver.solve(problem);
      for (let i = 0; i < problem.rowCount; i++) solver.result.f[i] = ((7 * i) % 11) - 4;
      expect(solver.solve(problem, true)).toBe(UnilateralStatus.ok);
      for (let k = 0; k < problem.dimension; k++) {
        expect(solver.result.y[k]).toBeCloseTo(reference.result.y[k], 12);
      }
    }
  });

  test("the same problem object, with other rows", () => {
    const problem = stackProblem(3);
    const solver = new UnilateralSolver({ method: UnilateralMethod.polish });
    expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
    problem.clear();
    const node = problem.addNode(2);
    problem.y0.set([-1, 1], problem.nodeStart[node]);
    for (const values of [
      [1, 0],
      [0, 1],
    ]) {
      problem.values.set(values, problem.rowStart[problem.addRow(inequality, node)]);
    }
    expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
    expect(Array.from(solver.result.f.subarray(0, 2))).toEqual([1, 0]);
    expect(solver.result.figures[UnilateralFigure.scale]).toBe(1);
  });
});

describe("UnilateralProblem", () => {
  test("refuses what it cannot hold", () => {
    const problem = new UnilateralProblem();
    const node = problem.addNode(3);
    expect(() => problem.addNode(0)).toThrow(RigorError);
    expect(() => problem.addBlock(node)).toThrow("add a row first");
    expect(() => problem.addRow(7 as RowKind)).toThrow("kind: must be a whole number from 0 to 1, got 7");
    problem.addRow(inequality, node);
    expect(() => problem.addBlock(node)).toThrow("row 0: must have one block a node, got 0");
    expect(() => problem.addBlock(5)).toThrow("node: must be a whole number from 0 to 0, got 5; add the node first");
    expect(() => new UnilateralSolver({ method: 9 as UnilateralMethod })).toThrow("options.method");
  });
});

function shuffle(rng: Uint32Array, n: number): number[] {
  const order = Array.from({ length: n }, (_, k) => k);
  for (let k = n - 1; k > 0; k--) {
    const j = nextInteger(rng, 0, k);
    [order[k], order[j]] = [order[j], order[k]];
  }
  return order;
}

/** The same problem with node nodes[k] as node k, and row rows[i] as row i. */
function permute(problem: UnilateralProblem, nodes: readonly number[], rows: readonly number[]): UnilateralProblem {
  const other = new UnilateralProblem();
  for (const node of nodes) {
    const at = problem.nodeStart[node];
    const width = problem.nodeStart[node + 1] - at;
    const to = other.dimension;
    other.addNode(width);
    other.y0.set(problem.y0.subarray(at, at + width), to);
  }
  for (const row of rows) {
    const i = other.addRow(problem.kind[row] as RowKind);
    other.c[i] = problem.c[row];
    for (let b = problem.blockStart[row + 1] - 1; b >= problem.blockStart[row]; b--) {
      const to = other.addBlock(nodes.indexOf(problem.blockNode[b]));
      const width = problem.nodeStart[problem.blockNode[b] + 1] - problem.nodeStart[problem.blockNode[b]];
      other.values.set(problem.values.subarray(problem.blockEntry[b], problem.blockEntry[b] + width), to);
    }
  }
  return other;
}
