import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPlan, Plan, planStep, takeRoot } from "../../../src/ode/control.js";
import { createFixedControl } from "../../../src/ode/options.js";
import { Control } from "../../../src/ode/stepper.js";

describe("takeRoot", () => {
  test("agrees with pow to a few roundings", () => {
    fc.assert(
      fc.property(fc.double({ min: -250, max: 250, noNaN: true }), fc.integer({ min: 2, max: 120 }), (exponent, k) => {
        const value = 10 ** exponent;
        const a = Float64Array.of(value);
        takeRoot(a, 0, k);
        // the last round leaves two ulp; 1/k as an exponent is itself rounded, which moves pow by up to ln(value)/k ulp
        const slack = 1 + Math.abs(Math.log(value)) / k;
        expect(Math.abs(a[0] / value ** (1 / k) - 1)).toBeLessThan(5e-16 * slack);
      }),
      { seed: 1, numRuns: 3000 },
    );
  });

  test("powers of two have exact roots", () => {
    const a = Float64Array.of(32, 0.03125, 1);
    for (let i = 0; i < 3; i++) takeRoot(a, i, 5);
    expect([...a]).toEqual([2, 0.5, 1]);
  });
});

describe("planStep", () => {
  const plan = createPlan();
  const state = (t: number) => Float64Array.of(0, t);

  test("takes the step asked for, cut at maxStep and at end", () => {
    const control = createFixedControl(0.5);
    expect(planStep(plan, control, state(1))).toBe(true);
    expect([plan[Plan.step], plan[Plan.end]]).toEqual([0.5, 1.5]);
    control[Control.maxStep] = 0.25;
    planStep(plan, control, state(1));
    expect(plan[Plan.end]).toBe(1.25);
    control[Control.end] = 1.125;
    expect(planStep(plan, control, state(1))).toBe(true);
    expect([plan[Plan.step], plan[Plan.end]]).toEqual([0.125, 1.125]);
    expect(planStep(plan, control, state(1.125))).toBe(false);
  });

  test("stretches rather than leave a crumb", () => {
    const control = createFixedControl(0.1);
    control[Control.end] = 0.1 + 1e-12;
    planStep(plan, control, state(0));
    expect(plan[Plan.end]).toBe(0.1 + 1e-12);
  });

  test("runs backward", () => {
    const control = createFixedControl(0.5);
    control[Control.direction] = -1;
    control[Control.end] = -1;
    planStep(plan, control, state(0));
    expect([plan[Plan.step], plan[Plan.end]]).toEqual([-0.5, -0.5]);
    planStep(plan, control, state(-0.75));
    expect([plan[Plan.step], plan[Plan.end]]).toEqual([-0.25, -1]);
  });

  test("says when a step no longer moves the clock, or is below minStep", () => {
    const control = createFixedControl(1e-17);
    expect(planStep(plan, control, state(1))).toBe(false);
    expect(planStep(plan, control, state(1e-5))).toBe(true);
    control[Control.minStep] = 1e-3;
    expect(planStep(plan, control, state(1e-5))).toBe(false);
  });
});
