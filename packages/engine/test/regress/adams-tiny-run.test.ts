/**
 * A run of one rounding of t left two points of the Adams method so near to each other that no later step met the
 * tolerance; a run of 1e-6 s made it forget its step.
 */
import { adams, Control, createProblem, integrate } from "@rigor/engine/ode";
import { describe, expect, test } from "vitest";

const decay = () =>
  createProblem([1], (y, out) => {
    out[0] = -y[0];
  });

test("a run from 0.3 to 0.1 + 0.2", () => {
  const stepper = adams(decay());
  integrate(stepper, 0.3);
  expect(integrate(stepper, 0.1 + 0.2).status).toBe("done");
  expect(integrate(stepper, 1).status).toBe("done");
  // a tolerance of 1e-8 a step, which most steps stay well below (measured: 7.6e-10)
  expect(Math.abs(stepper.state[0] - Math.exp(-1))).toBeLessThan(1.5e-9);
});

test.each([1e-15, 1e-12, 1e-9, 1e-6, 1e-3])("a run of %d s costs the run after it nothing", (short) => {
  const straight = adams(decay());
  const stepper = adams(decay());
  integrate(straight, 1);
  integrate(stepper, 1);
  const before = stepper.control[Control.step];
  integrate(stepper, 1 + short);
  expect(stepper.control[Control.step]).toBe(before);
  const expected = integrate(straight, 2);
  const report = integrate(stepper, 2);
  expect(report.evaluations).toBeLessThanOrEqual(expected.evaluations);
  // the error of the whole run is the same; that of the step between, at most the tolerance of 1e-8 (measured: 2.8e-12)
  expect(Math.abs(stepper.state[0] - straight.state[0])).toBeLessThan(6e-12);
});

describe.each([1e-12, 1e-6, 1e-3, 1 / 60])("forty runs of %d s", (short) => {
  test("and then a long one", () => {
    const stepper = adams(decay());
    integrate(stepper, 1);
    for (let i = 0; i < 40; i++) expect(integrate(stepper, stepper.state[1] + short).steps).toBe(1);
    const report = integrate(stepper, 3);
    expect(report.status).toBe("done");
    // a start from order 1 takes 28 steps
    expect(report.steps).toBeLessThanOrEqual(29);
    // a tolerance of 1e-8 a step, which most steps stay well below (measured: 2.4e-9)
    expect(Math.abs(stepper.state[0] - Math.exp(-3))).toBeLessThan(5e-9);
  });

  test("with a fixed step", () => {
    const stepper = adams(decay(), { order: 4, fixedStep: 0.02 });
    for (let i = 0; i < 40; i++) integrate(stepper, stepper.state[1] + short);
    integrate(stepper, 3);
    // order 5: 0.02⁵ is 3e-9, times the constant of the method (measured: 5e-11)
    expect(Math.abs(stepper.state[0] - Math.exp(-3))).toBeLessThan(1e-10);
  });
});
