/**
 * Adams–Bashforth–Moulton: predict by the polynomial through the last k slopes, evaluate, correct by the one through
 * the new slope as well, evaluate again (PECE). Two evaluations a step whatever the order, which makes it the method
 * for smooth problems whose f is expensive. Steps and orders (1 … 12) vary as in Shampine and Gordon, "Computer Solution of
 * Ordinary Differential Equations" (1975), in modified divided differences; it starts itself at order 1.
 *
 * The corrector is one order above the predictor (local extrapolation): with a predictor of order k the global error
 * falls as h^(k+1).
 *
 *   p = yₙ + h Σ gᵢ φ*ᵢ          yₙ₊₁ = p + h g_{k+1} (f(p) − Σ φ*ᵢ)
 */
import { fail, requireInteger, requirePositive } from "../../math/index.js";
import type { Problem } from "../problem/index.js";
import { dopri5 } from "../runge-kutta/index.js";
import {
  type AdaptiveOptions,
  adaptiveKeys,
  Control,
  Count,
  createAdaptiveControl,
  createCounts,
  createFixedControl,
  createPlan,
  createTolerance,
  estimateFirstStep,
  findNotFinite,
  Plan,
  planStep,
  requireInput,
  type Stepper,
  StepStatus,
  type Tolerance,
} from "../stepper/index.js";
import { type AdamsWork, chooseOrder, chooseStep, shrinkStep } from "./adams-choice.js";
import {
  correct,
  Estimate,
  evaluatePolynomial,
  measureOrders,
  predict,
  renewDifferences,
  unpredict,
} from "./adams-differences.js";
import { type AdamsHistory, createAdamsHistory, rememberSlope, thinHistory } from "./adams-history.js";
import {
  type AdamsTable,
  adamsWidth,
  clearAdamsTable,
  createAdamsTable,
  greatestOrder,
  renewAdamsTable,
  restoreAdamsTable,
  weighAdamsDifferences,
} from "./adams-table.js";
import { greatestRatio, halvingRatio, leastFirstPart, startOrder, startTolerance } from "./parameters.js";

/** The options of `adams`. */
export interface AdamsOptions extends AdaptiveOptions {
  /** The order of the predictor, 1 … 12, once enough steps are behind. By default it is chosen step by step. */
  readonly order?: number;
  /**
   * The step, s, of a run without error control, at the given `order`. The first order − 1 steps are made by Dormand–Prince
   * at a tolerance of 1e-15.
   */
  readonly fixedStep?: number;
}

/** Returns a stepper of Adams, Bashforth and Moulton: explicit, of variable order and step, with two evaluations a step. */
export function adams(problem: Problem, options: AdamsOptions = {}): Stepper {
  const n = requireInput(problem, options, [...adaptiveKeys, "order", "fixedStep"]);
  const { order = 0, fixedStep } = options;
  if (options.order !== undefined)
    requireInteger("options.order", order, 1, greatestOrder, "leave it out to have it chosen");
  if (fixedStep === undefined) {
    return new Adams(problem, createAdaptiveControl(options), createTolerance(options, n), order, null);
  }
  requirePositive("options.fixedStep", fixedStep);
  if (order === 0)
    fail("missing", "options.order", "must be given with options.fixedStep", undefined, "4 is a good start");
  const starter = dopri5(problem, { tolerance: startTolerance });
  return new Adams(problem, createFixedControl(fixedStep), createTolerance({ tolerance: 1 }, n), order, starter);
}

class Adams implements Stepper, AdamsWork {
  readonly name = "adams";
  readonly order: number;
  readonly adaptive: boolean;
  readonly problem: Problem;
  readonly state: Float64Array;
  readonly previous: Float64Array;
  readonly control: Float64Array;
  readonly counts = createCounts();
  offender = -1;

