/**
 * Finds the zeros of event functions within a step, on the stepper's own interpolant: crossings, several of them, and
 * touches. Each function is scanned on its own (event-scan.ts); here their zeros are put in order, made sure of, and what
 * is known at the end of a step, or where it was cut, is kept (event-sides.ts).
 */
import { finest } from "./chebyshev.js";
import { EventProbe } from "./event-probe.js";
import { EventScan } from "./event-scan.js";
import { EventSides, forgetSides, recallSides, rememberSides } from "./event-sides.js";
import type { EventSet } from "./events.js";
import type { Stepper } from "./stepper.js";

export class Watch {
  readonly events: EventSet;
  /** How often each function fired. */
  readonly fired: Int32Array;
  /** Where the functions are evaluated between the ends of the step. */
  readonly probe: EventProbe;
  /** The zeros of the last step, in order; where one is terminal, up to it and not much farther. */
  readonly hits: Hit[] = [];

  private readonly stepper: Stepper;
  private readonly sides: EventSides;
  /** As they were at the start of the step. */
  private readonly before: EventSides;
  /** What fired where the step ended. */
  private readonly spent: Uint8Array;
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
    this.spent = new Uint8Array(count);
    this.scanner = new EventScan(this.probe, this.sides, events.direction, touch);
    recallSides(stepper, this.probe.rows[finest], this.sides, this.spent);
  }

  /** The function that gave a value that is not finite, or −1. */
  get bad(): number {
    return this.probe.bad;
  }

  /** Looks at the step just taken; `isLast` if the run ends with it. False if a function was not finite: see `bad`. */
  scan(isLast = false): boolean {
    const { probe, scanner, hits } = this;
    this.before.set(this.sides);
    this.spent.fill(0);
    hits.length = 0;
    probe.beginStep();
    probe.refine(4);
    for (let j = 0; j < this.fired.length && this.bad < 0; j++) scanner.scan(j, isLast);
    if (scanner.candidates.length > 0) this.settle();
    if (this.bad >= 0) this.sides.set(this.before);
    return this.bad < 0;
  }

  /** Whether function j is at zero, but for rounding, at a state. */
  isAtZero(state: Float64Array, j: number): boolean {
    return Math.abs(this.probe.evaluateState(state, j)) <= this.scanner.getZeroBand(j);
  }

  /**
   * The step was cut, or not, after the given hits: what is known is what they tell, whatever rounding makes of the
   * values there. Those at the time of the cut have fired, and are at zero.
   */
  cut(told: readonly Hit[], end: Hit): void {
    const { sides, before, probe } = this;
    const { scale } = sides;
    for (let j = 0; j < scale.length; j++) before.scale[j] = scale[j];
    sides.set(before);
    probe.sampleEnd();
    const values = probe.rows[finest];
    for (const { index: j, t, crossing } of told) {
      sides.near[j] = 0;
      sides.mute[j] = 2;
      if (t === end.t) this.spent[j] = 1;
      if (crossing === 0) continue;
      if (t === end.t) sides.rest(j, Math.abs(values[j]));
      else sides.side[j] = crossing;
    }
  }

  /** Keeps what is known for the next run of this stepper. */
  remember(): void {
    const { probe, hits, stepper } = this;
    if (this.bad >= 0) {
      forgetSides(stepper);
      return;
    }
    const t = stepper.state[stepper.state.length - 1];
    for (const hit of hits) if (hit.t === t) this.spent[hit.index] = 1;
    rememberSides(stepper, probe.rows[finest], this.sides, this.spent);
  }

  /** Makes hits of the candidates, in order; those that lie behind a terminal one are not worth the search. */
  private settle(): void {
    const { hits, events, probe } = this;
    const { candidates } = this.scanner;
    candidates.sort((p, q) => p.theta - q.theta || p.index - q.index);
    let stop = Infinity;
    for (const candidate of candidates) {
      if (candidate.theta - candidate.reach > stop || this.bad >= 0) continue;
      if (candidate.b > candidate.a) probe.findCrossing(candidate);
      hits.push({ t: probe.timeAt(candidate.theta), index: candidate.index, crossing: candidate.crossing });
      if ((events.terminal?.[candidate.index] ?? 0) !== 0) stop = Math.min(stop, candidate.theta);
    }
    candidates.length = 0;
    const { previous, state } = this.stepper;
    const direction = Math.sign(state[state.length - 1] - previous[state.length - 1]);
    hits.sort((p, q) => direction * (p.t - q.t) || p.index - q.index);
  }
}

export interface Hit {
  readonly t: number;
  readonly index: number;
  readonly crossing: -1 | 0 | 1;
}
