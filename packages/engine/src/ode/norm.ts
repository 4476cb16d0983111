/**
 * Measures on vectors that every adaptive method shares: the error norm, the first step, the search for a bad entry.
 *
 * The norm is the root mean square of the entries, each in units of the error allowed there (Hairer, Nørsett, Wanner,
 * "Solving Ordinary Differential Equations I", II.4): a step is good when the norm of its error is at most 1.
 */
import { Plan, takeRoot } from "./control.js";
import type { Tolerance } from "./options.js";
import type { Problem } from "./problem.js";
import { Control, Count } from "./stepper.js";

/** out[o] ← √(1/n Σ (eᵢ / (absᵢ + rel · max(|aᵢ|, |bᵢ|)))²); NaN where an entry is. */
export function measureError(
  out: Float64Array,
  o: number,
  e: Float64Array,
  a: Float64Array,
  b: Float64Array,
  tolerance: Tolerance,
): void {
  const absolute = tolerance.absolute;
  const relative = tolerance.relative[0];
  const n = absolute.length;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const ratio = e[i] / (absolute[i] + relative * Math.max(Math.abs(a[i]), Math.abs(b[i])));
    sum += ratio * ratio;
  }
  out[o] = Math.sqrt(sum / n);
}

/** The first of the n leading entries that is not finite, or −1. */
export function findNotFinite(y: Float64Array, n: number): number {
  for (let i = 0; i < n; i++) if (y[i] * 0 !== 0) return i;
  return -1;
}

/** plan[Plan.check] ← 0 if the n leading entries are all finite, else NaN. */
export function checkFinite(plan: Float64Array, y: Float64Array, n: number): void {
  let check = 0;
  for (let i = 0; i < n; i++) check += y[i] * 0;
  plan[Plan.check] = check;
}

/**
 * A first step for a method of order p (Hairer, Nørsett, Wanner I, II.4): the y of an Euler step should change by
 * about 1 % of itself, and that step's second derivative should leave an error of about 1 % of the tolerance.
 * Reads `state` and f₀ there; spends one evaluation, with `trial` and `slope` (n + 1 and n entries) for scratch; leaves
 * the problem at `state`, and the step in `control`.
 */
export function estimateFirstStep(
  control: Float64Array,
  problem: Problem,
  state: Float64Array,
  f0: Float64Array,
  order: number,
  tolerance: Tolerance,
  counts: Float64Array,
  trial: Float64Array,
  slope: Float64Array,
): void {
  const n = problem.dimension;
  const work = new Float64Array(3);
  measureError(work, 0, state, state, state, tolerance);
  measureError(work, 1, f0, state, state, tolerance);
  const d0 = work[0];
  const d1 = work[1];
  let h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : (0.01 * d0) / d1;
  h0 = Math.min(h0, control[Control.maxStep], Math.abs(control[Control.end] - state[n]));
  const signed = h0 * control[Control.direction];
  for (let i = 0; i < n; i++) trial[i] = state[i] + signed * f0[i];
  trial[n] = state[n] + signed;
  problem.setState(trial);
  problem.derivative(slope);
  counts[Count.evaluations]++;
  problem.setState(state);
  for (let i = 0; i < n; i++) slope[i] = slope[i] - f0[i];
  measureError(work, 2, slope, state, state, tolerance);
  const steepest = Math.max(d1, work[2] / h0);
  const h1 = steepest <= 1e-15 ? Math.max(1e-6, h0 * 1e-3) : takePower(0.01 / steepest, order + 1);
  // a slope that is not finite leaves the small step: the step itself will say so
  const h = h1 > 0 ? Math.min(100 * h0, h1) : h0;
  control[Control.step] = Math.max(Math.min(h, control[Control.maxStep]), control[Control.minStep]);
}

function takePower(value: number, k: number): number {
  const work = Float64Array.of(Math.min(Math.max(value, 1e-300), 1e300));
  takeRoot(work, 0, k);
  return work[0];
}
