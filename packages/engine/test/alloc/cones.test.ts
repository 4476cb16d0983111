/**
 * No garbage in solves of cone problems: warm, following, and cold.
 */
import { expect, test } from "vitest";
import { FrictionContactSolver } from "../../src/linalg/index.js";
import { bytesPerCall } from "../support/allocation.js";
import { buildConeProblem, makeChain, makeStack, setSliding } from "../support/cone-problems.js";

const scenes = [
  ["a pushed stack", makeStack(2, 1, 0.2, 0.4, 2)],
  ["a chain", makeChain(3, 3)],
  ["a sliding stack", setSliding(makeStack(2, 4, 0.2, 0.3, 1), 4)],
] as const;

for (const [name, scene] of scenes) {
  const problem = buildConeProblem(scene);
  const solver = new FrictionContactSolver();
  solver.solve(problem);
  test(`${name}, warm`, () => {
    expect(bytesPerCall(() => solver.solve(problem, true), 100)).toBe(0);
  });
  test(`${name}, following`, () => {
    expect(bytesPerCall(() => solver.follow(problem), 50)).toBe(0);
  });
  test(`${name}, cold`, () => {
    expect(bytesPerCall(() => solver.solve(problem), 20)).toBe(0);
  });
}
