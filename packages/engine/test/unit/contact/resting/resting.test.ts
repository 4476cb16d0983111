import {
  type LinearProgram,
  type LinearProgramSolver,
  LinearProgramStatus,
  type RestingMethod,
  RestingSolver,
} from "@rigor/engine/contact";
import { RowKind, UnilateralProblem, UnilateralStatus } from "@rigor/engine/linalg";
import { createRng, nextInteger, RigorError } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { contactReferences } from "../../../oracles/contact-problems.js";
import { checkBasis, copyRow, restrictRows } from "../../../support/basis-check.js";
import { buildProblem, gravity, pileProblem, stackProblem, wallProblem } from "../../../support/row-problems.js";

const methods: readonly RestingMethod[] = ["auto", "pivot"];

const cube = { mass: 1, inertia: [1 / 6, 1 / 6, 1 / 6] };

/** A cube on the floor, its centre of mass at x; feet at −½ and ½. */
function table(x: number): UnilateralProblem {
  return buildProblem(
    [{ ...cube, x: [x, 0, 0.5] }],
    [
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0.5],
      [-0.5, 0.5],
    ].map(([u, v]) => ({ a: 0, b: -1, p: [u, v, 0], n: [0, 0, 1] })),
  );
}

describe("few rows of many that are broken", () => {
  test.each([1, 2, 3, 4, 5])("are brought in, and no other is broken by it: places of a pile, seed %d", (seed) => {
    const problem = pileProblem(150, seed);
    const rng = createRng(seed);
    const depth = 1e-9;
    problem.y0.fill(0);
    for (let i = 0; i < problem.rowCount; i++) problem.c[i] = nextInteger(rng, 0, 3) * 0.2 * depth;
    for (let k = 0; k < 8; k++) problem.c[nextInteger(rng, 0, problem.rowCount - 1)] = -depth;
    const solver = new RestingSolver();
    expect(solver.solveFew(problem)).toBe(UnilateralStatus.ok);
    expect(solver.methodUsed).toBe("dual");
    // the conditions of the least displacement, which is unique: y = Jᵀ f, f ≥ 0, a = J y + c ≥ 0, f a = 0
    const { rowCount, rowStart, column, values, dimension } = problem;
    const y = new Float64Array(dimension);
    for (let i = 0; i < rowCount; i++) {
      expect(solver.forces[i]).toBeGreaterThanOrEqual(0);
      for (let e = rowStart[i]; e < rowStart[i + 1]; e++) y[column[e]] += values[e] * solver.forces[i];
    }
    for (let i = 0; i < rowCount; i++) {
      let a = problem.c[i];
      for (let e = rowStart[i]; e < rowStart[i + 1]; e++) a += values[e] * y[column[e]];
      // rounding of some tens of rows that hold; measured 6e-16 of the depth
      expect(a).toBeGreaterThan(-1e-14 * depth);
      if (solver.forces[i] > 0) expect(a).toBeLessThan(1e-14 * depth);
    }
    // as the other methods have it
    const other = new RestingSolver({ method: "pivot" });
    expect(other.solveMotion(problem)).toBe(UnilateralStatus.ok);
    for (let k = 0; k < dimension; k++) expect(Math.abs(y[k] - other.motion[k])).toBeLessThan(1e-14 * depth);
  });
});