  readonly tolerance: Tolerance;
  readonly plan = createPlan();
  readonly table: AdamsTable = createAdamsTable();
  readonly phi: Float64Array;
  private readonly history: AdamsHistory;
  private readonly trial: Float64Array;
  private readonly gain: Float64Array;
  private readonly f: Float64Array;
  private carry: Float64Array;
  private nextCarry: Float64Array;
  readonly estimates = new Float64Array(5);
  /** Scratch for roots. */
  readonly ratio = new Float64Array(1);
  private readonly distance = new Float64Array(1);
  private readonly weights = new Float64Array(adamsWidth);
  private readonly scratch = new Float64Array(adamsWidth);
  /** The defect of the polynomial of the last step at its start, when `defectKnown`. */
  private readonly defect: Float64Array;
  private defectKnown = false;
  readonly fixedOrder: number;
  /** The stepper of the steps below the order `startOrder`; null where there never were any. */
  private starter: Stepper | null;
  private startOrder = 0;
  /** The order of the next step's predictor. */
  k = 1;
  /** Whether order and step still rise with every step, as they do at the start. */
  rising = true;
  private known = false;
  /** Whether a step is under way, or was when f threw. */
  private isStepping = false;

  constructor(problem: Problem, control: Float64Array, tolerance: Tolerance, order: number, starter: Stepper | null) {
    const n = problem.dimension;
    this.problem = problem;
    this.control = control;
    this.tolerance = tolerance;
    this.fixedOrder = order;
    this.starter = starter;
    this.order = (order === 0 ? greatestOrder : order) + 1;
    this.adaptive = starter === null;
    this.state = new Float64Array(n + 1);
    this.previous = new Float64Array(n + 1);
    this.trial = new Float64Array(n + 1);
    this.phi = new Float64Array(n * adamsWidth);
    this.history = createAdamsHistory(n);
    this.gain = new Float64Array(n);
    this.f = new Float64Array(n);
    this.carry = new Float64Array(n);
    this.nextCarry = new Float64Array(n);
    this.defect = new Float64Array(n);
    this.restart();
  }

  step(): StepStatus {
    this.offender = -1;
    if (this.isStepping) {
      // f threw in the last step, and the differences are those of half a step
      this.problem.setState(this.state);
      this.clearPast();
    }
    this.isStepping = true;
    const outcome = this.begin() ? this.advance() : StepStatus.notFinite;
    this.isStepping = false;
    return outcome;
  }

  private advance(): StepStatus {
    const { plan, control, counts } = this;
    let failures = 0;
    let outcome: StepStatus = StepStatus.stepTooSmall;
    while (this.makePlan()) {
      const k = this.k;
      renewAdamsTable(this.table, plan, k);
      predict(this.trial, this.gain, this.phi, this.state, this.table, plan, k);
      outcome = this.starter !== null && k < this.startOrder ? this.startStep(this.starter) : this.tryStep();
      if (outcome === StepStatus.ok) {
        this.accept();
        return outcome;
      }
      unpredict(this.phi, this.table, this.problem.dimension, k);
      restoreAdamsTable(this.table, plan, k);
      counts[Count.rejected]++;
      failures++;
      if (!this.adaptive) break;
      if (Math.abs(plan[Plan.step]) <= control[Control.minStep]) break;
      shrinkStep(this, failures, outcome === StepStatus.notFinite);
    }
    this.problem.setState(this.state);
    if (outcome !== StepStatus.notFinite) this.offender = -1;
    return outcome;
  }

  interpolate(out: Float64Array): void {
    const { previous, trial: end, defect } = this;
    const n = defect.length;
    const h = end[n] - previous[n];
    if (h === 0 || out[n] === end[n]) {
      for (let i = 0; i < n; i++) out[i] = end[i];
      return;
    }
    const left = end[n] - out[n];
    if (!this.defectKnown) {
      this.defectKnown = true;
      this.distance[0] = -h;
      this.evaluateBehind(defect);
      for (let i = 0; i < n; i++) defect[i] = previous[i] - defect[i];
    }
    this.distance[0] = -left;
    this.evaluateBehind(out);
    // the polynomial misses the start of the step by about the local error: a linear term makes it continuous
    const share = left / h;
    for (let i = 0; i < n; i++) out[i] += share * defect[i];
  }

