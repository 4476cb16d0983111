/** Adaptive step sizes as in section 3 of the notes. */
import {
  Control,
  Count,
  createProblem,
  euler,
  integrate,
  midpoint,
  type Problem,
  rk4,
  StepStatus,
  stepDoubling,
} from "@rigor/engine/ode";
import { describe, expect, test } from "vitest";

/**
 * ẋ = t: from t = 0, Euler's xa = x₀ and xb = x₀ + h²/4, so that e = |xa − xb| = h²/4 whatever came before.
 */
const ramp = () =>
  createProblem([0], (y, out) => {
    out[0] = y[1];
  });

describe("the notes' worked examples, tolerance 1e-4", () => {
  test("an error of 1e-8 makes the step 100 times as long", () => {
    const h = 2e-4; // e = h²/4 = 1e-8
    const stepper = stepDoubling(euler, ramp(), { tolerance: 1e-4, step: h });
    expect(stepper.step()).toBe(StepStatus.ok);
    expect(stepper.state[1]).toBe(h);
    // two roundings in e, one in the root
    expect(Math.abs(stepper.control[Control.step] / (100 * h) - 1)).toBeLessThan(5e-16);
  });

  test("an error of 1e-3 makes it 0.316 times as long", () => {
    const h = Math.sqrt(4e-3); // e = 1e-3
    const stepper = stepDoubling(euler, ramp(), { tolerance: 1e-4, step: h });
    expect(stepper.step()).toBe(StepStatus.ok);
    expect(stepper.counts[Count.rejected]).toBe(1);
    // the step that was taken in the end
    expect(Math.abs(stepper.state[1] / (Math.sqrt(0.1) * h) - 1)).toBeLessThan(1e-15);
    // √0.1 = 0.31623, as the notes round it
    expect(Math.abs(stepper.state[1] / h - 0.316)).toBeLessThan(2.3e-4);
  });
});

