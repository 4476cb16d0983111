/**
 * The global error of every explicit method falls as hᵖ: p is measured, on several problems, and is within 0.2 of
 * theory.
 */
import {
  adams,
  createProblem,
  dopri5,
  euler,
  integrate,
  midpoint,
  type Problem,
  rk4,
  type Stepper,
  stepDoubling,
} from "@rigor/engine/ode";
import { describe, expect, test } from "vitest";

interface Case {
  readonly name: string;
  readonly make: () => Problem;
  readonly end: number;
  readonly exact: (t: number) => readonly number[];
}

const cases: readonly Case[] = [
  {
    name: "a damped oscillator",
    make: () =>
      createProblem([1, 0], (y, out) => {
        out[0] = y[1];
        out[1] = -0.2 * y[1] - 4 * y[0];
      }),
    end: 2,
    exact: (t) => {
      const w = Math.sqrt(4 - 0.01);
      const decay = Math.exp(-0.1 * t);
      return [decay * (Math.cos(w * t) + (0.1 / w) * Math.sin(w * t)), -decay * (4 / w) * Math.sin(w * t)];
    },
  },
  {
    // y = 1 / (1 + e⁻ᵗ)
    name: "the logistic curve, not linear",
    make: () =>
      createProblem(
        [1 / (1 + Math.exp(3))],
        (y, out) => {
          out[0] = y[0] * (1 - y[0]);
        },
        { time: -3 },
      ),
    end: 1.5,
    exact: (t) => [1 / (1 + Math.exp(-t))],
  },
  {
    // ẏ = y cos t: y = e^(sin t), from t = 0.3
    name: "e^(sin t), not autonomous",
    make: () =>
      createProblem(
        [Math.exp(Math.sin(0.3))],
        (y, out) => {
          out[0] = y[0] * Math.cos(y[1]);
        },
        { time: 0.3 },
      ),
    end: 1.8,
    exact: (t) => [Math.exp(Math.sin(t))],
  },
  {
    // ẋ = 2 t y, ẏ = −2 t x: a circle traversed at rising speed
    name: "a circle at rising speed, not autonomous",
    make: () =>
      createProblem([0, 1], (y, out) => {
        out[0] = 2 * y[2] * y[1];
        out[1] = -2 * y[2] * y[0];
      }),
    end: 1.2,
    exact: (t) => [Math.sin(t * t), Math.cos(t * t)],
  },
];

function measureError(problem: Case, { state }: Stepper): number {
  return Math.hypot(...problem.exact(state[state.length - 1]).map((value, i) => state[i] - value));
}

type Make = (problem: Problem, step: number) => Stepper;

/** log h and log of the largest error on the way, of a run in `count` equal steps. */
function run(problem: Case, make: Make, count: number): readonly [number, number] {
  const start = problem.make();
  const clock = new Float64Array(start.dimension + 1);
  start.getState(clock);
  const h = (problem.end - clock[start.dimension]) / count;
  const stepper = make(start, h);
  let error = 0;
  const report = integrate(stepper, problem.end, {
    onStep: () => {
      error = Math.max(error, measureError(problem, stepper));
    },
  });
  expect([report.status, report.steps]).toEqual(["done", count]);
  return [Math.log(h), Math.log(error)];
}

/**
 * The slope of log error against log h, by least squares over a factor of 1.6 in h, where the error is below `goal`:
 * small enough for h to be in the range of the theory, large enough to stand above rounding.
 */