  restart(): void {
    this.problem.getState(this.state);
    this.previous.set(this.state);
    this.trial.set(this.state);
    this.carry.fill(0);
    this.plan[Plan.carry] = 0;
    this.defectKnown = true;
    this.defect.fill(0);
    this.offender = -1;
    this.isStepping = false;
    this.clearPast();
  }

  /** Returns to order 1, without a past. */
  private clearPast(): void {
    clearAdamsTable(this.table);
    this.history.count = 0;
    this.phi.fill(0);
    this.k = 1;
    this.rising = true;
    this.known = false;
    this.startOrder = this.adaptive ? 0 : this.fixedOrder;
  }

  /** Evaluates f at the start of a run. Returns whether it is finite. */
  private begin(): boolean {
    const { problem, phi, f, counts } = this;
    if (!this.known) {
      problem.derivative(f);
      counts[Count.evaluations]++;
      this.offender = findNotFinite(f, f.length);
      if (this.offender >= 0) return false;
      for (let i = 0, o = 1; i < f.length; i++, o += adamsWidth) phi[o] = f[i];
      rememberSlope(this.history, f, this.plan);
      this.known = true;
      if (this.adaptive) this.limitFirstStep();
    }
    return true;
  }

  /** Bounds the first step at order 1, for which a step that suited order 12 before a restart is far too long. */
  private limitFirstStep(): void {
    const { control, problem, state, f, tolerance, counts, trial, gain } = this;
    const asked = control[Control.step];
    estimateFirstStep(control, problem, state, f, 1, tolerance, counts, trial, gain);
    if (asked > 0 && asked < control[Control.step]) control[Control.step] = asked;
    const t = state[f.length];
    if (control[Control.step] >= leastFirstPart * Math.abs(t)) return;
    estimateFirstStep(control, problem, state, f, startOrder, tolerance, counts, trial, gain);
    // a whole number of roundings of t, so that the steps of the starter are equal
    control[Control.step] = Math.abs(t + control[Control.step] - t);
    this.startOrder = this.fixedOrder > 0 ? Math.min(startOrder, this.fixedOrder) : startOrder;
    this.starter ??= dopri5(problem, { relative: tolerance.relative[0], absolute: tolerance.absolute });
  }

  /** Plans a step, of half the time left to `end` where a whole step would leave a remainder that spoils the history. */
  private makePlan(): boolean {
    const { control, state, plan, table } = this;
    if (this.adaptive) {
      const t = state[state.length - 1];
      const left = (control[Control.end] - t - plan[Plan.carry]) * control[Control.direction];
      const asked = Math.min(control[Control.step], control[Control.maxStep]);
      if (left > asked * halvingRatio && left < 2 * asked) control[Control.step] = left / 2;
    }
    if (!planStep(plan, control, state)) return false;
    if (this.adaptive && this.k < this.startOrder) {
      // the starter goes by the clock
      plan[Plan.step] = plan[Plan.end] - state[state.length - 1];
      plan[Plan.nextCarry] = plan[Plan.carry];
    }
    const last = table.lastStep[0];
    if (last === 0 || Math.abs(plan[Plan.step]) <= greatestRatio * Math.abs(last)) return true;
    return this.thinOut() > 1 || !this.adaptive || planStep(plan, control, state);
  }

  /** Removes points of the past that are too near for the step planned; where none remains, the run starts anew. */
  private thinOut(): number {
    const { phi, table, history, f } = this;
    const points = thinHistory(phi, table, history, this.plan, this.k + 1);
    this.k = Math.min(this.k, points);
    if (points === 1) {
      clearAdamsTable(table);
      this.rising = true;
      for (let i = 0, o = 1; i < f.length; i++, o += adamsWidth) f[i] = phi[o];
      if (this.adaptive) this.limitFirstStep();
    }
    return points;
  }

