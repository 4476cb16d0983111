/**
 * The scan of one event function over one step: its crossings, and its touches, where it comes to zero without changing
 * sign.
 *
 * The function is sampled at Chebyshev nodes, five at first, and fitted (chebyshev.ts). Where the fit is poor, or turns
 * so near zero that the sign there is open, the nodes are doubled, up to 17, and then the piece is halved: so a kink or a
 * jump is bracketed, while smooth pieces and those far from zero are done at once. Between the turns of a good fit the
 * function is monotone; the walk goes from turn to turn and records the zeros between them.
 *
 *   zero band    |g| within rounding of zero: 1e-12 of the largest |g| seen. A sign beyond it is a side.
 *   touch band   |g| so small that a turn there is a touch: as given; or 1e-9 of the largest |g| seen and, where |g| is
 *                within 1e-2 of that, the uncertainty of g that follows from the error of y
 *                (`EventProbe.estimateUncertainty`)
 */
import { createTurnWork, evaluateChebyshev, findTurns, finest, fitChebyshev, nodeAt } from "./chebyshev.js";
import type { Candidate, EventProbe } from "./event-probe.js";
import { type EventSides, Level, unseen } from "./event-sides.js";
import {
  armBase,
  armScale,
  armTail,
  fitBisections,
  flatArrival,
  flatFar,
  flatNear,
  flatRatio,
  goodFit,
  greatestDegree,
  lateArrival,
  leastDegree,
  leastReach,
  maxPieces,
  nearTail,
  relativeTouch,
  relativeUncertain,
  relativeZero,
  shortestPiece,
  tailPart,
  tailRoundOff,
} from "./parameters.js";

/** The quality of a fit: of no use, good, or without a zero. */
const Fit = { poor: 0, good: 1, offZero: 2 } as const;

/** Slots of the walk, which keep numbers out of calls. */
const Walk = {
  /** The place of the walk. */
  theta: 0,
  /** The function there. */
  value: 1,
  /** The last place known to be on the side. */
  from: 2,
  /** The place nearest to zero in the touch band, where it may have turned; −1 if there is none. */
  pending: 3,
  /** The |g| there. */
  least: 4,
  zeroBand: 5,
  touchBand: 6,
  /** The |g| within which the uncertainty of g is estimated. */
  uncertainBand: 9,
  /** The error of the fit. */
  tail: 7,
  /** The |g| beyond which a function that was at zero has left it. */
  arm: 8,
} as const;

/** The scan of event functions, one at a time, over the step taken last. */
export class EventScan {
  /** The zeros found, in the order of discovery. */
  readonly candidates: Candidate[] = [];
  private readonly probe: EventProbe;
  private readonly sides: EventSides;
  private readonly direction: ArrayLike<number> | undefined;
  private readonly touch = new Float64Array(1);
  private readonly walk = new Float64Array(10);
  private readonly values = new Float64Array(finest + 1);
  private readonly samples = new Float64Array(finest + 1);
  private readonly c = new Float64Array(finest + 1);
  private readonly turnWork = createTurnWork();
  private readonly turns = this.turnWork.places[0];
  private turnCount = 0;
  private j = 0;
  private side = 0;
  private armed = 0;
  /** The nearness to zero of the walk, and of the pending place. */
  private level = 0;
  private pendingLevel = 0;
  private pieces = 0;

  /** `touch` is the touch tolerance, or −1 for the default. */
  constructor(probe: EventProbe, sides: EventSides, direction: ArrayLike<number> | undefined, touch: number) {
    this.touch[0] = touch;
    this.probe = probe;
    this.sides = sides;
    this.direction = direction;
  }

  /** Returns the |g| below which function j counts as zero. */
  getZeroBand(j: number): number {
    return relativeZero * this.sides.scale[j];
  }

  /** Scans function j over the step; `isLast` if the run ends with it. */
  scan(j: number, isLast: boolean): void {
    this.begin(j);
    this.scanPiece(0, 1);
    if (this.probe.offender < 0) this.end(isLast);
  }

