/**
 * The midpoint method: an Euler step to the middle, and the slope found there for the whole step. Two evaluations a
 * step, order 2. It keeps one term more of the Taylor series than Euler's,
 *
 *   x(t₀ + h) = x₀ + h ẋ(t₀) + h²/2 ẍ(t₀) + O(h³)                                                              (1)
 *
 * without asking for ẍ = f′ f: of
 *
 *   f(x₀ + Δx) = f(x₀) + Δx f′(x₀) + O(Δx²)                                                                    (2)
 *
 * with Δx = h/2 f(x₀) the last term but one is h/2 ẍ.
 *
 * Follows: Differential Equation Basics, section 2.2.
 */
import type { Problem } from "../problem/index.js";
import { type FixedStepOptions, Plan } from "../stepper/index.js";
import { createFixedStepper, type FixedMethod, type FixedStepper, type FixedWork } from "./fixed-step.js";

const method: FixedMethod = { name: "midpoint", order: 2, stages: 2, advance };

/** Returns a stepper of the midpoint method: explicit, of order 2, with a fixed step. */
export function midpoint(problem: Problem, options: FixedStepOptions): FixedStepper {
  return createFixedStepper(method, problem, options);
}

// x(t₀ + h) = x₀ + h f(x₀ + h/2 f(x₀))
function advance(work: FixedWork): void {
  const { problem, state: y, previous: x, stage, plan } = work;
  const k1 = work.slopes[0];
  const k2 = work.slopes[1];
  const n = k1.length;
  const h = plan[Plan.step];
  const half = h / 2;
  for (let i = 0; i < n; i++) stage[i] = x[i] + half * k1[i];
  stage[n] = x[n] + half;
  problem.setState(stage);
  problem.derivative(k2);
  let check = 0;
  for (let i = 0; i < n; i++) {
    const value = x[i] + h * k2[i];
    y[i] = value;
    check += value * 0;
  }
  plan[Plan.check] = check;
}
