import { Control, Count, createProblem, integrate, type Problem, radau5, StepStatus } from "@rigor/engine/ode";
import { createReferenceProblem, hires, measureReferenceError, robertson, vanDerPol } from "@rigor/scenes";
import { describe, expect, test } from "vitest";

const epsilon = 2 ** -52;

/** The dense problem again, with a full pattern: sparse algebra on the same matrices. */
function addFullPattern(problem: Problem): Problem {
  const n = problem.dimension;
  const dense = new Float64Array(n * n);
  return {
    dimension: n,
    getState: (s) => problem.getState(s),
    setState: (s) => problem.setState(s),
    derivative: (out) => problem.derivative(out),
    jacobian(out) {
      problem.jacobian?.(dense);
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) out[j * n + i] = dense[i * n + j];
    },
    pattern: {
      columnStart: Int32Array.from({ length: n + 1 }, (_, j) => j * n),
      rowIndex: Int32Array.from({ length: n * n }, (_, e) => e % n),
    },
  };
}

describe("radau5", () => {
  test("one step of a linear problem is the rational function of the method, for any step", () => {
    // R(z) = (1 + 2z/5 + z²/20) / (1 − 3z/5 + 3z²/20 − z³/60), Padé (2,3) of e^z
    for (const z of [-1e-3, -0.1, -1, -10, -1000, -1e6, 0.5]) {
      const problem = createProblem(
        [1],
        (y, out) => {
          out[0] = z * y[0];
        },
        {
          jacobian: (_, out) => {
            out[0] = z;
          },
        },
      );
      const stepper = radau5(problem, { step: 1, relative: 0.5, absolute: 1e6, newtonTolerance: 1e-12 });
      expect(stepper.step()).toBe(StepStatus.ok);
      expect(stepper.state[1]).toBe(1);
      const exact = (1 + 0.4 * z + (z * z) / 20) / (1 - 0.6 * z + 0.15 * z * z - (z * z * z) / 60);
      // y₀ + z₃ cancels for stiff z: ε of y₀
      expect(Math.abs(stepper.state[0] - exact)).toBeLessThan(8 * epsilon);
    }
  });

  test("polynomials to degree 5 are integrated exactly, with t at the nodes", () => {
    for (let degree = 0; degree <= 5; degree++) {
      const problem = createProblem([0], (y, out) => {
        out[0] = y[1] ** degree;
      });
      const stepper = radau5(problem, { step: 1.5, relative: 1e3, absolute: 1e3 });
      stepper.step();
      const exact = 1.5 ** (degree + 1) / (degree + 1);
      // weights of three nodes are exact to degree 4: degree 5 shows an error, 0.019
      if (degree < 5) expect(Math.abs(stepper.state[0] - exact)).toBeLessThan(8 * epsilon * exact);
      else expect(Math.abs(stepper.state[0] - exact)).toBeGreaterThan(0.0189);
    }
  });

  test("sparse and dense algebra take the same steps to the same answer", () => {
    for (const reference of [hires, robertson, vanDerPol]) {
      const problem = createReferenceProblem(reference);
      const options = { relative: 1e-8, absolute: 1e-14 };
      const dense = radau5(problem, options);
      const sparse = radau5(addFullPattern(createReferenceProblem(reference)), options);
      const end = reference.rows[2].t;
      integrate(dense, end);
      integrate(sparse, end);
      // pivots differ, so do the last bits, and with them, rarely, a decision of the controller
      expect(Math.abs(dense.counts[Count.steps] - sparse.counts[Count.steps])).toBeLessThanOrEqual(2);
      // a tolerance of 1e-8 (measured: 1.5e-9)
      expect(measureReferenceError(reference, 2, dense.state)).toBeLessThan(3e-9);
      for (let i = 0; i < problem.dimension; i++) {
        // last bits, as the steps amplify them (measured: 1.1e-14)
        expect(Math.abs(sparse.state[i] / dense.state[i] - 1)).toBeLessThan(1e-13);
      }
    }
  });

  test("one step is the same in sparse and dense algebra to rounding", () => {
    const options = { step: 1e-3, maxStep: 1e-3, relative: 1e-4, absolute: 1e-8 };
    const dense = radau5(createReferenceProblem(hires), options);
    const sparse = radau5(addFullPattern(createReferenceProblem(hires)), options);
    for (let k = 0; k < 10; k++) {
      dense.step();
      sparse.step();
      for (let i = 0; i < 9; i++) {
        // rounding of the solves, relative to the largest entry, which is 1 (seen: none)
        expect(Math.abs(sparse.state[i] - dense.state[i])).toBeLessThanOrEqual(4 * epsilon);
      }
    }
  });

  test("f′ is evaluated less often than steps are taken, and differencing it changes little", () => {
    const analytic = radau5(createReferenceProblem(robertson), { relative: 1e-10, absolute: 1e-16 });
    integrate(analytic, 400);
    const { counts } = analytic;
    // measured: 186 for 309 steps, which is 0.6, and 446 factorisations
    expect(counts[Count.jacobians]).toBeLessThan(0.8 * counts[Count.steps]);
    expect(counts[Count.factorisations]).toBeLessThan(1.5 * counts[Count.steps]);
    const { derivative, initial } = robertson;
    const differenced = radau5(createProblem(initial, derivative), { relative: 1e-10, absolute: 1e-16 });
    integrate(differenced, 400);
    // f′ to eight digits is as good as f′ (measured: the same steps)
    expect(Math.abs(differenced.counts[Count.steps] - counts[Count.steps])).toBeLessThan(0.05 * counts[Count.steps]);
    // the tolerance of 1e-10, loosely kept (measured: 1e-12)
    expect(measureReferenceError(robertson, 3, differenced.state)).toBeLessThan(1e-11);
  });

  test("the interpolant passes through both ends and is good to the fourth power of h between", () => {
    const circle = createProblem([1, 0], (y, out) => {
      out[0] = -y[1];
      out[1] = y[0];
    });
    const out = new Float64Array(3);
    const errors = [0.4, 0.2].map((step) => {
      circle.setState(Float64Array.of(1, 0, 0));
      const stepper = radau5(circle, { step, relative: 1, absolute: 1, newtonTolerance: 1e-10 });
      stepper.step();
      let worst = 0;
      for (let k = 0; k <= 20; k++) {
        out[2] = (step * k) / 20;
        stepper.interpolate(out);
        worst = Math.max(worst, Math.abs(out[0] - Math.cos(out[2])), Math.abs(out[1] - Math.sin(out[2])));
      }
      out[2] = step;
      stepper.interpolate(out);
      expect(out).toEqual(stepper.state);
      out[2] = 0;
      stepper.interpolate(out);
      expect(out).toEqual(Float64Array.of(1, 0, 0));
      return worst;
    });
    // 4, but for the next term (measured: 3.95)
    expect(Math.log2(errors[0] / errors[1])).toBeGreaterThan(3.9);
    expect(Math.log2(errors[0] / errors[1])).toBeLessThan(4);
  });

  test("runs backward, stops exactly at the end, keeps its step beyond a stop, and restarts", () => {
    const problem = createReferenceProblem(vanDerPol);
    const stepper = radau5(problem, { tolerance: 1e-8 });
    integrate(stepper, 100);
    expect(stepper.state[2]).toBe(100);
    const asked = stepper.control[Control.step];
    integrate(stepper, 100.001);
    expect(stepper.state[2]).toBe(100.001);
    expect(stepper.control[Control.step]).toBeGreaterThanOrEqual(asked);
    integrate(stepper, 110);
    const circle = createProblem([1, 0], (y, out) => {
      out[0] = -y[1];
      out[1] = y[0];
    });
    const back = radau5(circle, { tolerance: 1e-10 });
    integrate(back, -1);
    // a tolerance of 1e-10 (measured: 4e-11)
    expect(Math.abs(back.state[0] - Math.cos(1))).toBeLessThan(1e-10);
    expect(Math.abs(back.state[1] + Math.sin(1))).toBeLessThan(1e-10);
    circle.setState(Float64Array.of(2, 0, 5));
    back.restart();
    expect(back.state).toEqual(Float64Array.of(2, 0, 5));
    integrate(back, 6);
    // twice the size, twice the error allowed
    expect(Math.abs(back.state[0] - 2 * Math.cos(1))).toBeLessThan(2e-10);
  });

  test("maxStep and minStep are kept", () => {
    const stepper = radau5(createReferenceProblem(robertson), { relative: 1e-4, absolute: 1e-9, maxStep: 0.5 });
    while (stepper.state[3] < 20) {
      expect(stepper.step()).toBe(StepStatus.ok);
      // a difference of two times near 20, whose ulp is 4e-15
      expect(stepper.state[3] - stepper.previous[3]).toBeLessThanOrEqual(0.5 + 4e-15);
    }
    const coarse = radau5(createReferenceProblem(vanDerPol), { tolerance: 1e-12, minStep: 1, step: 1 });
    expect(coarse.step()).toBe(StepStatus.stepTooSmall);
    expect(coarse.state).toEqual(Float64Array.of(2, 0, 0));
  });
});

