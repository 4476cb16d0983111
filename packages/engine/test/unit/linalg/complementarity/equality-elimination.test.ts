/**
 * Row problems with many equalities, which are eliminated before all else: against the dual active set, which takes them as
 * rows like others, and by the conditions themselves.
 */
import { expect, test } from "vitest";
import {
  RowKind,
  UnilateralMethod,
  UnilateralProblem,
  UnilateralSolver,
  UnilateralStatus,
} from "../../../../src/linalg/index.js";
import { jointedProblem } from "../../../support/jointed-problems.js";

function measureApart(a: Float64Array, b: Float64Array, count: number): number {
  let [apart, size] = [0, 0];
  for (let k = 0; k < count; k++) {
    apart = Math.max(apart, Math.abs(a[k] - b[k]));
    size = Math.max(size, Math.abs(b[k]));
  }
  return apart / size;
}

/** max |Jᵀ u|. */
function measureTransposed(problem: UnilateralProblem, u: Float64Array): number {
  const sum = new Float64Array(problem.dimension);
  for (let i = 0; i < problem.rowCount; i++) {
    for (let k = problem.rowStart[i]; k < problem.rowStart[i + 1]; k++)
      sum[problem.column[k]] += problem.values[k] * u[i];
  }
  return sum.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

test.each([0, 1, 3])(
  "motion, forces, rank, uniqueness and basis are those of the dual method; %i joints said twice",
  (twice) => {
    const solver = new UnilateralSolver();
    const dual = new UnilateralSolver({ method: UnilateralMethod.dual });
    let [uniques, contacts] = [0, 0];
    for (let seed = 1; seed <= 30; seed++) {
      const problem = jointedProblem(seed, { twice });
      expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
      expect(dual.solve(problem)).toBe(UnilateralStatus.ok);
      const { result } = solver;
      // measured 2.4e-15 over a thousand
      expect(measureApart(result.y, dual.result.y, problem.dimension)).toBeLessThan(1e-14);
      expect(result.residual).toBeLessThan(2e-14);
      solver.judge(problem);
      dual.judge(problem);
      expect(result.activeCount).toBe(dual.result.activeCount);
      expect(result.rank).toBe(dual.result.rank);
      expect(result.unique).toBe(dual.result.unique);
      const basis = new Uint8Array(problem.rowCount);
      const other = new Uint8Array(problem.rowCount);
      expect(solver.selectBasis(problem, basis)).toBe(dual.selectBasis(problem, other));
      solver.findMinimumNorm(problem);
      dual.findMinimumNorm(problem);
      // of least norm by another way; measured 2.4e-13
      expect(measureApart(result.f, dual.result.f, problem.rowCount)).toBeLessThan(1e-12);
      uniques += result.unique ? 1 : 0;
      contacts += problem.kind.subarray(0, problem.rowCount).reduce((sum, kind) => sum + kind, 0);
    }
    expect(contacts).toBeGreaterThan(100);
    if (twice > 0) expect(uniques).toBe(0);
    else expect(uniques).toBeGreaterThan(3);
  },
);

test.each([0, 2])("many contacts on bodies that hang together in threes; %i joints said twice", (twice) => {
  const solver = new UnilateralSolver();
  const dual = new UnilateralSolver({ method: UnilateralMethod.dual });
  let compared = 0;
  for (let seed = 1; seed <= 16; seed++) {
    const problem = jointedProblem(seed, { most: 60, together: 3, contacts: 45, twice });
    const contacts = problem.kind.subarray(0, problem.rowCount).reduce((sum, kind) => sum + kind, 0);
    const status = dual.solve(problem);
    const { result } = solver;
    solver.solve(problem);
    // the dual method by itself now and then goes round in circles
    expect(result.status).toBe(status === UnilateralStatus.infeasible ? status : UnilateralStatus.ok);
    if (status !== UnilateralStatus.ok || contacts <= 60) continue;
    compared++;
    expect(result.method).toBe(UnilateralMethod.dual);
    // measured 9.2e-14 and 3.2e-13, of one whose rows nearly depend on each other; else 1e-15 or so
    expect(measureApart(result.y, dual.result.y, problem.dimension)).toBeLessThan(2e-13);
    expect(result.residual).toBeLessThan(6e-13);
    solver.judge(problem);
    dual.judge(problem);
    expect(result.activeCount).toBe(dual.result.activeCount);
    expect(result.rank).toBe(dual.result.rank);
    expect(result.unique).toBe(dual.result.unique);
    const basis = new Uint8Array(problem.rowCount);
    expect(solver.selectBasis(problem, basis)).toBe(dual.selectBasis(problem, new Uint8Array(problem.rowCount)));
    solver.findMinimumNorm(problem);
    dual.findMinimumNorm(problem);
    // measured 4.2e-13
    expect(measureApart(result.f, dual.result.f, problem.rowCount)).toBeLessThan(1e-12);
  }
  expect(compared).toBeGreaterThan(3);
});

test("what is kept from solve to solve changes no bit", () => {
  const warm = new UnilateralSolver();
  const problem = jointedProblem(4);
  warm.solve(problem);
  const values = problem.values.slice();
  for (let k = 0; k < values.length; k++) problem.values[k] *= 1 + 1e-3 * Math.sin(k);
  warm.solve(problem);
  problem.values.set(values);
  warm.solve(problem);
  warm.judge(problem);
  const fresh = new UnilateralSolver();
  const same = jointedProblem(4);
  fresh.solve(same);
  fresh.judge(same);
  expect(warm.result.f.subarray(0, problem.rowCount)).toEqual(fresh.result.f.subarray(0, problem.rowCount));
  expect(warm.result.y.subarray(0, problem.dimension)).toEqual(fresh.result.y.subarray(0, problem.dimension));
  expect(warm.result.rank).toBe(fresh.result.rank);
});

test("a contact that joints leave no way to open is infeasible, with a proof", () => {
  // bodies in a row, each pinned to the one before; the first contact wants to open what the second closes
  const problem = new UnilateralProblem();
  for (let k = 0; k < 8; k++) problem.addNode(3);
  for (let k = 0; k < 8; k++) {
    for (let e = 0; e < 3; e++) {
      const row = problem.addRow(RowKind.equality, k, k - 1);
      problem.values[problem.rowStart[row] + e] = 1;
      if (k > 0) problem.values[problem.rowStart[row] + 3 + e] = -1;
    }
  }
  const row = problem.addRow(RowKind.inequality, 7);
  problem.values[problem.rowStart[row]] = 1;
  problem.c[row] = -1;
  const solver = new UnilateralSolver();
  expect(solver.solve(problem)).toBe(UnilateralStatus.infeasible);
  const u = solver.result.certificate.subarray(0, problem.rowCount);
  expect(u[row]).toBeGreaterThan(0);
  expect(measureTransposed(problem, u)).toBeLessThan(1e-14);
  expect(u.reduce((sum, x, i) => sum + x * problem.c[i], 0)).toBeLessThan(-0.5);
});

test("joints that contradict each other are infeasible, with a proof", () => {
  const problem = jointedProblem(2, { twice: 1 });
  let last = problem.rowCount - 1;
  while (problem.kind[last] !== RowKind.equality) last--;
  problem.c[last] += 1;
  const solver = new UnilateralSolver();
  expect(solver.solve(problem)).toBe(UnilateralStatus.infeasible);
  const u = solver.result.certificate.subarray(0, problem.rowCount);
  const size = u.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  expect(measureTransposed(problem, u)).toBeLessThan(1e-12 * size);
  expect(u.reduce((sum, x, i) => sum + x * problem.c[i], 0)).toBeLessThan(-0.1 * size);
});

test("equalities alone, and none but rows that nothing moves", () => {
  const problem = jointedProblem(6);
  problem.limitRows(problem.kind.indexOf(RowKind.inequality));
  const solver = new UnilateralSolver();
  expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
  solver.judge(problem);
  expect(solver.result.rank).toBe(problem.rowCount);
  expect(solver.result.unique).toBe(true);
  // a row without entries is met as it is, or never
  const row = problem.addRow(RowKind.equality);
  expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
  problem.c[row] = 1;
  expect(solver.solve(problem)).not.toBe(UnilateralStatus.ok);
});
