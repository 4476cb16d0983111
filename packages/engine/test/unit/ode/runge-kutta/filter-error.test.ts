/** What the end of a step takes away itself is no reason for a shorter one, where the problem says so. */
import { Count, dopri5, integrate, type Problem } from "@rigor/engine/ode";
import { expect, test } from "vitest";

/** ẏ₀ = cos t; ẏ₁ is noise of 1e-3, as rounding may be, and y₁ = 0 at the end of every step. */
function createNoisy(knows: boolean): Problem {
  const y = new Float64Array(3);
  const problem: Problem = {
    dimension: 2,
    getState: (state) => state.set(y),
    setState: (state) => y.set(state),
    derivative(out) {
      const bits = Math.floor(1e9 * y[2]) % 7919;
      out[0] = Math.cos(y[2]);
      out[1] = (1e-3 * bits) / 7919;
    },
    finishStep() {
      y[1] = 0;
      return true;
    },
  };
  if (!knows) return problem;
  return {
    ...problem,
    filterError(e) {
      e[1] = 0;
      return true;
    },
  };
}

test("a step is judged by what is left of its error", () => {
  const run = (knows: boolean) => {
    const stepper = dopri5(createNoisy(knows), { tolerance: 1e-10 });
    const { status } = integrate(stepper, 2, { maxSteps: 2000 });
    return { status, y: stepper.state[0], steps: stepper.counts[Count.steps] };
  };
  const { status, y, steps } = run(true);
  expect(status).toBe("done");
  // 49 steps measured
  expect(steps).toBeLessThan(100);
  expect(Math.abs(y - Math.sin(2))).toBeLessThan(1e-9);
  expect(run(false).status).toBe("too-many-steps");
});
