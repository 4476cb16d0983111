/**
 * At t = 1e9 s the steps that order 1 needs for a tolerance of 1e-12 are below the rounding of t: the Adams method could
 * not start. And a clock that rounded to the end left y short of it. From 3e6 s on bodies fall by more between two ticks than
 * what counts as a gap: those that would arrive with the next one were never taken for contacts, and the run ended there.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { adams, createProblem, dopri5, integrate } from "@rigor/engine/ode";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test.each([adams, dopri5])("%o starts at any time", (method) => {
  for (const t of [0, 1e6, 1e9, 1e12]) {
    for (const tolerance of [1e-8, 1e-12]) {
      const problem = createProblem([1], (y, out) => void out.set([-y[0]]), { time: t });
      const stepper = method(problem, { tolerance });
      expect(integrate(stepper, t + 1).status).toBe("done");
      // the tolerance of a step, over the few steps of a run (measured: 1.2 at the worst, adams at 1e12 s)
      expect(Math.abs(stepper.state[0] - Math.exp(-1))).toBeLessThan(1.3 * tolerance);
    }
  }
});

test("many short runs at t = 1e9 add up", () => {
  const problem = createProblem([1], (y, out) => void out.set([-y[0]]), { time: 1e9 });
  const stepper = adams(problem, { tolerance: 1e-12 });
  for (let i = 1; i <= 64; i++) integrate(stepper, 1e9 + i / 64);
  // runs of 1/64 s are far shorter than the tolerance asks for: ulps of y, 5.6e-17 (measured: none)
  expect(Math.abs(stepper.state[0] - Math.exp(-1))).toBeLessThan(1.2e-16);
});

test.each([1e6, 1e7, 1e8])("a box falls and comes to rest, from t = %d", (clock) => {
  const fall = (time: number) => {
    const world = new World({ time });
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    const shape = createBox({ size: [1, 1, 1] });
    world.addBody({ shape, mass: 1, position: [0, 0.9, 0], rotation: [0.1, 0, 0.15, 1], velocity: [0, -1, 0] });
    const report = world.advanceTo(time + 1);
    return { report, times: report.events.map(({ t }) => t - time) };
  };
  const { report, times } = fall(clock);
  expect(report.status).toBe("done");
  expect(report.worst.penetration).toBeLessThan(1e-7);
  expect(report.worst.energyError).toBeLessThan(1e-7);
  // of the first impact two ticks of the clock, of the next ones a little more
  const [first] = fall(0).times;
  expect(Math.abs(times[0] - first)).toBeLessThan(2 ** -51 * clock + 1e-12);
});
