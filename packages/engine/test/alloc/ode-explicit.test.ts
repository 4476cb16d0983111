/** No garbage in a step: every explicit method, its interpolant, and the watch for events. */
import {
  adams,
  Control,
  createProblem,
  dopri5,
  type EventSet,
  euler,
  midpoint,
  type Problem,
  rk4,
  type Stepper,
  stepDoubling,
} from "@rigor/engine/ode";
import { createReferenceProblem, pleiades } from "@rigor/scenes";
import { describe, expect, test } from "vitest";
import { EventLocator } from "../../src/ode/events/event-locator.js";
import { bytesPerCall } from "../support/allocation.js";

const methods: Record<string, (problem: Problem) => Stepper> = {
  euler: (problem) => euler(problem, { step: 1e-3 }),
  midpoint: (problem) => midpoint(problem, { step: 1e-3 }),
  rk4: (problem) => rk4(problem, { step: 1e-3 }),
  "euler with step doubling": (problem) => stepDoubling(euler, problem, { tolerance: 1e-4 }),
  "rk4 with step doubling, extrapolated": (problem) =>
    stepDoubling(rk4, problem, { tolerance: 1e-6, extrapolate: true }),
  dopri5: (problem) => dopri5(problem, { tolerance: 1e-6 }),
  adams: (problem) => adams(problem, { tolerance: 1e-6 }),
  "adams of order 4 at a fixed step": (problem) => adams(problem, { order: 4, fixedStep: 1e-3 }),
};

/** A problem that goes on for ever, with f of many shapes behind it: steppers of the same class meet both. */
const circle = () =>
  createProblem([1, 0, 2], (y, out) => {
    out[0] = -y[1];
    out[1] = y[0];
    out[2] = -0.1 * y[2] + 0.1 * y[0];
  });

describe.each(Object.keys(methods))("%s", (name) => {
  test("a step makes no garbage", () => {
    // other instances and other problems first, so that call sites are as polymorphic as they get in a real program
    for (const make of Object.values(methods)) {
      const other = make(createReferenceProblem(pleiades));
      for (let i = 0; i < 50; i++) other.step();
    }
    const stepper = methods[name](circle());
    expect(bytesPerCall(() => void stepper.step())).toBe(0);
  });

  test("its interpolant makes no garbage", () => {
    const stepper = methods[name](circle());
    const out = new Float64Array(4);
    const f = () => {
      stepper.step();
      out[3] = 0.5 * (stepper.previous[3] + stepper.state[3]);
      stepper.interpolate(out);
    };
    expect(bytesPerCall(f)).toBe(0);
  });

  test("nor does a fresh start, as after an event, with the first step to be estimated anew", () => {
    const stepper = methods[name](circle());
    const f = () => {
      stepper.restart();
      if (stepper.adaptive) stepper.control[Control.step] = 0;
      stepper.step();
    };
    expect(bytesPerCall(f)).toBe(0);
  });
});

test("rejected steps make no garbage", () => {
  const stepper = dopri5(circle(), { tolerance: 1e-6 });
  const f = () => {
    stepper.control[Control.step] = 10;
    stepper.step();
  };
  expect(bytesPerCall(f)).toBe(0);
  expect(stepper.counts[1]).toBeGreaterThan(100);
});

test("watching a step makes no garbage while nothing happens", () => {
  const events: EventSet = {
    count: 2,
    evaluate(state, out) {
      out[0] = state[0] - 3;
      out[1] = state[1] * state[1] + 0.5;
    },
  };
  for (const stepper of [rk4(circle(), { step: 1 / 64 }), dopri5(circle(), { tolerance: 1e-6 })]) {
    const locator = new EventLocator(stepper, events, -1);
    const f = () => {
      stepper.step();
      locator.scan();
    };
    expect(bytesPerCall(f)).toBe(0);
    expect(locator.hits.length).toBe(0);
  }
});
