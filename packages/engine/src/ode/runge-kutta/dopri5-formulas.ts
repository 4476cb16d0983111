/**
 * The Runge–Kutta pair of Dormand and Prince, order 5 with an embedded order 4 (J. Comput. Appl. Math. 6, 1980), and
 * the continuous extension of order 4 that Hairer, Nørsett and Wanner give for it (I, II.6), as kernels on flat arrays.
 *
 *   kᵢ = f(t + cᵢ h, y + h Σ aᵢⱼ kⱼ),   y₁ = y + h Σ bⱼ kⱼ = the seventh stage,   e = h Σ eⱼ kⱼ
 *
 * The seventh stage is the next step's first (FSAL). All coefficients are written where they are used, as literals:
 * V8 folds them.
 */
import type { Problem } from "../problem/index.js";
import { Plan, type Tolerance } from "../stepper/index.js";
import { stiffnessBound } from "./parameters.js";

/** The arrays of a step of Dormand and Prince. */
export interface Dopri5Work {
  /** The problem that is solved. */
  readonly problem: Problem;
  /** The values of y and t at the start of the step. */
  readonly state: Float64Array;
  /** The values of y and t at a stage; in the end, at the sixth. */
  readonly stage: Float64Array;
  /** The values of y and t at the end of the step. */
  readonly next: Float64Array;
  /** The slopes k₁ … k₇, of which k₁ is given. */
  readonly slopes: Float64Array[];
  /** The part of y that rounding took so far: the true sum is y + carry. */
  readonly carry: Float64Array;
  /** The value that `carry` will have after this step. */
  readonly nextCarry: Float64Array;
  /** The plan of the step, by the slots of `Plan`. */
  readonly plan: Float64Array;
}

/**
 * Computes k₂ … k₇ and the new y, in `next`, for h = plan[Plan.step], by six evaluations. Leaves the problem at `next`, and
 * 0 in plan[Plan.check] if the new y is finite.
 */
export function evaluateStages(work: Dopri5Work): void {
  const { problem, state: y, stage, next, carry, nextCarry, plan } = work;
  const k1 = work.slopes[0];
  const k2 = work.slopes[1];
  const k3 = work.slopes[2];
  const k4 = work.slopes[3];
  const k5 = work.slopes[4];
  const k6 = work.slopes[5];
  const n = y.length - 1;
  const h = plan[Plan.step];
  const t = y[n];
  for (let i = 0; i < n; i++) stage[i] = y[i] + h * (1 / 5) * k1[i];
  stage[n] = t + h * (1 / 5);
  problem.setState(stage);
  problem.derivative(k2);
  for (let i = 0; i < n; i++) stage[i] = y[i] + h * ((3 / 40) * k1[i] + (9 / 40) * k2[i]);
  stage[n] = t + h * (3 / 10);
  problem.setState(stage);
  problem.derivative(k3);
  for (let i = 0; i < n; i++) stage[i] = y[i] + h * ((44 / 45) * k1[i] - (56 / 15) * k2[i] + (32 / 9) * k3[i]);
  stage[n] = t + h * (4 / 5);
  problem.setState(stage);
  problem.derivative(k4);
  for (let i = 0; i < n; i++) {
    const sum = (19372 / 6561) * k1[i] - (25360 / 2187) * k2[i] + (64448 / 6561) * k3[i] - (212 / 729) * k4[i];
    stage[i] = y[i] + h * sum;
  }
  stage[n] = t + h * (8 / 9);
  problem.setState(stage);
  problem.derivative(k5);
  for (let i = 0; i < n; i++) {
    const sum =
      (9017 / 3168) * k1[i] - (355 / 33) * k2[i] + (46732 / 5247) * k3[i] + (49 / 176) * k4[i] - (5103 / 18656) * k5[i];
    stage[i] = y[i] + h * sum;
  }
  stage[n] = plan[Plan.end];
  problem.setState(stage);
  problem.derivative(k6);
  let check = 0;
  for (let i = 0; i < n; i++) {
    const sum =
      (35 / 384) * k1[i] + (500 / 1113) * k3[i] + (125 / 192) * k4[i] - (2187 / 6784) * k5[i] + (11 / 84) * k6[i];
    // y + Δ in two doubles
    const old = y[i];
    const delta = h * sum + carry[i];
    const value = old + delta;
    const gained = value - old;
    next[i] = value;
    check += value * 0;
    nextCarry[i] = old - (value - gained) + (delta - gained);
  }
  plan[Plan.check] = check;
  next[n] = plan[Plan.end];
  problem.setState(next);
  problem.derivative(work.slopes[6]);
}

