/**
 * One event function over one step: its crossings, and its touches, where it comes to zero without changing sign.
 *
 * The function is sampled at Chebyshev nodes, five at first, and fitted (chebyshev.ts). Where the fit is poor, or turns
 * so near zero that it cannot tell, the nodes are doubled, up to 17, and then the piece is halved: so a kink or a jump is
 * closed in on, while smooth pieces and those far from zero are done at once. Between the turns of a good fit the
 * function is monotone; the walk goes from turn to turn and notes what lies between.
 *
 *   zero band    |g| within rounding of zero: 1e-12 of the largest |g| seen. A sign beyond it is a side.
 *   touch band   |g| so small that a turn there is a touch: as given; or 1e-9 of the largest |g| seen and, where |g| is
 *                within 1e-2 of that, as much as g may be wrong there because y is (`EventProbe.measureDoubt`)
 */
import { createTurnWork, evaluateChebyshev, findTurns, finest, fitChebyshev, nodeAt } from "./chebyshev.js";
import type { Candidate, EventProbe } from "./event-probe.js";
import { type EventSides, unseen } from "./event-sides.js";

/** A fit is good when its last coefficients are below this part of its variation. */
const goodFit = 0.01;
const greatestDegree = 16;
/** A function that still is not fitted after so many pieces of one step is taken as it was sampled. */
const maxPieces = 160;
const relativeZero = 1e-12;
const relativeTouch = 1e-9;
const relativeDoubt = 1e-2;

/** How near to zero: in the touch band, or only as near as g may be wrong because y is. */
const Level = { outside: 0, doubtful: 1, touching: 2 } as const;

const Verdict = { poor: 0, good: 1, offZero: 2 } as const;

/** Slots of the walk: floats stay out of calls. */
const Walk = {
  /** Where the walk is, and the function there. */
  theta: 0,
  value: 1,
  /** The last place known to be on the side. */
  from: 2,
  /** The place nearest to zero in the touch band, where it may have turned; −1 if there is none. And |g| there. */
  pending: 3,
  least: 4,
  zeroBand: 5,
  touchBand: 6,
  /** Within this |g| is worth a question how far it may be wrong. */
  doubtBand: 9,
  /** How far the fit may be wrong. */
  tail: 7,
  /** Beyond this a function that was at zero is no longer. */
  arm: 8,
} as const;

export class EventScan {
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
  private mute = 0;
  /** How near to zero the walk is, and was at the pending place. */
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

  /** How near function j counts as zero. */
  getZeroBand(j: number): number {
    return relativeZero * this.sides.scale[j];
  }

  /** Scans function j over the step; `isLast` if the run ends with it. */
  scan(j: number, isLast: boolean): void {
    this.begin(j);
    this.scanPiece(0, 1);
    if (this.probe.bad < 0) this.end(isLast);
  }

  private begin(j: number): void {
    const { walk, sides, probe } = this;
    const touch = this.touch[0];
    const first = probe.rows[0][j];
    const scale = Math.max(sides.scale[j], Math.abs(probe.least[j]), Math.abs(probe.greatest[j]));
    sides.scale[j] = scale;
    walk[Walk.zeroBand] = relativeZero * scale;
    walk[Walk.touchBand] = Math.max(walk[Walk.zeroBand], touch >= 0 ? touch : relativeTouch * scale);
    walk[Walk.doubtBand] = touch >= 0 ? 0 : relativeDoubt * scale;
    this.j = j;
    if (sides.side[j] === unseen) {
      sides.base[j] = Math.abs(first);
      walk[Walk.theta] = 0;
      walk[Walk.value] = first;
      sides.mute[j] = this.measureLevel();
      sides.side[j] = Math.abs(first) > walk[Walk.zeroBand] ? Math.sign(first) : 0;
      sides.fresh[j] = 1;
    }
    this.side = sides.side[j];
    this.mute = sides.mute[j];
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
    for (let m = 4; m <= greatestDegree; m *= 2) {
      this.sample(low, high, m);
      if (probe.bad >= 0) return;
      const verdict = this.judge(m);
      if (verdict === Verdict.poor) continue;
      if (verdict === Verdict.good) this.visitTurns(low, high, m);
      walk[Walk.theta] = high;
      walk[Walk.value] = samples[m];
      this.visit(low, high, m);
      return;
    }
    const middle = low + (high - low) / 2;
    if (this.pieces >= maxPieces || high - low <= Math.max(2 ** -46, 4 * probe.measureSpacing())) {
      this.visitSamples(low, high);
      return;
    }
    this.scanPiece(low, middle);
    if (probe.bad < 0) this.scanPiece(middle, high);
  }

