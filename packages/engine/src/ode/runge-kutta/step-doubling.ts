/**
 * Adaptive step sizes by step doubling: the same step once as a whole (xa) and once in two halves (xb). The difference
 * measures the error; the halves are kept.
 *
 *   e = |xa − xb|,   h ← (tolerance / e)^(1/(p+1)) h
 *
 * For Euler's method, p = 1, this is section 3 of the notes to the letter: an error of 1e-8 where 1e-4 is allowed makes
 * the step 100 times as long, one of 1e-3 makes it 0.316 times as long. There is no safety factor by default; but a
 * step that was too long is tried again with at most 0.9 of its size, since the rule alone may creep up on the
 * tolerance for ever. The norm is the length of the vector, and the tolerance absolute.
 *
 * Follows: Differential Equation Basics, section 3.
 */
import { fail, takeRoot } from "../../math/index.js";
import type { Problem } from "../problem/index.js";
import {
  Control,
  Count,
  createAdaptiveControl,
  createCounts,
  createPlan,
  createTolerance,
  estimateFirstStep,
  type FixedStepOptions,
  findNotFinite,
  interpolateHermite,
  Plan,
  planStep,
  requireInput,
  requireTolerance,
  type Stepper,
  StepStatus,
  setNextStep,
  type Tolerance,
} from "../stepper/index.js";
import {
  doublingGreatestFactor,
  doublingRetryFactor,
  doublingTolerance,
  leastDoubledPart,
  leastRoot,
  retreatFactor,
  rootRange,
} from "./parameters.js";

/** The options of `stepDoubling`. */
export interface StepDoublingOptions {
  /** The error allowed a step, in the unit of y. Default 1e-4, as in the notes. */
  readonly tolerance?: number;
  /** The first step, s. By default it is estimated. */
  readonly step?: number;
  /** The largest step, s. Default: no bound. */
  readonly maxStep?: number;
  /** The smallest step, s. Default 0. */
  readonly minStep?: number;
  /**
   * A factor on every new step, up to 1. Default 1: the rule of the notes, which aims at the tolerance itself, and so
   * rejects every second step where the error hardly changes. With 0.9 hardly any step is rejected.
   */
  readonly safety?: number;
  /** Whether xb + (xb − xa)/(2ᵖ − 1), which is of order p + 1, takes the place of xb. Default false. */
  readonly extrapolate?: boolean;
}

/** A method with a fixed step: `euler`, `midpoint`, `rk4`, … */
export type FixedStepMethod = (problem: Problem, options: FixedStepOptions) => Stepper;

/** Returns an adaptive stepper of a method with a fixed step, whose error is measured by step doubling. */
export function stepDoubling(method: FixedStepMethod, problem: Problem, options: StepDoublingOptions = {}): Stepper {
  if (typeof method !== "function") {
    const cure = "write stepDoubling(rk4, problem, options)";
    fail("not-a-function", "method", "must be a method with a fixed step, as rk4", method, cure);
  }
  requireInput(problem, options, ["tolerance", "step", "maxStep", "minStep", "safety", "extrapolate"]);
  const { tolerance = doublingTolerance, safety = 1, extrapolate = false } = options;
  if (!(safety > 0 && safety <= 1)) {
    fail("out-of-range", "options.safety", "must be > 0 and <= 1", safety, "0.9 wastes few steps");
  }
  requireTolerance("options.tolerance", tolerance);
  const inner = method(problem, { step: 1 });
  if (inner.adaptive) {
    const cure = `${inner.name} chooses its steps already: use it by itself`;
    fail("not-fixed", "method", "must be a method with a fixed step, as rk4", inner.name, cure);
  }
  return new StepDoubling(inner, createAdaptiveControl(options), tolerance, safety, extrapolate);
}

class StepDoubling implements Stepper {
  readonly name: string;
  readonly order: number;
  readonly adaptive = true;
  readonly coarseInterpolant = true;
  readonly problem: Problem;
  readonly state: Float64Array;
  readonly previous: Float64Array;
  readonly control: Float64Array;
  readonly counts = createCounts();
  offender = -1;

  private readonly inner: Stepper;
  private readonly extrapolate: boolean;
  private readonly safety = new Float64Array(1);
  readonly tolerance: Tolerance;
  private readonly plan = createPlan();
  private readonly whole: Float64Array;
  private readonly end: Float64Array;
  private first: Float64Array;
  private last: Float64Array;
  /** Whether `first` and `last` are the values of f at the ends of the last step. */
  private slopesKnown = false;

  constructor(inner: Stepper, control: Float64Array, tolerance: number, safety: number, extrapolate: boolean) {
    const n = inner.problem.dimension;
    this.inner = inner;
    this.problem = inner.problem;
    this.name = `${inner.name} with step doubling`;
    this.order = inner.order + (extrapolate ? 1 : 0);
    this.extrapolate = extrapolate;
    this.safety[0] = safety;
    this.control = control;
    this.tolerance = createTolerance({ absolute: tolerance, relative: 0 }, n);
    this.state = new Float64Array(n + 1);
    this.previous = new Float64Array(n + 1);
    this.whole = new Float64Array(n + 1);
    this.end = new Float64Array(n + 1);
    this.first = new Float64Array(n);
    this.last = new Float64Array(n);
    this.restart();
  }

