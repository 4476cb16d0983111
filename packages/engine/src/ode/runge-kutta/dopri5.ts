/**
 * Dormand–Prince 5(4): the explicit method to begin with. Six evaluations a step (the seventh is the next step's
 * first), error estimate by the embedded order 4, step sizes by a proportional–integral controller (Gustafsson; as in
 * Hairer, Nørsett, Wanner I and II, IV.2), dense output of order 4 without further evaluations.
 *
 *   h ← h · min(10, max(1/5, 0.9 · err⁻⁰·¹⁷ · err_old⁰·⁰⁴))       err, err_old: error norms of this step and the last
 *
 * Follows: Differential Equation Basics, sections 3 and 4.
 */
import { createArrays, takeRoot } from "../../math/index.js";
import type { Problem } from "../problem/index.js";
import {
  type AdaptiveOptions,
  adaptiveKeys,
  Control,
  Count,
  createAdaptiveControl,
  createCounts,
  createPlan,
  createTolerance,
  estimateFirstStep,
  findNotFinite,
  measureError,
  Plan,
  planStep,
  requireInput,
  type Stepper,
  StepStatus,
  setNextStep,
  type Tolerance,
} from "../stepper/index.js";
import {
  evaluateStages,
  interpolateDopri5,
  looksStiff,
  measureDifference,
  writeDifference,
} from "./dopri5-formulas.js";
import {
  easySigns,
  greatestFactor,
  leastError,
  leastErrorRoot,
  leastFactor,
  retreatFactor,
  safety,
  stiffnessPeriod,
  stiffSigns,
} from "./parameters.js";

/** A Dormand–Prince stepper, which detects stiffness. */
export interface Dopri5Stepper extends Stepper {
  /** Whether stability, not accuracy, has been setting the step for a while: an implicit method would be faster. */
  readonly stiff: boolean;
}

/** Returns a stepper of Dormand and Prince: explicit, adaptive, of order 5, with dense output of order 4. */
export function dopri5(problem: Problem, options: AdaptiveOptions = {}): Dopri5Stepper {
  const n = requireInput(problem, options, adaptiveKeys);
  return new Dopri5(problem, createAdaptiveControl(options), createTolerance(options, n));
}

/** Slots of the controller's memory. */
const Memory = {
  /** err^(1/100) of this step and of the last: both exponents of the controller are whole powers of it. */
  root: 0,
  oldRoot: 1,
  /** err^(17/100). */
  power: 2,
} as const;

/** The place of f at `state` among the slopes. */
const StateSlope = {
  unknown: 0,
  /** In slopes[0]. */
  first: 1,
  /** In slopes[6], as after a step. */
  last: 2,
} as const;
type StateSlope = (typeof StateSlope)[keyof typeof StateSlope];

class Dopri5 implements Dopri5Stepper {
  readonly name = "dopri5";
  readonly order = 5;
  readonly adaptive = true;
  readonly problem: Problem;
  readonly state: Float64Array;
  readonly previous: Float64Array;
  readonly control: Float64Array;
  readonly counts = createCounts();
  offender = -1;
  stiff = false;

  readonly stage: Float64Array;
  readonly next: Float64Array;
  readonly slopes: Float64Array[];
  readonly plan = createPlan();
  carry: Float64Array;
  nextCarry: Float64Array;
  readonly tolerance: Tolerance;
  private readonly memory: Float64Array;
  private stateSlope: StateSlope = StateSlope.unknown;
  /** The signs of stiffness, and the contrary ones since the last of them. */
  private stiffCount = 0;
  private easyCount = 0;

  constructor(problem: Problem, control: Float64Array, tolerance: Tolerance) {
    const n = problem.dimension;
    this.problem = problem;
    this.control = control;
    this.tolerance = tolerance;
    const states = createArrays([n + 1, n + 1, n + 1, n + 1, 3]);
    [this.state, this.previous, this.stage, this.next, this.memory] = states;
    [this.carry, this.nextCarry, ...this.slopes] = createArrays(new Array(9).fill(n));
    this.restart();
  }

  step(): StepStatus {
    const { plan, control, counts } = this;
    this.offender = -1;
    if (!this.begin()) return StepStatus.notFinite;
    let rejected = false;
    let bad = false;
    while (planStep(plan, control, this.state)) {
      evaluateStages(this);
      counts[Count.evaluations] += 6;
      measureDifference(this, this.tolerance);
      if (plan[Plan.error] > 1 && plan[Plan.check] === 0 && this.problem.filterError !== undefined)
        this.filterDifference();
      if (plan[Plan.error] <= 1 && plan[Plan.check] === 0) {
        this.chooseNext(rejected);
        this.accept();
        return StepStatus.ok;
      }
      counts[Count.rejected]++;
      rejected = true;
      bad = !(plan[Plan.error] < Infinity && plan[Plan.check] === 0);
      if (bad) this.findOffender();
      if (Math.abs(plan[Plan.step]) <= control[Control.minStep]) break;
      this.shrink(bad);
    }
    this.problem.setState(this.state);
    this.stateSlope = StateSlope.first;
    if (bad) return StepStatus.notFinite;
    this.offender = -1;
    return StepStatus.stepTooSmall;
  }

