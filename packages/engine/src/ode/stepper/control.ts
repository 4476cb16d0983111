/**
 * Step sizes: the length of the step at hand, and of the one after it. Numbers are passed in arrays, so nothing here
 * allocates.
 */
import { endStretch, leastClockPart } from "./parameters.js";
import { Control } from "./stepper.js";

/** Slots of a stepper's plan of the step at hand. */
export const Plan = {
  /** The step h, s, signed. */
  step: 0,
  /** The time at the end of the step, s. */
  end: 1,
  /** The part of the time that rounding took from the clock so far, s: the true time is t + carry. */
  carry: 2,
  /** The value that `carry` will have after this step, s. */
  nextCarry: 3,
  /** The flag of a finite y: 0 while the new y is finite, else NaN. */
  check: 4,
  /** The error norm of this step. */
  error: 5,
  /** The next step that the controller chooses, s, before any bound. */
  next: 6,
  /** Scratch of a method. */
  scratch: 7,
} as const;

/** Returns the plan of a new stepper, all zero. */
export function createPlan(): Float64Array {
  return new Float64Array(8);
}

// V8 folds constants of the own module only, and `planStep` runs in every step
const stretched = 1 + endStretch;
const leastPart = leastClockPart;

/**
 * Writes the step h and the time at its end to `plan`, from the control and the clock `state[n]`: h is the step asked for, cut
 * at `maxStep` and at `end`. Returns whether such a step moves the clock and is no shorter than `minStep` (a step that
 * was cut at `end` may be). The clock is summed with compensation, so that many steps add up to their sum: a stepper
 * that takes the step copies `nextCarry` to `carry`.
 */
export function planStep(plan: Float64Array, control: Float64Array, state: Float64Array): boolean {
  const t = state[state.length - 1];
  const carry = plan[Plan.carry];
  const end = control[Control.end];
  const direction = control[Control.direction];
  const asked = Math.min(control[Control.step], control[Control.maxStep]);
  const left = (end - t - carry) * direction;
  const h = asked * direction;
  const gain = h + carry;
  const next = t + gain;
  // a clock that rounds to `end` is there, and so must y be
  if (left <= asked * stretched || next === end) {
    plan[Plan.step] = left * direction;
    plan[Plan.end] = end;
    plan[Plan.nextCarry] = 0;
    return left > 0 && end !== t;
  }
  plan[Plan.step] = h;
  plan[Plan.end] = next;
  plan[Plan.nextCarry] = gain - (next - t);
  return asked > leastPart * Math.abs(t) && asked >= control[Control.minStep];
}

/**
 * Writes the step to try after one that was taken, plan[Plan.next] within its bounds, and the error of the step taken to
 * `control`. The error of a step cut short by `end` says little about the step after it, so the step that had been asked for
 * before the cut is kept where it is longer.
 */
export function setNextStep(control: Float64Array, plan: Float64Array): void {
  const asked = control[Control.step];
  const isCut = Math.abs(plan[Plan.step]) < asked && plan[Plan.end] === control[Control.end];
  const next = isCut ? Math.max(plan[Plan.next], asked) : plan[Plan.next];
  control[Control.step] = Math.min(Math.max(next, control[Control.minStep]), control[Control.maxStep]);
  control[Control.error] = plan[Plan.error];
}