/** Writes the error norm of the difference between the results of order 5 and 4 to plan[Plan.error]; it is NaN if an entry is. */
export function measureDifference(work: Dopri5Work, tolerance: Tolerance): void {
  const { state: y, next, plan } = work;
  const k1 = work.slopes[0];
  const k3 = work.slopes[2];
  const k4 = work.slopes[3];
  const k5 = work.slopes[4];
  const k6 = work.slopes[5];
  const k7 = work.slopes[6];
  const absolute = tolerance.absolute;
  const relative = tolerance.relative[0];
  const n = absolute.length;
  const h = plan[Plan.step];
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const e =
      (71 / 57600) * k1[i] -
      (71 / 16695) * k3[i] +
      (71 / 1920) * k4[i] -
      (17253 / 339200) * k5[i] +
      (22 / 525) * k6[i] -
      (1 / 40) * k7[i];
    const ratio = (h * e) / (absolute[i] + relative * Math.max(Math.abs(y[i]), Math.abs(next[i])));
    sum += ratio * ratio;
  }
  plan[Plan.error] = Math.sqrt(sum / n);
}

/** Writes the difference between the results of order 5 and 4, the error estimate, to `out`. */
export function writeDifference(out: Float64Array, work: Dopri5Work): void {
  const { plan } = work;
  const k1 = work.slopes[0];
  const k3 = work.slopes[2];
  const k4 = work.slopes[3];
  const k5 = work.slopes[4];
  const k6 = work.slopes[5];
  const k7 = work.slopes[6];
  const h = plan[Plan.step];
  for (let i = 0; i < k1.length; i++) {
    out[i] =
      h *
      ((71 / 57600) * k1[i] -
        (71 / 16695) * k3[i] +
        (71 / 1920) * k4[i] -
        (17253 / 339200) * k5[i] +
        (22 / 525) * k6[i] -
        (1 / 40) * k7[i]);
  }
}

/**
 * Returns whether |h λ|, the step in units of the fastest time scale, is at the bound of stability. It is estimated from the
 * two evaluations at the end of the step: |h| |k₇ − k₆| / |y₇ − y₆|.
 */
export function looksStiff(work: Dopri5Work): boolean {
  const { stage, next, plan } = work;
  const k6 = work.slopes[5];
  const k7 = work.slopes[6];
  const n = k6.length;
  let rise = 0;
  let run = 0;
  for (let i = 0; i < n; i++) {
    const df = k7[i] - k6[i];
    const dy = next[i] - stage[i];
    rise += df * df;
    run += dy * dy;
  }
  return run > 0 && Math.abs(plan[Plan.step]) * Math.sqrt(rise / run) > stiffnessBound;
}

/**
 * Writes y at the time out[n] within the step from `start` to `end` whose slopes are given, to order 4. With
 * θ = (t − t₀)/h, Δ = y₁ − y₀, s = h k₁ − Δ and r = h Σ dⱼ kⱼ:
 *
 *   y(θ) = y₀ + θ (Δ + (1−θ) (s + θ (Δ − h k₇ − s + (1−θ) r)))
 */
export function interpolateDopri5(
  out: Float64Array,
  start: Float64Array,
  end: Float64Array,
  slopes: Float64Array[],
): void {
  const k1 = slopes[0];
  const k3 = slopes[2];
  const k4 = slopes[3];
  const k5 = slopes[4];
  const k6 = slopes[5];
  const k7 = slopes[6];
  const n = start.length - 1;
  const h = end[n] - start[n];
  const theta = h === 0 ? 1 : (out[n] - start[n]) / h;
  if (theta === 1) {
    for (let i = 0; i < n; i++) out[i] = end[i];
    return;
  }
  const rest = 1 - theta;
  for (let i = 0; i < n; i++) {
    const r =
      (-12715105075 / 11282082432) * k1[i] +
      (87487479700 / 32700410799) * k3[i] -
      (10690763975 / 1880347072) * k4[i] +
      (701980252875 / 199316789632) * k5[i] -
      (1453857185 / 822651844) * k6[i] +
      (69997945 / 29380423) * k7[i];
    const y0 = start[i];
    const delta = end[i] - y0;
    const s = h * k1[i] - delta;
    out[i] = y0 + theta * (delta + rest * (s + theta * (delta - h * k7[i] - s + rest * h * r)));
  }
}
