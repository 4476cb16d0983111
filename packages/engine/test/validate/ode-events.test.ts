/** Event times against closed forms. */
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
} from "@rigor/engine/ode";
import { createReferenceProblem, kepler5, kepler9 } from "@rigor/scenes";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const g = 9.81;
/** maxStep: a hop of 1e-12 m within a step that goes on to fall for a hundred seconds is lost in its rounding. */
const methods: Record<string, (problem: Problem) => Stepper> = {
  midpoint: (problem) => midpoint(problem, { step: 0.01 }),
  rk4: (problem) => rk4(problem, { step: 0.03 }),
  dopri5: (problem) => dopri5(problem, { tolerance: 1e-10, maxStep: 1 }),
  adams: (problem) => adams(problem, { tolerance: 1e-10, maxStep: 1 }),
  // Newton stops at the tolerance on the scale of the whole step: 5 m for one that falls on for a second, 5 cm for this
  radau5: (problem) => radau5(problem, { tolerance: 1e-10, maxStep: 0.1 }),
};

/** Impact times of a ball dropped from 1 m that keeps the fraction e of its speed. */
function bounce(stepper: Stepper, e: number, count: number): number[] {
  const { problem } = stepper;
  const state = new Float64Array(3);
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const floor = { name: "floor", value: (y: Float64Array) => y[0], direction: -1, terminal: true } as const;
    const report = integrate(stepper, 100, { events: [floor] });
    expect(report.status).toBe("event");
    times.push(report.t);
    problem.getState(state);
    state[1] *= -e;
    problem.setState(state);
    stepper.restart();
  }
  return times;
}

describe.each(Object.keys(methods))("a bouncing ball by %s", (name) => {
  const ball = () =>
    createProblem([1, 0], (y, out) => {
      out[0] = y[1];
      out[1] = -g;
    });

  test.each([0.5, 0.8, 0.95])("twenty impacts, e = %d, to the rounding of their times", (e) => {
    const times = bounce(methods[name](ball()), e, 20);
    let t = Math.sqrt(2 / g);
    let v = Math.sqrt(2 * g);
    for (const measured of times) {
      // every method here of order 2 or more follows a parabola exactly: what is left is rounding (measured: 2.7e-15)
      expect(Math.abs(measured - t) / t).toBeLessThan(5e-15);
      v *= e;
      t += (2 * v) / g;
    }
  });

  test("the bounces accumulate where they should", () => {
    const stepper = methods[name](ball());
    const last = bounce(stepper, 0.5, 20)[19];
    // the flights that are left last 2v/g (1 + e + e² + …); all end at √(2/g) (1 + e)/(1 − e)
    const end = last + (4 * stepper.state[1]) / g;
    // the rounding of twenty flights (measured: 2.4e-15)
    expect(Math.abs(end - 1.354570922957193)).toBeLessThan(5e-15);
  });
});

test("Euler's impact is where Euler's own path is: the state lies on the floor, and the time is of order h", () => {
  const time = (step: number) => {
    const problem = createProblem([1, 0], (y, out) => {
      out[0] = y[1];
      out[1] = -g;
    });
    const stepper = euler(problem, { step });
    const [t] = bounce(stepper, 0.5, 1);
    // Euler: y falls as 1 − g (t² − h t)/2 over whole steps, h/2 behind
    return t;
  };
  const exact = Math.sqrt(2 / g);
  const ratio = (time(0.01) - exact) / (time(0.005) - exact);
  // order 1, but for the next term, of size h (measured: 1.999)
  expect(ratio).toBeGreaterThan(1.998);
  expect(ratio).toBeLessThan(2);
});

test("a throw that just reaches the ceiling grazes it; a little more hits it twice, a little less misses", () => {
  const events = (excess: number) => {
    const v = Math.sqrt(2 * g * (2 + excess));
    const problem = createProblem([0, v], (y, out) => {
      out[0] = y[1];
      out[1] = -g;
    });
    const stepper = dopri5(problem, { tolerance: 1e-10 });
    return integrate(stepper, (2 * v) / g, { events: [{ value: (y) => 2 - y[0] }] }).events;
  };
  const graze = events(0);
  expect(graze.map((event) => event.crossing)).toEqual([0]);
  // a touch is found where the slope is zero: two ulp of 1, one of them the test's own root
  expect(Math.abs(graze[0].t / Math.sqrt(4 / g) - 1)).toBeLessThan(5e-16);
  const hit = events(1e-6);
  expect(hit.map((event) => event.crossing)).toEqual([-1, 1]);
  // 2 √(2 · 10⁻⁶ / g) apart; the height is good to 1e-15, its root to 1e-15 / 4e-3 (measured: 6.6e-13)
  expect(Math.abs(hit[1].t - hit[0].t - 2 * Math.sqrt(2e-6 / g))).toBeLessThan(1.3e-12);
  expect(events(-1e-6)).toEqual([]);
});

describe("the apsides of Kepler's ellipses: r·v = 0 at every half period", () => {
  test.each([
    { reference: kepler5, method: "dopri5", tolerance: 1e-12 },
    { reference: kepler5, method: "adams", tolerance: 1e-13 },
    { reference: kepler9, method: "dopri5", tolerance: 1e-13 },
    { reference: kepler9, method: "adams", tolerance: 1e-14 },
  ] as const)("$reference.name by $method at $tolerance, to 1e-9", ({ reference, method, tolerance }) => {
    const problem = createReferenceProblem(reference);
    const stepper = method === "dopri5" ? dopri5(problem, { tolerance }) : adams(problem, { tolerance });
    const { events } = integrate(stepper, 10 * Math.PI + 1, {
      events: [{ value: (y) => y[0] * y[2] + y[1] * y[3] }],
    });
    expect(events.length).toBe(10);
    events.forEach((event, i) => {
      expect(event.crossing).toBe(i % 2 === 0 ? -1 : 1);
      // the tolerance, added up over the steps of five turns (measured: 4.7e-10 for the first, 4e-11 for the last)
      expect(Math.abs(event.t - (i + 1) * Math.PI)).toBeLessThan(1e-9);
    });
  });
});