  /** Tries a step by P E C E; the status is `stepTooSmall` where the error is too large, and then the corrector is left out. */
  private tryStep(): StepStatus {
    const { problem, plan, table, phi, trial, f, estimates, k } = this;
    problem.setState(trial);
    problem.derivative(f);
    this.counts[Count.evaluations]++;
    measureOrders(estimates, f, phi, this.state, this.tolerance, table, plan, k);
    const error = estimates[Estimate.step];
    if (!(error < Infinity)) return this.reportNotFinite(-1);
    if (error > 1 && this.adaptive) return StepStatus.stepTooSmall;
    correct(trial, this.nextCarry, this.state, this.carry, this.gain, f, phi, table, plan, k);
    if (plan[Plan.check] !== 0) return this.reportNotFinite(-1);
    problem.setState(trial);
    problem.finishStep?.();
    problem.derivative(f);
    this.counts[Count.evaluations]++;
    const bad = findNotFinite(f, f.length);
    return bad < 0 ? StepStatus.ok : this.reportNotFinite(bad);
  }

  /** Takes one of the first steps of a run by the starter, with f at its end. */
  private startStep(starter: Stepper): StepStatus {
    const { problem, plan, trial, f, counts } = this;
    const n = f.length;
    problem.setState(this.state);
    const before = starter.counts[Count.evaluations];
    starter.control[Control.direction] = this.control[Control.direction];
    starter.control[Control.end] = plan[Plan.end];
    starter.restart();
    let status: StepStatus = StepStatus.ok;
    while (status === StepStatus.ok && starter.state[n] !== plan[Plan.end]) status = starter.step();
    counts[Count.evaluations] += starter.counts[Count.evaluations] - before;
    if (status !== StepStatus.ok)
      return status === StepStatus.notFinite ? this.reportNotFinite(starter.offender) : status;
    trial.set(starter.state);
    problem.derivative(f);
    counts[Count.evaluations]++;
    this.nextCarry.fill(0);
    const bad = findNotFinite(f, n);
    return bad < 0 ? StepStatus.ok : this.reportNotFinite(bad);
  }

  /** Finds the entry that was not finite, in f or in y, if it is not known. */
  private reportNotFinite(known: number): StepStatus {
    const n = this.f.length;
    this.offender = known >= 0 ? known : findNotFinite(this.f, n);
    if (this.offender < 0) this.offender = Math.max(0, findNotFinite(this.trial, n));
    return StepStatus.notFinite;
  }

  private accept(): void {
    const { problem, plan, table, phi, f, state, k } = this;
    renewDifferences(phi, f, k);
    this.previous.set(state);
    problem.getState(state);
    this.trial.set(state);
    const spare = this.carry;
    this.carry = this.nextCarry;
    this.nextCarry = spare;
    plan[Plan.carry] = plan[Plan.nextCarry];
    table.lastOrder = k;
    table.lastStep[0] = plan[Plan.step];
    this.counts[Count.steps]++;
    this.defectKnown = false;
    rememberSlope(this.history, f, plan);
    if (!this.adaptive || k < this.startOrder) {
      if (k < this.startOrder) this.k++;
      if (this.adaptive && this.k === this.startOrder) this.startOrder = 0;
      return;
    }
    // a step cut to less than half by `end` is no evidence for the order
    const asked = this.control[Control.step];
    if (2 * Math.abs(plan[Plan.step]) < asked && plan[Plan.end] === this.control[Control.end]) return;
    chooseOrder(this);
    chooseStep(this);
  }

  /** Writes y at `distance` from the end of the last step, by the polynomial through its differences. */
  private evaluateBehind(out: Float64Array): void {
    weighAdamsDifferences(this.weights, this.distance, this.table, this.scratch);
    evaluatePolynomial(out, this.trial, this.phi, this.weights, this.distance, this.table.lastOrder + 1);
  }
}
