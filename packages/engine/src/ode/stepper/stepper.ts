/**
 * The interface of every method. A stepper is a method bound to a problem: it owns all the arrays that it needs, so that
 * a step allocates nothing, and it knows nothing of its problem but the three requests.
 *
 * The step size stands in an array (`control`), as the clock stands in the state, so that no floating-point number passes
 * through a call.
 */
import type { Problem } from "../problem/index.js";

/** The outcomes of a step. Whatever the outcome, `state` and the problem are at the last good time. */
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
/** One of the outcomes in `StepStatus`. */
export type StepStatus = (typeof StepStatus)[keyof typeof StepStatus];

/** Slots of `Stepper.control`. */
export const Control = {
  /** The step to try next, s, never negative. An adaptive method rewrites it after each step; 0 lets it estimate one. */
  step: 0,
  /** The largest step ever tried, s. */
  maxStep: 1,
  /** The smallest step that an adaptive method may take, s. */
  minStep: 2,
  /** The direction of time, +1 or −1. Call `restart` whenever it is changed. */
  direction: 3,
  /** The time, s, that no step passes; a step that would come within rounding of it ends there exactly. Default ±∞. */
  end: 4,
  /** The error norm of the last step of an adaptive method, in units of the error allowed. */
  error: 5,
} as const;

/** Slots of `Stepper.counts`. */
export const Count = {
  /** The number of steps taken. */
  steps: 0,
  /** The number of steps tried and rejected. */
  rejected: 1,
  /** The number of calls of `derivative`, those for differencing a Jacobian included. */
  evaluations: 2,
  /** The number of evaluations of ∂f/∂y, by call or by differencing. */
  jacobians: 3,
  /** The number of matrix factorisations. */
  factorisations: 4,
  /** The number of linear solves or, for iterative solvers, of iterations. */
  solves: 5,
} as const;

/** Returns the array `Stepper.counts` of a new stepper, all zero. */
export function createCounts(): Float64Array {
  return new Float64Array(6);
}

/** A method bound to a problem, which it moves forward or backward in time step by step. */
export interface Stepper {
  /** The name of the method: "euler", "dopri5", … */
  readonly name: string;
  /** The order of accuracy p: the global error of a run falls as hᵖ. */
  readonly order: number;
  /** Whether the method chooses its own step from a tolerance. */
  readonly adaptive: boolean;
  /** The local error allowed an adaptive method: `absolute[i] + relative[0] · |yᵢ|` in entry i of y. */
  readonly tolerance?: { readonly relative: Float64Array; readonly absolute: Float64Array };
  /**
   * Whether `interpolate` is less accurate than the steps of an adaptive method; a step is then cut at an event by stepping
   * there.
   */
  readonly coarseInterpolant?: boolean;
  /** The problem that the method is bound to. */
  readonly problem: Problem;
  /** The values of y and t after the last step (length n + 1), always equal to those of the problem. */
  readonly state: Float64Array;
  /** The values of y and t before the last step. */
  readonly previous: Float64Array;
  /** The step sizes, by the slots of `Control`. */
  readonly control: Float64Array;
  /** The costs so far, by the slots of `Count`. */
  readonly counts: Float64Array;
  /** The first index of y that was not finite, after `notFinite`; else −1. */
  readonly offender: number;
  /** Whether row `offender` of ∂f/∂y, not f or y, was not finite, after `notFinite`. */
  readonly jacobianNotFinite?: boolean;
  /**
   * Takes one step of at most `control[Control.step]` (exactly that, if the method is not adaptive) but not beyond
   * `control[Control.end]`, and installs the result in the problem.
   */
  step(): StepStatus;
  /**
   * Writes y at the time `out[n]`, which must lie within the last step, by the interpolant of the method. It is defined until
   * the next `step` or `restart`, even where `state` was cut back to an event since.
   */
  interpolate(out: Float64Array): void;
  /**
   * Reads y and t from the problem anew and clears all history: to be called when the problem was changed by hand. The
   * step to try next stays as it is in `control`.
   */
  restart(): void;
  /**
   * Copies f at the end of the last step to out[0 … n−1] and returns true; returns false if there was no step since the last
   * `restart`.
   */
  readSlope?(out: Float64Array): boolean;
  /** Returns to `previous`, keeping f there, once after each step; for one-step methods with a fixed step. */
  retreat?(): void;
}

/** The options of every method with a fixed step. */
export interface FixedStepOptions {
  /** The step, s. */
  readonly step: number;
}

/** The options of every adaptive method. */
export interface AdaptiveOptions {
  /** The local error allowed a step: sets both `relative` and `absolute`. Default 1e-8. */
  readonly tolerance?: number;
  /** The local error allowed a step, in parts of |yᵢ|. Default: `tolerance`. */
  readonly relative?: number;
  /** The local error allowed a step, in the unit of y: one number, or one for each entry. Default: `tolerance`. */
  readonly absolute?: number | ArrayLike<number>;
  /** The first step, s. By default the method estimates one. */
  readonly step?: number;
  /** The largest step, s. Default: no bound. */
  readonly maxStep?: number;
  /** The smallest step, s. Default 0: the step may shrink until it no longer moves the clock. */
  readonly minStep?: number;
}
