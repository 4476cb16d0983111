/** Nodes whose masses differ: stacks of boxes on four corners each, light ones among heavy ones. The oracle is statics. */
import { describe, expect, test } from "vitest";
import { keepMotion, MassFigure, NodeMasses } from "../../../../src/linalg/complementarity/node-masses.js";
import { RowKind, UnilateralProblem } from "../../../../src/linalg/complementarity/unilateral-problem.js";
import { UnilateralStatus } from "../../../../src/linalg/complementarity/unilateral-result.js";
import { UnilateralSolver } from "../../../../src/linalg/complementarity/unilateral-solver.js";
import { FrictionContactProblem } from "../../../../src/linalg/friction-contact/friction-contact-problem.js";
import { FrictionContactStatus } from "../../../../src/linalg/friction-contact/friction-contact-result.js";
import { FrictionContactSolver } from "../../../../src/linalg/friction-contact/friction-contact-solver.js";

const g = 9.81;
const corners = [-0.5, 0.5].flatMap((x) => [-0.5, 0.5].map((z) => [x, z]));

/** The rows of a corner of box k on the one below, along the vertical and two horizontals: of the upper, then of the lower. */
function listRows(masses: readonly number[], k: number, [x, z]: readonly number[]): number[][] {
  const axes = [
    [0, 1, 0],
    [1, 0, 0],
    [0, 0, 1],
  ];
  const block = ([a, b, c]: readonly number[], y: number, mass: number, sign: number) => {
    const linear = sign / Math.sqrt(mass);
    const angular = sign / Math.sqrt(mass / 6);
    return [
      a * linear,
      b * linear,
      c * linear,
      (y * c - z * b) * angular,
      (z * a - x * c) * angular,
      (x * b - y * a) * angular,
    ];
  };
  return axes.map((n) => [...block(n, -0.5, masses[k], 1), ...(k > 0 ? block(n, 0.5, masses[k - 1], -1) : [])]);
}

function createCones(masses: readonly number[], mu: number): FrictionContactProblem {
  const problem = new FrictionContactProblem();
  for (let k = 0; k < masses.length; k++) problem.addNode(6);
  masses.forEach((mass, k) => {
    for (const corner of corners) {
      const cone = problem.addCone(k, k - 1);
      problem.mu[cone] = mu;
      listRows(masses, k, corner).forEach((values, t) => {
        problem.rows.values.set(values, problem.rows.rowStart[problem.coneRow[cone] + t]);
      });
    }
    problem.rows.y0[6 * k + 1] = -g * Math.sqrt(mass);
  });
  return problem;
}

function createRows(masses: readonly number[]): UnilateralProblem {
  const problem = new UnilateralProblem();
  for (let k = 0; k < masses.length; k++) problem.addNode(6);
  masses.forEach((mass, k) => {
    for (const corner of corners) {
      const row = problem.addRow(RowKind.inequality, k, k - 1);
      problem.values.set(listRows(masses, k, corner)[0], problem.rowStart[row]);
    }
    problem.y0[6 * k + 1] = -g * Math.sqrt(mass);
  });
  return problem;
}

/** The largest relative error of what boxes carry, with the forces of the corners one after the other. */
function measureError(masses: readonly number[], force: (corner: number) => number): number {
  let above = 0;
  let error = 0;
  for (let k = masses.length - 1; k >= 0; k--) {
    above += g * masses[k];
    let sum = 0;
    for (let c = 4 * k; c < 4 * k + 4; c++) sum += force(c);
    error = Math.max(error, Math.abs(sum / above - 1));
  }
  return error;
}

const stacks: readonly (readonly number[])[] = [
  [1, 1e6],
  [1e6, 1],
  [1, 1e6, 1, 1e6, 1, 1e6],
  [1, 7e6, 1, 7e6, 1, 7e6, 1, 7e6, 1],
  [4e6, 1, 1e4, 2e6, 2e2],
  [1, 50, 2500, 125000, 6e6],
  [1, 5e8, 1, 5e8, 1, 5e8, 1],
  [2, 2e8, 3e7],
];

describe("forces of stacks", () => {
  test.each(stacks.map((masses) => [masses.join(", "), masses] as const))("with friction: %s kg", (_, masses) => {
    const problem = createCones(masses, 0.4);
    const solver = new FrictionContactSolver();
    expect(solver.solve(problem)).toBe(FrictionContactStatus.solved);
    const { result } = solver;
    // 1.2e-13 is the most of 300 random stacks
    expect(measureError(masses, (c) => result.f[problem.coneRow[c]])).toBeLessThan(1e-12);
    // the motion that was solved for: that of y⁰ + Jᵀ f is off by 1e-16 times the ratio of masses
    expect(result.residual).toBeLessThan(1e-13);
    // at most 22 in 300 random stacks; a thousand where stiffness knows light nodes alone
    expect(result.factorizations).toBeLessThan(40);
    expect(solver.follow(problem)).toBe(true);
  });

  test.each(stacks.map((masses) => [masses.join(", "), masses] as const))("without: %s kg", (_, masses) => {
    const problem = createRows(masses);
    const solver = new UnilateralSolver();
    expect(solver.solve(problem)).toBe(UnilateralStatus.ok);
    expect(solver.result.residual).toBeLessThan(1e-15);
    solver.judge(problem);
    solver.findMinimumNorm(problem);
    // four corners carry a quarter each, of a box on 1e8 times its mass as well
    expect(measureError(masses, (c) => solver.result.f[c])).toBeLessThan(1e-14);
    expect(solver.result.f[1] / solver.result.f[0]).toBeCloseTo(1, 9);
  });
});

describe("masses of nodes", () => {
  test("are alike up to 64, and the ratio counts from there", () => {
    const masses = new NodeMasses();
    masses.measure(createRows([1, 60]));
    expect(masses.isSpread).toBe(false);
    masses.measure(createRows([1, 6.4e6]));
    expect(masses.figures[MassFigure.spread]).toBeCloseTo(1e5, 6);
  });

  test("a motion is kept where it is that of the forces but for rounding, node by node", () => {
    const rows = createRows([1, 1e6]);
    const f = new Float64Array(8).fill((1e6 * g) / 4);
    const y = Float64Array.from({ length: 12 }, (_, k) => 1e-3 * k);
    // terms of the light node are 4e7, those of the heavy one 2e4
    const solved = y.map((v, k) => v + (k < 6 ? 1e-8 : 1e-9));
    keepMotion(y, solved, rows, f, new Float64Array(12));
    expect(y[1]).toBe(solved[1]);
    expect(y[7]).not.toBe(solved[7]);
  });
});