  private begin(j: number): void {
    const { walk, sides, probe } = this;
    const touch = this.touch[0];
    const first = probe.rows[0][j];
    const scale = Math.max(sides.scale[j], Math.abs(probe.least[j]), Math.abs(probe.greatest[j]));
    sides.scale[j] = scale;
    walk[Walk.zeroBand] = relativeZero * scale;
    walk[Walk.touchBand] = Math.max(walk[Walk.zeroBand], touch >= 0 ? touch : relativeTouch * scale);
    walk[Walk.uncertainBand] = touch >= 0 ? 0 : relativeUncertain * scale;
    this.j = j;
    if (sides.side[j] === unseen) {
      sides.base[j] = Math.abs(first);
      walk[Walk.theta] = 0;
      walk[Walk.value] = first;
      sides.armed[j] = this.measureLevel();
      sides.side[j] = Math.abs(first) > walk[Walk.zeroBand] ? Math.sign(first) : 0;
      sides.fresh[j] = 1;
    }
    this.side = sides.side[j];
    this.armed = sides.armed[j];
    this.level = Level.outside;
    this.pendingLevel = sides.near[j];
    this.pieces = 0;
    walk[Walk.from] = 0;
    walk[Walk.pending] = sides.near[j] > 0 ? 0 : -1;
    walk[Walk.least] = Math.abs(first);
    sides.near[j] = 0;
  }

  private scanPiece(low: number, high: number): void {
    const { probe, walk, samples } = this;
    this.pieces++;
    for (let m = leastDegree; m <= greatestDegree; m *= 2) {
      this.sample(low, high, m);
      if (probe.offender >= 0) return;
      const fit = this.fitSamples(m);
      if (fit === Fit.poor) continue;
      if (fit === Fit.good) this.visitTurns(low, high, m);
      walk[Walk.theta] = high;
      walk[Walk.value] = samples[m];
      this.visit(low, high, m);
      return;
    }
    const middle = low + (high - low) / 2;
    if (this.pieces >= maxPieces || high - low <= Math.max(shortestPiece, 4 * probe.measureSpacing())) {
      this.visitSamples(low, high);
      return;
    }
    this.scanPiece(low, middle);
    if (probe.offender < 0) this.scanPiece(middle, high);
  }

  /** Samples the function at the nodes of a piece, in samples[0 … m]. The whole step shares its nodes with the other functions. */
  private sample(low: number, high: number, m: number): void {
    const { probe, samples, values, j } = this;
    const stride = finest / m;
    if (low === 0 && high === 1) {
      probe.refine(m);
      for (let k = 0; k <= m && probe.offender < 0; k++) samples[k] = probe.rows[k * stride][j];
      return;
    }
    for (let k = 0; k <= m && probe.offender < 0; k++) {
      if (m === leastDegree || (k & 1) === 1) {
        const theta = k === 0 ? low : k === m ? high : low + (high - low) * nodeAt(k * stride);
        values[k * stride] = probe.evaluate(j, theta);
      }
      samples[k] = values[k * stride];
    }
  }

  /** Fits the samples, and returns the quality of the fit. */
  private fitSamples(m: number): number {
    const { c, walk, sides, j } = this;
    fitChebyshev(c, this.samples, m);
    let variation = 0;
    for (let k = 1; k <= m; k++) variation += Math.abs(c[k]);
    // the error of the fit: a few times its last coefficients; at a kink, where they fall as 1/m², about m times
    const last = Math.max(Math.abs(c[m]), Math.abs(c[m - 1]), m > leastDegree ? Math.abs(c[m - 2]) : 0);
    const tail = m * last;
    const touch = walk[Walk.touchBand];
    walk[Walk.tail] = tail;
    const left = Math.max(armBase * sides.base[j], armTail * tail, armScale * sides.scale[j]);
    walk[Walk.arm] = Math.min(walk[Walk.zeroBand], left);
    if (Math.abs(c[0]) - variation > tail + Math.max(touch, walk[Walk.uncertainBand])) return Fit.offZero;
    const slight = Math.max(tailPart * touch, tailRoundOff * sides.scale[j]);
    if (tail <= slight) {
      this.turnCount = findTurns(this.turnWork, c, m);
      return Fit.good;
    }
    if (tail > goodFit * variation) return Fit.poor;
    this.turnCount = findTurns(this.turnWork, c, m);
    return this.isNear(m, nearTail * tail + touch) ? Fit.poor : Fit.good;
  }