describe("radau5 with bad problems", () => {
  test("NaN from f at the start", () => {
    const stepper = radau5(
      createProblem([1, 1], (_, out) => {
        out[0] = 1;
        out[1] = Number.NaN;
      }),
    );
    expect(stepper.step()).toBe(StepStatus.notFinite);
    expect(stepper.offender).toBe(1);
    expect(stepper.state).toEqual(Float64Array.of(1, 1, 0));
  });

  test("a wall in time is approached, and reported at the last good time", () => {
    const problem = createProblem([1, 1], (y, out) => {
      out[0] = -y[0];
      out[1] = y[2] > 1 ? Number.NaN : 1;
    });
    const stepper = radau5(problem, { tolerance: 1e-6 });
    const report = integrate(stepper, 2);
    expect(report.status).toBe("not-finite");
    expect(report.offender).toBe(1);
    // steps shrink by a quarter until they no longer move the clock: 2⁻⁵⁰ of it
    expect(report.t).toBeGreaterThan(1 - 1e-14);
    expect(report.t).toBeLessThanOrEqual(1);
    const installed = new Float64Array(3);
    problem.getState(installed);
    expect(installed).toEqual(stepper.state);
  });

  test("a domain that is left only by a step too long costs a rejection, not the run", () => {
    // ẏ = −√y has a solution that reaches 0; stages beyond it are NaN
    const stepper = radau5(
      createProblem([1], (y, out) => {
        out[0] = -Math.sqrt(y[0]);
      }),
      { tolerance: 1e-8, step: 5 },
    );
    expect(integrate(stepper, 1.9).status).toBe("done");
    expect(stepper.counts[Count.rejected]).toBeGreaterThan(0);
    // the tolerance (measured: 2.4e-9)
    expect(Math.abs(stepper.state[0] - (1 - 1.9 / 2) ** 2)).toBeLessThan(1e-8);
  });

  test("NaN from the Jacobian is reported at once, with its row", () => {
    const lost = radau5(createProblem([2, 0], vanDerPol.derivative, { jacobian: (_, out) => out.fill(Number.NaN) }));
    expect(lost.step()).toBe(StepStatus.notFinite);
    expect(lost.offender).toBe(0);
    expect(lost.counts[Count.jacobians]).toBe(1);
  });

  test("a Jacobian so wrong that Newton never converges ends in solveFailed", () => {
    const problem = createProblem(
      [1],
      (y, out) => {
        out[0] = -1e3 * y[0];
      },
      {
        jacobian: (_, out) => {
          out[0] = 0;
        },
      },
    );
    const stepper = radau5(problem, { step: 1, minStep: 0.1 });
    expect(stepper.step()).toBe(StepStatus.solveFailed);
    expect(stepper.state).toEqual(Float64Array.of(1, 0));
  });

  test("options are checked", () => {
    const problem = createReferenceProblem(vanDerPol);
    expect(() => radau5(problem, { tolerance: 0 })).toThrow("options.tolerance: must be a finite number > 0, got 0");
    expect(() => radau5(problem, { tolerance: Number.NaN })).toThrow("options.tolerance");
    expect(() => radau5(problem, { absolute: [1] })).toThrow("options.absolute: must have length 2");
    expect(() => radau5(problem, { newtonTolerance: 0 })).toThrow(
      "options.newtonTolerance: must be a finite number > 0, got 0",
    );
  });
});