  /** samples[0 … m]: the function at the nodes of the piece. The whole step shares its nodes with the other functions. */
  private sample(low: number, high: number, m: number): void {
    const { probe, samples, values, j } = this;
    const stride = finest / m;
    if (low === 0 && high === 1) {
      probe.refine(m);
      for (let k = 0; k <= m && probe.bad < 0; k++) samples[k] = probe.rows[k * stride][j];
      return;
    }
    for (let k = 0; k <= m && probe.bad < 0; k++) {
      if (m === 4 || (k & 1) === 1) {
        const theta = k === 0 ? low : k === m ? high : low + (high - low) * nodeAt(k * stride);
        values[k * stride] = probe.evaluate(j, theta);
      }
      samples[k] = values[k * stride];
    }
  }

  /** Fits the samples, and says what the fit is good for. */
  private judge(m: number): number {
    const { c, walk, sides, j } = this;
    fitChebyshev(c, this.samples, m);
    let variation = 0;
    for (let k = 1; k <= m; k++) variation += Math.abs(c[k]);
    // what the fit leaves out: a few times its last coefficients; at a kink, where they fall as 1/m², about m times
    const last = Math.max(Math.abs(c[m]), Math.abs(c[m - 1]), m > 4 ? Math.abs(c[m - 2]) : 0);
    const tail = m * last;
    const touch = walk[Walk.touchBand];
    walk[Walk.tail] = tail;
    walk[Walk.arm] = Math.min(walk[Walk.zeroBand], Math.max(16 * sides.base[j], 10 * tail, 1e-15 * sides.scale[j]));
    if (Math.abs(c[0]) - variation > tail + Math.max(touch, walk[Walk.doubtBand])) return Verdict.offZero;
    const doubt = Math.max(0.1 * touch, 2 ** -46 * sides.scale[j]);
    if (tail <= doubt) {
      this.turnCount = findTurns(this.turnWork, c, m);
      return Verdict.good;
    }
    if (tail > goodFit * variation) return Verdict.poor;
    this.turnCount = findTurns(this.turnWork, c, m);
    return this.isNear(m, 32 * tail + touch) ? Verdict.poor : Verdict.good;
  }

