/**
 * Event location: the zeros of event functions within a step, on the interpolant of the stepper; crossings, several of
 * them, and touches. Each function is scanned by itself (event-scan.ts); here their zeros are located and sorted, and the
 * sides of the functions at the end of a step, or where it was cut, are stored (event-sides.ts).
 */
import type { Stepper } from "../stepper/index.js";
import { finest } from "./chebyshev.js";
import { EventProbe } from "./event-probe.js";
import { EventScan } from "./event-scan.js";
import { EventSides, forgetSides, Level, recallSides, rememberSides } from "./event-sides.js";
import type { EventSet } from "./events.js";
import { leastDegree } from "./parameters.js";

/** The locator of the zeros of a set of event functions along a run. */
export class EventLocator {
  /** The event functions. */
  readonly events: EventSet;
  /** The number of zeros of each function that were reported. */
  readonly fired: Int32Array;
  /** The values of the functions on the step. */
  readonly probe: EventProbe;
  /** The zeros of the last step, in order; where one is terminal, up to it and not much farther. */
  readonly hits: Hit[] = [];

  private readonly stepper: Stepper;
  private readonly sides: EventSides;
  /** The sides at the start of the step. */
  private readonly before: EventSides;
  /** The flags of the functions that fired at the end of the step. */
  private readonly firedAtEnd: Uint8Array;
  private readonly scanner: EventScan;

  /** `touch` is the touch tolerance, or −1 for the default. */
  constructor(stepper: Stepper, events: EventSet, touch: number) {
    const { count } = events;
    this.stepper = stepper;
    this.events = events;
    this.fired = new Int32Array(count);
    this.probe = new EventProbe(stepper, events);
    this.sides = new EventSides(count);
    this.before = new EventSides(count);
    this.firedAtEnd = new Uint8Array(count);
    this.scanner = new EventScan(this.probe, this.sides, events.direction, touch);
    recallSides(stepper, this.probe.rows[finest], this.sides, this.firedAtEnd);
  }

  /** The index of a function with a value that is not finite, or −1. */
  get offender(): number {
    return this.probe.offender;
  }

  /**
   * Locates the zeros of the step just taken; `isLast` if the run ends with it. Returns false if a function was not finite: see
   * `offender`.
   */
  scan(isLast = false): boolean {
    const { probe, scanner, hits } = this;
    this.before.set(this.sides);
    this.firedAtEnd.fill(0);
    hits.length = 0;
    probe.beginStep();
    probe.refine(leastDegree);
    for (let j = 0; j < this.fired.length && this.offender < 0; j++) scanner.scan(j, isLast);
    if (scanner.candidates.length > 0) this.locateCandidates();
    if (this.offender >= 0) this.sides.set(this.before);
    return this.offender < 0;
  }

  /** Returns whether function j is at zero, but for rounding, at a state. */
  isAtZero(state: Float64Array, j: number): boolean {
    return Math.abs(this.probe.evaluateState(state, j)) <= this.scanner.getZeroBand(j);
  }

  /**
   * Takes over that the step was cut at `end`, after the reported zeros: the sides follow from these, whatever the rounding
   * of the values there. The functions with a zero at the time of the cut have fired, and are at zero.
   */
  cut(reported: readonly Hit[], end: Hit): void {
    const { sides, before, probe } = this;
    const { scale } = sides;
    for (let j = 0; j < scale.length; j++) before.scale[j] = scale[j];
    sides.set(before);
    probe.sampleEnd();
    const values = probe.rows[finest];
    for (const { index: j, t, crossing } of reported) {
      sides.near[j] = Level.outside;
      sides.armed[j] = Level.touching;
      if (t === end.t) this.firedAtEnd[j] = 1;
      if (crossing === 0) continue;
      if (t === end.t) sides.markAtZero(j, Math.abs(values[j]));
      else sides.side[j] = crossing;
    }
  }

  /** Stores the sides for the next run of this stepper. */
  remember(): void {
    const { probe, hits, stepper } = this;
    if (this.offender >= 0) {
      forgetSides(stepper);
      return;
    }
    const t = stepper.state[stepper.state.length - 1];
    for (const hit of hits) if (hit.t === t) this.firedAtEnd[hit.index] = 1;
    rememberSides(stepper, probe.rows[finest], this.sides, this.firedAtEnd);
  }

  /** Locates the candidates, in order, but not those that lie behind a terminal one. */
  private locateCandidates(): void {
    const { hits, events, probe } = this;
    const { candidates } = this.scanner;
    candidates.sort((p, q) => p.theta - q.theta || p.index - q.index);
    let stop = Infinity;
    for (const candidate of candidates) {
      if (candidate.theta - candidate.reach > stop || this.offender >= 0) continue;
      if (candidate.b > candidate.a) probe.locateRoot(candidate);
      hits.push({ t: probe.timeAt(candidate.theta), index: candidate.index, crossing: candidate.crossing });
      if ((events.terminal?.[candidate.index] ?? 0) !== 0) stop = Math.min(stop, candidate.theta);
    }
    candidates.length = 0;
    const { previous, state } = this.stepper;
    const direction = Math.sign(state[state.length - 1] - previous[state.length - 1]);
    hits.sort((p, q) => direction * (p.t - q.t) || p.index - q.index);
  }
}

/** A zero of an event function that was located. */
export interface Hit {
  /** The time of the zero, s. */
  readonly t: number;
  /** The index of the function. */
  readonly index: number;
  /** The direction of the crossing: +1 rising, −1 falling, 0 touching. */
  readonly crossing: -1 | 0 | 1;
}
