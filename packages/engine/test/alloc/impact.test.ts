import { ImpactFallback, type ImpactLaw, ImpactSolver, ImpactStatus } from "@rigor/engine/contact";
import type { UnilateralProblem } from "@rigor/engine/linalg";
import { createRng, nextInRange } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { bytesPerCall } from "../support/allocation.js";
import { holdJoints } from "../support/impact-problems.js";
import { chainProblem, pileProblem, stackProblem } from "../support/row-problems.js";

function throwAbout(problem: UnilateralProblem, seed: number): UnilateralProblem {
  const rng = createRng(seed);
  for (let k = 0; k < problem.dimension; k++) problem.y0[k] = nextInRange(rng, -1, 1);
  holdJoints(problem);
  return problem;
}

/** Impacts come in bursts: once the pattern of the rows is known, not a byte. */
describe("impacts make no garbage", () => {
  const scenes = [
    ["one body", 1000, () => throwAbout(pileProblem(1, 1), 4)],
    ["a stack", 100, () => throwAbout(stackProblem(3, 1, 0.1), 1)],
    ["a pile", 100, () => throwAbout(pileProblem(40, 2), 2)],
    ["a chain", 100, () => throwAbout(chainProblem(6, 3), 3)],
  ] as const;
  for (const law of ["simultaneous", "propagation"] as ImpactLaw[]) {
    for (const [name, calls, build] of scenes) {
      test(`${name}, ${law}`, () => {
        const problem = build();
        const solver = new ImpactSolver({ law });
        // unlike restitution, so that blends are needed, too
        const e = Float64Array.from({ length: problem.rowCount }, (_, i) => (i % 3) / 3);
        let status = 0;
        const bytes = bytesPerCall(() => {
          status |= solver.solve(problem, e, 1e-3);
        }, calls);
        expect(status).toBe(ImpactStatus.ok);
        expect(solver.rounds).toBeGreaterThan(0);
        expect(bytes).toBe(0);
      });
    }
  }

  test("energy limits and round limits", () => {
    const problem = throwAbout(stackProblem(3, 1, 0.1), 1);
    const solver = new ImpactSolver();
    const e = Float64Array.from({ length: problem.rowCount }, (_, i) => (i < 4 ? 0 : 1));
    const bytes = bytesPerCall(() => {
      solver.solve(problem, e, 1e-6);
    }, 100);
    expect(solver.fallback).not.toBe(ImpactFallback.none);
    expect(bytes).toBe(0);
  });
});
