/**
 * The vectors of the Adams method: modified divided differences φ of f, `adamsWidth` side by side for each entry of y,
 * so that every pass runs once through memory. Indices within an entry are those of Shampine and Gordon, from 1:
 * φ₁ = f at the last point, φᵢ = ψ₁ ⋯ ψᵢ₋₁ f[tₙ, …, tₙ₋ᵢ₊₁]. k is the order of the predictor.
 */
import { Plan, type Tolerance } from "../stepper/index.js";
import { type AdamsTable, adamsWidth, greatestOrder } from "./adams-table.js";

/** The error constants γ*ᵢ of the corrector of order i for equal steps, from i = 1 (the table of Shampine and Gordon). */
export const adamsErrorConstants = Float64Array.of(
  0,
  1 / 2,
  1 / 12,
  1 / 24,
  19 / 720,
  3 / 160,
  863 / 60480,
  275 / 24192,
  33953 / 3628800,
  8183 / 1036800,
  3250433 / 479001600,
  4671 / 788480,
  13695779093 / 2615348736000,
  2224234463 / 475517952000,
);

/** Slots of the error estimates, in units of the error allowed: at orders k−2, k−1, k, k+1, and of the step itself. */
export const Estimate = { twoBelow: 0, below: 1, same: 2, above: 3, step: 4 } as const;

/**
 * Predicts a step: φ ← φ*, the differences shifted for the new point, and `trial` ← p = y + h Σ gᵢ φ*ᵢ. The increment
 * h Σ gᵢ φ*ᵢ itself goes to `gain`, so that the corrected step can be added to y in one piece.
 */
export function predict(
  trial: Float64Array,
  gain: Float64Array,
  phi: Float64Array,
  state: Float64Array,
  table: AdamsTable,
  plan: Float64Array,
  k: number,
): void {
  const { beta, g, ns } = table;
  const n = gain.length;
  const h = plan[Plan.step];
  for (let i = 0, o = 0; i < n; i++, o += adamsWidth) {
    for (let j = ns + 1; j <= k; j++) phi[o + j] *= beta[j];
    phi[o + k + 2] = phi[o + k + 1];
    phi[o + k + 1] = 0;
    let sum = 0;
    for (let j = k; j >= 1; j--) {
      sum += g[j] * phi[o + j];
      phi[o + j] += phi[o + j + 1];
    }
    gain[i] = h * sum;
    trial[i] = state[i] + h * sum;
  }
  trial[n] = plan[Plan.end];
}

/** Undoes the shift of the differences by `predict`. */
export function unpredict(phi: Float64Array, table: AdamsTable, n: number, k: number): void {
  const { beta } = table;
  for (let i = 0, o = 0; i < n; i++, o += adamsWidth) {
    for (let j = 1; j <= k; j++) phi[o + j] = (phi[o + j] - phi[o + j + 1]) / beta[j];
    phi[o + k + 1] = phi[o + k + 2];
  }
}

/**
 * Computes the error norms at orders k, k−1, k−2 and of the step, from f at the predicted point. They are not finite if f is not.
 */
export function measureOrders(
  estimates: Float64Array,
  f: Float64Array,
  phi: Float64Array,
  state: Float64Array,
  tolerance: Tolerance,
  table: AdamsTable,
  plan: Float64Array,
  k: number,
): void {
  const { absolute } = tolerance;
  const relative = tolerance.relative[0];
  const { sigma, g } = table;
  const n = absolute.length;
  // h before the squares, which may else underflow where h is very long
  const h = Math.abs(plan[Plan.step]);
  let same = 0;
  let below = 0;
  let twoBelow = 0;
  for (let i = 0, o = 0; i < n; i++, o += adamsWidth) {
    const weight = 1 / (absolute[i] + relative * Math.abs(state[i]));
    const d = f[i] - phi[o + 1];
    const a = h * d * weight;
    const b = h * (phi[o + k] + d) * weight;
    const c = h * (phi[o + (k > 1 ? k - 1 : 1)] + d) * weight;
    same += a * a;
    below += b * b;
    twoBelow += c * c;
  }
  const scale = Math.sqrt(same / n);
  const constants = adamsErrorConstants;
  estimates[Estimate.step] = scale * (g[k] - g[k + 1]);
  estimates[Estimate.same] = scale * sigma[k + 1] * constants[k];
  estimates[Estimate.below] = k > 1 ? sigma[k] * constants[k - 1] * Math.sqrt(below / n) : 0;
  estimates[Estimate.twoBelow] = k > 2 ? sigma[k - 1] * constants[k - 2] * Math.sqrt(twoBelow / n) : 0;
}

/**
 * Corrects a step: y = p + h g_{k+1} (f(p) − φ₁), summed in two doubles: the part of y + Δ that rounding took goes to
 * `nextCarry`. plan[Plan.check] ← 0 if the new y is finite.
 */
export function correct(
  next: Float64Array,
  nextCarry: Float64Array,
  state: Float64Array,
  carry: Float64Array,
  gain: Float64Array,
  f: Float64Array,
  phi: Float64Array,
  table: AdamsTable,
  plan: Float64Array,
  k: number,
): void {
  const n = gain.length;
  const weight = plan[Plan.step] * table.g[k + 1];
  let check = 0;
  for (let i = 0, o = 0; i < n; i++, o += adamsWidth) {
    const old = state[i];
    const delta = gain[i] + weight * (f[i] - phi[o + 1]) + carry[i];
    const value = old + delta;
    const gained = value - old;
    next[i] = value;
    check += value * 0;
    nextCarry[i] = old - (value - gained) + (delta - gained);
  }
  plan[Plan.check] = check;
  next[n] = plan[Plan.end];
}

/** Updates the differences with f at the corrected point. */
export function renewDifferences(phi: Float64Array, f: Float64Array, k: number): void {
  const n = f.length;
  for (let i = 0, o = 0; i < n; i++, o += adamsWidth) {
    const d = f[i] - phi[o + 1];
    phi[o + k + 1] = d;
    phi[o + k + 2] = d - phi[o + k + 2];
    for (let j = 1; j <= k; j++) phi[o + j] += d;
  }
}

/** Computes the error norm that order k + 1 would have had, from the difference that only it uses; for equal steps. */
export function measureOrderAbove(
  estimates: Float64Array,
  phi: Float64Array,
  state: Float64Array,
  tolerance: Tolerance,
  plan: Float64Array,
  k: number,
): void {
  const { absolute } = tolerance;
  const relative = tolerance.relative[0];
  const n = absolute.length;
  const h = Math.abs(plan[Plan.step]);
  let sum = 0;
  for (let i = 0, o = k + 2; i < n; i++, o += adamsWidth) {
    const ratio = (h * phi[o]) / (absolute[i] + relative * Math.abs(state[i]));
    sum += ratio * ratio;
  }
  estimates[Estimate.above] = adamsErrorConstants[Math.min(k, greatestOrder) + 1] * Math.sqrt(sum / n);
}

/** Writes the polynomial of `weighAdamsDifferences`, out[i] ← y₁ᵢ + distance Σ wⱼ φⱼ. */
export function evaluatePolynomial(
  out: Float64Array,
  end: Float64Array,
  phi: Float64Array,
  weights: Float64Array,
  distance: Float64Array,
  count: number,
): void {
  const n = end.length - 1;
  const s = distance[0];
  for (let i = 0, o = 0; i < n; i++, o += adamsWidth) {
    let sum = 0;
    for (let j = count; j >= 1; j--) sum += weights[j] * phi[o + j];
    out[i] = end[i] + s * sum;
  }
}
