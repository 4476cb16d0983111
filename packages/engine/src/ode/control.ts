/**
 * Step sizes: how far the step at hand may go, and the one after it. Numbers travel in arrays (see problem.ts), so
 * nothing here allocates.
 */
import { Control } from "./stepper.js";

/** Slots of a stepper's plan of the step at hand. */
export const Plan = {
  /** h, signed. */
  step: 0,
  /** The time at the end of the step. */
  end: 1,
  /** What the clock lost to rounding so far: the true time is t + carry. */
  carry: 2,
  /** What `carry` will be after this step. */
  nextCarry: 3,
  /** 0 while the new y is finite, else NaN. */
  check: 4,
  /** The error norm of this step. */
  error: 5,
  /** What the controller wants the next step to be, s, before any bound. */
  next: 6,
  scratch: 7,
} as const;

export function createPlan(): Float64Array {
  return new Float64Array(8);
}

/** A step is stretched by this fraction rather than leave a crumb before `Control.end`. */
const stretch = 1e-10;

/** Steps below this multiple of |t| are lost in the rounding of t: 2⁻⁵⁰. */
const crumb = 8.881784197001252e-16;

/**
 * Writes h and the time at its end into `plan`, from the control and the clock `state[n]`: h is the step asked for, cut
 * at `maxStep` and at `end`. Tells whether such a step moves the clock and is no shorter than `minStep` (a step that
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
  if (left <= asked * (1 + stretch) || next === end) {
    plan[Plan.step] = left * direction;
    plan[Plan.end] = end;
    plan[Plan.nextCarry] = 0;
    return left > 0 && end !== t;
  }
  plan[Plan.step] = h;
  plan[Plan.end] = next;
  plan[Plan.nextCarry] = gain - (next - t);
  return asked > crumb * Math.abs(t) && asked >= control[Control.minStep];
}

/**
 * The step to try after one that was taken: plan[Plan.next], within its bounds; and the error of that. A step cut short by `end` says little
 * about the step after it, so what had been asked for before the cut is not forgotten.
 */
export function setNextStep(control: Float64Array, plan: Float64Array): void {
  const asked = control[Control.step];
  const isCut = Math.abs(plan[Plan.step]) < asked && plan[Plan.end] === control[Control.end];
  const next = isCut ? Math.max(plan[Plan.next], asked) : plan[Plan.next];
  control[Control.step] = Math.min(Math.max(next, control[Control.minStep]), control[Control.maxStep]);
  control[Control.error] = plan[Plan.error];
}
