/**
 * The evaluation of event functions on a step: at its end, at Chebyshev nodes that all functions share, and at any other
 * place θ ∈ [0, 1], always at the state that the interpolant of the stepper gives; and the root searches on these values.
 */
import type { Stepper } from "../stepper/index.js";
import { finest, nodeAt } from "./chebyshev.js";
import type { EventSet } from "./events.js";
import { errorsInRun, fixedError, greatestSlopeReach, leastSlopeReach, maxTrials, slopePart } from "./parameters.js";
import { beginSearch, continueSearch, createSearch, Search } from "./roots.js";

/** A zero of an event function that is to be located. */
export interface Candidate {
  /** The index of the function. */
  readonly index: number;
  /** The direction of the crossing: +1 rising, −1 falling, 0 touching. */
  readonly crossing: -1 | 0 | 1;
  /** The place of the zero, within ± `reach`. */
  theta: number;
  /** The uncertainty of the place. */
  readonly reach: number;
  /** The lower end of the bracket, equal to the upper where no search is wanted. */
  readonly a: number;
  /** The upper end of the bracket, where the function has the other sign. */
  readonly b: number;
}

/** The values of event functions on the step taken last. */
export class EventProbe {
  /** The index of a function with a value that is not finite, or −1. */
  offender = -1;
  /** The least value seen of each function. */
  readonly least: Float64Array;
  /** The greatest value seen of each function. */
  readonly greatest: Float64Array;
  /** The values at the nodes of the finest sampling: rows[k][j] is function j at node k. */
  readonly rows: Float64Array[];
  /** The largest |yᵢ| seen. */
  private readonly span: Float64Array;
  private level = 1;
  private readonly theta = new Float64Array(1);
  private readonly stepper: Stepper;
  private readonly events: EventSet;
  private readonly state: Float64Array;
  private readonly values: Float64Array;
  private readonly search = createSearch();
  /** The functions with errors added to y, and without, at θ = `trialPlace`; −1: none. */
  private readonly trials: Float64Array[] = [];
  private readonly trialBase: Float64Array;
  private readonly place: Float64Array;
  private trialPlace = -1;

  constructor(stepper: Stepper, events: EventSet) {
    const { count } = events;
    this.stepper = stepper;
    this.events = events;
    this.state = new Float64Array(stepper.state.length);
    this.place = new Float64Array(stepper.state.length);
    this.trialBase = new Float64Array(count);
    this.values = new Float64Array(count);
    this.span = new Float64Array(stepper.state.length - 1);
    this.least = new Float64Array(count).fill(Infinity);
    this.greatest = new Float64Array(count).fill(-Infinity);
    this.rows = Array.from({ length: finest + 1 });
    for (let k = 0; k <= finest; k += finest / 4) this.rows[k] = new Float64Array(count);
    this.sampleEnd();
  }

  /** Begins the step just taken: the values at its start are those at the end of the one before. */
  beginStep(): void {
    const { rows } = this;
    const start = rows[0];
    rows[0] = rows[finest];
    rows[finest] = start;
    this.level = 1;
    this.trialPlace = -1;
    this.sampleEnd();
  }

  /** Evaluates all functions at the state of the stepper. */
  sampleEnd(): void {
    const row = this.rows[finest];
    const { span } = this;
    const { state } = this.stepper;
    for (let i = 0; i < span.length; i++) if (Math.abs(state[i]) > span[i]) span[i] = Math.abs(state[i]);
    this.events.evaluate(state, row);
    this.recordRange(row);
  }

  /** Samples the nodes that a fit of degree m needs and that are still missing. */
  refine(m: number): void {
    while (this.level < m && this.offender < 0) {
      this.level *= 2;
      const stride = finest / this.level;
      for (let k = stride; k < finest && this.offender < 0; k += 2 * stride) {
        this.rows[k] ??= new Float64Array(this.values.length);
        this.theta[0] = nodeAt(k);
        this.sample(this.rows[k]);
        this.recordRange(this.rows[k]);
      }
    }
  }

  /** Returns function j at θ. */
  evaluate(j: number, theta: number): number {
    this.theta[0] = theta;
    this.sample(this.values);
    const value = this.values[j];
    if (value * 0 !== 0 && this.offender < 0) this.offender = j;
    return value;
  }

  /** Returns function j at any state. */
  evaluateState(state: Float64Array, j: number): number {
    this.events.evaluate(state, this.values);
    return this.values[j];
  }

  /** Returns the time at θ, s. */
  timeAt(theta: number): number {
    const { previous, state } = this.stepper;
    const n = state.length - 1;
    return theta === 1 ? state[n] : previous[n] + theta * (state[n] - previous[n]);
  }

  /** Returns the spacing of the doubles around t, in units of the step. */
  measureSpacing(): number {
    const { previous, state } = this.stepper;
    const n = state.length - 1;
    return (2 ** -52 * Math.abs(state[n])) / Math.abs(state[n] - previous[n]);
  }

