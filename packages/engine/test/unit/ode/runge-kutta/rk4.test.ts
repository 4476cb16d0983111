import { Count, createProblem, rk4, StepStatus } from "@rigor/engine/ode";
import { expect, test } from "vitest";

test("a step of ẋ = x is the Taylor series of eʰ to the fourth power of h", () => {
  const h = 0.5;
  const stepper = rk4(
    createProblem([1], (y, out) => {
      out[0] = y[0];
    }),
    { step: h },
  );
  stepper.step();
  const series = 1 + h + h ** 2 / 2 + h ** 3 / 6 + h ** 4 / 24;
  // ten roundings near 1.6
  expect(Math.abs(stepper.state[0] - series)).toBeLessThan(5e-16);
  expect(stepper.counts[Count.evaluations]).toBe(4);
});

test("a quadrature is Simpson's rule: exact for a cubic", () => {
  const times: number[] = [];
  const stepper = rk4(
    createProblem([0], (y, out) => {
      times.push(y[1]);
      out[0] = 4 * y[1] ** 3;
    }),
    { step: 2 },
  );
  stepper.step();
  // the first two are the check of createProblem
  expect(times.slice(2)).toEqual([0, 1, 1, 2]);
  expect(stepper.state[0]).toBe(16);
});

test("agrees with the notes' formula, written out with k = h f", () => {
  const f = (x: readonly [number, number], t: number): [number, number] => [x[1] * t, Math.sin(x[0]) - x[1]];
  const add = (x: readonly [number, number], s: number, k: readonly [number, number]): [number, number] => [
    x[0] + s * k[0],
    x[1] + s * k[1],
  ];
  const h = 0.3;
  const x: [number, number] = [0.7, -0.2];
  const k1 = add([0, 0], h, f(x, 1));
  const k2 = add([0, 0], h, f(add(x, 1 / 2, k1), 1 + h / 2));
  const k3 = add([0, 0], h, f(add(x, 1 / 2, k2), 1 + h / 2));
  const k4 = add([0, 0], h, f(add(x, 1, k3), 1 + h));
  const wanted = add(add(add(add(x, 1 / 6, k1), 1 / 3, k2), 1 / 3, k3), 1 / 6, k4);
  const stepper = rk4(
    createProblem(
      x,
      (y, out) => {
        out[0] = y[1] * y[2];
        out[1] = Math.sin(y[0]) - y[1];
      },
      { time: 1 },
    ),
    { step: h },
  );
  expect(stepper.step()).toBe(StepStatus.ok);
  // summed in another order: a few roundings (measured: none, and 4.9e-17)
  expect(Math.abs(stepper.state[0] - wanted[0])).toBeLessThan(1.2e-16);
  expect(Math.abs(stepper.state[1] - wanted[1])).toBeLessThan(1e-16);
});
