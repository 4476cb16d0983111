/**
 * Event functions on a step: at its end, at Chebyshev nodes that all functions share, and wherever one is wanted, always
 * at the state that the stepper's interpolant gives for θ ∈ [0, 1]; and the searches for roots made of such evaluations.
 */
import { finest, nodeAt } from "./chebyshev.js";
import type { EventSet } from "./events.js";
import { beginSearch, continueSearch, createSearch, Search } from "./roots.js";
import type { Stepper } from "./stepper.js";

/** y may be wrong by so many times the error allowed a step, after many steps; without error control, by this part. */
const errorsInRun = 100;
const fixedError = 1e-6;
/** How many states are tried to see what that makes of a function. */
const maxTrials = 8;

/** A zero to be made sure of. */
export interface Candidate {
  readonly index: number;
  /** +1 rising, −1 falling, 0 touching. */
  readonly crossing: -1 | 0 | 1;
  /** Where it is, within ± `reach`. */
  theta: number;
  readonly reach: number;
  /** Where the function has different signs; the same place twice where no search is wanted. */
  readonly a: number;
  readonly b: number;
}

export class EventProbe {
  /** The function that gave a value that is not finite, or −1. */
  bad = -1;
  /** The range of values seen of each function. */
  readonly least: Float64Array;
  readonly greatest: Float64Array;
  /** rows[k][j]: function j at node k of the finest sampling. */
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
  /** Functions with the errors of y added, and without, at θ = `trialPlace`; −1: none. */
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

  /** Moves on to the step just taken: the values at its start are those at the end of the one before. */
  beginStep(): void {
    const { rows } = this;
    const start = rows[0];
    rows[0] = rows[finest];
    rows[finest] = start;
    this.level = 1;
    this.trialPlace = -1;
    this.sampleEnd();
  }

  /** All functions at the state of the stepper. */
  sampleEnd(): void {
    const row = this.rows[finest];
    const { span } = this;
    const { state } = this.stepper;
    for (let i = 0; i < span.length; i++) if (Math.abs(state[i]) > span[i]) span[i] = Math.abs(state[i]);
    this.events.evaluate(state, row);
    this.note(row);
  }

  /** Samples the nodes that a fit of degree m needs and that are still missing. */
  refine(m: number): void {
    while (this.level < m && this.bad < 0) {
      this.level *= 2;
      const stride = finest / this.level;
      for (let k = stride; k < finest && this.bad < 0; k += 2 * stride) {
        this.rows[k] ??= new Float64Array(this.values.length);
        this.theta[0] = nodeAt(k);
        this.sample(this.rows[k]);
        this.note(this.rows[k]);
      }
    }
  }

  /** Function j at θ. */
  evaluate(j: number, theta: number): number {
    this.theta[0] = theta;
    this.sample(this.values);
    const value = this.values[j];
    if (value * 0 !== 0 && this.bad < 0) this.bad = j;
    return value;
  }

  /** Function j at any state. */
  evaluateState(state: Float64Array, j: number): number {
    this.events.evaluate(state, this.values);
    return this.values[j];
  }

  timeAt(theta: number): number {
    const { previous, state } = this.stepper;
    const n = state.length - 1;
    return theta === 1 ? state[n] : previous[n] + theta * (state[n] - previous[n]);
  }

  /** The spacing of the doubles around t, in units of the step. */
  measureSpacing(): number {
    const { previous, state } = this.stepper;
    const n = state.length - 1;
    return (2 ** -52 * Math.abs(state[n])) / Math.abs(state[n] - previous[n]);
  }

  /** dg/dt of function j at the time t within the step, by differences. */
  measureSlope(j: number, t: number): number {
    const { previous, state } = this.stepper;
    const n = state.length - 1;
    const h = state[n] - previous[n];
    const theta = (t - previous[n]) / h;
    // a hop that starts at zero ends soon after the start
    const reach = Math.max(1e-12, Math.min(1e-4, 0.01 * theta));
    const a = Math.max(0, theta - reach);
    const b = Math.min(1, theta + reach);
    return (this.evaluate(j, b) - this.evaluate(j, a)) / ((b - a) * h);
  }

  /**
   * How far function j may be wrong at θ because y is, if every yᵢ is wrong by δᵢ: 100 times the error allowed a step, or,
   * where the step is fixed and no error is known, 1e-6 of the largest |yᵢ| seen.
   *
   *   √Σ (∂g/∂yᵢ δᵢ)²
   *
   * by differences: entry by entry, or, where there are many, from a few changes of all entries with mixed signs.
   */
  measureDoubt(j: number, theta: number): number {
    if (this.trialPlace !== theta) this.tryErrors(theta);
    const { trials, trialBase } = this;
    let sum = 0;
    for (const row of trials) {
      const change = row[j] - trialBase[j];
      if (change * 0 === 0) sum += change * change;
    }
    return Math.sqrt(this.span.length <= maxTrials ? sum : sum / maxTrials);
  }

  /** All functions at θ, and with the errors of y added: kept, since many functions may ask at the end of a step. */
  private tryErrors(theta: number): void {
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

  /** Finds the root of a candidate, within its reach if it is there, else anywhere between its ends. */
  findCrossing(candidate: Candidate): void {
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

  /** Where function j, which is on side s at θ = a and not at θ = b, is no longer on it: by bisection, to the last bit. */
  findArrival(j: number, a: number, b: number, s: number): number {
    let low = a;
    let high = b;
    if (this.evaluate(j, low) * s <= 0) return low;
    const narrowest = this.measureSpacing() / 4;
    while (high - low > narrowest && this.bad < 0) {
      const middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) break;
      if (this.evaluate(j, middle) * s > 0) low = middle;
      else high = middle;
    }
    return high;
  }

  /** All functions at `theta[0]`. */
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

  private note(row: Float64Array): void {
    const { least, greatest } = this;
    for (let j = 0; j < row.length; j++) {
      const value = row[j];
      if (value * 0 !== 0 && this.bad < 0) this.bad = j;
      if (value < least[j]) least[j] = value;
      if (value > greatest[j]) greatest[j] = value;
    }
  }

  private runSearch(j: number): void {
    const { search, values } = this;
    search[Search.tolerance] = Math.max(this.measureSpacing() / 4, 2 ** -55);
    let more = beginSearch(search);
    while (more && this.bad < 0) {
      values[j] = this.evaluate(j, search[Search.x]);
      more = continueSearch(search, values, j);
    }
  }
}
