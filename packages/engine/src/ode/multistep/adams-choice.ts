/**
 * The choice of the next order and step of the Adams method (Shampine and Gordon, "Computer Solution of Ordinary
 * Differential Equations", chapter 7): the order falls where a lower one would have an error no larger, and rises where a
 * higher one would have a smaller one; the step is doubled where the error leaves room for it.
 */
import { takeRoot } from "../../math/index.js";
import { Control, Plan, setNextStep, type Tolerance } from "../stepper/index.js";
import { Estimate, measureOrderAbove } from "./adams-differences.js";
import { type AdamsTable, greatestOrder } from "./adams-table.js";
import {
  errorGoal,
  farError,
  greatestFactor,
  growthFactor,
  leastFactor,
  rejectedFactor,
  restartFailures,
  retreatFactor,
} from "./parameters.js";

/** The part of the stepper that the choice reads and writes. */
export interface AdamsWork {
  /** The values of y and t at the end of the last step. */
  readonly state: Float64Array;
  /** The step sizes, by the slots of `Control`. */
  readonly control: Float64Array;
  /** The local error allowed. */
  readonly tolerance: Tolerance;
  /** The plan of the step, by the slots of `Plan`. */
  readonly plan: Float64Array;
  /** The coefficients of the formulas. */
  readonly table: AdamsTable;
  /** The modified divided differences. */
  readonly phi: Float64Array;
  /** The errors at this order and its neighbours, by the slots of `Estimate`. */
  readonly estimates: Float64Array;
  /** Scratch for roots. */
  readonly ratio: Float64Array;
  /** The order that the user fixed, or 0. */
  readonly fixedOrder: number;
  /** The order of the predictor of the next step. */
  k: number;
  /** Whether order and step still rise with every step, as they do at the start. */
  rising: boolean;
}

/** Returns whether the order below would have an error no larger. */
function isLowerBetter(work: AdamsWork): boolean {
  const { estimates, k } = work;
  if (k === 1 || work.fixedOrder > 0) return false;
  const same = estimates[Estimate.same];
  if (k === 2) return estimates[Estimate.below] <= errorGoal * same;
  return Math.max(estimates[Estimate.below], estimates[Estimate.twoBelow]) <= same;
}

/** Chooses the order of the next step after an accepted one, and makes the estimate at that order the current one. */
export function chooseOrder(work: AdamsWork): void {
  const { estimates, k, table } = work;
  const greatest = work.fixedOrder > 0 ? work.fixedOrder : greatestOrder;
  const lower = isLowerBetter(work);
  if (lower || k >= greatest) work.rising = false;
  if (work.rising || (work.fixedOrder > 0 && k < greatest)) {
    work.k = k + 1;
    return;
  }
  if (lower) {
    lowerOrder(work);
    return;
  }
  if (work.fixedOrder > 0 || k + 1 > table.ns) return;
  measureOrderAbove(estimates, work.phi, work.state, work.tolerance, work.plan, k);
  const same = estimates[Estimate.same];
  const above = estimates[Estimate.above];
  if (k === 1) {
    if (above >= errorGoal * same) return;
  } else {
    if (estimates[Estimate.below] <= Math.min(same, above)) {
      lowerOrder(work);
      return;
    }
    if (above >= same || k === greatest) return;
  }
  work.k = k + 1;
  estimates[Estimate.same] = above;
}

function lowerOrder(work: AdamsWork): void {
  work.k--;
  work.estimates[Estimate.same] = work.estimates[Estimate.below];
}

/**
 * Chooses the next step after an accepted one: twice as long where the error at the new order leaves room for it, else as long,
 * else shorter.
 */
export function chooseStep(work: AdamsWork): void {
  const { control, plan, estimates, ratio, k } = work;
  const h = Math.abs(plan[Plan.step]);
  const error = estimates[Estimate.same];
  let next = h;
  if (work.rising || errorGoal >= error * (2 << k)) {
    next = growthFactor * h;
  } else if (error > errorGoal) {
    ratio[0] = errorGoal / error;
    takeRoot(ratio, 0, k + 1);
    next = h * Math.max(leastFactor, Math.min(greatestFactor, ratio[0]));
  }
  plan[Plan.next] = next;
  setNextStep(control, plan);
}

/** Shortens the step, and lowers the order, after the given number of rejections; `isBad` if f or y was not finite. */
export function shrinkStep(work: AdamsWork, failures: number, isBad: boolean): void {
  const { control, estimates, plan } = work;
  work.rising = false;
  const h = Math.abs(plan[Plan.step]);
  const error = estimates[Estimate.same];
  const isFar = !isBad && failures > restartFailures && error > farError;
  const next = isFar ? h * Math.sqrt(errorGoal / error) : h * (isBad ? retreatFactor : rejectedFactor);
  if (failures >= restartFailures) work.k = 1;
  else if (!isBad && isLowerBetter(work)) work.k--;
  control[Control.step] = Math.max(next, control[Control.minStep]);
}