  interpolate(out: Float64Array): void {
    interpolateDopri5(out, this.previous, this.next, this.slopes);
  }

  readSlope(out: Float64Array): boolean {
    const { state, previous, slopes } = this;
    const n = slopes[6].length;
    // after a step that could not be taken, the last slope is of a trial
    if (state[n] === previous[n] || this.stateSlope === StateSlope.first) return false;
    for (let i = 0; i < n; i++) out[i] = slopes[6][i];
    return true;
  }

  restart(): void {
    this.problem.getState(this.state);
    this.previous.set(this.state);
    this.next.set(this.state);
    this.carry.fill(0);
    this.plan[Plan.carry] = 0;
    this.memory[Memory.oldRoot] = leastErrorRoot;
    this.stateSlope = StateSlope.unknown;
    this.offender = -1;
    this.stiff = false;
    this.stiffCount = 0;
    this.easyCount = 0;
  }

  /**
   * Makes slopes[0] the values of f at `state`, and writes a first step to the control if there is none. Returns whether f is
   * finite.
   */
  private begin(): boolean {
    const { problem, slopes, counts } = this;
    if (this.stateSlope === StateSlope.last) {
      const spare = slopes[0];
      slopes[0] = slopes[6];
      slopes[6] = spare;
    } else if (this.stateSlope === StateSlope.unknown) {
      problem.derivative(slopes[0]);
      counts[Count.evaluations]++;
      this.offender = findNotFinite(slopes[0], problem.dimension);
      if (this.offender >= 0) return false;
    }
    this.stateSlope = StateSlope.first;
    if (this.control[Control.step] === 0) {
      const { control, state, tolerance, stage } = this;
      estimateFirstStep(control, problem, state, slopes[0], 5, tolerance, counts, stage, slopes[1]);
    }
    return true;
  }

  private accept(): void {
    const { problem, state, counts } = this;
    const isMoved = problem.finishStep?.() === true;
    this.previous.set(state);
    problem.getState(state);
    this.next.set(state);
    const spare = this.carry;
    this.carry = this.nextCarry;
    this.nextCarry = spare;
    this.plan[Plan.carry] = this.plan[Plan.nextCarry];
    this.stateSlope = isMoved ? StateSlope.unknown : StateSlope.last;
    counts[Count.steps]++;
    if (this.stiffCount > 0 || counts[Count.steps] % stiffnessPeriod === 0) this.detectStiffness();
  }

  private detectStiffness(): void {
    if (looksStiff(this)) {
      this.easyCount = 0;
      this.stiffCount++;
      if (this.stiffCount === stiffSigns) this.stiff = true;
    } else if (this.stiffCount > 0) {
      this.easyCount++;
      if (this.easyCount === easySigns) {
        this.stiffCount = 0;
        this.stiff = false;
      }
    }
  }

  /** Chooses the step after an accepted one, by the proportional–integral controller. */
  private chooseNext(rejected: boolean): void {
    const { plan, control, memory } = this;
    this.raiseError();
    const old = memory[Memory.oldRoot];
    const old2 = old * old;
    let factor = (safety * (old2 * old2)) / memory[Memory.power];
    factor = Math.min(rejected ? 1 : greatestFactor, Math.max(leastFactor, factor));
    plan[Plan.next] = Math.abs(plan[Plan.step]) * factor;
    setNextStep(control, plan);
    memory[Memory.oldRoot] = Math.max(memory[Memory.root], leastErrorRoot);
  }

  /** Shortens a rejected step. */
  private shrink(bad: boolean): void {
    const { plan, control } = this;
    if (!bad) this.raiseError();
    const h = Math.abs(plan[Plan.step]);
    const next = bad ? h * retreatFactor : h * Math.max(leastFactor, safety / this.memory[Memory.power]);
    control[Control.step] = Math.max(next, control[Control.minStep]);
  }

  private raiseError(): void {
    const { plan, memory } = this;
    memory[Memory.root] = Math.max(plan[Plan.error], leastError);
    takeRoot(memory, Memory.root, 100);
    const r = memory[Memory.root];
    const r2 = r * r;
    const r4 = r2 * r2;
    const r8 = r4 * r4;
    memory[Memory.power] = r8 * r8 * r;
  }

  /** Measures the error anew, without the part that the projection at the end of the step removes. */
  private filterDifference(): void {
    const { problem, stage, state, next, plan, tolerance } = this;
    writeDifference(stage, this);
    if (problem.filterError?.(stage) === true) measureError(plan, Plan.error, stage, state, next, tolerance);
  }

  private findOffender(): void {
    const n = this.problem.dimension;
    this.offender = -1;
    for (let s = 0; s < 7 && this.offender < 0; s++) this.offender = findNotFinite(this.slopes[s], n);
    if (this.offender < 0) this.offender = Math.max(0, findNotFinite(this.next, n));
  }
}
