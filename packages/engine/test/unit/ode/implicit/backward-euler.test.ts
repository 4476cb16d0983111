import {
  backwardEuler,
  Control,
  Count,
  createProblem,
  euler,
  integrate,
  type Pattern,
  StepStatus,
} from "@rigor/engine/ode";
import { describe, expect, test } from "vitest";

const epsilon = 2 ** -52;
const diagonal: Pattern = { columnStart: Int32Array.of(0, 1, 2), rowIndex: Int32Array.of(0, 1) };

/** Ẏ = (−x, −ky), the notes' (2–1). */
function createStiff(k: number, pattern?: Pattern) {
  return createProblem(
    [1, 1],
    (y, out) => {
      out[0] = -y[0];
      out[1] = -k * y[1];
    },
    pattern === undefined ? {} : { pattern },
  );
}

describe("backward Euler on the notes' stiff example", () => {
  test("every step divides by 1 + h and 1 + hk", () => {
    for (const pattern of [undefined, diagonal]) {
      for (const [k, h] of [
        [1e6, 0.01],
        [1e6, 1],
        [100, 0.5],
      ]) {
        const stepper = backwardEuler(createStiff(k, pattern), { step: h });
        for (let n = 1; n <= 20; n++) {
          expect(stepper.step()).toBe(StepStatus.ok);
          // f = −x is exact, and so is its difference: an ulp of x a step
          const x = (1 + h) ** -n;
          expect(Math.abs(stepper.state[0] - x)).toBeLessThan(2 ** -52 * (n + 1) * x);
          // −ky is rounded at both ends of an increment of √ε y: 2 · ε/2 · ky / √ε y is √ε of f′, a step
          const y = (1 + h * k) ** -n;
          expect(Math.abs(stepper.state[1] - y)).toBeLessThan(2 ** -26 * n * y);
        }
      }
    }
  });

  test("with the analytic f′ every step is exact to rounding", () => {
    const k = 1e6;
    const problem = createProblem(
      [1, 1],
      (y, out) => {
        out[0] = -y[0];
        out[1] = -k * y[1];
      },
      { jacobian: (_, out) => out.set([-1, 0, 0, -k]) },
    );
    for (const h of [1e-9, 1e-6, 1e-3, 1, 1000]) {
      problem.setState(Float64Array.of(1, 1, 0));
      const stepper = backwardEuler(problem, { step: h });
      for (let n = 1; n <= 10; n++) {
        stepper.step();
        // y − h k y/(1 + hk) cancels: an absolute error of ε of the start of each step, hence relative to yₙ₋₁
        expect(Math.abs(stepper.state[0] - 1 / (1 + h) ** n)).toBeLessThan((4 * n * epsilon) / (1 + h) ** (n - 1));
        expect(Math.abs(stepper.state[1] - 1 / (1 + h * k) ** n)).toBeLessThan(
          (4 * n * epsilon) / (1 + h * k) ** (n - 1),
        );
      }
      expect(stepper.counts[Count.evaluations]).toBe(10);
      expect(stepper.counts[Count.jacobians]).toBe(10);
    }
  });

  test("as h grows without bound, one step lands on 0", () => {
    for (const h of [1e6, 1e12, 1e100, 1e300]) {
      const stepper = backwardEuler(createStiff(1e6), { step: h });
      expect(stepper.step()).toBe(StepStatus.ok);
      // (1 + h)⁻¹ and (1 + h k)⁻¹, as 1 less a quotient that is rounded at ε; f′ by differences happens to be exact
      expect(Math.abs(stepper.state[0])).toBeLessThan(1 / h + epsilon);
      expect(Math.abs(stepper.state[1])).toBeLessThan(1e-6 / h + epsilon);
    }
  });

  test("is stable at h = 1e6/k, where Euler explodes beyond 2/k", () => {
    const k = 1e6;
    const stable = backwardEuler(createStiff(k), { step: 1e6 / k });
    integrate(stable, 100);
    // a hundred halvings of 1: 2⁻¹⁰⁰ = 8e-31
    expect(Math.abs(stable.state[0])).toBeLessThan(1e-30);
    // (1 + 1e6)⁻¹⁰⁰ is below all numbers
    expect(Math.abs(stable.state[1])).toBe(0);
    const unstable = euler(createStiff(k), { step: 2.1 / k });
    integrate(unstable, 210 / k);
    // a hundred products, and the rounding of 2.1/k (measured: 1.8e-15)
    expect(Math.abs(Math.abs(unstable.state[1]) / 1.1 ** 100 - 1)).toBeLessThan(4e-15);
  });
});