test("a cubic that touches and crosses: y = (t − 1)² (t − 2), followed as an equation", () => {
  // y‴ = 6 with y(0) = −2, y′(0) = 5, y″(0) = −8
  const problem = createProblem([-2, 5, -8], (y, out) => {
    out[0] = y[1];
    out[1] = y[2];
    out[2] = 6;
  });
  for (const stepper of [rk4(problem, { step: 0.37 }), dopri5(problem), adams(problem, { tolerance: 1e-12 })]) {
    problem.setState(Float64Array.of(-2, 5, -8, 0));
    stepper.restart();
    const { events } = integrate(stepper, 3, { events: [{ value: (y) => y[0] }] });
    expect(events.map((event) => event.crossing)).toEqual([0, 1]);
    // a touch is found where the slope is zero, so it is as sharp as a crossing: ulps (measured: 2e-15)
    expect(Math.abs(events[0].t - 1)).toBeLessThan(4e-15);
    // a slope of 1, and a y whose terms are up to 10 large, over a few steps (measured: 1.4e-14)
    expect(Math.abs(events[1].t - 2)).toBeLessThan(3e-14);
  }
});

describe("every crossing of an oscillation, and every touch of its square", () => {
  test.each([
    // bounds: the error in y after ten seconds, measured and doubled
    ["dopri5 at 1e-5", (problem: Problem) => dopri5(problem, { tolerance: 1e-5 }), 8e-5],
    ["dopri5 at 1e-9", (problem: Problem) => dopri5(problem, { tolerance: 1e-9 }), 9e-9],
    ["adams at 1e-9", (problem: Problem) => adams(problem, { tolerance: 1e-9 }), 2.2e-8],
    ["rk4", (problem: Problem) => rk4(problem, { step: 0.02 }), 5.2e-7],
  ] as const)("%s", (_, make, bound) => {
    const phase = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });
    const level = fc.double({ min: -0.999, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 1.9, noNaN: true }), phase, level, (w, phi, c) => {
        const problem = createProblem([Math.sin(phi), w * Math.cos(phi)], (y, out) => {
          out[0] = y[1];
          out[1] = -w * w * y[0];
        });
        // sin θ = c at θ = a and π − a, and whole turns from there
        const a = Math.asin(c);
        const exact = [-2, -1, 0, 1, 2, 3, 4, 5]
          .flatMap((turn) => [a + 2 * Math.PI * turn, Math.PI - a + 2 * Math.PI * turn])
          .map((theta) => (theta - phi) / w)
          .sort((p, q) => p - q);
        // a root within the error of the end or the start may be on either side of it
        fc.pre(exact.every((t) => Math.abs(t) > 1e-2 && Math.abs(t - 10) > 1e-2));
        const wanted = exact.filter((t) => t > 0 && t < 10);
        const { events } = integrate(make(problem), 10, {
          events: [{ value: (y) => y[0] - c }, { value: (y) => (y[0] - c) ** 2 * (2 + y[1]) }],
        });
        const crossings = events.filter((event) => event.index === 0);
        const touches = events.filter((event) => event.index === 1);
        expect([crossings.length, touches.length]).toEqual([wanted.length, wanted.length]);
        wanted.forEach((t, i) => {
          // a root is as much less sharp than y as the slope there is small
          expect(Math.abs(crossings[i].t - t) * w * Math.sqrt(1 - c * c)).toBeLessThan(bound);
          expect(touches[i].crossing).toBe(0);
        });
      }),
      { seed: 1, numRuns: 150 },
    );
  });
});

describe("many functions in one call: particles at heights 1 … 2 that fall together", () => {
  const rain = (count: number, terminal: number) => {
    const initial = new Float64Array(2 * count);
    for (let i = 0; i < count; i++) initial[2 * i] = 1 + i / count;
    const problem = createProblem(initial, (y, out) => {
      for (let i = 0; i < count; i++) {
        out[2 * i] = y[2 * i + 1];
        out[2 * i + 1] = -g;
      }
    });
    return integrate(rk4(problem, { step: 0.05 }), 0.7, {
      events: {
        count,
        terminal: new Uint8Array(count).fill(terminal),
        evaluate(state, out) {
          for (let i = 0; i < count; i++) out[i] = state[2 * i];
        },
      },
    });
  };

  test("every one of a thousand is found, in order", () => {
    const { events } = rain(1000, 0);
    expect(events.length).toBe(1000);
    events.forEach((event, i) => {
      expect(event.index).toBe(i);
      // parabolas are exact but for rounding: an ulp of t is 1.1e-16 (measured: one)
      expect(Math.abs(event.t - Math.sqrt((2 * (1 + i / 1000)) / g))).toBeLessThan(2e-16);
    });
  });

  test("of a hundred thousand terminal ones the first, without a search for the others", () => {
    const { events, t } = rain(100_000, 1);
    expect(events.map((event) => event.index)).toEqual([0]);
    // as above: an ulp of t, 5.6e-17, and one of the root in the test
    expect(Math.abs(t - Math.sqrt(2 / g))).toBeLessThan(1.2e-16);
  });
});