describe("forces and accelerations", () => {
  for (const reference of contactReferences) {
    const { bodies, rows, forces, rank, holding } = reference;
    for (const method of methods) {
      if (method === "pivot" && rows.length > 100) continue;
      test(`${reference.name}, ${method}`, () => {
        const problem = buildProblem(bodies, rows);
        const solver = new RestingSolver({ method });
        for (const warm of [false, true]) {
          expect(solver.solve(problem, warm)).toBe(UnilateralStatus.ok);
          expect(solver.fallback).toBeNull();
          expect([solver.rank, solver.holding, solver.unique]).toEqual([rank, holding, false]);
          // as in validate/contact-problems: rounding grows with the square of the height
          const bound = 4e-16 * (10 + bodies.length * bodies.length);
          forces.forEach((f, i) => {
            expect(Math.abs(solver.forces[i] - f)).toBeLessThan(bound * forces[0]);
          });
          expect(solver.forceError).toBeLessThan(2 * bound);
          // a is within 2e-15 g a body of zero, forces up to the weight of all
          expect(solver.residual).toBeLessThan(2e-15 * bodies.length);
          expect(solver.complementarity).toBeLessThan(2e-15 * gravity * forces[0] * bodies.length);
        }
      });
    }
  }

  test("a cube that tips: the feet that lift have none, and accelerate as they must", () => {
    // the edge e beside the centre of mass slides freely and stays down: N e = I α, g − N = α e; the others are 1 m away
    const e = 0.1;
    const alpha = (gravity * e) / (e * e + 1 / 6);
    for (const method of methods) {
      const solver = new RestingSolver({ method });
      expect(solver.solve(table(0.5 + e))).toBe(UnilateralStatus.ok);
      expect([solver.rank, solver.holding, solver.unique]).toEqual([2, 2, true]);
      // the feet at ½ carry what gravity has left: the centre comes down with α e
      const share = (gravity - alpha * e) / 2;
      for (const [i, [f, a]] of [
        [0, alpha],
        [share, 0],
        [share, 0],
        [0, alpha],
      ].entries()) {
        expect(solver.forces[i]).toBeCloseTo(f, 13);
        expect(solver.accelerations[i]).toBeCloseTo(a, 13);
      }
      // mass-scaled: √I α
      expect(Math.abs(solver.motion[4])).toBeCloseTo(alpha * Math.sqrt(1 / 6), 13);
      const out = new Uint8Array(4);
      expect(solver.listHolding(out)).toBe(2);
      expect(Array.from(out)).toEqual([0, 1, 1, 0]);
      expect(solver.selectBasis(out)).toBe(2);
      expect(Array.from(out)).toEqual([0, 1, 1, 0]);
    }
  });

  test("small problems by the dual active set, large ones and warm ones by polish", () => {
    const solver = new RestingSolver();
    solver.solve(stackProblem(15));
    expect(solver.methodUsed).toBe("dual");
    solver.solve(stackProblem(16));
    expect(solver.methodUsed).toBe("polish");
    const problem = stackProblem(5);
    solver.solve(problem);
    solver.solve(problem, true);
    expect(solver.methodUsed).toBe("polish");
    const pivoting = new RestingSolver({ method: "pivot" });
    pivoting.solve(problem);
    expect(pivoting.methodUsed).toBe("pivot");
  });

  test("contacts that nearly depend on each other, where a polish stalls", () => {
    // a row sticks out of the others by 4e-6; the polish alone is wrong by 3e-7
    const problem = pileProblem(130, 1437);
    const [auto, pivot] = methods.map((method) => {
      const solver = new RestingSolver({ method });
      expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
      return solver.motion;
    });
    // measured 6e-15
    for (let k = 0; k < problem.dimension; k++) expect(Math.abs(auto[k] - pivot[k])).toBeLessThan(2e-14);
  });

  test("rows that contradict each other: the proof, and no basis", () => {
    for (const method of methods) {
      const problem = new UnilateralProblem();
      const node = problem.addNode(1);
      for (const value of [1, -1]) {
        const row = problem.addRow(RowKind.inequality, node);
        problem.values[problem.rowStart[row]] = value;
        problem.c[row] = -1;
      }
      const solver = new RestingSolver({ method });
      expect(solver.solve(problem)).toBe(UnilateralStatus.infeasible);
      expect(Array.from(solver.certificate.subarray(0, 2))).toEqual([1, 1]);
      expect([solver.rank, solver.holding, solver.unique]).toEqual([0, 0, false]);
      expect(() => solver.selectBasis(new Uint8Array(2))).toThrow("must have solved a problem");
    }
  });
});

