/** Bad input is named, with its value and its cure. */
import { RigorError } from "@rigor/engine/math";
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

describe.each(
  Object.entries({
    euler,
    midpoint,
    rk4,
    dopri5,
    adams,
    radau5,
    backwardEuler,
    backwardEulerSecondOrder,
  }) as unknown as [string, (problem?: unknown, options?: unknown) => unknown][],
)("%s called amiss", (name, method) => {
  const adaptive = ["dopri5", "adams", "radau5"].includes(name);
  // it asks for more of its problem
  const bare =
    name === "backwardEulerSecondOrder" ? { ...problem(), getState() {}, setState() {}, derivative() {} } : problem();

  test("nothing throws but a RigorError", () => {
    const calls = [[], [null], [1], [{ step: 1 }], [bare, 1e-8], [bare, null], [bare, [1e-8]], [bare, "1e-8"]];
    if (!adaptive) calls.push([bare]);
    for (const call of calls) expect(() => method(...call), JSON.stringify(call)).toThrow(RigorError);
    expect(() => method()).toThrow("problem: must be a problem, got undefined; make one with createProblem");
    expect(() => method(bare, 1e-8)).toThrow(/^options: must be an object with .*step.*, got 1e-8; write \{ /);
  });

  test("a key that nobody reads", () => {
    expect(() => method(bare, { step: 1, stpe: 1 })).toThrow(
      /^options\.stpe: must be one of .*got 1; did you mean step\?$/,
    );
    expect(() => method(bare, { step: 1, Step: 1 })).toThrow("did you mean step?");
    expect(() => method(bare, { step: 1, colour: 1 })).toThrow(/^options\.colour: must be one of .*, got 1$/);
    if (!adaptive) return;
    expect(() => method(bare, { tolerence: 1e-9 })).toThrow(
      /^options\.tolerence: must be one of tolerance, relative, absolute, step, maxStep, minStep.*, got 1e-9; did you mean tolerance\?$/,
    );
    expect(() => method(bare, { maxstep: 1 })).toThrow("did you mean maxStep?");
  });

  test.skipIf(name === "backwardEulerSecondOrder")("numbers that are none", () => {
    for (const value of ["0.1", [0.1], { valueOf: () => 0.1 }]) {
      expect(() => method(bare, { step: value })).toThrow("options.step: must be a finite number > 0, got ");
      if (!adaptive) continue;
      expect(() => method(bare, { tolerance: value })).toThrow("options.tolerance: must be a finite number > 0, got ");
      expect(() => method(bare, { maxStep: value })).toThrow("options.maxStep: must be > 0, got ");
      expect(() => method(bare, { minStep: value })).toThrow("options.minStep: must be a finite number >= 0, got ");
      expect(() => method(bare, { relative: value })).toThrow("options.relative: must be a finite number >= 0, got ");
    }
    if (adaptive)
      expect(() => method(bare, { absolute: "1e-8" })).toThrow(
        'options.absolute: must be a finite number >= 0, got "1e-8"',
      );
  });
});

describe("step doubling called amiss", () => {
  const double = stepDoubling as unknown as (...call: unknown[]) => unknown;

  test("arguments in another order, or none", () => {
    for (const call of [[], [problem(), rk4], [rk4], [rk4, problem(), 1e-8], [rk4, problem(), { saftey: 0.9 }]]) {
      expect(() => double(...call)).toThrow(RigorError);
    }
    expect(() => double(problem(), rk4)).toThrow(
      "method: must be a method with a fixed step, as rk4, got [object Object]",
    );
    expect(() => double(rk4, problem(), { saftey: 0.9 })).toThrow("did you mean safety?");
  });

  test("a method that chooses its steps already", () => {
    for (const method of [dopri5, adams, radau5]) {
      expect(() => double(method, problem())).toThrow(
        /^method: must be a method with a fixed step, as rk4, got ".*by itself$/,
      );
    }
    expect(() => double(backwardEuler, problem())).not.toThrow();
  });
});

test("a problem without a dimension", () => {
  const odd = { ...problem(), dimension: 0 } as Problem;
  for (const make of [() => euler(odd, { step: 1 }), () => dopri5(odd), () => adams(odd)]) {
    expect(make).toThrow("problem.dimension: must be a whole number > 0, got 0");
  }
});

describe("integrate", () => {
  test("called amiss", () => {
    const run = integrate as unknown as (...call: unknown[]) => unknown;
    const stepper = euler(problem(), { step: 0.1 });
    for (const call of [[], [problem(), 1], [stepper], [stepper, "1"], [stepper, 1, 5], [stepper, 1, { maxStep: 1 }]]) {
      expect(() => run(...call)).toThrow(RigorError);
    }
    expect(() => run(stepper, 1, { maxStep: 1 })).toThrow("did you mean maxSteps?");
  });

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
    const wrong = { value: () => 1, direction: 2 as 1 };
    expect(() => integrate(stepper, 1, { events: [wrong] })).toThrow(
      "options.events[0].direction: must be -1 (falling)",
    );
    expect(() => integrate(stepper, 1, { events: [{} as typeof wrong] })).toThrow("options.events[0].value: must be");
    const set = { count: 2, evaluate: () => {}, direction: [1] };
    expect(() => integrate(stepper, 1, { events: set })).toThrow("options.events.direction: must have length 2");
  });
});
