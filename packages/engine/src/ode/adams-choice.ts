/**
 * Which order and step the Adams method takes next (Shampine and Gordon, "Computer Solution of Ordinary Differential
 * Equations", chapter 7): the order falls where a lower one would have done as well, rises where a higher one would do
 * better; the step is doubled where the error leaves room for it.
 */
import { takeRoot } from "../math/index.js";
import { Estimate, measureOrderAbove } from "./adams-differences.js";
import { type AdamsTable, greatestOrder } from "./adams-table.js";
import { Plan, setNextStep } from "./control.js";
import type { Tolerance } from "./options.js";
import { Control } from "./stepper.js";

/** As much of the stepper as the choice reads and writes. */
export interface AdamsWork {
  readonly state: Float64Array;
  readonly control: Float64Array;
  readonly tolerance: Tolerance;
  readonly plan: Float64Array;
  readonly table: AdamsTable;
  readonly phi: Float64Array;
  /** Errors at this order and its neighbours: see `Estimate`. */
  readonly estimates: Float64Array;
  /** Scratch for roots. */
  readonly ratio: Float64Array;
  /** The order asked for, or 0. */
  readonly heldOrder: number;
  /** The order of the next step's predictor. */
  k: number;
  /** Whether order and step still rise with every step, as they do at the start. */
  rising: boolean;
}

/** Whether the order below would have done as well. */
function isLowerBetter(work: AdamsWork): boolean {
  const { estimates, k } = work;
  if (k === 1 || work.heldOrder > 0) return false;
  const same = estimates[Estimate.same];
  if (k === 2) return estimates[Estimate.below] <= 0.5 * same;
  return Math.max(estimates[Estimate.below], estimates[Estimate.twoBelow]) <= same;
}

export function chooseOrder(work: AdamsWork): void {
  const { estimates, k, table } = work;
  const greatest = work.heldOrder > 0 ? work.heldOrder : greatestOrder;
  const lower = isLowerBetter(work);
  if (lower || k >= greatest) work.rising = false;
  if (work.rising || (work.heldOrder > 0 && k < greatest)) {
    work.k = k + 1;
    return;
  }
  if (lower) {
    lowerOrder(work);
    return;
  }
  if (work.heldOrder > 0 || k + 1 > table.ns) return;
  measureOrderAbove(estimates, work.phi, work.state, work.tolerance, work.plan, k);
  const same = estimates[Estimate.same];
  const above = estimates[Estimate.above];
  if (k === 1) {
    if (above >= 0.5 * same) return;
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

/** Double the step where the error at the new order leaves room for it, else keep it, else shorten it. */
export function chooseStep(work: AdamsWork): void {
  const { control, plan, estimates, ratio, k } = work;
  const h = Math.abs(plan[Plan.step]);
  const error = estimates[Estimate.same];
  let next = h;
  if (work.rising || 0.5 >= error * (2 << k)) {
    next = 2 * h;
  } else if (error > 0.5) {
    ratio[0] = 0.5 / error;
    takeRoot(ratio, 0, k + 1);
    next = h * Math.max(0.5, Math.min(0.9, ratio[0]));
  }
  plan[Plan.next] = next;
  setNextStep(control, plan);
}

export function shrinkStep(work: AdamsWork, failures: number, bad: boolean): void {
  const { control, estimates, plan } = work;
  work.rising = false;
  let factor = bad ? 0.25 : 0.5;
  const error = estimates[Estimate.same];
  if (!bad && failures > 3 && error > 2) factor = Math.sqrt(0.5 / error);
  if (failures >= 3) work.k = 1;
  else if (!bad && isLowerBetter(work)) work.k--;
  control[Control.step] = Math.max(Math.abs(plan[Plan.step]) * factor, control[Control.minStep]);
}
