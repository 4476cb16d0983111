/** The reference problems, to ten digits and at the tolerances and costs the docs tell. */
import { adams, dopri5, integrate, type Problem, type Stepper } from "@rigor/engine/ode";
import {
  arenstorf,
  createReferenceProblem,
  kepler5,
  kepler9,
  lorenz,
  lotkaVolterra,
  measureReferenceError,
  pleiades,
  type ReferenceProblem,
  referenceProblems,
} from "@rigor/scenes";
import { describe, expect, test } from "vitest";

/** The largest error at the reference times, in one run through all of them, and what the run cost. */
function solve(reference: ReferenceProblem, stepper: Stepper): { error: number; evaluations: number } {
  let error = 0;
  let evaluations = 0;
  for (let row = 0; row < reference.rows.length; row++) {
    const report = integrate(stepper, reference.rows[row].t);
    expect(report.status).toBe("done");
    evaluations += report.evaluations;
    error = Math.max(error, measureReferenceError(reference, row, stepper.state));
  }
  return { error, evaluations };
}

const methods = {
  dopri5: (problem: Problem, tolerance: number) => dopri5(problem, { tolerance }),
  adams: (problem: Problem, tolerance: number) => adams(problem, { tolerance }),
};

/**
 * |error| ≤ 1e-10 (in units of max(1, |y|)) at every reference time. Each tolerance is the loosest power of ten that
 * does it; the evaluations are a count, the same everywhere, given with 1 % to spare. Kepler at e = 0.9 runs ten times
 * through a perihelion that makes of a delay δt an error of 100 δt: it needs a tolerance below the rounding of y, which
 * compensated summation gives sense to.
 */
describe("ten digits", () => {
  test.each([
    { reference: arenstorf, method: "dopri5", tolerance: 1e-15, evaluations: 50_528 },
    { reference: arenstorf, method: "adams", tolerance: 1e-15, evaluations: 4_250 },
    { reference: pleiades, method: "dopri5", tolerance: 1e-13, evaluations: 22_520 },
    { reference: pleiades, method: "adams", tolerance: 1e-14, evaluations: 4_182 },
    { reference: kepler5, method: "dopri5", tolerance: 1e-14, evaluations: 107_282 },
    { reference: kepler5, method: "adams", tolerance: 1e-15, evaluations: 12_644 },
    { reference: kepler9, method: "dopri5", tolerance: 1e-16, evaluations: 437_684 },
    { reference: kepler9, method: "adams", tolerance: 1e-17, evaluations: 68_392 },
  ] as const)("$reference.name by $method at $tolerance", ({ reference, method, tolerance, evaluations }) => {
    const result = solve(reference, methods[method](createReferenceProblem(reference), tolerance));
    // what "ten digits" means; the tolerance is chosen for it
    expect(result.error).toBeLessThan(1e-10);
    expect(Math.abs(result.evaluations / evaluations - 1)).toBeLessThan(0.01);
  });
});

describe.each(referenceProblems.filter((reference) => !reference.stiff))("$name", (reference) => {
  test.each(["dopri5", "adams"] as const)("converges with the tolerance by %s", (method) => {
    const errors = [1e-6, 1e-9, 1e-12].map(
      (tolerance) => solve(reference, methods[method](createReferenceProblem(reference), tolerance)).error,
    );
    // a thousandth of the tolerance, about a thousandth of the error: a fifteenth at the worst, which is an Adams run
    // whose error at 1e-6 happens to be small
    expect(errors[1]).toBeLessThan(errors[0] / 15);
    expect(errors[2]).toBeLessThan(errors[1] / 15);
  });
});

test("tolerances below the rounding of y still pay, thanks to compensated summation", () => {
  const error = (tolerance: number) => solve(kepler5, dopri5(createReferenceProblem(kepler5), { tolerance })).error;
  // measured 2.8e-14; without compensation it stays above 1.6e-12, whatever the tolerance
  expect(error(1e-17)).toBeLessThan(6e-14);
});

test("the first integral of Lotka and Volterra is kept to the tolerance", () => {
  const V = (y: Float64Array) => y[0] - Math.log(y[0]) + (4 / 3) * y[1] - (2 / 3) * Math.log(y[1]);
  for (const stepper of [
    dopri5(createReferenceProblem(lotkaVolterra), { tolerance: 1e-10 }),
    adams(createReferenceProblem(lotkaVolterra), { tolerance: 1e-10 }),
  ]) {
    const start = V(stepper.state);
    // the tolerance of 1e-10, over the hundred steps of a run (measured: 1.2e-9)
    integrate(stepper, 20, { onStep: ({ state }) => expect(Math.abs(V(state) - start)).toBeLessThan(2e-9) });
  }
});

test("chaos: an error grows about as exp(0.9 t)", () => {
  const at = (row: number, tolerance: number) => {
    const stepper = dopri5(createReferenceProblem(lorenz), { tolerance });
    integrate(stepper, lorenz.rows[row].t);
    return measureReferenceError(lorenz, row, stepper.state);
  };
  // from t = 1 to t = 10: e^(0.9 · 9) = 3300 in the mean over the attractor; 710 on this piece of it
  const growth = at(2, 1e-12) / at(0, 1e-12);
  expect(growth).toBeGreaterThan(3300 / 5);
  expect(growth).toBeLessThan(3300 / 4);
});
