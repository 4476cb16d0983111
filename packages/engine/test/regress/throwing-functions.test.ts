/** Whatever threw in a run left problem, stepper and the end of the run in disorder. */
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
  radau5,
  rk4,
  type Stepper,
  stepDoubling,
} from "@rigor/engine/ode";
import { describe, expect, test } from "vitest";

const steppers: Record<string, (problem: Problem) => Stepper> = {
  euler: (problem) => euler(problem, { step: 0.01 }),
  midpoint: (problem) => midpoint(problem, { step: 0.01 }),
  rk4: (problem) => rk4(problem, { step: 0.01 }),
  "backward euler": (problem) => backwardEuler(problem, { step: 0.01 }),
  "step doubling": (problem) => stepDoubling(rk4, problem, { tolerance: 1e-8 }),
  dopri5: (problem) => dopri5(problem),
  adams: (problem) => adams(problem),
  "adams, fixed": (problem) => adams(problem, { order: 4, fixedStep: 0.01 }),
  radau5: (problem) => radau5(problem),
};

describe.each(Object.keys(steppers))("%s", (name) => {
  test.each(["f", "event", "onStep"])("%s throws once: caught, the run goes on", (culprit) => {
    let armed = false;
    const boom = (who: string, t: number) => {
      if (!armed || who !== culprit || t <= 1.05) return;
      armed = false;
      throw new Error("boom");
    };
    const problem = createProblem([1, 0], (y, out) => {
      boom("f", y[2]);
      out[0] = y[1];
      out[1] = -y[0];
    });
    const stepper = steppers[name](problem);
    const go = () =>
      integrate(stepper, 3, {
        events: [
          {
            value: (y) => {
              boom("event", y[2]);
              return y[0];
            },
          },
        ],
        onStep: ({ state }) => boom("onStep", state[2]),
      });
    integrate(stepper, 1);
    armed = true;
    expect(go).toThrow("boom");
    const state = new Float64Array(3);
    problem.getState(state);
    expect([...stepper.state]).toEqual([...state]);
    expect(stepper.control[Control.end]).toBe(Infinity);
    // a good state: on the circle, to the accuracy of the method
    const accuracy = [0, 0.03, 3e-5][stepper.order] ?? 1e-7;
    expect(Math.abs(state[0] - Math.cos(state[2]))).toBeLessThan(accuracy);
    const { status, events } = go();
    expect(status).toBe("done");
    expect(events.length).toBe(1);
    expect(Math.abs(stepper.state[0] - Math.cos(3))).toBeLessThan(accuracy);
  });
});