function measureOrder(problem: Case, make: Make, goal: number): number {
  let count = 16;
  while (run(problem, make, count)[1] > Math.log(goal)) count = Math.ceil(1.3 * count);
  const points = [1, 1.15, 1.3, 1.45, 1.6].map((factor) => run(problem, make, Math.round(factor * count)));
  const mean = (k: 0 | 1) => points.reduce((sum, point) => sum + point[k], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const cross = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return cross / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

describe.each(cases)("$name", (problem) => {
  test.each([
    { method: euler, order: 1, goal: 1e-3 },
    { method: midpoint, order: 2, goal: 1e-5 },
    { method: rk4, order: 4, goal: 1e-8 },
  ])("$method.name is of order $order", ({ method, order, goal }) => {
    const measured = measureOrder(problem, (start, step) => method(start, { step }), goal);
    expect(method(problem.make(), { step: 1 }).order).toBe(order);
    // a whole order would be 1 (measured: 0.02)
    expect(Math.abs(measured - order)).toBeLessThan(0.05);
  });

  test("dopri5 is of order 5, at equal steps", () => {
    const make: Make = (start, step) => dopri5(start, { tolerance: 1, step, maxStep: step });
    // near rounding, where the next power of h still counts (measured: 0.16)
    expect(Math.abs(measureOrder(problem, make, 1e-11) - 5)).toBeLessThan(0.2);
  });

  test.each([1, 2, 3, 4, 5, 6, 7])("adams with a predictor of order %d is of one order more", (order) => {
    const make: Make = (start, fixedStep) => adams(start, { order, fixedStep });
    const goal = [0, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 3e-11][order];
    expect(make(problem.make(), 1).order).toBe(order + 1);
    // measured: 0.14 at the highest orders
    expect(Math.abs(measureOrder(problem, make, goal) - (order + 1))).toBeLessThan(0.2);
  });

  test("extrapolated step doubling is of one order more", () => {
    for (const [method, order, goal] of [
      [euler, 2, 1e-5],
      [midpoint, 3, 1e-7],
      [rk4, 5, 1e-10],
    ] as const) {
      const make: Make = (start, step) =>
        stepDoubling(method, start, { tolerance: 1, step, maxStep: step, extrapolate: true });
      expect(make(problem.make(), 1).order).toBe(order);
      // measured: 0.09
      expect(Math.abs(measureOrder(problem, make, goal) - order)).toBeLessThan(0.15);
    }
  });
});

/**
 * Above order 8 rounding comes before the range of the theory. But an order can be had from algebra: a corrector of
 * order k + 1 integrates powers of t up to the k-th exactly, and not the next.
 */
test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])("adams with a predictor of order %d: exact powers", (order) => {
  const error = (power: number) => {
    const problem = createProblem([0], (y, out) => {
      out[0] = (power + 1) * (y[1] / 20) ** power;
    });
    const stepper = adams(problem, { order, fixedStep: 1 });
    integrate(stepper, 20);
    return Math.abs(stepper.state[0] / 20 - 1);
  };
  // exact is 7e-16 and less; the next power is off by 2e-9 and more
  for (let power = 0; power <= order; power++) expect(error(power)).toBeLessThan(2e-15);
  expect(error(order + 1)).toBeGreaterThan(1e-9);
});

describe("dense output", () => {
  /** The largest error within a step of h from exact data, against h. */
  function measureLocal(make: (problem: Problem, step: number) => Stepper, steps: readonly number[]): number {
    const errors = steps.map((h) => {
      const stepper = make(
        createProblem([1, 0], (y, out) => {
          out[0] = -y[1];
          out[1] = y[0] + 0 * y[2];
        }),
        h,
      );
      stepper.step();
      const out = new Float64Array(3);
      let worst = 0;
      for (let i = 1; i < 20; i++) {
        out[2] = (stepper.state[2] * i) / 20;
        stepper.interpolate(out);
        worst = Math.max(worst, Math.hypot(out[0] - Math.cos(out[2]), out[1] - Math.sin(out[2])));
      }
      return worst;
    });
    return Math.log(errors[0] / errors[errors.length - 1]) / Math.log(steps[0] / steps[steps.length - 1]);
  }

  test("of dopri5 has a local error of h⁵: order 4", () => {
    const make = (problem: Problem, step: number) => dopri5(problem, { tolerance: 1, step, maxStep: step });
    // measured: 0.05
    expect(Math.abs(measureLocal(make, [0.4, 0.2, 0.1]) - 5)).toBeLessThan(0.1);
  });

  test("of rk4, the cubic, has one of h⁴", () => {
    // measured: 0.015
    expect(Math.abs(measureLocal((problem, step) => rk4(problem, { step }), [0.1, 0.05, 0.025]) - 4)).toBeLessThan(
      0.05,
    );
  });
});

describe("adaptive methods: the error follows the tolerance", () => {
  test.each([
    ["dopri5", (problem: Problem, tolerance: number) => dopri5(problem, { tolerance })],
    ["adams", (problem: Problem, tolerance: number) => adams(problem, { tolerance })],
  ] as const)("%s", (_, make) => {
    for (const problem of cases) {
      const errors = [1e-5, 1e-7, 1e-9, 1e-11].map((tolerance) => {
        const stepper = make(problem.make(), tolerance);
        integrate(stepper, problem.end);
        return measureError(problem, stepper) / tolerance;
      });
      // never more than a few dozen tolerances on these short runs, at any tolerance
      for (const ratio of errors) expect(ratio).toBeLessThan(50);
    }
  });
});
