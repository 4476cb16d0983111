/**
 * Finds the zeros of event functions within a step, on the stepper's own interpolant: crossings, several of them, and
 * touches, where a function reaches zero without changing sign.
 *
 * Each function is sampled at Chebyshev nodes of the step, five at first, and fitted (chebyshev.ts). Where the fit is
 * poor, or comes near zero at a turn, the nodes are doubled, up to 65. Between its turns the function is monotone: a
 * change of sign brackets one root, which ITP finds (roots.ts); a turn within the touch tolerance is a touch.
 *
 *   side    the sign a function was last seen to have; 0 after it fired within the tolerance, or started there: it must
 *           leave the band of ± tolerance before it can fire again
 *   near    it ended the last step in the band, on its old side, still approaching
 */
import { createTurnWork, evaluateChebyshev, findTurns, finest, fitChebyshev, nodeAt } from "./chebyshev.js";
import { type Candidate, EventProbe } from "./event-probe.js";
import type { EventSet } from "./events.js";
import type { Stepper } from "./stepper.js";

/** `side` of a function not yet looked at. */
const unseen = 2;
/** A fit is good when its last coefficients are below this part of its variation. */
const goodFit = 0.01;
/** Touches count within this part of the largest value seen in the run, where no tolerance is given. */
const relativeTouch = 1e-9;

export class Watch {
  readonly events: EventSet;
  /** How often each function fired, and the range of values it was seen with. */
  readonly fired: Int32Array;
  readonly least: Float64Array;
  readonly greatest: Float64Array;
  /** Where the functions are evaluated between the ends of the step. */
  readonly probe: EventProbe;
  /** The zeros of the last step, in order; where one is terminal, up to it and not much farther. */
  readonly hits: Hit[] = [];

  private readonly candidates: Candidate[] = [];
  private readonly stepper: Stepper;
  private readonly touch: number;
  private readonly side: Int8Array;
  private readonly near: Uint8Array;
  /** rows[k][j]: function j at node k of the finest sampling. */
  private readonly rows: Float64Array[];
  private level = 1;
  private readonly samples = new Float64Array(finest + 1);
  private readonly c = new Float64Array(finest + 1);
  private readonly turnWork = createTurnWork();
  private readonly turns = this.turnWork.places[0];

  /** `touch` is the touch tolerance, or −1 for the default, which is relative to the values seen. */
  constructor(stepper: Stepper, events: EventSet, touch: number) {
    const { count } = events;
    this.stepper = stepper;
    this.events = events;
    this.touch = touch;
    this.fired = new Int32Array(count);
    this.least = new Float64Array(count).fill(Infinity);
    this.greatest = new Float64Array(count).fill(-Infinity);
    this.side = new Int8Array(count).fill(unseen);
    this.near = new Uint8Array(count);
    this.probe = new EventProbe(stepper, events);
    this.rows = Array.from({ length: finest + 1 });
    for (let k = 0; k <= finest; k += finest / 4) this.rows[k] = new Float64Array(count);
    this.sampleEnd();
  }

  /** The function that gave a value that is not finite, or −1. */
  get bad(): number {
    return this.probe.bad;
  }

  /** Looks at the step just taken. False if a function was not finite: see `bad`. */
  scan(): boolean {
    const { rows, side, hits } = this;
    const start = rows[0];
    rows[0] = rows[finest];
    rows[finest] = start;
    this.level = 1;
    hits.length = 0;
    this.sampleEnd();
    this.refine(4);
    for (let j = 0; j < side.length && this.bad < 0; j++) this.scanFunction(j);
    if (this.candidates.length > 0) this.settle();
    return this.bad < 0;
  }

  /** Whether function j is within its touch tolerance of zero at a state. */
  isInBand(state: Float64Array, j: number): boolean {
    return Math.abs(this.probe.evaluateState(state, j)) <= this.getTolerance(j);
  }

  /** Within how much of zero function j touches it. */
  private getTolerance(j: number): number {
    if (this.touch >= 0) return this.touch;
    return relativeTouch * Math.max(Math.abs(this.least[j]), Math.abs(this.greatest[j]));
  }