describe("redundant contacts", () => {
  test("the same forces in any order of the rows, twice the same contact too", () => {
    const rng = createRng(5);
    for (let seed = 1; seed <= 6; seed++) {
      const problem = seed % 3 === 0 ? wallProblem(3, 3) : seed % 3 === 1 ? stackProblem(9, seed, 0.1) : piled(seed);
      const order = Array.from({ length: problem.rowCount }, (_, i) => i);
      for (let k = order.length - 1; k > 0; k--) {
        const j = nextInteger(rng, 0, k);
        [order[k], order[j]] = [order[j], order[k]];
      }
      const other = restrictRows(problem, () => false, false);
      for (const row of order) copyRow(other, problem, row, problem.kind[row] as RowKind);
      const [a, b, c] = [
        [problem, "auto"],
        [other, "auto"],
        [other, "pivot"],
      ].map(([p, method]) => {
        const solver = new RestingSolver({ method: method as RestingMethod });
        expect(solver.solve(p as UnilateralProblem)).toBe(UnilateralStatus.ok);
        expect(solver.unique).toBe(false);
        const basis = new Uint8Array(problem.rowCount);
        const size = solver.selectBasis(basis);
        const report = checkBasis(p as UnilateralProblem, basis, solver.motion);
        // measured 1e-15 and −2e-15
        expect(report.motion).toBeLessThan(5e-15);
        expect(report.leastForce).toBeGreaterThan(-1e-14);
        return { forces: solver.forces, rank: solver.rank, size };
      });
      expect([b.rank, b.size]).toEqual([a.rank, a.size]);
      expect([c.rank, c.size]).toEqual([a.rank, a.size]);
      const most = Math.max(...a.forces.subarray(0, order.length));
      order.forEach((row, i) => {
        // measured 7e-16
        expect(Math.abs(a.forces[row] - b.forces[i])).toBeLessThan(2e-15 * most);
        expect(Math.abs(a.forces[row] - c.forces[i])).toBeLessThan(2e-15 * most);
      });
    }
  });

  /** A pile with a third of its contacts said twice. */
  function piled(seed: number): UnilateralProblem {
    const problem = pileProblem(60, seed);
    const count = problem.rowCount;
    for (let i = 0; i < count; i += 3)
      copyRow(
        problem,
        restrictRows(problem, () => true, false),
        i,
        RowKind.inequality,
      );
    return problem;
  }
});

/** Answers with what it is given, one after the other; undefined is "infeasible". */
function answers(...list: (readonly number[] | LinearProgramStatus)[]) {
  const programs: LinearProgram[] = [];
  const solver: LinearProgramSolver = {
    solve(x, program) {
      const answer = list[programs.length];
      programs.push(program);
      if (typeof answer === "number") return answer;
      x.set(answer);
      return LinearProgramStatus.optimal;
    },
  };
  return { programs, solver };
}