  /** Returns whether the fit, at a turn or an end, is within `distance` of zero. A kink near an end is almost invisible. */
  private isNear(m: number, distance: number): boolean {
    if (Math.abs(this.samples[0]) <= distance || Math.abs(this.samples[m]) <= distance) return true;
    for (let i = 0; i < this.turnCount; i++) {
      if (Math.abs(evaluateChebyshev(this.c, m, this.turns[i])) <= distance) return true;
    }
    return false;
  }

  private visitTurns(low: number, high: number, m: number): void {
    const { walk, c, turns, probe } = this;
    for (let i = 0; i < this.turnCount; i++) {
      const theta = low + (high - low) * turns[i];
      walk[Walk.theta] = theta;
      walk[Walk.value] = evaluateChebyshev(c, m, turns[i]);
      if (Math.abs(walk[Walk.value]) <= Math.max(walk[Walk.touchBand], walk[Walk.uncertainBand]) + walk[Walk.tail]) {
        walk[Walk.value] = probe.evaluate(this.j, theta);
      }
      this.visit(low, high, m);
    }
  }

  /** Visits the samples of a piece that no polynomial fits. */
  private visitSamples(low: number, high: number): void {
    const { walk, samples } = this;
    walk[Walk.arm] = walk[Walk.zeroBand];
    for (let k = 1; k <= greatestDegree; k++) {
      walk[Walk.theta] = low + (high - low) * nodeAt((k * finest) / greatestDegree);
      walk[Walk.value] = samples[k];
      this.visit(low, high, 0);
    }
  }

  /** Visits one place of the walk, in the piece from `low` to `high`, whose fit has degree m (0: none). */
  private visit(low: number, high: number, m: number): void {
    const { walk } = this;
    const value = walk[Walk.value];
    const size = Math.abs(value);
    const sign = Math.sign(value);
    this.level = Level.outside;
    if (this.side === 0) {
      if (size > walk[Walk.arm] && this.hasLeft(size)) {
        this.sides.fresh[this.j] = 0;
        this.side = sign;
        this.armed = this.measureLevel();
        walk[Walk.from] = walk[Walk.theta];
      }
      return;
    }
    const level = this.measureLevel();
    this.level = level;
    if (sign !== this.side && size > walk[Walk.zeroBand]) {
      this.addCrossing(low, high, m);
      this.side = sign;
      this.armed = level;
      walk[Walk.from] = walk[Walk.theta];
      walk[Walk.pending] = -1;
      return;
    }
    if (sign === this.side) walk[Walk.from] = walk[Walk.theta];
    if (walk[Walk.pending] >= 0 && level < this.pendingLevel) {
      this.addTouch(walk[Walk.pending]);
      this.armed = level;
      walk[Walk.pending] = -1;
    }
    this.armed = Math.min(this.armed, level);
    if (level > this.armed && (walk[Walk.pending] < 0 || level > this.pendingLevel || size < walk[Walk.least])) {
      walk[Walk.pending] = walk[Walk.theta];
      walk[Walk.least] = size;
      this.pendingLevel = level;
    }
  }

  /** Returns whether a function that was zero when it was first evaluated has left zero by more than its uncertainty. */
  private hasLeft(size: number): boolean {
    const { walk, sides, j } = this;
    if (sides.fresh[j] === 0 || this.touch[0] >= 0) return true;
    return size > this.probe.estimateUncertainty(j, walk[Walk.theta]);
  }

