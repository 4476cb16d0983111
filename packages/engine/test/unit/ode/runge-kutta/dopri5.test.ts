import { adams, Control, Count, createProblem, dopri5, integrate, StepStatus } from "@rigor/engine/ode";
import { arenstorf, createReferenceProblem, kepler5, robertson } from "@rigor/scenes";
import { describe, expect, test } from "vitest";
import { evaluateStages, interpolateDopri5 } from "../../../../src/ode/runge-kutta/dopri5-formulas.js";

const circle = (calls = { count: 0 }) =>
  createProblem([1, 0], (y, out) => {
    calls.count++;
    out[0] = -y[1];
    out[1] = y[0];
  });

/** One step of h on ẏ = f(t): a quadrature with the method's weights and nodes. */
function quadrature(f: (t: number) => number, h: number) {
  const problem = createProblem([0], (y, out) => {
    out[0] = f(y[1]);
  });
  const work = {
    problem,
    state: new Float64Array(2),
    stage: new Float64Array(2),
    next: new Float64Array(2),
    slopes: Array.from({ length: 7 }, () => new Float64Array(1)),
    carry: new Float64Array(1),
    nextCarry: new Float64Array(1),
    plan: Float64Array.of(h, h, 0, 0, 0, 0, 0),
  };
  problem.derivative(work.slopes[0]);
  evaluateStages(work);
  return work;
}

