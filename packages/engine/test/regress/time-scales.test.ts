/** Constants in seconds, and squares that underflow, made adaptive methods fail far from the scale of a second. */
import { adams, createProblem, dopri5, integrate, type Problem, radau5, rk4, stepDoubling } from "@rigor/engine/ode";
import { describe, expect, test } from "vitest";

const methods = {
  adams: (problem: Problem) => adams(problem),
  dopri5: (problem: Problem) => dopri5(problem),
  radau5: (problem: Problem) => radau5(problem),
  doubling: (problem: Problem) => stepDoubling(rk4, problem, { tolerance: 1e-8 }),
};

describe.each(Object.entries(methods))("%s", (_, method) => {
  const run = (scale: number) => {
    const stepper = method(createProblem([1], (y, out) => void out.set([-y[0] / scale])));
    const report = integrate(stepper, scale);
    return { ...report, error: Math.abs(stepper.state[0] - Math.exp(-1)) };
  };
  const usual = run(1);

  test.each([1e-300, 1e-200, 1e-100, 1e-30, 1e30, 1e100, 1e200, 1e290])("a time scale of %d s", (scale) => {
    const report = run(scale);
    expect(report.status).toBe("done");
    // 1.6e-7: the notes' rule of step doubling aims at the whole tolerance in every step
    expect(report.error).toBeLessThan(Math.max(1e-8, 1.01 * usual.error));
    // nothing knows the unit of time: the same steps
    expect(report.evaluations).toBe(usual.evaluations);
  });

  test("a first run of almost nothing does not spoil the step", () => {
    const stepper = method(createProblem([1], (y, out) => void out.set([-y[0]])));
    integrate(stepper, 1e-15);
    // no more than without it: the first step need not be guessed again
    expect(integrate(stepper, 1).evaluations).toBeLessThan(usual.evaluations);
  });
});
