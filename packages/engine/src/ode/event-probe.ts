/**
 * Event functions between the ends of a step: at the state that the stepper's interpolant gives for θ ∈ [0, 1], and, made of
 * such evaluations, the searches that make sure of what watch.ts suspects.
 */
import type { EventSet } from "./events.js";
import { beginSearch, continueSearch, createSearch, Search } from "./roots.js";
import type { Stepper } from "./stepper.js";

/** A zero to be made sure of. */
export interface Candidate {
  readonly index: number;
  /** +1 rising, −1 falling, 0 touching. */
  readonly crossing: -1 | 0 | 1;
  /** Where it is, within ± `reach`. */
  theta: number;
  readonly reach: number;
  /** Where the function has different signs; the same place twice for a touch. */
  readonly a: number;
  readonly b: number;
}

export class EventProbe {
  /** The function that gave a value that is not finite, or −1. */
  bad = -1;
  /** Where `sample` looks. */
  readonly theta = new Float64Array(1);
  private readonly stepper: Stepper;
  private readonly events: EventSet;
  private readonly state: Float64Array;
  private readonly values: Float64Array;
  private readonly search = createSearch();

  constructor(stepper: Stepper, events: EventSet) {
    this.stepper = stepper;
    this.events = events;
    this.state = new Float64Array(stepper.state.length);
    this.values = new Float64Array(events.count);
  }

  /** All functions at `theta[0]`. */
  sample(out: Float64Array): void {
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

  /** Function j at θ. */
  evaluate(j: number, theta: number): number {
    this.theta[0] = theta;
    this.sample(this.values);
    return this.values[j];
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

  /** dg/dt of function j at the time t within the step, by differences. */
  measureSlope(j: number, t: number): number {
    const { previous, state } = this.stepper;
    const n = state.length - 1;
    const h = state[n] - previous[n];
    const theta = (t - previous[n]) / h;
    const a = Math.max(0, theta - 1e-4);
    const b = Math.min(1, theta + 1e-4);
    return (this.evaluate(j, b) - this.evaluate(j, a)) / ((b - a) * h);
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
      // only the fit, not the function, changes sign before b
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

  private runSearch(j: number): void {
    const { search, values, stepper } = this;
    // the spacing of doubles at t, in units of the step
    const n = stepper.state.length - 1;
    const t = stepper.state[n];
    const spacing = (2 ** -54 * Math.abs(t)) / Math.abs(t - stepper.previous[n]);
    search[Search.tolerance] = Math.max(spacing, 2 ** -55);
    let more = beginSearch(search);
    while (more && this.bad < 0) {
      this.theta[0] = search[Search.x];
      this.sample(values);
      if (values[j] * 0 !== 0) this.bad = j;
      more = continueSearch(search, values, j);
    }
  }

  /** Where s · g is least between a and b, by golden section: for functions that are not smooth enough to be fitted. */
  findTurn(j: number, low: number, high: number, s: number): number {
    const golden = 0.6180339887498949;
    let a = low;
    let b = high;
    let x = b - golden * (b - a);
    let y = a + golden * (b - a);
    let fx = s * this.evaluate(j, x);
    let fy = s * this.evaluate(j, y);
    while (b - a > 1e-9) {
      if (fx < fy) {
        b = y;
        y = x;
        fy = fx;
        x = b - golden * (b - a);
        fx = s * this.evaluate(j, x);
      } else {
        a = x;
        x = y;
        fx = fy;
        y = a + golden * (b - a);
        fy = s * this.evaluate(j, y);
      }
    }
    return (a + b) / 2;
  }
}
