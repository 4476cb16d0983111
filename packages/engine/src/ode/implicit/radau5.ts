/**
 * Radau IIA of order 5: the method for stiff problems. Three implicit stages, L-stable, stiffly accurate: however stiff
 * the problem, the accuracy asked for sets the step. Stages: radau-stages.ts; dense output: radau-polynomial.ts.
 *
 * Error estimate: the difference from an embedded formula of order 3, filtered so that stiff components do not dominate
 * it,
 *
 *   err = (γ/h I − f′)⁻¹ (f(t₀, y₀) + (e₁z₁ + e₂z₂ + e₃z₃)/h)
 *
 * It is O(h⁴) where the true error is O(h⁶), so it is compared with 0.1 tolerance^(2/3). Steps by the controllers of
 * Gustafsson 1994 (predictive) and of the plain fourth root, whichever is more careful. f′ is kept while Newton
 * contracts by θ ≤ 0.001, the factors while besides the step would grow by less than 1.2. (E. Hairer and G. Wanner,
 * Solving Ordinary Differential Equations II, IV.8.)
 */
import { SolveStatus } from "../../linalg/index.js";
import { requirePositive, takeRoot } from "../../math/index.js";
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
import { createJacobian, evaluateJacobian, type Jacobian } from "./jacobian.js";
import {
  createComplexShifted,
  createShifted,
  factorComplexShifted,
  factorShifted,
  solveShifted,
} from "./jacobian-shifted.js";
import {
  estimatePart,
  failureFactor,
  firstFactor,
  goodContraction,
  greatestFactor,
  greatestKappa,
  kappaRelative,
  keepFactor,
  leastError,
  leastFactor,
  leastKappa,
  leastLastError,
  retreatFactor,
  safety,
  sizeRelative,
  stageIterations,
} from "./parameters.js";
import * as radau from "./radau-constants.js";
import { clearStages, evaluatePolynomial, extrapolateStages, fitPolynomial } from "./radau-polynomial.js";
import { Newton, NewtonOutcome, type RadauWork, solveStages } from "./radau-stages.js";

/** Slots of the stepper's memory. */
const Memory = {
  /** h of the factors there are; 0 if there are none. */
  factored: 0,
  /** h and error of the last good step; h = 0 if there is none. */
  lastStep: 1,
  lastError: 2,
  /** γ/h, α/h, β/h. */
  gamma: 3,
  alpha: 4,
  beta: 5,
  /** The factor on the step. */
  factor: 6,
} as const;

/** The options of `radau5`. */
export interface RadauOptions extends AdaptiveOptions {
  /**
   * The error that the iteration for the stages may leave, in parts of the error allowed a step. By default it is chosen
   * from the tolerance: less than 0.03, and small enough for the order of the method to show.
   */
  readonly newtonTolerance?: number;
}

/** Returns a stepper of Radau IIA: implicit, adaptive, of order 5, L-stable, for stiff problems. */
export function radau5(problem: Problem, options: RadauOptions = {}): Stepper {
  const n = requireInput(problem, options, [...adaptiveKeys, "newtonTolerance"]);
  if (options.newtonTolerance !== undefined) requirePositive("options.newtonTolerance", options.newtonTolerance);
  const control = createAdaptiveControl(options);
  return new Radau5(problem, control, createTolerance(options, n), options.newtonTolerance);
}

class Radau5 implements Stepper, RadauWork {
  readonly name = "radau5";
  readonly order = 5;
  readonly adaptive = true;
  readonly coarseInterpolant = true;
  readonly problem: Problem;
  readonly state: Float64Array;
  readonly previous: Float64Array;
  readonly control: Float64Array;
  readonly counts = createCounts();
  offender = -1;
  jacobianNotFinite = false;

  readonly stage: Float64Array;
  readonly z: Float64Array[];
  readonly w: Float64Array[];
  readonly f: Float64Array[];
  readonly weights: Float64Array;
  readonly plan = createPlan();
  readonly newton = new Float64Array(6);
  readonly real: RadauWork["real"];
  readonly complex: RadauWork["complex"];
  iterations = 0;