  /** Whether the fit, at a turn or an end, is that near to zero. A kink near an end is almost invisible. */
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
      if (Math.abs(walk[Walk.value]) <= Math.max(walk[Walk.touchBand], walk[Walk.doubtBand]) + walk[Walk.tail]) {
        walk[Walk.value] = probe.evaluate(this.j, theta);
      }
      this.visit(low, high, m);
    }
  }

  /** A piece that no polynomial fits: from sample to sample. */
  private visitSamples(low: number, high: number): void {
    const { walk, samples } = this;
    walk[Walk.arm] = walk[Walk.zeroBand];
    for (let k = 1; k <= greatestDegree; k++) {
      walk[Walk.theta] = low + (high - low) * nodeAt((k * finest) / greatestDegree);
      walk[Walk.value] = samples[k];
      this.visit(low, high, 0);
    }
  }

  /** One place of the walk, in the piece from `low` to `high`, whose fit has degree m (0: none). */
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
        this.mute = this.measureLevel();
        walk[Walk.from] = walk[Walk.theta];
      }
      return;
    }
    const level = this.measureLevel();
    this.level = level;
    if (sign !== this.side && size > walk[Walk.zeroBand]) {
      this.addCrossing(low, high, m);
      this.side = sign;
      this.mute = level;
      walk[Walk.from] = walk[Walk.theta];
      walk[Walk.pending] = -1;
      return;
    }
    if (sign === this.side) walk[Walk.from] = walk[Walk.theta];
    if (walk[Walk.pending] >= 0 && level < this.pendingLevel) {
      this.addTouch(walk[Walk.pending]);
      this.mute = level;
      walk[Walk.pending] = -1;
    }
    this.mute = Math.min(this.mute, level);
    if (level > this.mute && (walk[Walk.pending] < 0 || level > this.pendingLevel || size < walk[Walk.least])) {
      walk[Walk.pending] = walk[Walk.theta];
      walk[Walk.least] = size;
      this.pendingLevel = level;
    }
  }

  /** Whether a function that was zero when it was first seen has left zero by more than it may be wrong. */
  private hasLeft(size: number): boolean {
    const { walk, sides, j } = this;
    if (sides.fresh[j] === 0 || this.touch[0] >= 0) return true;
    return size > this.probe.measureDoubt(j, walk[Walk.theta]);
  }

  /** How near to zero the walk is. */
  private measureLevel(): number {
    const { walk } = this;
    const size = Math.abs(walk[Walk.value]);
    if (size <= walk[Walk.touchBand]) return Level.touching;
    if (size > walk[Walk.doubtBand] || size > this.probe.measureDoubt(this.j, walk[Walk.theta])) return Level.outside;
    return Level.doubtful;
  }

  /** The end of the step: what is in the band there, and what is to be known in the next step. */
  private end(isLast: boolean): void {
    const { walk, sides, probe, j } = this;
    const value = probe.rows[finest][j];
    const size = Math.abs(value);
    const waits = walk[Walk.pending] >= 0;
    const isAtZero = size <= walk[Walk.zeroBand];
    if (this.side !== 0 && Math.sign(value) !== this.side) {
      const theta = probe.findArrival(j, walk[Walk.from], 1, this.side);
      if (isLast || theta < 1 - 1e-9) {
        this.addArrival(theta);
        sides.rest(j, size);
        return;
      }
      // at zero at the very end: the next step will tell what becomes of it
      sides.near[j] = Level.touching;
    } else if (this.side !== 0 && waits) {
      if (size > walk[Walk.least]) {
        this.addTouch(walk[Walk.pending]);
        this.mute = this.level;
      } else if (isLast && isAtZero) {
        this.addArrival(1);
        sides.rest(j, size);
        return;
      } else sides.near[j] = this.pendingLevel;
    }
    sides.side[j] = this.side;
    sides.mute[j] = this.mute;
  }

  /** Whether a zero of the function that is approached from its side counts. */
  private isWanted(): boolean {
    const wanted = this.direction?.[this.j] ?? 0;
    return wanted === 0 || wanted === -this.side;
  }

  private addTouch(theta: number): void {
    if (!this.isWanted()) return;
    this.candidates.push({ index: this.j, crossing: 0, theta, reach: 0, a: theta, b: theta });
  }

  /** The function is at zero from θ to the end of the step: it has crossed, unless it comes in flat at the very end. */
  private addArrival(theta: number): void {
    if (!this.isWanted()) return;
    const { probe, j, side } = this;
    // what comes in on a parabola is 10⁴ times smaller, at a hundredth of the distance, not 10²
    const isFlat =
      theta > 1 - 1e-6 && Math.abs(probe.evaluate(j, 1 - 1e-4)) <= 1e-3 * Math.abs(probe.evaluate(j, 1 - 1e-2));
    const crossing = isFlat ? 0 : side > 0 ? -1 : 1;
    this.candidates.push({ index: j, crossing, theta, reach: 0, a: theta, b: theta });
  }

  /** Notes a root between `from`, where the function is on its side, and `theta`, where it is not. */
  private addCrossing(low: number, high: number, m: number): void {
    if (!this.isWanted()) return;
    const { c, walk, turnWork, side } = this;
    const a = walk[Walk.from];
    const b = walk[Walk.theta];
    const crossing = side > 0 ? -1 : 1;
    // the fit, which may be wrong by `tail`, says about where
    const width = high - low;
    let from = (Math.max(a, low) - low) / width;
    let to = (b - low) / width;
    if (m === 0 || evaluateChebyshev(c, m, from) * side <= 0) {
      this.candidates.push({ index: this.j, crossing, theta: (a + b) / 2, reach: b - a, a, b });
      return;
    }
    for (let i = 0; i < 50; i++) {
      const middle = (from + to) / 2;
      if (evaluateChebyshev(c, m, middle) * side > 0) from = middle;
      else to = middle;
    }
    const local = (from + to) / 2;
    const slope = Math.abs(evaluateChebyshev(turnWork.derivatives[0], m - 1, local)) / width;
    const slack = walk[Walk.tail] + walk[Walk.zeroBand];
    const reach = slope > 0 ? Math.min(b - a, slack / slope + 1e-12) : b - a;
    this.candidates.push({ index: this.j, crossing, theta: low + width * local, reach, a, b });
  }
}
