import { Count, createProblem, midpoint } from "@rigor/engine/ode";
import { expect, test } from "vitest";

test("a step is x₀ + h f(x₀ + h/2 f(x₀)), with two evaluations", () => {
  const stepper = midpoint(
    createProblem([1, 0], (y, out) => {
      out[0] = -y[1];
      out[1] = y[0];
    }),
    { step: 0.5 },
  );
  stepper.step();
  // the middle of the Euler step is (1, 0.25); f there is (−0.25, 1)
  expect([...stepper.state]).toEqual([0.875, 0.5, 0.5]);
  expect(stepper.counts[Count.evaluations]).toBe(2);
});

test("f is evaluated at the start and in the middle of the step", () => {
  const times: number[] = [];
  const stepper = midpoint(
    createProblem(
      [0],
      (y, out) => {
        times.push(y[1]);
        out[0] = 2 * y[1];
      },
      { time: 1 },
    ),
    { step: 0.5 },
  );
  stepper.step();
  // the first two are the check of createProblem
  expect(times.slice(2)).toEqual([1, 1.25]);
  // ẋ = 2t is integrated exactly: 1.5² − 1
  expect(stepper.state[0]).toBe(1.25);
});
