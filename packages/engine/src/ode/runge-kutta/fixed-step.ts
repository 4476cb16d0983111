/**
 * The stepper of explicit methods with a fixed step (Euler, midpoint, Runge–Kutta 4), without their formulas. A formula is
 * a name, an order, a number of stages and `advance`, which computes a new y from `previous` and f there.
 *
 * Follows: Differential Equation Basics, sections 2 and 4.
 */
import type { Problem } from "../problem/index.js";
import {
  Count,
  createCounts,
  createFixedControl,
  createPlan,
  type FixedStepOptions,
  findNotFinite,
  fixedKeys,
  interpolateHermite,
  Plan,
  planStep,
  requireInput,
  type Stepper,
  StepStatus,
} from "../stepper/index.js";

/** A stepper with a fixed step that can undo its last step, to try another step size from its start. */
export interface FixedStepper extends Stepper {
  /** Returns to `previous`, keeping f there, once after each step. */
  retreat(): void;
}

/** An explicit one-step formula. */
export interface FixedMethod {
  /** The name of the method. */
  readonly name: string;
  /** The order of accuracy. */
  readonly order: number;
  /** The number of stages, each of which costs an evaluation of f. */
  readonly stages: number;
  /**
   * Computes a step from `work.previous`, with f there in `work.slopes[0]`, by h = `work.plan[Plan.step]`: writes y to
   * `work.state` and the sum of 0 · yᵢ to `work.plan[Plan.check]`. May use `work.stage` for y within the step.
   */
  readonly advance: (work: FixedWork) => void;
}

/** The arrays of an explicit method, made at set-up. */
export interface FixedWork {
  /** The problem that is solved. */
  readonly problem: Problem;
  /** The values of y and t at the end of the step. */
  readonly state: Float64Array;
  /** The values of y and t at its start. */
  readonly previous: Float64Array;
  /** The values of y and t at a stage. */
  readonly stage: Float64Array;
  /** The values of f at the stages. */
  readonly slopes: Float64Array[];
  /** The plan of the step, by the slots of `Plan`. */
  readonly plan: Float64Array;
}

/** Returns a stepper of an explicit formula with a fixed step. */
export function createFixedStepper(method: FixedMethod, problem: Problem, options: FixedStepOptions): FixedStepper {
  requireInput(problem, options, fixedKeys);
  return new MethodStepper(method, problem, createFixedControl(options.step));
}

class MethodStepper implements FixedStepper, FixedWork {
  readonly name: string;
  readonly order: number;
  readonly adaptive = false;
  readonly problem: Problem;
  readonly state: Float64Array;
  readonly previous: Float64Array;
  readonly control: Float64Array;
  readonly counts = createCounts();
  offender = -1;

  readonly stage: Float64Array;
  readonly slopes: Float64Array[];
  readonly plan = createPlan();
  private readonly method: FixedMethod;
  /** The values of y and t at the end of the last step, equal to `state` until that is cut back to an event. */
  private readonly end: Float64Array;
  /** The values of f at `end`, when `endKnown`. */
  private last: Float64Array;
  private endKnown = false;
  /** Whether slopes[0] is f at `state`: true between a retreat, or a failure, and the next step. */
  private startKnown = false;

  constructor(method: FixedMethod, problem: Problem, control: Float64Array) {
    const n = problem.dimension;
    this.method = method;
    this.name = method.name;
    this.order = method.order;
    this.problem = problem;
    this.control = control;
    this.state = new Float64Array(n + 1);
    this.previous = new Float64Array(n + 1);
    this.end = new Float64Array(n + 1);
    this.stage = new Float64Array(n + 1);
    this.slopes = Array.from({ length: method.stages }, () => new Float64Array(n));
    this.last = new Float64Array(n);
    this.restart();
  }

  step(): StepStatus {
    const { problem, state, previous, plan, counts } = this;
    this.offender = -1;
    if (!planStep(plan, this.control, state)) return StepStatus.stepTooSmall;
    this.findStartSlope();
    previous.set(state);
    this.method.advance(this);
    counts[Count.evaluations] += this.method.stages - 1;
    state[state.length - 1] = plan[Plan.end];
    if (plan[Plan.check] !== 0) return this.undo();
    problem.setState(state);
    problem.finishStep?.();
    problem.getState(state);
    this.end.set(state);
    plan[Plan.carry] = plan[Plan.nextCarry];
    this.startKnown = false;
    counts[Count.steps]++;
    return StepStatus.ok;
  }

  interpolate(out: Float64Array): void {
    const { problem, state, end } = this;
    if (!this.endKnown) {
      const isCut = state[state.length - 1] !== end[end.length - 1];
      if (isCut) problem.setState(end);
      problem.derivative(this.last);
      if (isCut) problem.setState(state);
      this.counts[Count.evaluations]++;
      this.endKnown = true;
    }
    interpolateHermite(out, this.previous, this.slopes[0], end, this.last);
  }

  retreat(): void {
    this.state.set(this.previous);
    this.end.set(this.previous);
    this.problem.setState(this.state);
    this.plan[Plan.carry] = 0;
    this.startKnown = true;
    this.endKnown = false;
    this.counts[Count.steps]--;
    this.counts[Count.rejected]++;
  }

  restart(): void {
    this.problem.getState(this.state);
    this.previous.set(this.state);
    this.end.set(this.state);
    this.plan[Plan.carry] = 0;
    this.startKnown = false;
    this.endKnown = false;
    this.offender = -1;
  }

  /** Makes slopes[0] the values of f at `state`, without an evaluation where they are known. */
  private findStartSlope(): void {
    if (this.endKnown) {
      const spare = this.slopes[0];
      this.slopes[0] = this.last;
      this.last = spare;
      this.endKnown = false;
    } else if (!this.startKnown) {
      this.problem.derivative(this.slopes[0]);
      this.counts[Count.evaluations]++;
    }
    this.startKnown = true;
  }

  /** Returns to the start of a step that was not finite, and finds the first index that was not. */
  private undo(): StepStatus {
    const n = this.problem.dimension;
    for (let s = 0; s < this.slopes.length && this.offender < 0; s++) {
      this.offender = findNotFinite(this.slopes[s], n);
    }
    if (this.offender < 0) this.offender = findNotFinite(this.state, n);
    this.state.set(this.previous);
    this.end.set(this.previous);
    this.problem.setState(this.state);
    this.counts[Count.rejected]++;
    return StepStatus.notFinite;
  }
}