describe("the heuristic of 1989", () => {
  const { infeasible, failed } = LinearProgramStatus;

  /** Two unit masses: one rests, one is lifted; a row each. */
  function two(lift: number): UnilateralProblem {
    const problem = new UnilateralProblem();
    for (const [y, length] of [
      [-8, 2],
      [lift, 1],
    ]) {
      const node = problem.addNode(1);
      problem.y0[node] = y;
      problem.values[problem.rowStart[problem.addRow(RowKind.inequality, node)]] = length;
    }
    return problem;
  }

  test("the first guess is that nothing vanishes", () => {
    // b/√d = (8, 4), in units of 8
    const { programs, solver } = answers([1, 0.5]);
    const resting = new RestingSolver({ method: "lp-1989", linearProgram: solver });
    expect(resting.solve(two(-4))).toBe(UnilateralStatus.ok);
    expect([resting.methodUsed, resting.fallback]).toEqual(["lp-1989", null]);
    expect([resting.forces[0], resting.forces[1]]).toEqual([4, 4]);
    expect(programs).toHaveLength(1);
    const { rows, columns, matrix, bound, isEquality, isFree } = programs[0];
    expect([rows, columns, ...matrix, ...bound]).toEqual([2, 2, 1, 0, 0, 1, 1, 0.5]);
    expect([...isEquality, ...isFree]).toEqual([1, 1, 0, 0]);
  });

  test("then contacts that part under the least sum of forces, which counts forces and no joints", () => {
    const problem = two(4);
    const node = problem.addNode(1);
    problem.y0[node] = 2;
    problem.values[problem.rowStart[problem.addRow(RowKind.equality, node)]] = 1;
    const { programs, solver } = answers(infeasible, [1, 0, -0.25], [1, -0.25]);
    const resting = new RestingSolver({ method: "lp-1989", linearProgram: solver });
    expect(resting.solve(problem)).toBe(UnilateralStatus.ok);
    expect([resting.methodUsed, resting.fallback]).toEqual(["lp-1989", null]);
    expect(Array.from(resting.forces.subarray(0, 3))).toEqual([4, 0, -2]);
    expect(resting.accelerations[1]).toBe(4);
    // the sum is of forces: a scaled one of the first row, of length 2, is half a force
    expect([...programs[1].cost]).toEqual([0.5, 1, 0]);
    expect([...programs[1].isEquality, ...programs[1].isFree]).toEqual([0, 0, 1, 0, 0, 1]);
    // column 1 is left out, row 1 may open
    expect([programs[2].columns, ...programs[2].isEquality, ...programs[2].isFree]).toEqual([2, 1, 0, 1, 0, 1]);
    expect([...programs[2].matrix]).toEqual([1, 0, 0, 0, 0, 1]);
  });

  test("what fails is said, and solved otherwise", () => {
    for (const [list, reason] of [
      [[infeasible, [1, 0], infeasible], "lp-1989: no forces fit the vanishing contacts that were predicted"],
      [[infeasible, infeasible], "lp-1989: no forces satisfy the contacts"],
      [[infeasible, failed], "lp-1989: the linear program was not solved"],
      [[failed], "lp-1989: the linear program was not solved"],
      // a solver that lies
      [[[1, 0.25]], "lp-1989: the forces of the linear program were not exact enough"],
    ] as const) {
      const { solver, programs } = answers(...list);
      const resting = new RestingSolver({ method: "lp-1989", linearProgram: solver });
      expect(resting.solve(two(4))).toBe(UnilateralStatus.ok);
      expect(programs).toHaveLength(list.length);
      expect([resting.methodUsed, resting.fallback]).toEqual(["dual", reason]);
      expect([resting.forces[0], resting.forces[1], resting.accelerations[1]]).toEqual([4, 0, 4]);
    }
  });

  test("nothing accelerates, nothing presses", () => {
    const { solver } = answers([0, 0]);
    const resting = new RestingSolver({ method: "lp-1989", linearProgram: solver });
    const problem = two(0);
    problem.y0[0] = 0;
    expect(resting.solve(problem)).toBe(UnilateralStatus.ok);
    expect([resting.fallback, resting.forces[0], resting.forces[1]]).toEqual([null, 0, 0]);
  });
});

test("bad options and calls are named", () => {
  expect(() => new RestingSolver({ method: "dantzig" as RestingMethod })).toThrow(
    'options.method: must be "auto", "pivot" or "lp-1989", got "dantzig"',
  );
  expect(() => new RestingSolver({ method: "lp-1989" })).toThrow("options.linearProgram: must solve linear programs");
  expect(() => new RestingSolver(null as never)).toThrow(RigorError);
  const solver = new RestingSolver();
  expect(() => solver.listHolding(new Uint8Array(4))).toThrow("call solve first");
  solver.solve(table(0));
  expect(() => solver.listHolding(new Uint8Array(3))).toThrow("out.length");
});
