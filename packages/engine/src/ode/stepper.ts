/**
 * What every solver looks like from outside. A stepper is a method bound to a problem: it owns every array it will ever
 * need, so that a step allocates nothing, and it knows nothing of its problem but the three requests.
 *
 * The step size lives in an array (`control`) for the same reason that the clock lives in the state: see problem.ts.
 */
import type { Problem } from "./problem.js";

/** How a step ended. Whatever it was, `state` and the problem are at the last good time. */
export const StepStatus = {
  /** A step was taken. */
  ok: 0,
  /** f, or the new y, was not finite; the step was undone. `offender` is the index in y. */
  notFinite: 1,
  /** The tolerance could not be met with a step that still moves the clock. */
  stepTooSmall: 2,
  /** An implicit method could not solve its equations. */
  solveFailed: 3,
} as const;
export type StepStatus = (typeof StepStatus)[keyof typeof StepStatus];

/** Slots of `Stepper.control`. */
export const Control = {
  /** The step to try next, s, never negative. An adaptive method rewrites it after each step; 0 lets it estimate one. */
  step: 0,
  /** The largest step ever tried, s. */
  maxStep: 1,
  /** The smallest step that an adaptive method may take, s. */
  minStep: 2,
  /** Which way time runs: +1 or −1. Followed by `restart` whenever it is changed. */
  direction: 3,
  /** No step passes this time, s; a step that would come within rounding of it ends there exactly. Default ±∞. */
  end: 4,
  /** Written by an adaptive method: the error of its last step, in parts of what it may be. */
  error: 5,
} as const;

/** Slots of `Stepper.counts`. */
export const Count = {
  steps: 0,
  /** Steps tried and thrown away. */
  rejected: 1,
  /** Calls of `derivative`, those for differencing a Jacobian included. */
  evaluations: 2,
  /** Evaluations of ∂f/∂y, by call or by differencing. */
  jacobians: 3,
  /** Matrix factorisations. */
  factorisations: 4,
  /** Linear solves (or, for iterative solvers, iterations). */
  solves: 5,
} as const;

/** The array `Stepper.counts` of a new stepper. */
export function createCounts(): Float64Array {
  return new Float64Array(6);
}

export interface Stepper {
  /** "euler", "dopri5", … */
  readonly name: string;
  /** The order of accuracy p: the global error of a run falls as hᵖ. */
  readonly order: number;
  /** Whether the method chooses its own step from a tolerance. */
  readonly adaptive: boolean;
  /** The local error that an adaptive method was asked for: `absolute[i] + relative[0] · |yᵢ|` in entry i of y. */
  readonly tolerance?: { readonly relative: Float64Array; readonly absolute: Float64Array };
  /** Whether `interpolate` is less accurate than the steps of an adaptive method: to end at an event, it steps there. */
  readonly coarseInterpolant?: boolean;
  readonly problem: Problem;
  /** y and t after the last step (length n + 1). Always the same numbers as the problem's. */
  readonly state: Float64Array;
  /** y and t before the last step. */
  readonly previous: Float64Array;
  /** Step sizes: see `Control`. */
  readonly control: Float64Array;
  /** What it cost so far: see `Count`. */
  readonly counts: Float64Array;
  /** After `notFinite`: the first index of y that was not finite, else −1. */
  readonly offender: number;
  /** After `notFinite`: whether it was row `offender` of ∂f/∂y, not f or y, that was not finite. */
  readonly jacobianNotFinite?: boolean;
  /**
   * Takes one step of at most `control[Control.step]` (exactly that, if the method is not adaptive) but not beyond
   * `control[Control.end]`, and installs the result in the problem.
   */
  step(): StepStatus;
  /**
   * Writes y at the time `out[n]`, which must lie within the last step, by the method's own interpolant. Good until the
   * next `step` or `restart`, even where `state` was cut back to an event since.
   */
  interpolate(out: Float64Array): void;
  /**
   * Reads y and t from the problem anew and forgets all history: to be called when the problem was changed by hand. The
   * step to try next stays as it is in `control`.
   */
  restart(): void;
  /** Copies f at the end of the last step into out[0 … n−1]; false if there was none since the last `restart`. */
  readSlope?(out: Float64Array): boolean;
  /** One-step methods with a fixed step only: goes back to `previous`, keeping f there. Good once after each step. */
  retreat?(): void;
}

export interface FixedStepOptions {
  /** The step, s. */
  readonly step: number;
}

export interface AdaptiveOptions {
  /** Local error allowed a step: sets both `relative` and `absolute`. Default 1e-8. */
  readonly tolerance?: number;
  readonly relative?: number;
  /** One number, or one for each entry of y. */
  readonly absolute?: number | ArrayLike<number>;
  /** The first step, s. By default the method estimates one. */
  readonly step?: number;
  /** Default: no bound. */
  readonly maxStep?: number;
  /** Default 0: the step may shrink until it no longer moves the clock. */
  readonly minStep?: number;
}