  /** Returns the nearness of the walk to zero. */
  private measureLevel(): number {
    const { walk } = this;
    const size = Math.abs(walk[Walk.value]);
    if (size <= walk[Walk.touchBand]) return Level.touching;
    if (size > walk[Walk.uncertainBand] || size > this.probe.estimateUncertainty(this.j, walk[Walk.theta]))
      return Level.outside;
    return Level.uncertain;
  }

  /** Ends the step: records a zero in the band there, and stores the side for the next step. */
  private end(isLast: boolean): void {
    const { walk, sides, probe, j } = this;
    const value = probe.rows[finest][j];
    const size = Math.abs(value);
    const waits = walk[Walk.pending] >= 0;
    const isAtZero = size <= walk[Walk.zeroBand];
    if (this.side !== 0 && Math.sign(value) !== this.side) {
      const theta = probe.locateArrival(j, walk[Walk.from], 1, this.side);
      if (isLast || theta < 1 - lateArrival) {
        this.addArrival(theta);
        sides.markAtZero(j, size);
        return;
      }
      // at zero at the very end: the next step decides whether it crosses
      sides.near[j] = Level.touching;
    } else if (this.side !== 0 && waits) {
      if (size > walk[Walk.least]) {
        this.addTouch(walk[Walk.pending]);
        this.armed = this.level;
      } else if (isLast && isAtZero) {
        this.addArrival(1);
        sides.markAtZero(j, size);
        return;
      } else sides.near[j] = this.pendingLevel;
    }
    sides.side[j] = this.side;
    sides.armed[j] = this.armed;
  }

  /** Returns whether a zero that the function approaches from its side counts. */
  private isWanted(): boolean {
    const wanted = this.direction?.[this.j] ?? 0;
    return wanted === 0 || wanted === -this.side;
  }

  private addTouch(theta: number): void {
    if (!this.isWanted()) return;
    this.candidates.push({ index: this.j, crossing: 0, theta, reach: 0, a: theta, b: theta });
  }

  /** Records that the function is at zero from θ to the end of the step: a crossing, unless it arrives flat at the very end. */
  private addArrival(theta: number): void {
    if (!this.isWanted()) return;
    const { probe, j, side } = this;
    // a parabola is 10⁴ times smaller, at a hundredth of the distance, and a line 10²
    const isFlat =
      theta > 1 - flatArrival &&
      Math.abs(probe.evaluate(j, 1 - flatNear)) <= flatRatio * Math.abs(probe.evaluate(j, 1 - flatFar));
    const crossing = isFlat ? 0 : side > 0 ? -1 : 1;
    this.candidates.push({ index: j, crossing, theta, reach: 0, a: theta, b: theta });
  }

  /** Records a root between `from`, where the function is on its side, and `theta`, where it is not. */
  private addCrossing(low: number, high: number, m: number): void {
    if (!this.isWanted()) return;
    const { c, walk, turnWork, side } = this;
    const a = walk[Walk.from];
    const b = walk[Walk.theta];
    const crossing = side > 0 ? -1 : 1;
    // the root of the fit, which may be wrong by `tail`
    const width = high - low;
    let from = (Math.max(a, low) - low) / width;
    let to = (b - low) / width;
    if (m === 0 || evaluateChebyshev(c, m, from) * side <= 0) {
      this.candidates.push({ index: this.j, crossing, theta: (a + b) / 2, reach: b - a, a, b });
      return;
    }
    for (let i = 0; i < fitBisections; i++) {
      const middle = (from + to) / 2;
      if (evaluateChebyshev(c, m, middle) * side > 0) from = middle;
      else to = middle;
    }
    const local = (from + to) / 2;
    const slope = Math.abs(evaluateChebyshev(turnWork.derivatives[0], m - 1, local)) / width;
    const slack = walk[Walk.tail] + walk[Walk.zeroBand];
    const reach = slope > 0 ? Math.min(b - a, slack / slope + leastReach) : b - a;
    this.candidates.push({ index: this.j, crossing, theta: low + width * local, reach, a, b });
  }
}
