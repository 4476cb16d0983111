/**
 * After a step was cut back to an event, radau5 and the fixed-step methods interpolated towards the cut, not the step's
 * end.
 */
import {
  adams,
  backwardEuler,
  backwardEulerSecondOrder,
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
import { createChain } from "../unit/ode/implicit/backward-euler-chain.js";

const oscillator = () =>
  createProblem([1, 0], (y, out) => {
    out[0] = y[1];
    out[1] = -y[0];
  });
const chain = () => createChain({ masses: 2, width: 1, stiffness: 10, damping: 0.1, load: 1 });

const steppers: Record<string, () => Stepper> = {
  euler: () => euler(oscillator(), { step: 0.1 }),
  midpoint: () => midpoint(oscillator(), { step: 0.1 }),
  rk4: () => rk4(oscillator(), { step: 0.1 }),
  "step doubling": () => stepDoubling(rk4, oscillator(), { tolerance: 1e-6 }),
  "step doubling, extrapolated": () => stepDoubling(euler, oscillator(), { tolerance: 1e-4, extrapolate: true }),
  dopri5: () => dopri5(oscillator()),
  adams: () => adams(oscillator()),
  "adams at a fixed step": () => adams(oscillator(), { order: 4, fixedStep: 0.1 }),
  radau5: () => radau5(oscillator()),
  "backward Euler": () => backwardEuler(oscillator(), { step: 0.1 }),
  "backward Euler by Newton": () => backwardEuler(oscillator(), { step: 0.1, newton: true }),
  "backward Euler, n×n": () => backwardEulerSecondOrder(chain(), { step: 0.1 }),
  "step doubling of backward Euler": () => stepDoubling(backwardEuler, oscillator(), { tolerance: 1e-3 }),
};

/** y and t a fraction θ of the way through the step from `start` to `end`. */
function interpolateAt(stepper: Stepper, start: number, end: number, theta: number): Float64Array {
  const out = new Float64Array(stepper.state.length);
  out[out.length - 1] = start + theta * (end - start);
  stepper.interpolate(out);
  return out;
}

function takeSteps(make: () => Stepper): Stepper {
  const stepper = make();
  for (let k = 0; k < 7; k++) stepper.step();
  return stepper;
}

function cutBack(stepper: Stepper, place: Float64Array): void {
  const { problem, state } = stepper;
  problem.setState(place);
  problem.getState(state);
}

function readState(problem: Problem): Float64Array {
  const state = new Float64Array(problem.dimension + 1);
  problem.getState(state);
  return state;
}

const thetas = [0, 0.25, 0.4, 0.5, 0.75, 1];

describe.each(Object.keys(steppers))("%s", (name) => {
  test("interpolates the whole step, before and after a cut, in the same bits", () => {
    const whole = takeSteps(steppers[name]);
    const n = whole.problem.dimension;
    const start = whole.previous[n];
    const end = whole.state[n];
    const expected = thetas.map((theta) => interpolateAt(whole, start, end, theta));
    expect(expected[5]).toEqual(whole.state);
    cutBack(whole, expected[2]);
    expect(thetas.map((theta) => interpolateAt(whole, start, end, theta))).toEqual(expected);
    // the same where nothing was interpolated before the cut, so that slopes are found only now
    const fresh = takeSteps(steppers[name]);
    cutBack(fresh, expected[2]);
    expect(thetas.map((theta) => interpolateAt(fresh, start, end, theta))).toEqual(expected);
    // and the problem is left where it was cut
    expect(readState(fresh.problem)).toEqual(expected[2]);
    expect(fresh.state).toEqual(expected[2]);
  });

  test("interpolates to the event's own state when integrate tells of the cut", () => {
    const stepper = steppers[name]();
    const n = stepper.problem.dimension;
    let found: Float64Array = new Float64Array(n + 1);
    const report = integrate(stepper, 10, {
      events: [{ value: (y) => y[n] - 0.37, terminal: true }],
      onStep: ({ state }) => {
        found = interpolateAt(stepper, state[n], state[n], 0);
      },
    });
    expect(report.status).toBe("event");
    expect(report.events[0].state).toEqual(found);
  });
});
