/**
 * Backward Euler: f is evaluated where the step ends, so that on a stiff problem the step goes towards the solution
 * instead of past it. Order 1, L-stable.
 *
 *   Y_new = Y₀ + h f(Y_new)                                   (3–1)
 *   (1/h I − f′(Y₀)) ΔY = f(Y₀)                               (3–2)
 *
 * (3–2) is (3–1) with f(Y₀ + ΔY) replaced by f(Y₀) + f′(Y₀) ΔY: one linear system a step. Where f depends on time as
 * well, (3–1) reads Y_new = Y₀ + h f(Y_new, t₀ + h), and its expansion about Y₀ at that time gives (3–2) with f and f′
 * at (Y₀, t₀ + h): f is taken at the end of the step in time as well, and no ∂f/∂t is needed. With `newton`, (3–2)
 * is repeated from the Y found, (1/h I − f′(Y)) δ = f(Y) − (Y − Y₀)/h, until (3–1) itself holds.
 *
 * Follows: Implicit Methods, section 3.
 */
import { SolveStatus } from "../../linalg/index.js";
import type { Problem } from "../problem/index.js";
import {
  Count,
  createCounts,
  createFixedControl,
  createPlan,
  type FixedStepOptions,
  findNotFinite,
  fixedKeys,
  Plan,
  planStep,
  requireInput,
  type Stepper,
  StepStatus,
} from "../stepper/index.js";
import { interpolateTrial, restartTrial, type TrialWork, takeTrial, undoTrial } from "./backward-euler-trial.js";
import { createJacobian, evaluateJacobian, type Jacobian } from "./jacobian.js";
import { createShifted, factorShifted, type ShiftedSystem, solveShifted } from "./jacobian-shifted.js";
import { newtonLimit, newtonTolerance, typicalPart } from "./parameters.js";

/** The options of `backwardEuler`. */
export interface BackwardEulerOptions extends FixedStepOptions {
  /** Whether (3–1) is solved by Newton's method instead of the linearised (3–2). Default false. */
  readonly newton?: boolean;
}

/** Returns a stepper of backward Euler: implicit, of order 1, L-stable, with a fixed step. */
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
        status = k < newtonLimit ? this.improve() : StepStatus.solveFailed;
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

  /** Solves one linear system: trial ← trial + δ, with δ in `change`. */
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

  /** Chooses the sizes for differencing: the change of y in the step, and a small part of the largest entry. */
  private chooseSizes(): void {
    const { state, slope, plan } = this;
    const { typical } = this.jacobian;
    const n = typical.length;
    let largest = 0;
    for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(state[i]));
    const floor = largest === 0 ? 1 : typicalPart * largest;
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
