/**
 * Runge–Kutta of order 4: four evaluations a step, an error of O(h⁵) a step.
 *
 * Follows: Differential Equation Basics, section 2.2; Chaney, section 6.3.
 */
import type { Problem } from "../problem/index.js";
import { type FixedStepOptions, Plan } from "../stepper/index.js";
import { createFixedStepper, type FixedMethod, type FixedStepper, type FixedWork } from "./fixed-step.js";

const method: FixedMethod = { name: "rk4", order: 4, stages: 4, advance };

/** Returns a stepper of the classical Runge–Kutta method: explicit, of order 4, with a fixed step. */
export function rk4(problem: Problem, options: FixedStepOptions): FixedStepper {
  return createFixedStepper(method, problem, options);
}

// k₁ = h f(x₀, t₀); `slopes` has k/h
// k₂ = h f(x₀ + k₁/2, t₀ + h/2)
// k₃ = h f(x₀ + k₂/2, t₀ + h/2)
// k₄ = h f(x₀ + k₃, t₀ + h)
// x(t₀ + h) = x₀ + k₁/6 + k₂/3 + k₃/3 + k₄/6                                                          Chaney, eq. (29)
function advance(work: FixedWork): void {
  const { problem, state: y, previous: x, stage, plan } = work;
  const k1 = work.slopes[0];
  const k2 = work.slopes[1];
  const k3 = work.slopes[2];
  const k4 = work.slopes[3];
  const n = k1.length;
  const h = plan[Plan.step];
  const half = h / 2;
  for (let i = 0; i < n; i++) stage[i] = x[i] + half * k1[i];
  stage[n] = x[n] + half;
  problem.setState(stage);
  problem.derivative(k2);
  for (let i = 0; i < n; i++) stage[i] = x[i] + half * k2[i];
  problem.setState(stage);
  problem.derivative(k3);
  for (let i = 0; i < n; i++) stage[i] = x[i] + h * k3[i];
  stage[n] = plan[Plan.end];
  problem.setState(stage);
  problem.derivative(k4);
  const sixth = h / 6;
  let check = 0;
  for (let i = 0; i < n; i++) {
    const value = x[i] + sixth * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
    y[i] = value;
    check += value * 0;
  }
  plan[Plan.check] = check;
}
