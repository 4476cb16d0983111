/**
 * What both forms of backward Euler share: the new y is found in `trial`, and is then taken, or undone as a whole; and
 * the interpolant.
 */
import { Plan } from "./control.js";
import type { Problem } from "./problem.js";
import { Count, StepStatus } from "./stepper.js";

/** The arrays of a stepper that moves by a trial. */
export interface TrialWork {
  readonly problem: Problem;
  readonly state: Float64Array;
  readonly previous: Float64Array;
  /** y and t at the end of the last step, which `state` is too until it is cut back to an event. */
  readonly end: Float64Array;
  /** y on its way to the end of the step, and the time there. */
  readonly trial: Float64Array;
  readonly plan: Float64Array;
  readonly counts: Float64Array;
}

/** Ends the step at `trial`. */
export function takeTrial(work: TrialWork): StepStatus {
  const { problem, state, plan } = work;
  work.previous.set(state);
  problem.setState(work.trial);
  problem.finishStep?.();
  problem.getState(state);
  work.end.set(state);
  plan[Plan.carry] = plan[Plan.nextCarry];
  work.counts[Count.steps]++;
  return StepStatus.ok;
}

/** Back to the start of a step that went wrong, which ends with `status`. */
export function undoTrial(work: TrialWork, status: StepStatus): StepStatus {
  work.problem.setState(work.state);
  work.counts[Count.rejected]++;
  return status;
}

/** Reads y and t from the problem anew. */
export function restartTrial(work: TrialWork): void {
  work.problem.getState(work.state);
  work.previous.set(work.state);
  work.end.set(work.state);
  work.plan[Plan.carry] = 0;
}

/**
 * y at the time out[n] on the straight line over the last step: the interpolant of backward Euler, whose slope is
 * f(Y_new). (A cubic through the slopes at both ends would let in what is stiff at Y₀.)
 */
export function interpolateTrial(out: Float64Array, work: TrialWork): void {
  const { previous: start, end } = work;
  const n = end.length - 1;
  const h = end[n] - start[n];
  const theta = h === 0 ? 1 : (out[n] - start[n]) / h;
  for (let i = 0; i < n; i++) out[i] = theta === 1 ? end[i] : start[i] + theta * (end[i] - start[i]);
}
