/**
 * Dominoes that lie on one another: a contact on the edge of its cone was pushed on along its force, by 9e-9 of what drives it,
 * and that was taken for rows that contradict each other. Another slips.
 */
import {
  FrictionContactProblem,
  FrictionContactSolver,
  FrictionContactStatus,
  TangentialState,
} from "@rigor/engine/linalg";
import { expect, test } from "vitest";
import { leaningDominoes } from "../support/leaning-dominoes.js";

type Cone = [nodes: number[], mu: number, slips: number, along: number[], values: number[], c: number[]];

function read(text: string): FrictionContactProblem {
  const { y0, cones } = JSON.parse(text) as { y0: number[]; cones: Cone[] };
  const problem = new FrictionContactProblem();
  for (let k = 0; k < y0.length / 6; k++) problem.addNode(6);
  problem.rows.y0.set(y0);
  for (const [[first, second = -1], mu, slips, along, values, c] of cones) {
    const cone = problem.addCone(first, second);
    problem.mu[cone] = mu;
    problem.motion[cone] = slips === 1 ? TangentialState.slipping : TangentialState.resting;
    problem.direction.set(along, 2 * cone);
    problem.rows.values.set(values, problem.rows.rowStart[problem.coneRow[cone]]);
    problem.rows.c.set(c, problem.coneRow[cone]);
  }
  return problem;
}

test("forces of dominoes that lie on one another satisfy the law", () => {
  const solver = new FrictionContactSolver();
  expect(solver.solve(read(leaningDominoes))).toBe(FrictionContactStatus.solved);
  expect(solver.result.residual).toBeLessThan(1e-9);
  expect(solver.result.factorizations).toBeLessThan(200);
});

test("so they do from a guess", () => {
  const solver = new FrictionContactSolver();
  const problem = read(leaningDominoes);
  solver.solve(problem);
  expect(solver.solveFrom(problem)).toBe(FrictionContactStatus.solved);
  expect(solver.result.residual).toBeLessThan(1e-9);
});
