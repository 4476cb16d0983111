/** Bad input is named, with its value and its cure. */
import {
  adams,
  createProblem,
  dopri5,
  euler,
  integrate,
  midpoint,
  type Problem,
  rk4,
  stepDoubling,
} from "@rigor/engine/ode";
import { describe, expect, test } from "vitest";

const problem = () =>
  createProblem([1, 2], (y, out) => {
    out[0] = -y[0];
    out[1] = -y[1];
  });

describe("a fixed step", () => {
  test.each([euler, midpoint, rk4])("%o must be a number above zero", (method) => {
    for (const step of [0, -1, NaN, Infinity]) {
      expect(() => method(problem(), { step })).toThrow(`options.step: must be a finite number > 0, got ${step}`);
    }
  });
});

describe.each([
  ["dopri5", dopri5],
  ["adams", adams],
] as const)("%s", (_, method) => {
  test.each([0, -1e-6, NaN, Infinity])("a tolerance of %d", (tolerance) => {
    expect(() => method(problem(), { tolerance })).toThrow(
      /options\.tolerance: must be a finite number > 0, got .*1e-8/,
    );
  });

  test("absolute and relative tolerances", () => {
    expect(() => method(problem(), { absolute: [1e-6] })).toThrow("options.absolute: must have length 2");
    expect(() => method(problem(), { absolute: [1e-6, -1] })).toThrow(
      "options.absolute[1]: must be a finite number >= 0",
    );
    expect(() => method(problem(), { relative: NaN })).toThrow("options.relative");
    expect(() => method(problem(), { relative: 0, absolute: [1e-6, 0] })).toThrow("options.absolute[1]: must be");
    expect(() => method(problem(), { relative: 0, absolute: 1e-6 })).not.toThrow();
    expect(() => method(problem(), { relative: 1e-6, absolute: 0 })).not.toThrow();
  });

  test("steps", () => {
    expect(() => method(problem(), { step: 0 })).toThrow("options.step: must be a finite number > 0, got 0");
    expect(() => method(problem(), { maxStep: NaN })).toThrow("options.maxStep: must be > 0, got NaN");
    expect(() => method(problem(), { minStep: -1 })).toThrow("options.minStep: must be a finite number >= 0, got -1");
    expect(() => method(problem(), { minStep: 2, maxStep: 1 })).toThrow(
      "options.minStep: must be <= options.maxStep (1)",
    );
  });
});

test("step doubling", () => {
  for (const tolerance of [0, -1, NaN]) {
    expect(() => stepDoubling(euler, problem(), { tolerance })).toThrow(
      "options.tolerance: must be a finite number > 0",
    );
  }
});

test("adams", () => {
  expect(() => adams(problem(), { order: 0 })).toThrow("options.order: must be a whole number from 1 to 12, got 0");
  expect(() => adams(problem(), { order: 13 })).toThrow("options.order");
  expect(() => adams(problem(), { fixedStep: 0.1 })).toThrow("options.order: must be given with options.fixedStep");
  expect(() => adams(problem(), { fixedStep: -1, order: 2 })).toThrow("options.fixedStep: must be a finite number > 0");
});

test("a problem without a dimension", () => {
  const odd = { ...problem(), dimension: 0 } as Problem;
  for (const make of [() => euler(odd, { step: 1 }), () => dopri5(odd), () => adams(odd)]) {
    expect(make).toThrow("problem.dimension: must be a whole number > 0, got 0");
  }
});

describe("integrate", () => {
  test("its end, its bounds, its stepper", () => {
    const stepper = euler(problem(), { step: 0.1 });
    for (const end of [NaN, Infinity])
      expect(() => integrate(stepper, end)).toThrow(`tEnd: must be a finite number, got ${end}`);
    expect(() => integrate(stepper, 1, { maxSteps: NaN })).toThrow("options.maxSteps: must be >= 0, got NaN");
    expect(() => integrate(stepper, 1, { touchTolerance: -1 })).toThrow("options.touchTolerance");
    expect(stepper.state[2]).toBe(0);
  });

  test("a problem that changed its size", () => {
    const growing = { ...problem(), dimension: 2, getState: () => {}, setState: () => {}, derivative: () => {} };
    const stepper = euler(growing, { step: 0.1 });
    growing.dimension = 3;
    expect(() => integrate(stepper, 1)).toThrow(
      "stepper.state: must have length 4, got 3; the problem changed its size",
    );
  });

  test("events", () => {
    const stepper = euler(problem(), { step: 0.1 });
    const wrong = { function: () => 1, direction: 2 as 1 };
    expect(() => integrate(stepper, 1, { events: [wrong] })).toThrow(
      "options.events[0].direction: must be -1 (falling)",
    );
    expect(() => integrate(stepper, 1, { events: [{} as typeof wrong] })).toThrow(
      "options.events[0].function: must be",
    );
    const set = { count: 2, evaluate: () => {}, direction: [1] };
    expect(() => integrate(stepper, 1, { events: set })).toThrow("options.events.direction: must have length 2");
  });
});