  step(): StepStatus {
    const { plan, control, counts, inner, state } = this;
    this.offender = -1;
    if (control[Control.step] === 0 && !this.estimateStep()) return StepStatus.notFinite;
    const before = inner.counts[Count.evaluations];
    let status: StepStatus = StepStatus.ok;
    while (planStep(plan, control, state)) {
      status = this.tryBoth();
      if (status === StepStatus.ok) {
        this.measure();
        if (plan[Plan.error] <= this.tolerance.absolute[0]) {
          this.chooseStep(false);
          this.accept();
          counts[Count.evaluations] += inner.counts[Count.evaluations] - before;
          return status;
        }
      }
      counts[Count.rejected]++;
      this.problem.setState(state);
      inner.restart();
      if (Math.abs(plan[Plan.step]) <= control[Control.minStep]) break;
      if (status === StepStatus.ok) this.chooseStep(true);
      else control[Control.step] = retreatFactor * Math.abs(plan[Plan.step]);
    }
    counts[Count.evaluations] += inner.counts[Count.evaluations] - before;
    return status === StepStatus.ok ? StepStatus.stepTooSmall : status;
  }

  get jacobianNotFinite(): boolean {
    return this.inner.jacobianNotFinite === true;
  }

  interpolate(out: Float64Array): void {
    const { problem, previous, end, counts } = this;
    if (!this.slopesKnown) {
      problem.setState(previous);
      problem.derivative(this.first);
      problem.setState(end);
      problem.derivative(this.last);
      problem.setState(this.state);
      counts[Count.evaluations] += 2;
      this.slopesKnown = true;
    }
    interpolateHermite(out, previous, this.first, end, this.last);
  }

  restart(): void {
    this.problem.getState(this.state);
    this.previous.set(this.state);
    this.end.set(this.state);
    this.plan[Plan.carry] = 0;
    this.slopesKnown = false;
    this.offender = -1;
    this.inner.control[Control.direction] = this.control[Control.direction];
    this.inner.restart();
  }

  /** Estimates a first step. Returns whether f is finite. */
  private estimateStep(): boolean {
    const { problem, control, state, counts, whole, first, last, inner } = this;
    problem.derivative(first);
    counts[Count.evaluations]++;
    this.offender = findNotFinite(first, first.length);
    if (this.offender >= 0) return false;
    estimateFirstStep(control, problem, state, first, inner.order, this.tolerance, counts, whole, last);
    return true;
  }

  /** Computes xa in `whole`, and xb in the state of `inner`. */
  private tryBoth(): StepStatus {
    const { plan, problem, state, inner } = this;
    const h = Math.abs(plan[Plan.step]);
    inner.control[Control.end] = plan[Plan.end];
    inner.control[Control.step] = h;
    let status = inner.step();
    if (status === StepStatus.ok) {
      this.whole.set(inner.state);
      // half of a step that is within the rounding of the clock would not move it
      if (h <= leastDoubledPart * Math.abs(state[state.length - 1])) return status;
      if (inner.retreat !== undefined) inner.retreat();
      else {
        problem.setState(state);
        inner.restart();
      }
      inner.control[Control.step] = h / 2;
      status = inner.step();
      if (status === StepStatus.ok) status = inner.step();
    }
    if (status !== StepStatus.ok) this.offender = inner.offender;
    return status;
  }

  // e = |xa − xb|
  private measure(): void {
    const { whole: xa, plan } = this;
    const xb = this.inner.state;
    const n = xb.length - 1;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const d = xa[i] - xb[i];
      sum += d * d;
    }
    plan[Plan.error] = Math.sqrt(sum);
  }

  // h ← (tolerance / e)^(1/(p+1)) h
  private chooseStep(again: boolean): void {
    const { plan, control } = this;
    const bound = again ? doublingRetryFactor : doublingGreatestFactor;
    const e = plan[Plan.error];
    const h = Math.abs(plan[Plan.step]);
    plan[Plan.next] = bound * h;
    if (e > 0) {
      plan[Plan.scratch] = Math.min(Math.max(this.tolerance.absolute[0] / e, leastRoot), rootRange);
      takeRoot(plan, Plan.scratch, this.inner.order + 1);
      plan[Plan.next] = Math.min(bound, this.safety[0] * plan[Plan.scratch]) * h;
    }
    if (again) control[Control.step] = Math.max(plan[Plan.next], control[Control.minStep]);
    else setNextStep(control, plan);
  }

  private accept(): void {
    const { problem, plan, state, inner, whole } = this;
    this.previous.set(state);
    state.set(inner.state);
    if (this.extrapolate) {
      const gain = 1 / ((1 << inner.order) - 1);
      for (let i = 0; i < state.length - 1; i++) state[i] += gain * (state[i] - whole[i]);
      problem.setState(state);
      problem.finishStep?.();
      problem.getState(state);
      inner.restart();
    }
    this.end.set(state);
    plan[Plan.carry] = plan[Plan.nextCarry];
    this.slopesKnown = false;
    this.counts[Count.steps]++;
  }
}
