/** The same bits everywhere: whole runs, hashed step by step, in this engine and in QuickJS, against golden values. */
import { describe, expect, test } from "vitest";
import { runInOtherEngine, runInThisEngine } from "../support/other-engine.js";

/** A run of Arenstorf's orbit with events, as a program: the hash of every step, and the counts. */
const program = (make: string) => `
  import { createHash, digestHash, updateHash } from "@rigor/engine/math";
  import { adams, createProblem, dopri5, euler, integrate, midpoint, rk4, stepDoubling } from "@rigor/engine/ode";
  const mu = 0.012277471;
  const nu = 1 - mu;
  const problem = createProblem([0.994, 0, 0, -2.0015851063790824], (y, out) => {
    const earth = (y[0] + mu) * (y[0] + mu) + y[1] * y[1];
    const moon = (y[0] - nu) * (y[0] - nu) + y[1] * y[1];
    const a = nu / (earth * Math.sqrt(earth));
    const b = mu / (moon * Math.sqrt(moon));
    out[0] = y[2];
    out[1] = y[3];
    out[2] = y[0] + 2 * y[3] - a * (y[0] + mu) - b * (y[0] - nu);
    out[3] = y[1] - 2 * y[2] - (a + b) * y[1];
  });
  const stepper = ${make};
  const hash = createHash();
  const report = integrate(stepper, 3, {
    events: [{ value: (y) => y[1] }, { value: (y) => y[0] * y[2] + y[1] * y[3] }, { value: (y) => y[2] + 1.1 }],
    onStep: ({ state }) => updateHash(hash, state),
  });
  for (const event of report.events) updateHash(hash, event.state);
  const { status, steps, rejected, evaluations, events } = report;
  export default [digestHash(hash), status, steps, rejected, evaluations, events.length];
`;

describe.each([
  ["euler", "euler(problem, { step: 1e-3 })", ["f7e27184b46cedff", "done", 3000, 0, 3001, 8]],
  ["midpoint", "midpoint(problem, { step: 1e-3 })", ["8a44c171a01cbf02", "done", 3000, 0, 6001, 4]],
  ["rk4", "rk4(problem, { step: 1e-3 })", ["a2ace5394ff3309f", "done", 3000, 0, 12001, 4]],
  ["step doubling", "stepDoubling(rk4, problem, { tolerance: 1e-6 })", ["dbf16fd79a46a5b4", "done", 73, 13, 1094, 4]],
  ["dopri5", "dopri5(problem, { tolerance: 1e-9 })", ["2a7ef65b8cc7912b", "done", 159, 3, 974, 4]],
  ["adams", "adams(problem, { tolerance: 1e-9 })", ["71aeab3fa25bc751", "done", 252, 0, 506, 4]],
  [
    "adams with a fixed step",
    "adams(problem, { order: 5, fixedStep: 1e-3 })",
    ["990dbab63804b09d", "done", 3000, 0, 7526, 4],
  ],
] as const)("%s", (_, make, golden) => {
  test("here, and in QuickJS", async () => {
    expect(await runInThisEngine(program(make))).toEqual(golden);
    expect(await runInOtherEngine(program(make))).toEqual(golden);
  });
});
