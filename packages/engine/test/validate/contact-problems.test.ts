import {
  RowKind,
  UnilateralMethod,
  type UnilateralProblem,
  UnilateralSolver,
  UnilateralStatus,
} from "@rigor/engine/linalg";
import { createRng, nextInRange, nextInteger } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { contactReferences } from "../oracles/contact-problems.js";
import { buildProblem, chainProblem, pileProblem, stackProblem, wallProblem } from "../support/row-problems.js";
import { enumerateSets, iterateProjected } from "../support/slow-rows.js";

const methods = [
  ["dual", UnilateralMethod.dual],
  ["polish", UnilateralMethod.polish],
  ["pivoting", UnilateralMethod.pivoting],
] as const;

/** max |a − b| over the motion, beside the largest number in y⁰ and y. */
function compareMotions(problem: UnilateralProblem, a: Float64Array, b: ArrayLike<number>): number {
  let size = 0;
  let difference = 0;
  for (let k = 0; k < problem.dimension; k++) {
    size = Math.max(size, Math.abs(problem.y0[k]), Math.abs(a[k]));
    difference = Math.max(difference, Math.abs(a[k] - b[k]));
  }
  return size > 0 ? difference / size : 0;
}

describe("problems with known answers", () => {
  for (const reference of contactReferences) {
    const { bodies, rows, forces, rank, holding } = reference;
    for (const [name, method] of methods) {
      // pivoting takes seconds for four hundred contacts
      if (method === UnilateralMethod.pivoting && rows.length > 100) continue;
      test(`${reference.name}, ${name}`, () => {
        const problem = buildProblem(bodies, rows);
        const solver = new UnilateralSolver({ method });
        const { result } = solver;
        expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
        // rounding grows with the height of the stack; measured 8e-16 of g a body, and 2e-15 in y
        const height = bodies.length;
        expect(result.residual).toBeLessThan(2e-15 * height);
        for (let k = 0; k < problem.dimension; k++) expect(Math.abs(result.y[k])).toBeLessThan(6e-15 * height);
        solver.judge(problem);
        expect([result.rank, result.holding, result.unique]).toEqual([rank, holding, false]);
        solver.findLeastForces(problem);
        // condition of the stack, height², times rounding; measured 1e-16 and 2e-16 times that
        forces.forEach((f, i) => {
          expect(Math.abs(result.f[i] - f)).toBeLessThan(4e-16 * forces[0] * (10 + height * height));
        });
        expect(result.forceError).toBeLessThan(6e-16 * (5 + height * height));
      });
    }
  }
});

/** Families of problems, singular ones for the most part; n is nearly the number of contacts. */
const families: readonly [string, (n: number, seed: number) => UnilateralProblem][] = [
  ["aligned stack", (n) => stackProblem(Math.ceil(n / 4))],
  ["stack", (n, seed) => stackProblem(Math.ceil(n / 4), seed, 0.2)],
  ["brick wall", (n) => wallProblem(Math.ceil(Math.sqrt(n / 8)), Math.ceil(Math.sqrt(n / 8)))],
  ["pile", (n, seed) => pileProblem(n, seed)],
  ["pushed pile", (n, seed) => pileProblem(n, seed, 10)],
  ["pile of masses 1e-2 … 1e2", (n, seed) => pileProblem(n, seed, 0, 4)],
  ["chain", (n, seed) => chainProblem(Math.ceil(n / 4), seed)],
];

