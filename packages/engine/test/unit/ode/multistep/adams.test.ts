import { adams, Control, Count, createProblem, integrate, StepStatus } from "@rigor/engine/ode";
import { arenstorf, createReferenceProblem } from "@rigor/scenes";
import { describe, expect, test } from "vitest";
import { adamsErrorConstants } from "../../../../src/ode/multistep/adams-differences.js";
import { clearAdamsTable, createAdamsTable, renewAdamsTable } from "../../../../src/ode/multistep/adams-table.js";

const circle = (calls = { count: 0 }) =>
  createProblem([1, 0], (y, out) => {
    calls.count++;
    out[0] = -y[1];
    out[1] = y[0];
  });

describe("coefficients", () => {
  test("of equal steps are those of the textbooks", () => {
    const table = createAdamsTable();
    clearAdamsTable(table);
    const h = Float64Array.of(0.25);
    for (let k = 1; k <= 12; k++) {
      renewAdamsTable(table, h, k);
      table.lastOrder = k;
      table.lastStep[0] = h[0];
    }
    for (let i = 0; i < 3; i++) renewAdamsTable(table, h, 12);
    // γ of Adams–Bashforth (Hairer, Nørsett, Wanner I, III.1)
    const gamma = [1, 1 / 2, 5 / 12, 3 / 8, 251 / 720, 95 / 288, 19087 / 60480, 5257 / 17280, 1070017 / 3628800];
    // numbers below 1 by some differences each: half an ulp (measured: 5.6e-17)
    for (let i = 0; i < gamma.length; i++) expect(Math.abs(table.g[i + 1] - gamma[i])).toBeLessThan(1.2e-16);
  });

  test("error constants of the corrector are differences of the predictor's weights", () => {
    // γ*ⱼ = γⱼ − γⱼ₋₁; here of two fractions below 1/2, each rounded at 2.8e-17
    expect(Math.abs(adamsErrorConstants[3] - (5 / 12 - 3 / 8))).toBeLessThan(6e-17);
    expect(Math.abs(adamsErrorConstants[4] - (3 / 8 - 251 / 720))).toBeLessThan(6e-17);
    expect(Math.abs(adamsErrorConstants[8] - (5257 / 17280 - 1070017 / 3628800))).toBeLessThan(6e-17);
    for (let i = 2; i < adamsErrorConstants.length; i++) {
      expect(adamsErrorConstants[i]).toBeLessThan(adamsErrorConstants[i - 1]);
    }
  });

  test("of unequal steps integrate the polynomial through the last points", () => {
    // an independent way: Lagrange's polynomials, integrated by Gauss–Legendre with enough points
    const table = createAdamsTable();
    clearAdamsTable(table);
    const steps = [0.1, 0.2, 0.15, 0.4, 0.4, 0.3];
    const times = [0];
    const h = new Float64Array(1);
    const f = (t: number) => Math.exp(t);
    const k = steps.length;
    let g: number[] = [];
    const phi = new Float64Array(15);
    phi[1] = f(0);
    for (let s = 0; s < k; s++) {
      h[0] = steps[s];
      renewAdamsTable(table, h, s + 1);
      if (s === k - 1) {
        // Σ gᵢ φ*ᵢ with φ* = β φ
        g = [...table.g];
        let sum = 0;
        for (let i = 1; i <= k; i++) sum += g[i] * phi[i] * (i > table.ns ? table.beta[i] : 1);
        const wanted = integratePolynomial(times, f, times[s], times[s] + steps[s]);
        // a dozen terms of alternating sign and size up to 10 (measured: 2.2e-15)
        expect(Math.abs(steps[s] * sum - wanted)).toBeLessThan(5e-15);
        return;
      }
      // φᵢ₊₁ = φᵢ(new) − φ*ᵢ(old)
      const next = new Float64Array(15);
      next[1] = f(times[s] + steps[s]);
      for (let i = 1; i <= s + 1; i++) next[i + 1] = next[i] - phi[i] * (i > table.ns ? table.beta[i] : 1);
      phi.set(next);
      times.push(times[s] + steps[s]);
      table.lastOrder = s + 1;
      table.lastStep[0] = steps[s];
    }
  });
});