  /** Returns dg/dt of function j at the time t within the step, by differences. */
  measureSlope(j: number, t: number): number {
    const { previous, state } = this.stepper;
    const n = state.length - 1;
    const h = state[n] - previous[n];
    const theta = (t - previous[n]) / h;
    // an excursion that starts at zero ends soon after the start
    const reach = Math.max(leastSlopeReach, Math.min(greatestSlopeReach, slopePart * theta));
    const a = Math.max(0, theta - reach);
    const b = Math.min(1, theta + reach);
    return (this.evaluate(j, b) - this.evaluate(j, a)) / ((b - a) * h);
  }

  /**
   * Returns the uncertainty of function j at θ that follows from errors δᵢ of y: 100 times the error allowed a step, or, where
   * the step is fixed and no error is known, 1e-6 of the largest |yᵢ| seen.
   *
   *   √Σ (∂g/∂yᵢ δᵢ)²
   *
   * by differences: entry by entry, or, where there are many, from a few changes of all entries with mixed signs.
   */
  estimateUncertainty(j: number, theta: number): number {
    if (this.trialPlace !== theta) this.evaluatePerturbed(theta);
    const { trials, trialBase } = this;
    let sum = 0;
    for (const row of trials) {
      const change = row[j] - trialBase[j];
      if (change * 0 === 0) sum += change * change;
    }
    return Math.sqrt(this.span.length <= maxTrials ? sum : sum / maxTrials);
  }

  /** Evaluates all functions at θ, and with errors added to y: stored, since many functions may ask at the end of a step. */
  private evaluatePerturbed(theta: number): void {
    const { state, events, trials, trialBase, place } = this;
    const n = state.length - 1;
    this.trialPlace = theta;
    this.theta[0] = theta;
    this.sample(trialBase);
    place.set(state);
    while (trials.length < Math.min(n, maxTrials)) trials.push(new Float64Array(trialBase.length));
    for (let k = 0; k < trials.length; k++) {
      for (let i = 0; i < n; i++) {
        if (n <= maxTrials) state[i] = place[i] + (i === k ? this.getError(i) : 0);
        else state[i] = place[i] + ((Math.imul(i + 1, 0x9e3779b1) >>> (k + 8)) & 1 ? 1 : -1) * this.getError(i);
      }
      events.evaluate(state, trials[k]);
    }
  }

  private getError(i: number): number {
    const { tolerance, adaptive } = this.stepper;
    if (!adaptive || tolerance === undefined) return fixedError * this.span[i];
    return errorsInRun * (tolerance.absolute[i] + tolerance.relative[0] * this.span[i]);
  }

  /** Locates the root of a candidate, within its reach if it is there, else anywhere between its ends. */
  locateRoot(candidate: Candidate): void {
    const { search } = this;
    const { index: j, a, b, theta, reach } = candidate;
    const s = -candidate.crossing;
    let low = Math.max(a, theta - reach);
    let high = Math.min(b, theta + reach);
    let atLow = this.evaluate(j, low);
    let atHigh = this.evaluate(j, high);
    if (atLow * s <= 0 && low > a) {
      high = low;
      atHigh = atLow;
      low = a;
      atLow = this.evaluate(j, a);
    } else if (atHigh * s >= 0 && high < b) {
      low = high;
      atLow = atHigh;
      high = b;
      atHigh = this.evaluate(j, b);
    }
    if (atLow * s <= 0 || atHigh * s >= 0) {
      // it was beyond zero from the start, or reaches it only at the end
      candidate.theta = atLow * s <= 0 ? low : high;
      return;
    }
    search[Search.a] = low;
    search[Search.b] = high;
    search[Search.fa] = atLow;
    search[Search.fb] = atHigh;
    this.runSearch(j);
    candidate.theta = search[Search.x];
  }

  /**
   * Returns the place at which function j, on side s at θ = a and not at θ = b, leaves that side: by bisection, to the last bit.
   */
  locateArrival(j: number, a: number, b: number, s: number): number {
    let low = a;
    let high = b;
    if (this.evaluate(j, low) * s <= 0) return low;
    const narrowest = this.measureSpacing() / 4;
    while (high - low > narrowest && this.offender < 0) {
      const middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) break;
      if (this.evaluate(j, middle) * s > 0) low = middle;
      else high = middle;
    }
    return high;
  }

  /** Evaluates all functions at `theta[0]`. */
  private sample(out: Float64Array): void {
    const { state, stepper, theta } = this;
    const { previous, state: end } = stepper;
    const n = state.length - 1;
    if (theta[0] === 0) state.set(previous);
    else if (theta[0] === 1) state.set(end);
    else {
      state[n] = previous[n] + theta[0] * (end[n] - previous[n]);
      stepper.interpolate(state);
    }
    this.events.evaluate(state, out);
  }

  /** Extends the ranges of values by a row. */
  private recordRange(row: Float64Array): void {
    const { least, greatest } = this;
    for (let j = 0; j < row.length; j++) {
      const value = row[j];
      if (value * 0 !== 0 && this.offender < 0) this.offender = j;
      if (value < least[j]) least[j] = value;
      if (value > greatest[j]) greatest[j] = value;
    }
  }

  private runSearch(j: number): void {
    const { search, values } = this;
    search[Search.tolerance] = Math.max(this.measureSpacing() / 4, 2 ** -55);
    let more = beginSearch(search);
    while (more && this.offender < 0) {
      values[j] = this.evaluate(j, search[Search.x]);
      more = continueSearch(search, values, j);
    }
  }
}
