import { type RestingMethod, RestingSolver } from "@rigor/engine/contact";
import { UnilateralStatus } from "@rigor/engine/linalg";
import { describe, expect, test } from "vitest";
import { bytesPerCall } from "../support/allocation.js";
import { chainProblem, pileProblem, stackProblem, wallProblem } from "../support/row-problems.js";

describe("resting contact makes no garbage", () => {
  for (const [name, method, problem, calls] of [
    ["a stack of sixty-four contacts", "auto", stackProblem(16), 80],
    ["a wall", "auto", wallProblem(2, 3), 100],
    ["a chain", "auto", chainProblem(6, 3), 100],
    ["a pile", "pivot", pileProblem(40, 2), 100],
  ] as const) {
    test(`${name}, ${method}: forces, what holds, a basis`, () => {
      const solver = new RestingSolver({ method: method as RestingMethod });
      const out = new Uint8Array(problem.rowCount);
      let turn = 0;
      let status = 0;
      let count = 0;
      const bytes = bytesPerCall(() => {
        turn = (turn + 1) % 8;
        problem.y0[2] += (turn - 3.5) * 1e-4;
        status |= solver.solve(problem, true);
        count = solver.listHolding(out) - solver.selectBasis(out);
      }, calls);
      expect(status).toBe(UnilateralStatus.ok);
      expect(count).toBeGreaterThanOrEqual(0);
      expect(bytes).toBe(0);
    });
  }
});