/** ∫ of the polynomial that meets f at the given times, by five-point Gauss–Legendre (exact to degree 9). */
function integratePolynomial(times: readonly number[], f: (t: number) => number, a: number, b: number): number {
  const nodes = [0, 0.538469310105683, -0.538469310105683, 0.906179845938664, -0.906179845938664];
  const weights = [0.568888888888889, 0.478628670499366, 0.478628670499366, 0.236926885056189, 0.236926885056189];
  let sum = 0;
  nodes.forEach((node, q) => {
    const t = (a + b) / 2 + ((b - a) / 2) * node;
    let value = 0;
    for (const ti of times) {
      let basis = 1;
      for (const tj of times) if (tj !== ti) basis *= (t - tj) / (ti - tj);
      value += basis * f(ti);
    }
    sum += weights[q] * value;
  });
  return ((b - a) / 2) * sum;
}

describe("adams", () => {
  test("two evaluations a step, one for a step thrown away, two to begin with", () => {
    const calls = { count: 0 };
    const stepper = adams(circle(calls), { tolerance: 1e-8 });
    calls.count = 0;
    const report = integrate(stepper, 20);
    expect(report.evaluations).toBe(calls.count);
    expect(calls.count).toBe(2 + 2 * report.steps + report.rejected);
  });

  test("rises to a high order, and pays for it with few evaluations", () => {
    const stepper = adams(circle(), { tolerance: 1e-12 });
    const report = integrate(stepper, 100);
    // dopri5 needs 37 000 (measured: 1866)
    expect(report.evaluations).toBeLessThan(1900);
    // a tolerance of 1e-12 a step, over 900 steps (measured: 2e-10)
    expect(Math.hypot(stepper.state[0] - Math.cos(100), stepper.state[1] - Math.sin(100))).toBeLessThan(3e-10);
  });

  test("the interpolant meets both ends, and the solution between", () => {
    const stepper = adams(circle(), { tolerance: 1e-9 });
    const out = new Float64Array(3);
    let worst = 0;
    let atEnds = 0;
    integrate(stepper, 10, {
      onStep: ({ state, previous }) => {
        for (const end of [previous, state]) {
          out[2] = end[2];
          stepper.interpolate(out);
          // the start is met by adding what the polynomial lacks there: an ulp of 1 (measured: none)
          expect(Math.abs(out[0] - end[0])).toBeLessThan(2.3e-16);
          expect(Math.abs(out[1] - end[1])).toBeLessThan(2.3e-16);
        }
        for (const theta of [0.2, 0.5, 0.8]) {
          out[2] = previous[2] + theta * (state[2] - previous[2]);
          stepper.interpolate(out);
          worst = Math.max(worst, Math.abs(out[0] - Math.cos(out[2])));
        }
        atEnds = Math.max(atEnds, Math.abs(state[0] - Math.cos(state[2])));
      },
    });
    // no worse than the ends (measured: 0.999)
    expect(worst).toBeLessThan(atEnds);
  });

  test("a fixed step is kept, with Dormand–Prince for the first steps", () => {
    const stepper = adams(circle(), { order: 4, fixedStep: 0.05 });
    expect(stepper.adaptive).toBe(false);
    expect(stepper.order).toBe(5);
    const times: number[] = [];
    integrate(stepper, 1, { onStep: ({ state }) => void times.push(state[2]) });
    expect(times.length).toBe(20);
    // a clock summed with compensation is the nearest double, as the product is
    for (let i = 0; i < 20; i++) expect(Math.abs(times[i] - 0.05 * (i + 1))).toBeLessThan(1e-15);
  });

  test("starts again from order 1 after a restart, without harm from the long step before", () => {
    const problem = circle();
    const stepper = adams(problem, { tolerance: 1e-10 });
    integrate(stepper, 50);
    const long = stepper.control[Control.step];
    problem.setState(Float64Array.of(0, 1, 0));
    stepper.restart();
    const rejected = stepper.counts[Count.rejected];
    stepper.step();
    expect(stepper.counts[Count.rejected]).toBe(rejected);
    // 1.2e-6 s, of a step of 0.14 s before
    expect(stepper.state[2]).toBeLessThan(long / 1e5);
    integrate(stepper, 10);
    // a tolerance of 1e-10 a step, over ten radians (measured: 6.5e-10)
    expect(Math.abs(stepper.state[0] + Math.sin(10))).toBeLessThan(2e-9);
  });

  test("maxStep and minStep are obeyed", () => {
    const slow = adams(circle(), { tolerance: 1e-3, maxStep: 0.05 });
    let longest = 0;
    integrate(slow, 2, {
      onStep: ({ state, previous }) => {
        longest = Math.max(longest, state[2] - previous[2]);
      },
    });
    // a difference of two times near 2, whose ulp is 4e-16
    expect(longest).toBeLessThanOrEqual(0.05 + 1e-15);
    const stuck = adams(circle(), { tolerance: 1e-12, minStep: 0.2 });
    expect(stuck.step()).toBe(StepStatus.stepTooSmall);
    expect([...stuck.state]).toEqual([1, 0, 0]);
  });

  test("blow-up and NaN end the run at the last good state", () => {
    const blowUp = adams(
      createProblem([1], (y, out) => {
        out[0] = y[0] * y[0];
      }),
      { tolerance: 1e-8 },
    );
    const report = integrate(blowUp, 2);
    expect(report.status).toBe("step-too-small");
    // the pole of a y that is off by the tolerance of 1e-8, some tens of steps on (measured: 7e-8)
    expect(Math.abs(report.t - 1)).toBeLessThan(3e-7);
    const problem = createProblem([0, 0], (y, out) => {
      out[0] = 1;
      out[1] = y[2] > 0.3 ? NaN : y[2];
    });
    const bad = adams(problem, { tolerance: 1e-8 });
    const end = integrate(bad, 1);
    expect(end.status).toBe("not-finite");
    expect(end.offender).toBe(1);
    expect(end.t).toBeLessThanOrEqual(0.3);
    // steps shrink until they no longer move the clock: 2⁻⁵⁰ of it, after some rounds of a quarter each
    expect(end.t).toBeGreaterThan(0.3 - 1e-12);
    const state = new Float64Array(3);
    problem.getState(state);
    expect([...state]).toEqual([...bad.state]);
    // a parabola, which even the first order of the corrector integrates exactly
    expect(Math.abs(state[1] - state[2] ** 2 / 2)).toBeLessThan(1e-15);
  });

  test("NaN with a fixed step, in the start and after it", () => {
    for (const limit of [0.05, 0.5]) {
      const problem = createProblem([0], (y, out) => {
        out[0] = y[1] > limit ? NaN : 1;
      });
      const stepper = adams(problem, { order: 4, fixedStep: 0.02 });
      const report = integrate(stepper, 1);
      expect(report.status).toBe("not-finite");
      expect(report.offender).toBe(0);
      expect(report.t).toBeLessThanOrEqual(limit);
      // within a step of the wall, and the rounding of the clock
      expect(report.t).toBeGreaterThan(limit - 0.02 - 1e-12);
    }
  });

  test("runs backward through a close encounter", () => {
    const stepper = adams(createReferenceProblem(arenstorf), { tolerance: 1e-13 });
    integrate(stepper, 10);
    integrate(stepper, 0);
    // the error at t = 10 is 6e-12 (ode-reference.test.ts); on the way back the start amplifies it a hundredfold
    for (let i = 0; i < 4; i++) expect(Math.abs(stepper.state[i] - arenstorf.initial[i])).toBeLessThan(1e-8);
  });
});
