import { UnilateralMethod, UnilateralSolver, UnilateralStatus } from "@rigor/engine/linalg";
import { describe, expect, test } from "vitest";
import { InteriorPoint } from "../../src/linalg/complementarity/interior-point.js";
import { NormalMatrix } from "../../src/linalg/complementarity/normal-matrix.js";
import { measureDelassusDiagonal } from "../../src/linalg/complementarity/row-products.js";
import { bytesPerCall } from "../support/allocation.js";
import { jointedProblem } from "../support/jointed-problems.js";
import { chainProblem, pileProblem, stackProblem } from "../support/row-problems.js";

/** Solves run inside every derivative evaluation: once the pattern is known, not a byte. */
describe("row problems make no garbage", () => {
  const problems = [
    ["a stack", stackProblem(6, 1, 0.1)],
    ["a pile", pileProblem(40, 2)],
    ["a chain", chainProblem(8, 3)],
  ] as const;

  for (const [name, problem] of problems) {
    for (const [label, method] of [
      ["dual", UnilateralMethod.dual],
      ["polish", UnilateralMethod.polish],
      ["pivoting", UnilateralMethod.pivoting],
    ] as const) {
      test(`${name}, ${label}, from nothing`, () => {
        const solver = new UnilateralSolver({ method });
        let status = 0;
        const bytes = bytesPerCall(() => {
          status |= solver.solve(problem);
        }, 60);
        expect(status).toBe(UnilateralStatus.ok);
        expect(bytes).toBe(0);
      });
    }

    test(`${name}, from the last forces, judged, least forces`, () => {
      const solver = new UnilateralSolver();
      solver.solve(problem);
      let turn = 0;
      let status = 0;
      const bytes = bytesPerCall(() => {
        turn = (turn + 1) % 8;
        problem.y0[2] += (turn - 3.5) * 1e-4;
        status |= solver.solve(problem, true);
        solver.judge(problem);
        solver.findMinimumNorm(problem);
      }, 200);
      expect(status).toBe(UnilateralStatus.ok);
      expect(bytes).toBe(0);
    });
  }

  test("joints with some contacts, the joints eliminated: solved, judged, sorted, least forces", () => {
    const problem = jointedProblem(5, { most: 8 });
    const solver = new UnilateralSolver();
    const basis = new Uint8Array(problem.rowCount);
    let turn = 0;
    let status = 0;
    const bytes = bytesPerCall(() => {
      turn = (turn + 1) % 8;
      problem.y0[2] += (turn - 3.5) * 1e-4;
      problem.values[0] += (turn - 3.5) * 1e-6;
      status |= solver.solve(problem);
      solver.judge(problem);
      solver.selectBasis(problem, basis);
      solver.findMinimumNorm(problem);
    }, 100);
    expect(status).toBe(UnilateralStatus.ok);
    expect(bytes).toBe(0);
  });

  test("the interior point method, which only large unlike masses need", () => {
    const problem = stackProblem(4, 1, 0.1, 4);
    const m = problem.rowCount;
    const interior = new InteriorPoint();
    const normal = new NormalMatrix();
    const [d, f, a] = [new Float64Array(m), new Float64Array(m), new Float64Array(m)];
    const y = new Float64Array(problem.dimension);
    const control = Float64Array.of(1e-9);
    const scale = Float64Array.of(9.81);
    measureDelassusDiagonal(d, problem);
    const bytes = bytesPerCall(() => {
      interior.run(problem, normal, d, f, y, a, 60, control, scale, 0);
    }, 60);
    // it came to its end
    expect(interior.factorizations).toBeGreaterThan(5);
    expect(interior.factorizations).toBeLessThan(30);
    expect(bytes).toBe(0);
  });
});
