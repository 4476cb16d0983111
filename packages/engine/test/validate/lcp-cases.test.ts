/** Bare complementarity problems with exact integers for answers, by every solver that there is. */
import {
  RowKind,
  SolveStatus,
  solveLcp,
  UnilateralMethod,
  UnilateralProblem,
  UnilateralSolver,
  type UnilateralSolverOptions,
  UnilateralStatus,
} from "@rigor/engine/linalg";
import { describe, expect, test } from "vitest";
import { type LcpCase, lcpCases } from "../oracles/lcp.js";

const read = ({ J }: LcpCase) => J.map((row) => Array.from(row, (digit) => Number(digit) - 3));

const solvers: readonly (readonly [string, UnilateralSolverOptions])[] = [
  ["whatever fits", {}],
  ...Object.entries(UnilateralMethod).map(([name, method]) => [name, { method }] as const),
];

/** Rows J with c = b: a = J y + b, y = Jᵀ f. */
function createProblem(given: LcpCase): UnilateralProblem {
  const J = read(given);
  const problem = new UnilateralProblem();
  for (let k = 0; k < J[0].length; k++) problem.addNode(1);
  J.forEach((row, i) => {
    const r = problem.addRow(RowKind.inequality);
    problem.c[r] = given.b[i];
    row.forEach((value, k) => {
      if (value === 0) return;
      // values may be another array after adding
      const at = problem.addBlock(k);
      problem.values[at] = value;
    });
  });
  return problem;
}

/** Judges f ≥ 0 and a: a must be w, and f as good as the one that is known. */
function expectAnswer(given: LcpCase, f: ArrayLike<number>, a: ArrayLike<number>, bound: number): void {
  const J = read(given);
  const y = J[0].map((_, k) => J.reduce((sum, row, i) => sum + row[k] * f[i], 0));
  given.w.forEach((w, i) => {
    expect(f[i]).toBeGreaterThanOrEqual(0);
    expect(Math.abs(a[i] - w)).toBeLessThan(bound);
    const sum = J[i].reduce((total, value, k) => total + value * y[k], given.b[i]);
    expect(Math.abs(sum - w)).toBeLessThan(bound);
    if (w > 0) expect(f[i]).toBeLessThan(bound);
  });
}

describe.each(lcpCases)("$name", (given) => {
  const n = given.b.length;

  test("the reference solves it, to the last digit", () => {
    expectAnswer(given, given.f, given.w, 1e-300);
  });

  test("by pivoting on A", () => {
    const J = read(given);
    const A = Float64Array.from({ length: n * n }, (_, at) => {
      const other = J[at % n];
      return J[Math.floor(at / n)].reduce((sum, value, k) => sum + value * other[k], 0);
    });
    const f = new Float64Array(n);
    const a = new Float64Array(n);
    expect(solveLcp(f, a, A, Float64Array.from(given.b))).toBe(SolveStatus.ok);
    // b is up to 5000: rounding of sums; measured 2e-11 of 200 contacts
    expectAnswer(given, f, a, 1e-10);
  });

  test.each(solvers)("by rows, %s", (_, options) => {
    const solver = new UnilateralSolver(options);
    expect(solver.solve(createProblem(given))).toBe(UnilateralStatus.ok);
    expectAnswer(given, solver.result.f, solver.result.a, 1e-10);
  });
});

test("x − y ≥ 1 and y − x ≥ 1 cannot be, and is told so", () => {
  const [f, a] = [new Float64Array(2), new Float64Array(2)];
  expect(solveLcp(f, a, Float64Array.of(1, -1, -1, 1), Float64Array.of(-1, -1))).toBe(SolveStatus.singular);
  for (const [, options] of solvers) {
    const problem = createProblem({ name: "", J: ["4", "2"], b: [-1, -1], w: [], f: [] });
    expect(new UnilateralSolver(options).solve(problem)).toBe(UnilateralStatus.infeasible);
  }
});
