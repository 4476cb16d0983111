/**
 * The solver of impacts keeps the pattern of all pairs of bodies that it has met, and by it an order of elimination: a world
 * that saved and one into which the snapshot was restored differed in the last bit, from the first impact with forces that
 * are not unique on.
 */
import { ImpactSolver } from "@rigor/engine/contact";
import { RowKind, UnilateralProblem } from "@rigor/engine/linalg";
import { createRng, nextInRange } from "@rigor/engine/math";
import { expect, test } from "vitest";

/** Nodes that touch the one before, on contacts that depend on each other; if `isDense`, all others. */
function makeProblem(count: number, isDense: boolean): UnilateralProblem {
  const problem = new UnilateralProblem();
  const rng = createRng(count, 3);
  for (let k = 0; k < count; k++) problem.addNode(6);
  for (let k = 0; k < 6 * count; k++) problem.y0[k] = nextInRange(rng, -1, 1);
  for (let k = 1; k < count; k++) {
    for (let other = isDense ? 0 : k - 1; other < k; other++) {
      for (let corner = 0; corner < 8; corner++) {
        const row = problem.addRow(RowKind.inequality, k, other);
        const [x, z] = [nextInRange(rng, -1, 1), nextInRange(rng, -1, 1)];
        problem.values.set([0, 1, 0, -z, 0, x, 0, -1, 0, z, 0, -x], problem.rowStart[row]);
      }
    }
  }
  return problem;
}

function solveWith(solver: ImpactSolver, problem: UnilateralProblem): number[] {
  solver.solve(problem, new Float64Array(problem.rowCount).fill(0.3), 1e-6);
  return Array.from(solver.impulses.subarray(0, problem.rowCount));
}

test("what was solved before has no say after a reset", () => {
  const solver = new ImpactSolver({ law: "simultaneous" });
  const problem = makeProblem(6, false);
  const alone = solveWith(new ImpactSolver({ law: "simultaneous" }), problem);
  solveWith(solver, makeProblem(6, true));
  solver.reset();
  expect(solveWith(solver, problem)).toEqual(alone);
});
