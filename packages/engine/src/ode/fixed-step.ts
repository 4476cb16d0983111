/**
 * What Euler, midpoint and Runge–Kutta 4 share: everything but the formula. A method is a name, an order, a number of
 * stages and `advance`, which takes `previous` and f there to a new y.
 *
 * Follows: Differential Equation Basics, sections 2 and 4.
 */
import { createPlan, Plan, planStep } from "./control.js";
import { interpolateHermite } from "./hermite.js";
import { findNotFinite } from "./norm.js";
import { createFixedControl, fixedKeys, requireInput } from "./options.js";
import type { Problem } from "./problem.js";
import { Count, createCounts, type FixedStepOptions, type Stepper, StepStatus } from "./stepper.js";

/** A stepper that can take its last step back, to try another step size from the same place. */
export interface FixedStepper extends Stepper {
  retreat(): void;
}

/** One explicit formula. */
export interface FixedMethod {
  readonly name: string;
  readonly order: number;
  readonly stages: number;
  /**
   * From `work.previous`, with f there in `work.slopes[0]`, by h = `work.plan[Plan.step]`: writes y into `work.state`
   * and, into `work.plan[Plan.check]`, the sum of 0 · yᵢ. May use `work.stage` for y within the step.
   */
  readonly advance: (work: FixedWork) => void;
}

/** The arrays of a method, made once. */
export interface FixedWork {
  readonly problem: Problem;
  readonly state: Float64Array;
  readonly previous: Float64Array;
  /** y and t at a stage. */
  readonly stage: Float64Array;
  /** f at the stages. */
  readonly slopes: Float64Array[];
  readonly plan: Float64Array;
}

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
  /** y and t at the end of the last step, which `state` is too until it is cut back to an event. */
  private readonly end: Float64Array;
  /** f at `end`, when `endKnown`. */
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

  /** Makes slopes[0] = f at `state`, from what is known if it is. */
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

  /** Back to the start of a step that went wrong, with the index that went wrong first. */
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
