/**
 * Euler's method: one evaluation a step, order 1. The simplest, and the one whose two faults the notes show: a circle
 * becomes a spiral, and ẋ = −kx explodes beyond h = 2/k.
 *
 * Follows: Differential Equation Basics, section 2.1; Chaney, section 6.2.
 */
import type { Problem } from "../problem/index.js";
import { type FixedStepOptions, Plan } from "../stepper/index.js";
import { createFixedStepper, type FixedMethod, type FixedStepper, type FixedWork } from "./fixed-step.js";

const method: FixedMethod = { name: "euler", order: 1, stages: 1, advance };

/** Returns a stepper of Euler's method: explicit, of order 1, with a fixed step. */
export function euler(problem: Problem, options: FixedStepOptions): FixedStepper {
  return createFixedStepper(method, problem, options);
}

// x(t₀ + h) = x₀ + h ẋ(t₀)                                                                            Chaney, eq. (28)
function advance(work: FixedWork): void {
  const { state: y, previous: x, plan } = work;
  const f = work.slopes[0];
  const n = f.length;
  const h = plan[Plan.step];
  let check = 0;
  for (let i = 0; i < n; i++) {
    const value = x[i] + h * f[i];
    y[i] = value;
    check += value * 0;
  }
  plan[Plan.check] = check;
}