describe("the methods agree on the motion", () => {
  for (const [name, make] of families) {
    test(name, () => {
      for (const [n, seeds] of [
        [10, 12],
        [40, 4],
        [200, 1],
      ]) {
        for (let seed = 1; seed <= seeds; seed++) {
          const problem = make(n, seed);
          const motions = methods.map(([, method]) => {
            const solver = new UnilateralSolver({ method });
            expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
            expect(solver.result.method).toBe(method);
            // measured 4e-14 at worst, in stacks of fifty
            expect(solver.result.residual).toBeLessThan(1e-13);
            return solver.result.y;
          });
          // measured 2e-14, in stacks of fifty
          for (const y of motions) expect(compareMotions(problem, motions[0], y)).toBeLessThan(5e-14);
        }
      }
    });
  }

  test("masses from 1e-3 to 1e3 in a stack", () => {
    for (let seed = 1; seed <= 4; seed++) {
      const problem = stackProblem(20, seed, 0.1, 6);
      const motions = methods.map(([, method]) => {
        const solver = new UnilateralSolver({ method });
        expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
        // a light body under heavy ones: 1e6 times rounding; measured 2e-10
        expect(solver.result.residual).toBeLessThan(6e-10);
        return solver.result.y;
      });
      for (const y of motions) expect(compareMotions(problem, motions[0], y)).toBeLessThan(6e-11);
    }
  });

  test("a thousand contacts, cold and from the forces of a moment ago", () => {
    const problem = stackProblem(250, 3, 0.1);
    const solver = new UnilateralSolver();
    expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
    expect(solver.result.method).toBe(UnilateralMethod.polish);
    expect(solver.result.residual).toBeLessThan(1e-12);
    const rng = createRng(1);
    for (let k = 0; k < problem.dimension; k++) problem.y0[k] += 0.01 * nextInRange(rng, -1, 1);
    expect(solver.solve(problem, true)).toBe(UnilateralStatus.ok);
    // the set hardly changes: a few factorisations, not a few dozen
    expect(solver.result.factorizations).toBeLessThanOrEqual(8);
    const warm = solver.result.y.slice();
    expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
    expect(compareMotions(problem, warm, solver.result.y)).toBeLessThan(1e-12);
  });
});

/** Rows of small whole numbers: ties, duplicates, contradictions. */
function integerProblem(seed: number): UnilateralProblem {
  const rng = createRng(seed);
  const problem = stackProblem(0);
  const nodes = nextInteger(rng, 1, 3);
  const width = nextInteger(rng, 1, 3);
  for (let k = 0; k < nodes; k++) problem.addNode(width);
  for (let k = 0; k < problem.dimension; k++) problem.y0[k] = nextInteger(rng, -2, 2);
  for (let left = nextInteger(rng, 1, 8); left > 0; left--) {
    const a = nextInteger(rng, 0, nodes - 1);
    const b = nextInteger(rng, -1, nodes - 1);
    const kind = nextInteger(rng, 0, 4) === 0 ? RowKind.equality : RowKind.inequality;
    const row = problem.addRow(kind, a, b === a ? -1 : b);
    for (let k = problem.rowStart[row]; k < problem.rowStart[row + 1]; k++) problem.values[k] = nextInteger(rng, -1, 1);
    problem.c[row] = nextInteger(rng, -1, 1);
  }
  return problem;
}

describe("against methods that share nothing with them", () => {
  test("all sets tried, rows of small whole numbers", () => {
    let infeasible = 0;
    for (let seed = 0; seed < 400; seed++) {
      const problem = integerProblem(seed);
      const y = enumerateSets(problem);
      if (y === undefined) infeasible++;
      for (const [, method] of methods) {
        const solver = new UnilateralSolver({ method });
        const status = solver.solve(problem);
        expect(status).toBe(y === undefined ? UnilateralStatus.infeasible : UnilateralStatus.ok);
        // a few roundings of numbers up to 4
        if (y !== undefined) for (let k = 0; k < y.length; k++) expect(solver.result.y[k]).toBeCloseTo(y[k], 13);
        else expectProof(problem, solver.result.certificate);
      }
    }
    // both kinds occur
    expect(infeasible).toBeGreaterThan(50);
    expect(infeasible).toBeLessThan(350);
  });

  test("projected gradients to the end", () => {
    for (let seed = 1; seed <= 4; seed++) {
      for (const problem of [pileProblem(40, seed, 10), chainProblem(6, seed), wallProblem(2, 2)]) {
        const y = iterateProjected(problem, 1e-13);
        const solver = new UnilateralSolver();
        expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
        // where the iteration stops, times the condition; measured 2e-13
        expect(compareMotions(problem, solver.result.y, y)).toBeLessThan(5e-13);
      }
    }
  });
});

/** Jᵀ u = 0, u ≥ 0 on inequalities, u·c < 0. */
function expectProof(problem: UnilateralProblem, u: Float64Array): void {
  const sum = new Float64Array(problem.dimension);
  let product = 0;
  for (let i = 0; i < problem.rowCount; i++) {
    if (problem.kind[i] === RowKind.inequality) expect(u[i]).toBeGreaterThanOrEqual(-1e-15);
    for (let k = problem.rowStart[i]; k < problem.rowStart[i + 1]; k++) {
      sum[problem.column[k]] += problem.values[k] * u[i];
    }
    product += u[i] * problem.c[i];
  }
  for (const x of sum) expect(Math.abs(x)).toBeLessThan(2e-15);
  expect(product).toBeLessThan(-0.1);
}