  /** Makes hits of the candidates, in order; those that lie behind a terminal one are not worth the search. */
  private settle(): void {
    const { candidates, hits, events } = this;
    candidates.sort((p, q) => p.theta - q.theta || p.index - q.index);
    let stop = Infinity;
    for (const candidate of candidates) {
      if (candidate.theta - candidate.reach > stop || this.bad >= 0) continue;
      if (candidate.b > candidate.a) this.probe.findCrossing(candidate);
      hits.push({ t: this.probe.timeAt(candidate.theta), index: candidate.index, crossing: candidate.crossing });
      if ((events.terminal?.[candidate.index] ?? 0) !== 0) stop = Math.min(stop, candidate.theta);
    }
    candidates.length = 0;
    const { previous, state } = this.stepper;
    const direction = Math.sign(state[state.length - 1] - previous[state.length - 1]);
    hits.sort((p, q) => direction * (p.t - q.t) || p.index - q.index);
  }

  /** Samples the nodes that a fit of degree m needs and that are still missing. */
  private refine(m: number): void {
    while (this.level < m && this.bad < 0) {
      this.level *= 2;
      const stride = finest / this.level;
      for (let k = stride; k < finest && this.bad < 0; k += 2 * stride) {
        this.rows[k] ??= new Float64Array(this.side.length);
        this.probe.theta[0] = nodeAt(k);
        this.probe.sample(this.rows[k]);
        this.note(this.rows[k]);
      }
    }
  }

  private sampleEnd(): void {
    const row = this.rows[finest];
    this.events.evaluate(this.stepper.state, row);
    this.note(row);
  }

  private note(row: Float64Array): void {
    const { least, greatest, probe } = this;
    for (let j = 0; j < row.length; j++) {
      const value = row[j];
      if (value * 0 !== 0 && probe.bad < 0) probe.bad = j;
      if (value < least[j]) least[j] = value;
      if (value > greatest[j]) greatest[j] = value;
    }
  }

  private scanFunction(j: number): void {
    const { rows, samples, c, side, near } = this;
    const tolerance = this.getTolerance(j);
    let m = 4;
    for (;;) {
      this.refine(m);
      if (this.bad >= 0) return;
      const stride = finest / m;
      for (let k = 0; k <= m; k++) samples[k] = rows[k * stride][j];
      fitChebyshev(c, samples, m);
      let variation = 0;
      for (let k = 1; k <= m; k++) variation += Math.abs(c[k]);
      // what the fit leaves out: a few times its last coefficients; at a kink, where they fall as 1/m², about m times
      const tail = m * Math.max(Math.abs(c[m]), Math.abs(c[m - 1]));
      // the fit stays off zero by more than it can be wrong
      if (Math.abs(c[0]) - variation > tail + tolerance) {
        const sign = c[0] > 0 ? 1 : -1;
        if (side[j] !== -sign && near[j] === 0) {
          side[j] = sign;
          return;
        }
      }
      if (m < finest && tail > goodFit * variation && tail > 0.1 * tolerance) {
        m *= 2;
        continue;
      }
      const count = findTurns(this.turnWork, c, m);
      if (m < finest && tail > 0.1 * tolerance && this.isTurnNear(count, m, tail + tolerance)) {
        m *= 2;
        continue;
      }
      this.walk(j, m, count, tolerance, tail);
      return;
    }
  }

  private isTurnNear(count: number, m: number, distance: number): boolean {
    for (let i = 0; i < count; i++) {
      if (Math.abs(evaluateChebyshev(this.c, m, this.turns[i])) <= distance) return true;
    }
    return false;
  }

