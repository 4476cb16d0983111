/** Events: what fires, when, in which order, and what is left behind. */
import {
  adams,
  backwardEuler,
  Control,
  createProblem,
  dopri5,
  type EventOptions,
  type EventSet,
  euler,
  integrate,
  midpoint,
  type Problem,
  radau5,
  rk4,
  type Stepper,
  stepDoubling,
} from "@rigor/engine/ode";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

/** y = (t), so that events are functions of time and roots are known. */
const clock = (time = 0) =>
  createProblem(
    [time],
    (_, out) => {
      out[0] = 1;
    },
    { time },
  );
const oscillator = () =>
  createProblem([0, 1], (y, out) => {
    out[0] = y[1];
    out[1] = -y[0];
  });
/** A stepper that takes one step to wherever it is sent. */
const oneStep = (time = 0) => rk4(clock(time), { step: 1e3 });
const at = (f: (t: number) => number, more: Partial<EventOptions> = {}): EventOptions => ({
  value: (state) => f(state[0]),
  ...more,
});

const steppers: Record<string, (problem: Problem) => Stepper> = {
  euler: (problem) => euler(problem, { step: 0.05 }),
  midpoint: (problem) => midpoint(problem, { step: 0.05 }),
  rk4: (problem) => rk4(problem, { step: 0.05 }),
  "backward euler": (problem) => backwardEuler(problem, { step: 0.05 }),
  "step doubling": (problem) => stepDoubling(rk4, problem, { tolerance: 1e-6 }),
  dopri5: (problem) => dopri5(problem, { tolerance: 1e-9 }),
  adams: (problem) => adams(problem, { tolerance: 1e-9 }),
  "adams, fixed": (problem) => adams(problem, { order: 5, fixedStep: 0.05 }),
  radau5: (problem) => radau5(problem, { tolerance: 1e-9 }),
};

