/** Problems that are fitted to forces near the law: these satisfy it then, and nothing is looser than was allowed. */
import {
  type FrictionContactProblem,
  FrictionContactSolver,
  FrictionContactStatus,
  MinimumSlack,
} from "@rigor/engine/linalg";
import { createRng, nextInRange } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import {
  buildConeProblem,
  drawVelocities,
  makeChain,
  makePile,
  makeStack,
  setSliding,
} from "../../../support/cone-problems.js";
import { findViolation } from "../../../support/slow-cones.js";

/** Forces that satisfy the law, each off by up to the part `off` of the largest; their number, and how much that may push, m/s². */
function solveRoughly(problem: FrictionContactProblem, off: number, seed: number): [Float64Array, number, number] {
  const solver = new FrictionContactSolver();
  expect(solver.solve(problem)).toBe(FrictionContactStatus.solved);
  const m = problem.rows.rowCount;
  const f = solver.result.f.slice(0, m);
  const rng = createRng(seed);
  const most = f.reduce((sum, x) => Math.max(sum, Math.abs(x)), 0);
  for (let i = 0; i < m; i++) if (problem.coneOf[i] >= 0) f[i] += most * nextInRange(rng, -off, off);
  const { rowStart, values } = problem.rows;
  let lightest = 0;
  for (let i = 0; i < m; i++) {
    const row = values.subarray(rowStart[i], rowStart[i + 1]);
    lightest = Math.max(
      lightest,
      row.reduce((sum, x) => sum + x * x, 0),
    );
  }
  return [f, m, off * most * lightest];
}

describe.each([
  ["a stack", (seed: number) => buildConeProblem(makeStack(6, seed))],
  ["a pile", (seed: number) => buildConeProblem(makePile(12, seed, 0.5, 2))],
  [
    "a pile that strikes",
    (seed: number) => {
      const scene = makePile(12, seed);
      return buildConeProblem(scene, drawVelocities(scene, seed, 1));
    },
  ],
  ["what slides", (seed: number) => buildConeProblem(setSliding(makeStack(4, seed), seed))],
])("%s", (_, build) => {
  test.each([1, 2, 3, 4, 5])("is fitted to forces near the law, %i", (seed) => {
    const problem = build(seed);
    const [f, m, pushed] = solveRoughly(problem, 1e-7, seed);
    const before = problem.rows.c.slice(0, m);
    // at each contact those of both bodies push together
    const limit = 12 * pushed;
    expect(new MinimumSlack().run(problem, f, limit)).toBe(true);
    const loose = before.map((x, i) => Math.abs(x - problem.rows.c[i]));
    expect(Math.max(...loose)).toBeLessThanOrEqual(limit);
    expect(Math.max(...loose)).toBeGreaterThan(0.1 * pushed);
    // by rounding of forces of tens of newtons
    expect(findViolation(problem, f)).toBeLessThan(1e-12);
    const solver = new FrictionContactSolver();
    solver.result.reserve(m, problem.rows.dimension, problem.coneCount);
    solver.result.f.set(f);
    expect(solver.approach(problem, 1)).toBe(FrictionContactStatus.solved);
    expect(solver.result.factorizations).toBe(0);
  });
});

test("what would have to be looser stays as it was, to the bit", () => {
  const problem = buildConeProblem(makePile(12, 3, 0.5, 2));
  const [f, m] = solveRoughly(problem, 1e-3, 1);
  const [forces, c] = [f.slice(), problem.rows.c.slice(0, m)];
  expect(new MinimumSlack().run(problem, f, 1e-6)).toBe(false);
  expect(f).toEqual(forces);
  expect(problem.rows.c.slice(0, m)).toEqual(c);
});

test("joints are not made loose", () => {
  const problem = buildConeProblem(makeChain(4, 2));
  const [f] = solveRoughly(problem, 0, 1);
  const joint = problem.coneOf.findIndex((cone, i) => cone < 0 && i < problem.rows.rowCount);
  f[joint] *= 1 + 1e-6;
  expect(new MinimumSlack().run(problem, f, 1e-3)).toBe(false);
});