  /** Goes from turn to turn of a fit of degree m that may be wrong by `tail`, and notes what lies between. */
  private walk(j: number, m: number, count: number, tolerance: number, tail: number): void {
    const { rows, side, near, turns, c } = this;
    const first = rows[0][j];
    let s = side[j];
    let arm = tolerance;
    if (s === unseen) {
      s = Math.abs(first) > tolerance ? Math.sign(first) : 0;
      // a hop from zero and back within the first step counts, however small, if it stands above what zero was
      if (this.touch < 0) arm = Math.min(tolerance, Math.max(16 * Math.abs(first), 10 * tail));
    }
    // the last place known to be on side s, and a touch that waits for the other side of its turn
    let a = 0;
    let pending = -1;
    for (let i = 0; i <= count; i++) {
      let theta = 1;
      let value = rows[finest][j];
      if (i < count) {
        theta = turns[i];
        value = evaluateChebyshev(c, m, theta);
        if (tail > 0.1 * tolerance && Math.abs(value) <= tail + tolerance && s !== 0) {
          const low = i > 0 ? (turns[i - 1] + theta) / 2 : 0;
          const high = i + 1 < count ? (theta + turns[i + 1]) / 2 : 1;
          theta = this.probe.findTurn(j, low, high, s);
          value = this.probe.evaluate(j, theta);
        }
        if (Math.abs(value) <= tolerance) {
          if (s !== 0 && pending < 0) pending = theta;
          if (s === 0 && Math.abs(value) > arm) {
            s = Math.sign(value);
            a = theta;
          }
          continue;
        }
      } else if (Math.abs(value) <= tolerance) {
        this.endInBand(j, m, s, a, pending, tail + tolerance);
        return;
      }
      const sign = Math.sign(value);
      if (s !== 0 && sign !== s) this.addCrossing(j, m, a, theta, s, tail + tolerance);
      else if (s !== 0 && pending >= 0) this.addTouch(j, pending, s);
      else if (s !== 0 && near[j] === 1 && i === 0) this.addTouch(j, 0, s);
      s = sign;
      a = theta;
      pending = -1;
      near[j] = 0;
    }
    side[j] = s;
  }

  /** The step ends within the tolerance of zero. */
  private endInBand(j: number, m: number, s: number, a: number, pending: number, slack: number): void {
    const { side, near } = this;
    side[j] = 0;
    near[j] = 0;
    if (s === 0) return;
    if (Math.sign(this.rows[finest][j]) !== s) {
      if (this.isFlatAtEnd(m)) this.addTouch(j, 1, s);
      else this.addCrossing(j, m, a, 1, s, slack);
    } else if (pending >= 0) this.addTouch(j, pending, s);
    else {
      // it may cross, or turn back, in the next step
      side[j] = s;
      near[j] = 1;
    }
  }

  /** Whether the fit arrives at the end of the step without a slope to speak of: at a touch, not at a crossing. */
  private isFlatAtEnd(m: number): boolean {
    let variation = 0;
    for (let k = 1; k <= m; k++) variation += Math.abs(this.c[k]);
    return Math.abs(evaluateChebyshev(this.turnWork.derivatives[0], m - 1, 1)) <= 1e-4 * variation;
  }

  /** Whether a zero of function j that is approached from side s counts. */
  private isWanted(j: number, s: number): boolean {
    const wanted = this.events.direction?.[j] ?? 0;
    return wanted === 0 || wanted === -s;
  }

  private addTouch(j: number, theta: number, s: number): void {
    if (this.isWanted(j, s)) this.candidates.push({ index: j, crossing: 0, theta, reach: 0, a: theta, b: theta });
  }

  /**
   * Notes a root between θ = a, where function j is on side s, and θ = b, where it is not. The fit, which may be wrong by
   * `slack`, says about where.
   */
  private addCrossing(j: number, m: number, a: number, b: number, s: number, slack: number): void {
    if (!this.isWanted(j, s)) return;
    const { c, turnWork } = this;
    let low = a;
    let high = b;
    for (let i = 0; i < 50; i++) {
      const middle = (low + high) / 2;
      if (evaluateChebyshev(c, m, middle) * s > 0) low = middle;
      else high = middle;
    }
    const theta = (low + high) / 2;
    const slope = Math.abs(evaluateChebyshev(turnWork.derivatives[0], m - 1, theta));
    const reach = slope > 0 ? Math.min(b - a, slack / slope + 1e-12) : b - a;
    this.candidates.push({ index: j, crossing: s > 0 ? -1 : 1, theta, reach, a, b });
  }
}

export interface Hit {
  readonly t: number;
  readonly index: number;
  readonly crossing: -1 | 0 | 1;
}