describe("crossings in one step", () => {
  test("five, and more, in order", () => {
    const { steps, events } = integrate(oneStep(), 10, { events: [at((t) => Math.sin(1.7 * t - 0.3))] });
    expect(steps).toBe(1);
    expect(events.map((event) => event.crossing)).toEqual([1, -1, 1, -1, 1, -1]);
    events.forEach((event, i) => {
      // the function itself is good to an ulp, which moves its root by as much
      expect(Math.abs(event.t - (i * Math.PI + 0.3) / 1.7)).toBeLessThan(4e-15);
    });
  });

  test("of several functions, sorted by time, then by index", () => {
    const events = [at((t) => t - 5), at((t) => t - 2), at((t) => (t - 3) * (t - 7)), at((t) => t - 2)];
    const report = integrate(oneStep(), 10, { events });
    expect(report.events.map((event) => [event.index, Math.round(event.t)])).toEqual([
      [1, 2],
      [3, 2],
      [2, 3],
      [0, 5],
      [2, 7],
    ]);
    expect([...report.fired]).toEqual([1, 1, 2, 1]);
  });

  test("direction is that of travel", () => {
    const wave = (direction: -1 | 0 | 1) => at((t) => Math.cos(t), { direction });
    const times = (direction: -1 | 0 | 1) =>
      integrate(oneStep(), 10, { events: [wave(direction)] }).events.map((event) =>
        Math.round((event.t / Math.PI) * 2),
      );
    expect(times(0)).toEqual([1, 3, 5]);
    expect(times(-1)).toEqual([1, 5]);
    expect(times(1)).toEqual([3]);
    const back = integrate(oneStep(10), 0, { events: [wave(1)] }).events;
    expect(back.map((event) => Math.round((event.t / Math.PI) * 2))).toEqual([5, 1]);
    expect(back.every((event) => event.crossing === 1)).toBe(true);
  });

  test("any polynomial with known roots", () => {
    const roots = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(roots, (list) => {
        const sorted = list.map((r) => r / 100).sort((a, b) => a - b);
        const g = (t: number) => sorted.reduce((product, r) => product * (t - r), 1);
        const { events } = integrate(oneStep(), 1, { events: [at(g)] });
        expect(events.length).toBe(sorted.length);
        // t − r is exact near r, so the sign of g is
        events.forEach((event, i) => void expect(Math.abs(event.t - sorted[i])).toBeLessThan(2e-16));
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe("touches", () => {
  test("a double root is found, in time and value, and distinguished from a crossing", () => {
    const { events } = integrate(oneStep(), 10, { events: [at((t) => (t - 3.21) ** 2)] });
    expect(events.length).toBe(1);
    expect(events[0].crossing).toBe(0);
    // by the zero of the derivative of a fit, not of the function: an ulp or two of t (measured: none)
    expect(Math.abs(events[0].t - 3.21)).toBeLessThan(1e-15);
  });

  test("from below, with direction: a touch counts as what it approached by", () => {
    const hill = (direction: -1 | 0 | 1) => at((t) => -((t - 3) ** 2) * (t + 1), { direction });
    const count = (direction: -1 | 0 | 1) => integrate(oneStep(), 10, { events: [hill(direction)] }).events.length;
    expect([count(-1), count(0), count(1)]).toEqual([0, 1, 1]);
  });

  test("a near miss is none; two crossings close together are two", () => {
    const depth = (d: number) => integrate(oneStep(), 10, { events: [at((t) => (t - 3.21) ** 2 + d)] }).events;
    expect(depth(1e-6)).toEqual([]);
    const two = depth(-1e-6);
    expect(two.map((event) => event.crossing)).toEqual([-1, 1]);
    // a slope of 2e-3 and values good to 1e-22: what is left is an ulp of t, 4.4e-16
    expect(Math.abs(two[0].t - 3.209)).toBeLessThan(1e-15);
    expect(Math.abs(two[1].t - 3.211)).toBeLessThan(1e-15);
  });

  test("the touch tolerance decides what is near", () => {
    const events = [at((t) => (t - 3.21) ** 2 + 1e-3)];
    expect(integrate(oneStep(), 10, { events }).events.length).toBe(0);
    expect(integrate(oneStep(), 10, { events, touchTolerance: 2e-3 }).events.length).toBe(1);
    const dip = [at((t) => (t - 3.21) ** 2 - 1e-3)];
    expect(integrate(oneStep(), 10, { events: dip }).events.length).toBe(2);
    // what crosses, crosses, however near
    expect(integrate(oneStep(), 10, { events: dip, touchTolerance: 2e-3 }).events.length).toBe(2);
  });

  test("a triple root is a crossing", () => {
    const { events } = integrate(oneStep(), 10, { events: [at((t) => (t - 7.7) ** 3)] });
    expect(events.map((event) => event.crossing)).toEqual([1]);
    // t − 7.7 is exact near 7.7, so the sign is: an ulp at most
    expect(Math.abs(events[0].t - 7.7)).toBeLessThan(1e-15);
  });

  test("a kink that touches is found", () => {
    const { events } = integrate(oneStep(), 10, { events: [at((t) => Math.abs(t - Math.PI))] });
    expect(events.map((event) => event.crossing)).toEqual([0]);
    // by halves, until the function is within 1e-9 of its largest value, 6.9
    expect(Math.abs(events[0].t - Math.PI)).toBeLessThan(7e-9);
  });

  test("wherever the step ends: before, at and after the touch", () => {
    for (const step of [0.5, 1, 0.999999, 1.000001, 0.25, 0.33]) {
      const stepper = rk4(clock(), { step });
      const { events } = integrate(stepper, 5, { events: [at((t) => (t - 2) ** 2)] });
      expect(events.map((event) => event.crossing)).toEqual([0]);
      // by the zero of the derivative of a fit, at the seam of two steps too: ulps of t (measured: 1.3e-15)
      expect(Math.abs(events[0].t - 2)).toBeLessThan(3e-15);
    }
  });

  test("random grazes: depth below, within and above the tolerance", () => {
    const place = fc.double({ min: 0.05, max: 0.95, noNaN: true });
    const depth = fc.constantFrom(-1e-3, -1e-6, 0, 1e-6, 1e-3);
    fc.assert(
      fc.property(place, depth, fc.double({ min: 0.5, max: 3, noNaN: true }), (t0, d, curve) => {
        const g = (t: number) => curve * (t - t0) ** 2 * Math.exp(t) + d;
        const { events } = integrate(oneStep(), 1, { events: [at(g)] });
        expect(events.length).toBe(d > 0 ? 0 : d === 0 ? 1 : events.length === 1 ? 1 : 2);
        // rounding of the fit over its curvature (measured: 3.6e-15)
        if (d === 0) expect(Math.abs(events[0].t - t0)).toBeLessThan(8e-15);
        // the slope there, 2 √(curve eᵗ |d|) < 0.18, times an ulp of t, 1.1e-16
        if (d < 0) for (const event of events) expect(Math.abs(g(event.t))).toBeLessThan(2e-17);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe("the start of a run", () => {
  test("a function that is zero there does not fire until it comes back", () => {
    const stepper = dopri5(oscillator(), { tolerance: 1e-10 });
    const { events } = integrate(stepper, 10, { events: [{ value: (y) => y[0] }] });
    expect(events.map((event) => Math.round(event.t / Math.PI))).toEqual([1, 2, 3]);
  });

  test("continuing from a terminal event, nothing changed, goes on to the next", () => {
    for (const name of Object.keys(steppers)) {
      const stepper = steppers[name](oscillator());
      const times: number[] = [];
      for (let i = 0; i < 4; i++) {
        const report = integrate(stepper, 100, { events: [{ value: (y) => y[0], terminal: true }] });
        expect(report.status).toBe("event");
        times.push(report.t / Math.PI);
      }
      expect(times.map(Math.round)).toEqual([1, 2, 3, 4]);
    }
  });

  test("nor does one that starts within the tolerance of a touch", () => {
    const { events } = integrate(oneStep(3.21), 10, { events: [at((t) => (t - 3.21) ** 2)] });
    expect(events).toEqual([]);
  });

  test("a function that is zero throughout never fires", () => {
    const report = integrate(rk4(clock(), { step: 0.1 }), 1, { events: [at(() => 0)] });
    expect(report.events).toEqual([]);
  });
});

describe.each(Object.keys(steppers))("a terminal event with %s", (name) => {
  test("cuts the step: stepper and problem are at the event, in time and value", () => {
    const problem = oscillator();
    const stepper = steppers[name](problem);
    let last = 0;
    const report = integrate(stepper, 10, {
      events: [
        { name: "early", value: (y) => y[0] - 0.5 },
        { name: "floor", value: (y) => y[0] + 0.4, terminal: true },
        { name: "late", value: (y) => y[0] + 0.401 },
      ],
      onStep: ({ state, previous }) => {
        last = state[2];
        const out = new Float64Array(3);
        out[2] = (state[2] + previous[2]) / 2;
        stepper.interpolate(out);
        // the interpolant serves the part of the step that is left: off the chord by h²/8, and h is at most 0.17
        expect(Math.abs(out[0] - (state[0] + previous[0]) / 2)).toBeLessThan(4e-3);
      },
    });
    expect(report.status).toBe("event");
    expect(report.events.map((event) => event.name)).toEqual(["early", "early", "floor"]);
    expect([...report.fired]).toEqual([2, 1, 0]);
    expect(report.message).toBe(`stopped at t = ${report.t} by "floor"`);
    expect(report.t).toBe(stepper.state[2]);
    expect(last).toBe(report.t);
    // value: g is zero to rounding, for every method (measured: 2.2e-16)
    expect(Math.abs(stepper.state[0] + 0.4)).toBeLessThan(5e-16);
    const state = new Float64Array(3);
    problem.getState(state);
    expect([...state]).toEqual([...stepper.state]);
    expect([...report.events[2].state]).toEqual([...stepper.state]);
    // time: order 1 has an amplitude off by h t/2, order 2 a phase off by h² t/6 (measured: 0.044 and 1.5e-3); the
    // worst of the others is step doubling, 1.4 times its tolerance
    const exact = Math.PI + Math.asin(0.4);
    expect(Math.abs(report.t - exact)).toBeLessThan([0, 0.05, 2e-3][stepper.order] ?? 2e-6);
    // and it can go on
    stepper.restart();
    expect(integrate(stepper, report.t + 1).status).toBe("done");
  });
});

test("the step in mind survives a terminal event", () => {
  const stepper = rk4(oscillator(), { step: 0.05 });
  integrate(stepper, 10, { events: [{ value: (y) => y[0] + 0.4, terminal: true }] });
  expect(stepper.control[Control.step]).toBe(0.05);
  expect(stepper.control[Control.end]).toBe(Infinity);
});

test("terminal events at the same instant are all reported", () => {
  const { events } = integrate(oneStep(), 10, {
    events: [
      at((t) => t - 2, { terminal: true }),
      at((t) => t - 2),
      at((t) => 2 * t - 4, { terminal: true }),
      at((t) => t - 3),
    ],
  });
  expect(events.map((event) => event.index)).toEqual([0, 1, 2]);
  expect(events.map((event) => event.t)).toEqual([2, 2, 2]);
  // and so are those that rounding tore apart: (t² − 4)/3 and t − 2 are not zero at the same double
  const together = integrate(oneStep(), 10, {
    events: [at((t) => (t ** 2 - 4) / 3 + 1e-15, { terminal: true }), at((t) => t - 2, { terminal: true })],
  });
  expect(together.events.map((event) => event.index)).toEqual([0, 1]);
  expect(together.events[0].t).toBe(together.events[1].t);
});

test("a set of functions is evaluated in one call, and may name them", () => {
  const set: EventSet = {
    count: 2,
    names: ["up", "down"],
    direction: [1, -1],
    terminal: [0, 1],
    evaluate(state, out) {
      out[0] = Math.sin(state[0]);
      out[1] = Math.sin(state[0]);
    },
  };
  const { events, status } = integrate(oneStep(), 10, { events: set });
  expect(status).toBe("event");
  expect(events.map((event) => event.name)).toEqual(["down"]);
});

test("a function that never changes sign: the run is done, and the report says where it stayed", () => {
  const report = integrate(rk4(clock(), { step: 0.5 }), 2, {
    events: [at((t) => 1 + t, { name: "ceiling", terminal: true })],
  });
  expect(report.status).toBe("done");
  expect(report.message).toBe('reached t = 2; "ceiling" never fired: it stayed within [1, 3]');
  expect([...report.fired]).toEqual([0]);
  expect([report.least[0], report.greatest[0]]).toEqual([1, 3]);
});

describe("a function that is not finite", () => {
  test.each(Object.keys(steppers))("with %s: named, with the state at the start of that step", (name) => {
    const problem = oscillator();
    const stepper = steppers[name](problem);
    const report = integrate(stepper, 10, {
      events: [{ value: () => 1 }, { name: "root", value: (y) => Math.sqrt(2 - y[2]) + 1 }],
    });
    expect(report.status).toBe("not-finite");
    expect(report.offendingEvent).toBe(1);
    expect(report.offender).toBe(-1);
    expect(report.message).toContain('event function "root" was not finite');
    expect(report.t).toBeLessThanOrEqual(2);
    expect(report.t).toBe(stepper.state[2]);
    const state = new Float64Array(3);
    problem.getState(state);
    expect([...state]).toEqual([...stepper.state]);
  });

  test("at the start: no step is taken", () => {
    const report = integrate(oneStep(), 10, { events: [at(() => NaN, { name: "nothing" })] });
    expect(report).toMatchObject({ status: "not-finite", t: 0, steps: 0, offendingEvent: 0 });
  });
});
