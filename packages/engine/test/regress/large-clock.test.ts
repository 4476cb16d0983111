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
      expect(Math.abs(stepper.state[0] - Math.exp(-1))).toBeLessThan(2 * tolerance);
    }
  }
});

test("many short runs at t = 1e9 add up", () => {
  const problem = createProblem([1], (y, out) => void out.set([-y[0]]), { time: 1e9 });
  const stepper = adams(problem, { tolerance: 1e-12 });
  for (let i = 1; i <= 64; i++) integrate(stepper, 1e9 + i / 64);
  expect(Math.abs(stepper.state[0] - Math.exp(-1))).toBeLessThan(1e-11);
});
