/**
 * The step of both forms of backward Euler: the new y is computed in `trial`, and is then taken, or undone as a whole; and
 * its interpolant.
 */
import type { Problem } from "../problem/index.js";
import { Count, Plan, StepStatus } from "../stepper/index.js";

/** The arrays of a stepper whose step is computed in a trial state. */
export interface TrialWork {
  /** The problem that is solved. */
  readonly problem: Problem;
  /** The values of y and t after the last step. */
  readonly state: Float64Array;
  /** The values of y and t before the last step. */
  readonly previous: Float64Array;
  /** The values of y and t at the end of the last step, equal to `state` until that is cut back to an event. */
  readonly end: Float64Array;
  /** The iterate of y, and the time at the end of the step. */
  readonly trial: Float64Array;
  /** The plan of the step, by the slots of `Plan`. */
  readonly plan: Float64Array;
  /** The costs so far, by the slots of `Count`. */
  readonly counts: Float64Array;
}

/** Accepts the trial as the end of the step. */
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

/** Returns to the start of a step that failed, and gives `status` back. */
export function undoTrial(work: TrialWork, status: StepStatus): StepStatus {
  work.problem.setState(work.state);
  work.counts[Count.rejected]++;
  return status;
}

/** Reads y and t from the problem anew, for a restart. */
export function restartTrial(work: TrialWork): void {
  work.problem.getState(work.state);
  work.previous.set(work.state);
  work.end.set(work.state);
  work.plan[Plan.carry] = 0;
}

/**
 * Writes y at the time out[n] on the straight line over the last step: the interpolant of backward Euler, whose slope is
 * f(Y_new). (A cubic through the slopes at both ends would amplify the stiff components at Y₀.)
 */
export function interpolateTrial(out: Float64Array, work: TrialWork): void {
  const { previous: start, end } = work;
  const n = end.length - 1;
  const h = end[n] - start[n];
  const theta = h === 0 ? 1 : (out[n] - start[n]) / h;
  for (let i = 0; i < n; i++) out[i] = theta === 1 ? end[i] : start[i] + theta * (end[i] - start[i]);
}
