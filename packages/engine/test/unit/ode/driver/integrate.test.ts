/** Runs: their end, their report, and what they leave behind. */
import {
  adams,
  backwardEuler,
  Control,
  createProblem,
  dopri5,
  euler,
  integrate,
  midpoint,
  type Problem,
  rk4,
  type Stepper,
  stepDoubling,
} from "@rigor/engine/ode";
import { describe, expect, test } from "vitest";

const oscillator = () =>
  createProblem([1, 0], (y, out) => {
    out[0] = y[1];
    out[1] = -y[0];
  });

const steppers: Record<string, (problem: Problem) => Stepper> = {
  euler: (problem) => euler(problem, { step: 0.03 }),
  midpoint: (problem) => midpoint(problem, { step: 0.03 }),
  rk4: (problem) => rk4(problem, { step: 0.03 }),
  "backward euler": (problem) => backwardEuler(problem, { step: 0.03 }),
  "step doubling": (problem) => stepDoubling(rk4, problem),
  dopri5: (problem) => dopri5(problem),
  adams: (problem) => adams(problem),
  "adams, fixed": (problem) => adams(problem, { order: 3, fixedStep: 0.03 }),
};

describe.each(Object.keys(steppers))("integrate with %s", (name) => {
  test("ends at exactly the time asked for, forward and backward, any number of times", () => {
    const problem = oscillator();
    const stepper = steppers[name](problem);
    for (const t of [0.1, 1 / 3, Math.PI, 10, 9.99, -2, 0.7]) {
      const report = integrate(stepper, t);
      expect(report.status).toBe("done");
      expect(report.t).toBe(t);
      expect(stepper.state[2]).toBe(t);
      const state = new Float64Array(3);
      problem.getState(state);
      expect([...state]).toEqual([...stepper.state]);
    }
  });

  test("nothing to do is done without a step", () => {
    const stepper = steppers[name](oscillator());
    const report = integrate(stepper, 0);
    expect(report).toMatchObject({ status: "done", t: 0, steps: 0, evaluations: 0 });
  });

  test("too many steps: stays at the last", () => {
    const stepper = steppers[name](oscillator());
    const report = integrate(stepper, 1e6, { maxSteps: 7 });
    expect(report.status).toBe("too-many-steps");
    expect(report.steps).toBe(7);
    expect(report.message).toContain("raise maxSteps");
    expect(report.t).toBe(stepper.state[2]);
    // and can be continued
    expect(integrate(stepper, report.t + 1).status).toBe("done");
  });

  test("onStep sees every step and may stop the run", () => {
    const stepper = steppers[name](oscillator());
    let seen = 0;
    const report = integrate(stepper, 10, {
      onStep: (s) => {
        expect(s).toBe(stepper);
        seen++;
        return seen < 5;
      },
    });
    expect(report.status).toBe("cancelled");
    expect(report.steps).toBe(5);
    expect(report.t).toBe(stepper.state[2]);
    expect(report.message).toContain("cancelled by onStep");
  });

  test("no step passes the end, and none is bounded afterwards", () => {
    const stepper = steppers[name](oscillator());
    integrate(stepper, 1, { onStep: ({ state }) => expect(state[2]).toBeLessThanOrEqual(1) });
    expect(stepper.control[Control.end]).toBe(Infinity);
  });

  test("a run in pieces is the run, to the accuracy of the method", () => {
    const whole = steppers[name](oscillator());
    const pieces = steppers[name](oscillator());
    integrate(whole, 3);
    for (let i = 1; i <= 30; i++) integrate(pieces, i / 10);
    // other steps, so another error: each within that of its order (measured: 0.003 for Euler)
    expect(Math.abs(whole.state[0] - pieces.state[0])).toBeLessThan(whole.order === 1 ? 0.02 : 1e-4);
  });
});

test("fixed steps that divide the time are taken whole", () => {
  const stepper = rk4(oscillator(), { step: 0.1 });
  const report = integrate(stepper, 1);
  expect(report.steps).toBe(10);
  expect(report.evaluations).toBe(40);
});

test("the message says where a run went", () => {
  const stepper = rk4(oscillator(), { step: 0.1 });
  expect(integrate(stepper, 1).message).toBe("reached t = 1");
});