  readonly tolerance: Tolerance;
  /** The tolerance of the error estimate. */
  private readonly allowed: Tolerance;
  private readonly jacobian: Jacobian;
  private readonly memory = new Float64Array(7);
  /** f at `state`, when known. */
  private readonly slope: Float64Array;
  private slopeKnown = false;
  /** The values of y and t at the end of the last step, equal to `state` until that is cut back to an event. */
  private readonly end: Float64Array;
  private readonly error: Float64Array;
  /** The sizes, absolute over relative tolerance, below which an entry of y counts as zero. */
  private readonly sizes: Float64Array;
  /** The polynomial of the last step: see radau-polynomial.ts. */
  private readonly polynomial: Float64Array[];
  /** Whether f′ was evaluated at `state`, and whether one evaluated earlier is still good. */
  private jacobianFresh = false;
  private jacobianGood = false;

  constructor(problem: Problem, control: Float64Array, tolerance: Tolerance, kappa?: number) {
    const n = problem.dimension;
    const three = () => [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
    this.problem = problem;
    this.control = control;
    this.tolerance = tolerance;
    this.allowed = scaleTolerance(tolerance);
    this.state = new Float64Array(n + 1);
    this.previous = new Float64Array(n + 1);
    this.end = new Float64Array(n + 1);
    this.stage = new Float64Array(n + 1);
    this.z = three();
    this.w = three();
    this.f = three();
    this.polynomial = three();
    this.weights = new Float64Array(n);
    this.slope = new Float64Array(n);
    this.error = new Float64Array(n);
    this.sizes = new Float64Array(n);
    this.jacobian = createJacobian(problem);
    this.real = createShifted(this.jacobian);
    this.complex = createComplexShifted(this.jacobian);
    const relative = this.allowed.relative[0] || kappaRelative;
    this.newton[Newton.kappa] = kappa ?? Math.max(leastKappa / relative, Math.min(greatestKappa, Math.sqrt(relative)));
    for (let i = 0; i < n; i++) this.sizes[i] = tolerance.absolute[i] / (tolerance.relative[0] || sizeRelative);
    this.restart();
  }

  step(): StepStatus {
    const { plan, control, counts, state, problem } = this;
    this.offender = -1;
    this.jacobianNotFinite = false;
    if (!this.begin()) return StepStatus.notFinite;
    let rejected = false;
    let cause: StepStatus = StepStatus.stepTooSmall;
    while (planStep(plan, control, state)) {
      cause = this.attempt(rejected);
      if (cause === StepStatus.ok) return cause;
      // a Jacobian that is not finite will not become so with another step
      if (cause === StepStatus.notFinite && !this.jacobianGood) break;
      counts[Count.rejected]++;
      rejected = true;
      if (Math.abs(plan[Plan.step]) <= control[Control.minStep]) break;
      control[Control.step] = Math.max(
        Math.abs(plan[Plan.step]) * this.newton[Newton.shrink],
        control[Control.minStep],
      );
    }
    problem.setState(state);
    if (cause !== StepStatus.notFinite) this.offender = -1;
    return cause;
  }

  interpolate(out: Float64Array): void {
    evaluatePolynomial(out, this.previous, this.end, this.polynomial);
  }

  restart(): void {
    const { memory } = this;
    this.problem.getState(this.state);
    this.previous.set(this.state);
    this.end.set(this.state);
    this.plan[Plan.carry] = 0;
    memory[Memory.factored] = 0;
    memory[Memory.lastStep] = 0;
    this.newton[Newton.rate] = 1;
    this.slopeKnown = false;
    this.jacobianFresh = false;
    this.jacobianGood = false;
    this.offender = -1;
    for (let k = 0; k < 3; k++) this.polynomial[k].fill(0);
  }

  /** Evaluates f and the error allowed at `state`, and estimates a first step at the start. Returns whether f is finite. */
  private begin(): boolean {
    const { problem, state, slope, counts, control, weights, allowed: tolerance } = this;
    if (!this.slopeKnown) {
      problem.derivative(slope);
      counts[Count.evaluations]++;
      this.slopeKnown = true;
    }
    this.offender = findNotFinite(slope, slope.length);
    if (this.offender >= 0) return false;
    const relative = tolerance.relative[0];
    for (let i = 0; i < weights.length; i++) weights[i] = tolerance.absolute[i] + relative * Math.abs(state[i]);
    if (control[Control.step] === 0) {
      estimateFirstStep(control, problem, state, slope, 3, tolerance, counts, this.stage, this.error);
    }
    return true;
  }

  /** Tries the step planned; the status is `ok` if it was taken, else `Newton.shrink` is the factor on the step. */
  private attempt(rejected: boolean): StepStatus {
    const { newton, plan } = this;
    while (true) {
      if (!this.prepare()) return this.offender >= 0 ? StepStatus.notFinite : StepStatus.solveFailed;
      this.predictStages();
      const outcome = solveStages(this);
      if (outcome === NewtonOutcome.converged) break;
      newton[Newton.rate] = 1;
      if (outcome === NewtonOutcome.notFinite) {
        newton[Newton.shrink] = retreatFactor;
        return StepStatus.notFinite;
      }
      // before the step is made shorter, f′ is brought up to date
      if (this.jacobianFresh) return StepStatus.solveFailed;
      this.jacobianGood = false;
    }
    this.estimateError(rejected);
    if (plan[Plan.error] <= 1) {
      this.chooseNext(rejected);
      this.accept();
      return StepStatus.ok;
    }
    if (!(plan[Plan.error] < Infinity)) {
      this.offender = Math.max(0, findNotFinite(this.error, this.error.length));
      newton[Newton.shrink] = retreatFactor;
      return StepStatus.notFinite;
    }
    if (!this.jacobianFresh) this.jacobianGood = false;
    this.findFactor();
    if (this.memory[Memory.lastStep] === 0) newton[Newton.shrink] = firstFactor;
    else newton[Newton.shrink] = this.memory[Memory.factor];
    return StepStatus.stepTooSmall;
  }

  /** Predicts the stages by the polynomial of the last step, unless that was much shorter than this one. */
  private predictStages(): void {
    const last = Math.abs(this.memory[Memory.lastStep]);
    if (greatestFactor * last < Math.abs(this.plan[Plan.step])) clearStages(this);
    else extrapolateStages(this, this.polynomial, this.memory, Memory.lastStep);
  }

  /**
   * Evaluates f′ and factors both systems for the step planned, where those at hand are not good. Returns whether that succeeded.
   */
  private prepare(): boolean {
    const { memory, plan, newton, counts } = this;
    const h = plan[Plan.step];
    if (!this.jacobianGood) {
      const { typical } = this.jacobian;
      for (let i = 0; i < typical.length; i++) typical[i] = Math.max(this.sizes[i], Math.abs(h * this.slope[i]));
      this.offender = evaluateJacobian(this.jacobian, this.state, this.slope, counts);
      this.jacobianNotFinite = this.offender >= 0;
      if (this.offender >= 0) return false;
      this.jacobianFresh = true;
      this.jacobianGood = true;
      memory[Memory.factored] = 0;
    }
    if (memory[Memory.factored] === h) return true;
    memory[Memory.factored] = 0;
    memory[Memory.gamma] = radau.GAMMA / h;
    memory[Memory.alpha] = radau.ALPHA / h;
    memory[Memory.beta] = radau.BETA / h;
    newton[Newton.shrink] = failureFactor;
    counts[Count.factorisations] += 2;
    if (factorShifted(this.real, memory, Memory.gamma) !== SolveStatus.ok) return false;
    if (factorComplexShifted(this.complex, memory, Memory.alpha) !== SolveStatus.ok) return false;
    memory[Memory.factored] = h;
    return true;
  }

  /** Writes the norm of err to plan[Plan.error]; where it rejects a first or repeated step, err is filtered once more. */
  private estimateError(rejected: boolean): void {
    const { plan, state, stage, error, slope, counts, problem } = this;
    const n = error.length;
    const z3 = this.z[2];
    this.filterError(slope);
    for (let i = 0; i < n; i++) stage[i] = state[i] + z3[i];
    measureError(plan, Plan.error, error, state, stage, this.allowed);
    if (plan[Plan.error] < 1 || !(rejected || this.memory[Memory.lastStep] === 0)) return;
    for (let i = 0; i < n; i++) stage[i] = state[i] + error[i];
    stage[n] = state[n];
    problem.setState(stage);
    problem.derivative(this.f[0]);
    counts[Count.evaluations]++;
    this.filterError(this.f[0]);
    for (let i = 0; i < n; i++) stage[i] = state[i] + z3[i];
    measureError(plan, Plan.error, error, state, stage, this.allowed);
  }

  /** Computes error = (γ/h I − f′)⁻¹ (f + (e₁z₁ + e₂z₂ + e₃z₃)/h). */
  private filterError(f: Float64Array): void {
    const { error } = this;
    const h = this.plan[Plan.step];
    const z1 = this.z[0];
    const z2 = this.z[1];
    const z3 = this.z[2];
    for (let i = 0; i < error.length; i++) {
      error[i] = f[i] + (radau.E1 * z1[i] + radau.E2 * z2[i] + radau.E3 * z3[i]) / h;
    }
    solveShifted(this.real, error);
    this.counts[Count.solves]++;
  }

  /** Computes the factor on the step: safety, the less the more iterations were needed, over the fourth root of the error. */
  private findFactor(): void {
    const careful = Math.min(safety, (safety * (1 + 2 * stageIterations)) / (this.iterations + 2 * stageIterations));
    const root = Math.sqrt(Math.sqrt(Math.max(this.plan[Plan.error], leastError)));
    this.memory[Memory.factor] = Math.min(greatestFactor, Math.max(leastFactor, careful / root));
  }

  /** Chooses the step after an accepted one, by the predictive controller. */
  private chooseNext(rejected: boolean): void {
    const { plan, control, memory, newton } = this;
    const h = Math.abs(plan[Plan.step]);
    const error = Math.max(plan[Plan.error], leastError);
    this.findFactor();
    let factor = memory[Memory.factor];
    if (memory[Memory.lastStep] !== 0) {
      const trend = Math.sqrt(Math.sqrt(memory[Memory.lastError] / (error * error)));
      const predicted = safety * (h / Math.abs(memory[Memory.lastStep])) * trend;
      factor = Math.min(factor, Math.max(leastFactor, predicted));
    }
    if (rejected) factor = Math.min(factor, 1);
    memory[Memory.lastError] = Math.max(leastLastError, error);
    memory[Memory.lastStep] = plan[Plan.step];
    this.jacobianGood = newton[Newton.theta] <= goodContraction;
    if (this.jacobianGood && factor >= 1 && factor <= keepFactor) factor = 1;
    plan[Plan.next] = h * factor;
    setNextStep(control, plan);
  }

  private accept(): void {
    const { problem, state, counts } = this;
    const n = problem.dimension;
    const z3 = this.z[2];
    fitPolynomial(this.polynomial, this.z);
    this.previous.set(state);
    for (let i = 0; i < n; i++) state[i] += z3[i];
    state[n] = this.plan[Plan.end];
    problem.setState(state);
    problem.finishStep?.();
    problem.getState(state);
    this.end.set(state);
    problem.derivative(this.slope);
    counts[Count.evaluations]++;
    counts[Count.steps]++;
    this.plan[Plan.carry] = this.plan[Plan.nextCarry];
    this.jacobianFresh = false;
  }
}

/** Returns the tolerance of the estimate of order 3: 0.1 relative^(2/3), and absolute in proportion. */
function scaleTolerance(tolerance: Tolerance): Tolerance {
  const n = tolerance.absolute.length;
  const relative = tolerance.relative[0];
  const root = Float64Array.of(relative);
  if (relative > 0) {
    takeRoot(root, 0, 3);
    const factor = estimatePart / root[0];
    return { relative: Float64Array.of(relative * factor), absolute: tolerance.absolute.map((a) => a * factor) };
  }
  const absolute = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    root[0] = tolerance.absolute[i];
    takeRoot(root, 0, 3);
    absolute[i] = estimatePart * root[0] * root[0];
  }
  return { relative: Float64Array.of(0), absolute };
}
