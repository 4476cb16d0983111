/**
 * At t = 1e9 s the steps that order 1 needs for a tolerance of 1e-12 are below the rounding of t: the Adams method could
 * not start. And a clock that rounded to the end left y short of it.
 */
import { adams, createProblem, dopri5, integrate } from "@rigor/engine/ode";
import { expect, test } from "vitest";

test.each([adams, dopri5])("%o starts at any time", (method) => {
  for (const t of [0, 1e6, 1e9, 1e12]) {
    for (const tolerance of [1e-8, 1e-12]) {
      const problem = createProblem([1], (y, out) => void out.set([-y[0]]), { time: t });
      const stepper = method(problem, { tolerance });
      expect(integrate(stepper, t + 1).status).toBe("done");
      // the tolerance of a step, over the few steps of a run (measured: 1.2 at the worst, adams at 1e12 s)
      expect(Math.abs(stepper.state[0] - Math.exp(-1))).toBeLessThan(1.3 * tolerance);
    }
  }
});

test("many short runs at t = 1e9 add up", () => {
  const problem = createProblem([1], (y, out) => void out.set([-y[0]]), { time: 1e9 });
  const stepper = adams(problem, { tolerance: 1e-12 });
  for (let i = 1; i <= 64; i++) integrate(stepper, 1e9 + i / 64);
  // runs of 1/64 s are far shorter than the tolerance asks for: ulps of y, 5.6e-17 (measured: none)
  expect(Math.abs(stepper.state[0] - Math.exp(-1))).toBeLessThan(1.2e-16);
});
