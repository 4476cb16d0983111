/** Events of methods at their tolerances, touches of the state at default options, and functions that are not smooth. */
import {
  adams,
  createProblem,
  dopri5,
  euler,
  integrate,
  midpoint,
  type Problem,
  radau5,
  rk4,
  type Stepper,
  stepDoubling,
} from "@rigor/engine/ode";
import { describe, expect, test } from "vitest";

const oscillator = (a = 1) =>
  createProblem([a, 0], (y, out) => {
    out[0] = y[1];
    out[1] = -y[0];
  });

describe("a terminal event is as accurate as the steps", () => {
  const methods: Record<string, (problem: Problem, tolerance: number) => Stepper> = {
    dopri5: (problem, tolerance) => dopri5(problem, { tolerance }),
    adams: (problem, tolerance) => adams(problem, { tolerance }),
    radau5: (problem, tolerance) => radau5(problem, { tolerance }),
    "step doubling": (problem, tolerance) => stepDoubling(rk4, problem, { tolerance }),
    "step doubling, extrapolated": (problem, tolerance) => stepDoubling(rk4, problem, { tolerance, extrapolate: true }),
  };
  test.each(Object.keys(methods))("%s", (name) => {
    for (const tolerance of [1e-6, 1e-8, 1e-10, 1e-12]) {
      for (const c of [0.9, 0.5, 0.1, -0.3, -0.7]) {
        const stepper = methods[name](oscillator(), tolerance);
        const { t } = integrate(stepper, 10, { events: [{ value: (y) => y[0] - c, terminal: true }] });
        // 2 at the worst, and 12.5 for step doubling, whose errors of a step add up over the more steps the more it is
        // asked for; by its interpolant radau5 would be 443 times off at 1e-12
        expect(Math.abs(t - Math.acos(c)) / tolerance).toBeLessThan(name === "step doubling" ? 13 : 2.5);
      }
    }
  });
});

describe("an oscillator from x = a touches x = −a: at default options", () => {
  const methods: Record<string, (problem: Problem) => Stepper> = {
    euler: (problem) => euler(problem, { step: 0.01 }),
    midpoint: (problem) => midpoint(problem, { step: 0.01 }),
    rk4: (problem) => rk4(problem, { step: 0.01 }),
    "step doubling": (problem) => stepDoubling(rk4, problem),
    dopri5: (problem) => dopri5(problem),
    adams: (problem) => adams(problem),
    "adams, fixed": (problem) => adams(problem, { order: 4, fixedStep: 0.01 }),
    radau5: (problem) => radau5(problem),
  };
  test.each(Object.keys(methods))("%s: one touch, or a pair of crossings, at every half turn", (name) => {
    for (let i = 0; i < 50; i++) {
      const a = 0.5 + i / 10;
      const stepper = methods[name](oscillator(a));
      const { events } = integrate(stepper, 20, { events: [{ value: (y) => y[0] + a }] });
      for (const turn of [1, 3, 5]) {
        // Euler's circle grows by 17 % until the last: its crossings are 0.6 s off
        const here = events.filter(({ t }) => Math.abs(t - turn * Math.PI) < 0.7);
        expect([[0], [-1, 1]]).toContainEqual(here.map(({ crossing }) => crossing));
      }
      expect(events.every(({ t }) => [1, 3, 5].some((turn) => Math.abs(t - turn * Math.PI) < 0.7))).toBe(true);
    }
  });

  test("a function that is zero but for the error of the method never fires", () => {
    for (const name of Object.keys(methods).filter((name) => name !== "euler" && name !== "midpoint")) {
      const { events } = integrate(methods[name](oscillator()), 10, {
        events: [{ value: (y) => y[0] ** 2 + y[1] ** 2 - 1 }],
      });
      expect(events).toEqual([]);
    }
  });
});

describe("functions that are not smooth", () => {
  const methods: Record<string, (problem: Problem) => Stepper> = {
    rk4: (problem) => rk4(problem, { step: 0.02 }),
    dopri5: (problem) => dopri5(problem, { tolerance: 1e-9 }),
    adams: (problem) => adams(problem, { tolerance: 1e-9 }),
    radau5: (problem) => radau5(problem, { tolerance: 1e-9 }),
  };
  /** Hundred places, and a few at which a step of 1/50 ends. */
  const places = [...Array.from({ length: 100 }, (_, i) => 2.0123 + i / 20), 3, 4.5, 6.02];
  describe.each(Object.keys(methods))("%s", (name) => {
    const find = (value: (t: number) => number, terminal = false) =>
      integrate(methods[name](oscillator()), 10, { events: [{ value: (y) => value(y[2]), terminal }] }).events;

    test("a kink that touches zero, and one that dips below it, however little", () => {
      for (const c of places) {
        const touch = find((t) => Math.abs(t - c));
        expect(touch.map(({ crossing }) => crossing)).toEqual([0]);
        // within 1e-9 of the largest value, which is below 8
        expect(Math.abs(touch[0].t - c)).toBeLessThan(8e-9);
        for (const w of [1e-2, 1e-4, 1e-6, 1e-8]) {
          const dip = find((t) => Math.abs(t - c) - w);
          expect(dip.map(({ crossing }) => crossing)).toEqual([-1, 1]);
          // the double nearest to c ∓ w: half an ulp of t, which is 8.9e-16 at the most
          expect(Math.abs(dip[0].t - c + w)).toBeLessThan(5e-16);
          expect(Math.abs(dip[1].t - c - w)).toBeLessThan(5e-16);
        }
      }
    });

    test("one that reaches zero and stays is found where it gets there", () => {
      for (const c of places) {
        const [event] = find((t) => Math.max(0, c - t), true);
        expect(event.crossing).toBe(-1);
        // the double next to c: an ulp of t, 8.9e-16 at the most
        expect(Math.abs(event.t - c)).toBeLessThan(1e-15);
      }
    });

    test("one that jumps: over zero at the jump, from zero not at all", () => {
      for (const c of places) {
        const over = find((t) => (t > c ? 1 : -1));
        expect(over.map(({ crossing }) => crossing)).toEqual([1]);
        // the double next to c: an ulp of t, 8.9e-16 at the most
        expect(Math.abs(over[0].t - c)).toBeLessThan(1e-15);
        expect(find((t) => (t > c ? 1 : 0))).toEqual([]);
      }
    });
  });
});
