import { describe, expect, test } from "vitest";
import { createPlan, Plan, planStep, setNextStep } from "../../../../src/ode/stepper/control.js";
import { createFixedControl } from "../../../../src/ode/stepper/options.js";
import { Control } from "../../../../src/ode/stepper/stepper.js";

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

describe("setNextStep", () => {
  const plan = createPlan();

  /** The step to try after one of 0.5 s was asked for, given what the controller wants next. */
  function follow(next: number, end = Infinity, bounds = { minStep: 0, maxStep: Infinity }): number {
    const control = createFixedControl(0.5);
    control[Control.end] = end;
    control[Control.minStep] = bounds.minStep;
    control[Control.maxStep] = bounds.maxStep;
    planStep(plan, control, Float64Array.of(0, 0));
    plan[Plan.next] = next;
    setNextStep(control, plan);
    return control[Control.step];
  }

  test("is what the controller wants, within the bounds", () => {
    expect(follow(0.75)).toBe(0.75);
    expect(follow(0.25)).toBe(0.25);
    expect(follow(0.25, Infinity, { minStep: 0.375, maxStep: 1 })).toBe(0.375);
    expect(follow(3, Infinity, { minStep: 0, maxStep: 1 })).toBe(1);
  });

  test("a step cut short by the end does not shorten the one after it", () => {
    expect(follow(0.25, 0.125)).toBe(0.5);
    expect(follow(1.25, 0.125)).toBe(1.25);
  });
});
