/** Euler's method and the two faults the notes show of it. */
import { Control, Count, createProblem, euler, integrate, StepStatus } from "@rigor/engine/ode";
import { circle as circleReference, createReferenceProblem } from "@rigor/scenes";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const circle = () => createReferenceProblem(circleReference);

describe("euler", () => {
  test("a step is x₀ + h ẋ, to the bit", () => {
    const stepper = euler(circle(), { step: 0.25 });
    expect(stepper.step()).toBe(StepStatus.ok);
    expect([...stepper.state]).toEqual([1, 0.25, 0.25]);
    expect([...stepper.previous]).toEqual([1, 0, 0]);
    expect(stepper.counts[Count.evaluations]).toBe(1);
    expect(stepper.counts[Count.steps]).toBe(1);
  });

  test("the circle becomes a spiral: the radius grows by √(1 + h²) a step, exactly", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 2, noNaN: true }), (h) => {
        const stepper = euler(circle(), { step: h });
        for (let i = 0; i < 20; i++) {
          const [x, y] = stepper.state;
          stepper.step();
          const ratio = Math.hypot(stepper.state[0], stepper.state[1]) / Math.hypot(x, y);
          // two products and a sum for each coordinate, then two hypot: at most 4 roundings
          expect(Math.abs(ratio / Math.sqrt(1 + h * h) - 1)).toBeLessThan(4 * Number.EPSILON);
        }
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  test.each([0.5, 1, 1.5, 1.9, 2, 2.1, 3])("ẋ = −kx: every step multiplies by 1 − hk, at hk = %d", (hk) => {
    const k = 8; // a power of two, so that h k and 1 − h k are exact, and so is the growth
    const stepper = euler(
      createProblem([1], (y, out) => {
        out[0] = -k * y[0];
      }),
      { step: hk / k },
    );
    for (let i = 1; i <= 30; i++) {
      const before = stepper.state[0];
      stepper.step();
      expect(stepper.state[0]).toBe(before + (hk / k) * (-k * before));
      // the two ways of writing it: a product and a sum each (measured: 1.01 ε)
      expect(Math.abs(stepper.state[0] - (1 - hk) * before) / (Math.abs(before) || 1)).toBeLessThan(2 * Number.EPSILON);
    }
    // decays below 2, swings for ever at 2, explodes beyond: 0.9³⁰ = 0.042 at the slowest, 1.1³⁰ = 17.4
    const size = Math.abs(stepper.state[0]);
    if (hk < 2) expect(size).toBeLessThan(0.043);
    else if (hk === 2) expect(size).toBe(1);
    else expect(size).toBeGreaterThan(17);
  });

  test("f that reads the clock sees the time at the start of the step", () => {
    const times: number[] = [];
    const stepper = euler(
      createProblem(
        [0],
        (y, out) => {
          times.push(y[1]);
          out[0] = 1;
        },
        { time: 3 },
      ),
      { step: 0.5 },
    );
    stepper.step();
    stepper.step();
    // the first two are the check of createProblem
    expect(times.slice(2)).toEqual([3, 3.5]);
  });

  test("retreat goes back, keeping f", () => {
    const problem = circle();
    const stepper = euler(problem, { step: 0.25 });
    stepper.step();
    stepper.retreat();
    expect([...stepper.state]).toEqual([1, 0, 0]);
    const state = new Float64Array(3);
    problem.getState(state);
    expect([...state]).toEqual([1, 0, 0]);
    stepper.control[Control.step] = 0.125;
    stepper.step();
    expect([...stepper.state]).toEqual([1, 0.125, 0.125]);
    expect([...stepper.counts.slice(0, 3)]).toEqual([1, 1, 1]);
  });

  test("many small steps end at the sum of the steps", () => {
    const stepper = euler(circle(), { step: 0.1 });
    // 0.1 summed up plainly a thousand times is 99.9999999999986; with compensation, the nearest double
    for (let i = 0; i < 1000; i++) stepper.step();
    expect(stepper.state[2]).toBe(100);
    const report = integrate(euler(circle(), { step: 0.1 }), 100);
    expect(report.steps).toBe(1000);
    expect(report.t).toBe(100);
  });
});
