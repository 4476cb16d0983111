/** What euler, midpoint and rk4 have in common. */
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
} from "@rigor/engine/ode";
import { describe, expect, test } from "vitest";

const methods = [
  { method: euler, cost: 1 },
  { method: midpoint, cost: 2 },
  { method: rk4, cost: 4 },
];
const oscillator = () =>
  createProblem([1, 0], (y, out) => {
    out[0] = y[1];
    out[1] = -y[0];
  });

function stateOf(problem: Problem): number[] {
  const state = new Float64Array(problem.dimension + 1);
  problem.getState(state);
  return [...state];
}

describe.each(methods)("$method.name", ({ method, cost }) => {
  test("evaluations are counted as they happen, interpolation included and reused", () => {
    let calls = 0;
    const problem = createProblem([1, 0], (y, out) => {
      calls++;
      out[0] = y[1];
      out[1] = -y[0];
    });
    const stepper = method(problem, { step: 0.1 });
    calls = 0;
    for (let i = 0; i < 5; i++) stepper.step();
    expect(calls).toBe(5 * cost);
    const out = new Float64Array(3);
    out[2] = 0.45;
    stepper.interpolate(out);
    stepper.interpolate(out);
    expect(calls).toBe(5 * cost + 1);
    // f at the end of the last step is f at the start of the next
    stepper.step();
    expect(calls).toBe(6 * cost);
    expect(stepper.counts[Count.evaluations]).toBe(calls);
  });

  test("interpolates between both ends of the last step, exactly at them", () => {
    const stepper = method(oscillator(), { step: 0.1 });
    for (let i = 0; i < 7; i++) stepper.step();
    const out = new Float64Array(3);
    out[2] = stepper.previous[2];
    stepper.interpolate(out);
    expect([...out]).toEqual([...stepper.previous]);
    out[2] = stepper.state[2];
    stepper.interpolate(out);
    expect([...out]).toEqual([...stepper.state]);
    // the cubic is off by at most h⁴/384 max|y⁗| and the error of the ends
    out[2] = 0.65;
    stepper.interpolate(out);
    const atEnds = Math.max(Math.abs(stepper.state[0] - Math.cos(0.7)), Math.abs(stepper.previous[0] - Math.cos(0.6)));
    expect(Math.abs(out[0] - Math.cos(0.65))).toBeLessThan(atEnds + 1e-4 / 384);
  });

  test("NaN from f: the step is undone in stepper and problem, and the index named", () => {
    const problem = createProblem([1, 2, 3], (y, out) => {
      out[0] = 1;
      out[1] = 1;
      out[2] = y[3] > 0.31 ? NaN : 1;
    });
    const stepper = method(problem, { step: 0.1 });
    let status: StepStatus = StepStatus.ok;
    while (status === StepStatus.ok) status = stepper.step();
    expect(status).toBe(StepStatus.notFinite);
    expect(stepper.offender).toBe(2);
    const t = stepper.state[3];
    // the wall at 0.31 lies within the fourth step of 0.1, which Euler meets at its end; a rounding of t either way
    expect(t).toBeGreaterThan(0.3 - 1e-16);
    expect(t).toBeLessThan(0.4 + 1e-16);
    expect([...stepper.state]).toEqual(stateOf(problem));
    // a few additions of numbers near 3 (measured: 3.3e-16)
    expect(Math.abs(stepper.state[2] - 3 - t)).toBeLessThan(7e-16);
    // it can be tried again: nothing changes
    expect(stepper.step()).toBe(StepStatus.notFinite);
    expect(stepper.state[3]).toBe(t);
  });

  test("an overflow is caught where it happens", () => {
    const stepper = method(
      createProblem([1], (y, out) => {
        out[0] = y[0] * y[0];
      }),
      { step: 0.5 },
    );
    const report = integrate(stepper, 1000);
    expect(report.status).toBe("not-finite");
    expect(report.offender).toBe(0);
    expect(Number.isFinite(stepper.state[0])).toBe(true);
  });

  test("coordinates that the problem dictates are read back", () => {
    const state = new Float64Array([0, 1, 0]);
    const problem: Problem = {
      dimension: 2,
      getState: (out) => out.set(state),
      setState: (y) => {
        state.set(y);
        state[1] = 7 + state[2];
      },
      derivative: (out) => {
        out[0] = state[1];
        out[1] = 123;
      },
    };
    const stepper = method(problem, { step: 0.5 });
    stepper.step();
    expect(stepper.state[1]).toBe(7.5);
  });

  test("runs backward to where it came from, within its error", () => {
    const stepper = method(oscillator(), { step: 1 / 64 });
    integrate(stepper, 1);
    const report = integrate(stepper, 0);
    expect(report.status).toBe("done");
    expect(report.t).toBe(0);
    expect(stepper.control[Control.direction]).toBe(-1);
    // there and back: Euler gains (1 + h²) a step both ways, the others h³ and less (measured: 0.016)
    expect(Math.abs(stepper.state[0] - 1)).toBeLessThan(cost === 1 ? 0.02 : 1e-4);
  });

  test("restart reads the problem anew", () => {
    const problem = oscillator();
    const stepper = method(problem, { step: 0.1 });
    stepper.step();
    problem.setState(Float64Array.of(5, 6, 7));
    stepper.restart();
    expect([...stepper.state]).toEqual([5, 6, 7]);
    stepper.step();
    expect(stepper.state[2]).toBe(7.1);
  });
});
