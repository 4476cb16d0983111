/**
 * Measures on vectors that every adaptive method shares: the error norm, the first step, the search for an entry that is
 * not finite.
 *
 * The norm is the root mean square of the entries, each in units of the error allowed there (Hairer, Nørsett, Wanner,
 * "Solving Ordinary Differential Equations I", II.4): a step is good when the norm of its error is at most 1.
 */
import { takeRoot } from "../../math/index.js";
import type { Problem } from "../problem/index.js";
import type { Tolerance } from "./options.js";
import {
  blindStep,
  firstChange,
  firstGrowth,
  flatFactor,
  flatNorm,
  leastRoot,
  leastUnit,
  rootRange,
  smallNorm,
  unitRange,
} from "./parameters.js";
import { Control, Count } from "./stepper.js";

/** Writes the error norm √(1/n Σ (eᵢ / (absᵢ + rel · max(|aᵢ|, |bᵢ|)))²) of e to out[o]; it is NaN where an entry is. */
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

/** Returns the index of the first of the n leading entries that is not finite, or −1. */
export function findNotFinite(y: Float64Array, n: number): number {
  for (let i = 0; i < n; i++) if (y[i] * 0 !== 0) return i;
  return -1;
}

/** Scratch of `estimateFirstStep`: norms of y, of f₀ and of the change of f; a root; the unit of time, s. */
const First = { state: 0, slope: 1, change: 2, root: 3, unit: 4 } as const;
const first = new Float64Array(5);

/**
 * Estimates a first step for a method of order p (Hairer, Nørsett, Wanner I, II.4): the y of an Euler step should change by
 * about 1 % of itself, and its second derivative should leave an error of about 1 % of the tolerance. The rule has 1 s
 * for the unit of time; where |y|/|ẏ| is far from it, that ratio is the unit instead. Reads `state` and f₀ there; costs one
 * evaluation, with `trial` and `slope` (n + 1 and n entries) for scratch; leaves the problem at `state`, and the step in
 * `control`.
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
  chooseUnit(control, state, f0, tolerance);
  const unit = first[First.unit];
  for (let i = 0; i < n; i++) slope[i] = unit * f0[i];
  measureError(first, First.state, state, state, state, tolerance);
  measureError(first, First.slope, slope, state, state, tolerance);
  const d0 = first[First.state];
  const d1 = first[First.slope];
  const isSmall = d0 < smallNorm || d1 < smallNorm;
  const estimate = isSmall ? unit * blindStep : unit * ((firstChange * d0) / d1);
  const bound = Math.min(estimate, control[Control.maxStep]);
  const h0 = Math.min(bound, Math.abs(control[Control.end] - state[n]));
  const signed = h0 * control[Control.direction];
  for (let i = 0; i < n; i++) trial[i] = state[i] + signed * f0[i];
  trial[n] = state[n] + signed;
  problem.setState(trial);
  problem.derivative(slope);
  counts[Count.evaluations]++;
  problem.setState(state);
  for (let i = 0; i < n; i++) slope[i] = unit * (slope[i] - f0[i]);
  measureError(first, First.change, slope, state, state, tolerance);
  const steepest = Math.max(d1, first[First.change] / (h0 / unit));
  first[First.root] = Math.min(Math.max(firstChange / steepest, leastRoot), rootRange);
  takeRoot(first, First.root, order + 1);
  const h1 = steepest <= flatNorm ? Math.max(blindStep * unit, h0 * flatFactor) : unit * first[First.root];
  // a slope that is not finite leaves the small step: the step itself will report it
  const h = h1 > 0 ? Math.min(firstGrowth * bound, h1) : h0;
  control[Control.step] = Math.max(Math.min(h, control[Control.maxStep]), control[Control.minStep]);
}

/**
 * Chooses the unit of time: 1 s while |y|/|ẏ| is within a factor of 10⁹ of it, else that ratio, but no longer than the time
 * left to `end` (a ẏ of almost nothing may be the rounding error of a zero). Squares nothing that may overflow.
 */
function chooseUnit(control: Float64Array, state: Float64Array, f0: Float64Array, tolerance: Tolerance): void {
  const absolute = tolerance.absolute;
  const relative = tolerance.relative[0];
  let y = 0;
  let f = 0;
  for (let i = 0; i < absolute.length; i++) {
    const allowed = absolute[i] + relative * Math.abs(state[i]);
    y = Math.max(y, Math.abs(state[i]) / allowed);
    f = Math.max(f, Math.abs(f0[i]) / allowed);
  }
  const ratio = Math.min(y / f, Math.abs(control[Control.end] - state[state.length - 1]));
  first[First.unit] = ratio > 0 && ratio < Infinity && (y / f < leastUnit || ratio > unitRange) ? ratio : 1;
}