describe("step doubling", () => {
  test("keeps the two half steps", () => {
    const stepper = stepDoubling(euler, ramp(), { tolerance: 1, step: 0.5 });
    stepper.step();
    // xb = h/2 · 0 + h/2 · h/2
    expect(stepper.state[0]).toBe(0.0625);
  });

  test("or, extrapolated, what both say together", () => {
    const stepper = stepDoubling(euler, ramp(), { tolerance: 1, step: 0.5, extrapolate: true });
    stepper.step();
    // 2 xb − xa = h²/2: exact
    expect(stepper.state[0]).toBe(0.125);
  });

  test.each([
    { method: euler, evaluations: 2 },
    { method: midpoint, evaluations: 5 },
    { method: rk4, evaluations: 11 },
  ])("$method.name: f at the start serves both", ({ method, evaluations }) => {
    let calls = 0;
    const problem = createProblem([1], (y, out) => {
      calls++;
      out[0] = -y[0];
    });
    const stepper = stepDoubling(method, problem, { tolerance: 1, step: 0.1 });
    calls = 0;
    stepper.step();
    expect(calls).toBe(evaluations);
    expect(stepper.counts[Count.evaluations]).toBe(calls);
  });

  test.each([
    [euler, 1],
    [midpoint, 2],
    [rk4, 4],
  ] as const)("%o: the step follows (tolerance/e)^(1/(p+1))", (method, p) => {
    const decay = () =>
      createProblem([1], (y, out) => {
        out[0] = -y[0];
      });
    const step = 0.1;
    const xa = method(decay(), { step });
    xa.step();
    const xb = method(decay(), { step: step / 2 });
    xb.step();
    xb.step();
    const e = Math.abs(xa.state[0] - xb.state[0]);
    const stepper = stepDoubling(method, decay(), { tolerance: 5 * e, step });
    stepper.step();
    expect(stepper.state[1]).toBe(step);
    // the root, the product and their like in the test: an ulp each
    expect(Math.abs(stepper.control[Control.step] / (step * 5 ** (1 / (p + 1))) - 1)).toBeLessThan(1e-15);
  });

  test("a safety factor spares the steps that the bare rule throws away", () => {
    const run = (safety: number) =>
      integrate(
        stepDoubling(
          euler,
          createProblem([1, 0], (y, out) => {
            out[0] = -y[1];
            out[1] = y[0];
          }),
          { tolerance: 1e-5, safety },
        ),
        20,
      );
    // on a circle e grows only with the radius: the rule lands on the tolerance, and a hair above it as often as below
    const bare = run(1);
    const careful = run(0.9);
    // one for every step taken (measured: all but two)
    expect(bare.rejected).toBeGreaterThan(0.99 * bare.steps);
    expect(careful.rejected).toBe(0);
    // every second step wasted, or none (measured: half)
    expect(careful.evaluations).toBeLessThan(0.51 * bare.evaluations);
  });

  test("no error at all lengthens the step a thousandfold, to maxStep at most", () => {
    const still = () =>
      createProblem([1], (_, out) => {
        out[0] = 0;
      });
    const free = stepDoubling(euler, still(), { step: 1e-3 });
    free.step();
    expect(free.control[Control.step]).toBe(1);
    const bounded = stepDoubling(euler, still(), { step: 1e-3, maxStep: 0.5 });
    for (let i = 0; i < 5; i++) bounded.step();
    expect(bounded.state[1] - bounded.previous[1]).toBe(0.5);
  });

  test("a tighter tolerance gives a smaller error, in proportion to its root", () => {
    const error = (tolerance: number) => {
      const stepper = stepDoubling(
        euler,
        createProblem([1, 0], (y, out) => {
          out[0] = -y[1];
          out[1] = y[0];
        }),
        { tolerance },
      );
      expect(integrate(stepper, 1).status).toBe("done");
      return Math.hypot(stepper.state[0] - Math.cos(1), stepper.state[1] - Math.sin(1));
    };
    // steps of √tolerance, and a global error of order 1 (measured: 9.8)
    const ratio = error(1e-6) / error(1e-8);
    expect(ratio).toBeGreaterThan(9.7);
    expect(ratio).toBeLessThan(10);
  });

  test("interpolates over the whole step", () => {
    const stepper = stepDoubling(
      rk4,
      createProblem([1, 0], (y, out) => {
        out[0] = -y[1];
        out[1] = y[0];
      }),
      { tolerance: 1e-8 },
    );
    for (let i = 0; i < 5; i++) stepper.step();
    const out = new Float64Array(3);
    const h = stepper.state[2] - stepper.previous[2];
    for (const theta of [0, 0.2, 0.5, 0.9, 1]) {
      out[2] = stepper.previous[2] + theta * h;
      stepper.interpolate(out);
      // the cubic's h⁴/384, and the error of the steps so far
      expect(Math.abs(out[0] - Math.cos(out[2]))).toBeLessThan(h ** 4 / 384 + 1e-8);
    }
  });

  test("NaN from f is met with shorter steps, then reported, with the state before it", () => {
    const problem = createProblem([0, 0], (y, out) => {
      out[0] = 1;
      out[1] = y[2] > 0.3 ? NaN : 1;
    });
    const stepper = stepDoubling(midpoint, problem, { tolerance: 1e-6, step: 0.1 });
    const report = integrate(stepper, 1);
    expect(report.status).toBe("not-finite");
    expect(report.offender).toBe(1);
    // a step ends where no stage has been yet: the last may end beyond 0.3, and f is found wanting there
    // (measured: 0.325, a quarter of a step)
    expect(report.t).toBeLessThan(0.33);
    expect(report.t).toBeGreaterThan(0.32);
    expect([...stepper.state]).toEqual([...read(problem)]);
  });

  test("minStep ends what the tolerance cannot", () => {
    const stepper = stepDoubling(euler, ramp(), { tolerance: 1e-10, step: 1, minStep: 0.01 });
    const report = integrate(stepper, 1);
    expect(report.status).toBe("step-too-small");
    expect(report.t).toBe(0);
  });
});

function read(problem: Problem): Float64Array {
  const state = new Float64Array(problem.dimension + 1);
  problem.getState(state);
  return state;
}