describe("backward Euler", () => {
  test("f and f′ are taken at the end of the step in time", () => {
    // ẏ = t: Y_new = Y₀ + h t₁; ẏ = −ty: Y_new = Y₀ / (1 + h t₁)
    const ramp = backwardEuler(
      createProblem([0], (y, out) => {
        out[0] = y[1];
      }),
      { step: 0.5 },
    );
    integrate(ramp, 2);
    expect(ramp.state[0]).toBe(0.5 * (0.5 + 1 + 1.5 + 2));
    const decay = createProblem(
      [1],
      (y, out) => {
        out[0] = -y[1] * y[0];
      },
      {
        jacobian: (y, out) => {
          out[0] = -y[1];
        },
      },
    );
    const stepper = backwardEuler(decay, { step: 0.5 });
    integrate(stepper, 1);
    // two quotients
    expect(Math.abs(stepper.state[0] - 1 / 1.25 / 1.5)).toBeLessThan(2 * epsilon);
  });

  test("newton solves (3–1), the linearised form does not", () => {
    // ẏ = −y³: Y + h Y³ = Y₀
    const cubic = () =>
      createProblem([2], (y, out) => {
        out[0] = -(y[0] ** 3);
      });
    const linear = backwardEuler(cubic(), { step: 1 });
    const full = backwardEuler(cubic(), { step: 1, newton: true });
    linear.step();
    full.step();
    // Y³ + Y = 2 at Y = 1
    expect(Math.abs(full.state[0] - 1)).toBeLessThan(4 * epsilon);
    // f′ by differences: √ε = 1.5e-8
    expect(Math.abs(linear.state[0] - (2 - 8 / 13))).toBeLessThan(1.5e-8);
    // the digits double: seven rounds
    expect(full.counts[Count.solves]).toBeLessThan(8);
  });

  test("the line between the ends is its interpolant", () => {
    const stepper = backwardEuler(createStiff(10), { step: 0.1 });
    stepper.step();
    const out = new Float64Array(3);
    for (const [t, theta] of [
      [0, 0],
      [0.025, 0.25],
      [0.1, 1],
    ]) {
      out[2] = t;
      stepper.interpolate(out);
      // the same formula, in another order
      expect(Math.abs(out[1] - (1 + theta * (stepper.state[1] - 1)))).toBeLessThan(epsilon);
    }
    expect(out[1]).toBe(stepper.state[1]);
  });

  test("runs backward, stops at the end asked for, restarts", () => {
    const stepper = backwardEuler(createStiff(1), { step: 0.3 });
    expect(integrate(stepper, 1).status).toBe("done");
    expect(stepper.state[2]).toBe(1);
    expect(stepper.counts[Count.steps]).toBe(4);
    expect(integrate(stepper, 0.5).status).toBe("done");
    expect(stepper.state[2]).toBe(0.5);
    stepper.problem.setState(Float64Array.of(7, 8, 9));
    stepper.restart();
    expect(stepper.state).toEqual(Float64Array.of(7, 8, 9));
  });

  test("a singular system, a NaN and a step of nothing leave the state where it was", () => {
    // ẏ = y with h = 1: 1/h − f′ = 0
    const growth = createProblem(
      [1],
      (y, out) => {
        out[0] = y[0];
      },
      {
        jacobian: (_, out) => {
          out[0] = 1;
        },
      },
    );
    const stepper = backwardEuler(growth, { step: 1 });
    expect(stepper.step()).toBe(StepStatus.solveFailed);
    expect(stepper.state).toEqual(Float64Array.of(1, 0));
    expect(stepper.counts[Count.rejected]).toBe(1);
    const report = integrate(stepper, 5);
    expect(report.status).toBe("solve-failed");

    const wall = createProblem([1, 1], (y, out) => {
      out[0] = 1;
      out[1] = y[2] > 0.5 ? Number.NaN : 1;
    });
    const walled = backwardEuler(wall, { step: 0.2 });
    expect(integrate(walled, 2).status).toBe("not-finite");
    expect(walled.offender).toBe(1);
    expect(walled.state[2]).toBe(0.4);
    const installed = new Float64Array(3);
    wall.getState(installed);
    expect(installed).toEqual(walled.state);

    walled.control[Control.step] = 0;
    expect(walled.step()).toBe(StepStatus.stepTooSmall);
    expect(() => backwardEuler(growth, { step: 0 })).toThrow("options.step: must be a finite number > 0, got 0");
    expect(() => backwardEuler(growth, { step: Number.NaN })).toThrow("options.step");
  });
});