describe("dopri5", () => {
  test("the formula is of order 5: powers of t up to the fourth are integrated exactly", () => {
    for (let p = 0; p <= 4; p++) {
      const { next } = quadrature((t) => (p + 1) * t ** p, 1);
      // six weights with sum 1, an ulp each (measured: 4.4e-16)
      expect(Math.abs(next[0] - 1)).toBeLessThan(1e-15);
    }
    // and the fifth is not: off by 1.1e-3
    expect(Math.abs(quadrature((t) => 6 * t ** 5, 1).next[0] - 1)).toBeGreaterThan(1e-3);
  });

  test("the interpolant is of order 4: powers up to the third, anywhere in the step", () => {
    for (let p = 0; p <= 3; p++) {
      const { state, next, slopes } = quadrature((t) => (p + 1) * t ** p, 2);
      for (const t of [0.1, 0.7, 1, 1.3, 1.9]) {
        const out = Float64Array.of(0, t);
        interpolateDopri5(out, state, next, slopes);
        // values up to 13, from weights of size up to 10 (measured: 7.1e-15)
        expect(Math.abs(out[0] - t ** (p + 1))).toBeLessThan(1e-14);
      }
    }
  });

  test("six evaluations a step, one more at the start, one more for the first step", () => {
    const calls = { count: 0 };
    const stepper = dopri5(circle(calls), { tolerance: 1e-6 });
    calls.count = 0;
    const report = integrate(stepper, 10);
    expect(calls.count).toBe(2 + 6 * (report.steps + report.rejected));
    expect(report.evaluations).toBe(calls.count);
  });

  test("interpolation costs nothing and meets both ends to the bit", () => {
    const calls = { count: 0 };
    const stepper = dopri5(circle(calls), { tolerance: 1e-8 });
    for (let i = 0; i < 10; i++) stepper.step();
    const before = calls.count;
    const out = new Float64Array(3);
    for (const end of [stepper.previous, stepper.state]) {
      out[2] = end[2];
      stepper.interpolate(out);
      expect([...out]).toEqual([...end]);
    }
    const h = stepper.state[2] - stepper.previous[2];
    for (const theta of [0.1, 0.25, 0.5, 0.8]) {
      out[2] = stepper.previous[2] + theta * h;
      stepper.interpolate(out);
      // the error of the steps so far, and h⁵/1000 of the interpolant (measured: 3e-9)
      expect(Math.abs(out[0] - Math.cos(out[2]))).toBeLessThan(6e-9);
    }
    expect(calls.count).toBe(before);
  });

  test("the first step is estimated well: it is neither thrown away nor a crumb", () => {
    for (const tolerance of [1e-4, 1e-6, 1e-8, 1e-10, 1e-12]) {
      const stepper = dopri5(createReferenceProblem(kepler5), { tolerance });
      stepper.step();
      const first = stepper.state[4];
      expect(stepper.counts[Count.rejected]).toBe(0);
      // the next step is of about the same length (measured: 0.84 to 1.53 of it)
      stepper.step();
      const ratio = (stepper.state[4] - first) / first;
      expect(ratio).toBeGreaterThan(0.8);
      expect(ratio).toBeLessThan(1.6);
    }
  });

  test("maxStep is obeyed", () => {
    const stepper = dopri5(circle(), { tolerance: 1e-3, maxStep: 0.05 });
    let longest = 0;
    const report = integrate(stepper, 2, {
      onStep: ({ state, previous }) => {
        longest = Math.max(longest, state[2] - previous[2]);
      },
    });
    // a difference of two times near 2, whose ulp is 4e-16
    expect(longest).toBeLessThanOrEqual(0.05 + 1e-15);
    expect(report.steps).toBeGreaterThanOrEqual(40);
  });

  test("minStep is obeyed: what it cannot do it says", () => {
    const stepper = dopri5(circle(), { tolerance: 1e-12, minStep: 0.2 });
    expect(stepper.step()).toBe(StepStatus.stepTooSmall);
    expect([...stepper.state]).toEqual([1, 0, 0]);
    const loose = dopri5(circle(), { tolerance: 1e-3, minStep: 0.2 });
    expect(integrate(loose, 10).status).toBe("done");
  });

  test("y′ = y² blows up at t = 1: the run ends there, and says so", () => {
    for (const tolerance of [1e-6, 1e-10]) {
      const stepper = dopri5(
        createProblem([1], (y, out) => {
          out[0] = y[0] * y[0];
        }),
        { tolerance },
      );
      const report = integrate(stepper, 2);
      expect(report.status).toBe("step-too-small");
      // the pole of a y that is off by the tolerance, some tens of steps on (measured: 0.34 and 0.17 of it)
      expect(Math.abs(report.t - 1)).toBeLessThan(0.5 * tolerance);
      expect(report.message).toContain("blow up");
      expect(Number.isFinite(stepper.state[0])).toBe(true);
    }
  });

  test("f that is not finite beyond a time: the run comes within rounding of it, and names the entry", () => {
    const problem = createProblem([0, 0, 0], (y, out) => {
      out[0] = 1;
      out[1] = Math.sqrt(0.3 - y[3]);
      out[2] = 2;
    });
    const stepper = dopri5(problem, { tolerance: 1e-8 });
    const report = integrate(stepper, 1);
    expect(report.status).toBe("not-finite");
    expect(report.offender).toBe(1);
    expect(report.t).toBeLessThanOrEqual(0.3);
    // steps shrink by a quarter until they no longer move the clock: 2⁻⁵⁰ of it
    expect(report.t).toBeGreaterThan(0.3 - 1e-14);
    const state = new Float64Array(4);
    problem.getState(state);
    expect([...state]).toEqual([...stepper.state]);
    expect(report.message).toContain("entry 1");
  });

  test("f that is not finite at the start", () => {
    const stepper = dopri5(
      createProblem([1, 1], (_, out) => {
        out[0] = 0;
        out[1] = Infinity;
      }),
    );
    expect(stepper.step()).toBe(StepStatus.notFinite);
    expect(stepper.offender).toBe(1);
    expect(stepper.state[2]).toBe(0);
  });

  test("the step in mind survives a run that ends early", () => {
    const stepper = dopri5(circle(), { tolerance: 1e-8 });
    integrate(stepper, 5);
    const step = stepper.control[Control.step];
    integrate(stepper, 5 + step / 1000);
    expect(stepper.control[Control.step]).toBe(step);
  });

  test("absolute tolerances may differ from entry to entry", () => {
    const make = (absolute: number[]) =>
      dopri5(
        createProblem([1, 1e-6, 0], (y, out) => {
          out[0] = -y[0];
          out[1] = -y[1] * (1 + 1e6 * y[1] * y[2]);
          out[2] = 1;
        }),
        { relative: 0, absolute },
      );
    const blind = make([1e-4, 1e-4, 1]);
    const keen = make([1e-4, 1e-14, 1]);
    integrate(blind, 1);
    integrate(keen, 1);
    // 13 steps instead of 4
    expect(keen.counts[Count.steps]).toBeGreaterThan(3 * blind.counts[Count.steps]);
  });

  test("notices that a problem is stiff, and that another is not", () => {
    const stiff = dopri5(createReferenceProblem(robertson), { tolerance: 1e-6 });
    let seen = 0;
    integrate(stiff, 0.4, {
      onStep: () => {
        if (stiff.stiff) seen++;
      },
    });
    // measured: 235
    expect(seen).toBeGreaterThan(230);
    const easy = dopri5(createReferenceProblem(arenstorf), { tolerance: 1e-6 });
    integrate(easy, 17, { onStep: () => expect(easy.stiff).toBe(false) });
  });

  test("runs backward to its start", () => {
    const stepper = dopri5(circle(), { tolerance: 1e-12 });
    integrate(stepper, 10);
    const report = integrate(stepper, 0);
    expect(report.t).toBe(0);
    // two runs of 10 at an error of about 2.6 tolerance a unit of time (measured)
    expect(Math.hypot(stepper.state[0] - 1, stepper.state[1])).toBeLessThan(1e-11);
  });
});

describe("at the edges of arithmetic", () => {
  test("an entry that is zero, without absolute tolerance, is held to no error at all, and zero is none", () => {
    const stepper = dopri5(
      createProblem([1, 0], (y, out) => {
        out[0] = -y[0];
        out[1] = 0;
      }),
      { relative: 1e-8, absolute: 0 },
    );
    expect(integrate(stepper, 1).status).toBe("done");
    // the tolerance, a step (measured: 6.4e-10)
    expect(Math.abs(stepper.state[0] - Math.exp(-1))).toBeLessThan(2e-9);
  });

  test("y that overflows while f does not is caught", () => {
    for (const make of [dopri5, adams]) {
      const stepper = make(
        createProblem([1.7e308], (_, out) => {
          out[0] = 1e307;
        }),
        { tolerance: 1e-3, step: 1 },
      );
      const report = integrate(stepper, 100);
      expect(report.status).toBe("not-finite");
      expect(report.offender).toBe(0);
      // 1.797e308 is reached at t = 0.977
      expect(stepper.state[0]).toBeLessThan(Infinity);
      expect(report.t).toBeGreaterThan(0.9769);
      expect(report.t).toBeLessThan(0.977);
    }
  });
});
