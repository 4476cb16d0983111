/**
 * Backward Euler: f is evaluated where the step ends, so that a stiff problem pulls the step towards its solution
 * instead of throwing it past. Order 1, L-stable.
 *
 *   Y_new = Y₀ + h f(Y_new)                                   (3–1)
 *   (1/h I − f′(Y₀)) ΔY = f(Y₀)                               (3–2)
 *
 * (3–2) is (3–1) with f(Y₀ + ΔY) replaced by f(Y₀) + f′(Y₀) ΔY: one linear system a step. Where f depends on time as
 * well, (3–1) reads Y_new = Y₀ + h f(Y_new, t₀ + h), and its expansion about Y₀ at that time gives (3–2) with f and f′
 * at (Y₀, t₀ + h): what happens in time is met at the end of the step too, and no ∂f/∂t is needed. With `newton`, (3–2)
 * is repeated from the Y found, (1/h I − f′(Y)) δ = f(Y) − (Y − Y₀)/h, until (3–1) itself holds.
 *
 * Follows: Implicit Methods, section 3.
 */
import { SolveStatus } from "../linalg/index.js";
import { interpolateTrial, restartTrial, type TrialWork, takeTrial, undoTrial } from "./backward-euler-trial.js";
import { createPlan, Plan, planStep } from "./control.js";
import { createJacobian, evaluateJacobian, type Jacobian } from "./jacobian.js";
import { createShifted, factorShifted, type ShiftedSystem, solveShifted } from "./jacobian-shifted.js";
import { findNotFinite } from "./norm.js";
import { createFixedControl, fixedKeys, requireInput } from "./options.js";
import type { Problem } from "./problem.js";
import { Count, createCounts, type FixedStepOptions, type Stepper, StepStatus } from "./stepper.js";

export interface BackwardEulerOptions extends FixedStepOptions {
  /** Whether to solve (3–1) by Newton's method instead of the linearised (3–2). Default false. */
  readonly newton?: boolean;
}

/** Newton has converged when no entry moved by more than this fraction of the largest. */
const newtonTolerance = 1e-12;
const maxIterations = 30;

export function backwardEuler(problem: Problem, options: BackwardEulerOptions): Stepper {
  requireInput(problem, options, [...fixedKeys, "newton"]);
  return new BackwardEuler(problem, createFixedControl(options.step), options.newton ?? false);
}

class BackwardEuler implements Stepper, TrialWork {
  readonly name = "backward-euler";
  readonly order = 1;
  readonly adaptive = false;
  readonly problem: Problem;
  readonly state: Float64Array;
  readonly previous: Float64Array;
  readonly control: Float64Array;
  readonly counts = createCounts();
  offender = -1;
  jacobianNotFinite = false;

  readonly plan = createPlan();
  readonly end: Float64Array;
  /** Y on its way to Y_new, at t₀ + h. */
  readonly trial: Float64Array;
  private readonly newton: boolean;
  private readonly jacobian: Jacobian;
  private readonly system: ShiftedSystem;
  /** f, then the right side, then δ. */
  private readonly change: Float64Array;
  private readonly slope: Float64Array;
  /** 1/h. */
  private readonly shift = new Float64Array(1);

  constructor(problem: Problem, control: Float64Array, newton: boolean) {
    const n = problem.dimension;
    this.problem = problem;
    this.control = control;
    this.newton = newton;
    this.state = new Float64Array(n + 1);
    this.previous = new Float64Array(n + 1);
    this.end = new Float64Array(n + 1);
    this.trial = new Float64Array(n + 1);
    this.change = new Float64Array(n);
    this.slope = new Float64Array(n);
    this.jacobian = createJacobian(problem);
    this.system = createShifted(this.jacobian);
    this.restart();
  }

  step(): StepStatus {
    const { state, trial, plan } = this;
    this.offender = -1;
    this.jacobianNotFinite = false;
    if (!planStep(plan, this.control, state)) return StepStatus.stepTooSmall;
    this.shift[0] = 1 / plan[Plan.step];
    trial.set(state);
    trial[trial.length - 1] = plan[Plan.end];
    let status = this.improve();
    if (this.newton) {
      for (let k = 1; status === StepStatus.ok && !this.hasConverged(); k++) {
        status = k < maxIterations ? this.improve() : StepStatus.solveFailed;
      }
    }
    return status === StepStatus.ok ? takeTrial(this) : undoTrial(this, status);
  }

  interpolate(out: Float64Array): void {
    interpolateTrial(out, this);
  }

  restart(): void {
    restartTrial(this);
    this.offender = -1;
  }

  /** One linear system: trial ← trial + δ, with δ left in `change`. */
  private improve(): StepStatus {
    const { problem, state, trial, slope, change, counts, shift } = this;
    const n = problem.dimension;
    problem.setState(trial);
    problem.derivative(slope);
    counts[Count.evaluations]++;
    this.offender = findNotFinite(slope, n);
    if (this.offender < 0) {
      this.chooseSizes();
      this.offender = evaluateJacobian(this.jacobian, trial, slope, counts);
      this.jacobianNotFinite = this.offender >= 0;
    }
    if (this.offender >= 0) return StepStatus.notFinite;
    counts[Count.factorisations]++;
    if (factorShifted(this.system, shift, 0) !== SolveStatus.ok) return StepStatus.solveFailed;
    const sigma = shift[0];
    for (let i = 0; i < n; i++) change[i] = slope[i] - (trial[i] - state[i]) * sigma;
    solveShifted(this.system, change);
    counts[Count.solves]++;
    for (let i = 0; i < n; i++) trial[i] += change[i];
    this.offender = findNotFinite(trial, n);
    return this.offender < 0 ? StepStatus.ok : StepStatus.notFinite;
  }

  /** Typical sizes for differencing: what y moves by in the step, and a small fraction of the largest entry. */
  private chooseSizes(): void {
    const { state, slope, plan } = this;
    const { typical } = this.jacobian;
    const n = typical.length;
    let largest = 0;
    for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(state[i]));
    const floor = largest === 0 ? 1 : 1e-4 * largest;
    for (let i = 0; i < n; i++) typical[i] = Math.max(floor, Math.min(largest, Math.abs(plan[Plan.step] * slope[i])));
  }

  private hasConverged(): boolean {
    const { trial, change } = this;
    let largest = 0;
    let moved = 0;
    for (let i = 0; i < change.length; i++) {
      largest = Math.max(largest, Math.abs(trial[i]));
      moved = Math.max(moved, Math.abs(change[i]));
    }
    return moved <= newtonTolerance * largest;
  }
}
