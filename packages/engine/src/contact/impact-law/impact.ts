/**
 * Impacts: the impulses j after which nothing approaches. A row problem of velocities, y = M^(1/2) v: inequality rows are
 * contacts, equality rows joints, J y + c their rates, v⁻ before (8–8) and v⁺ after (8–9). Two laws, which differ as soon as
 * a body is touched twice:
 *
 *   simultaneous   all contacts at once (impact-simultaneous.ts)                                                   (28)
 *   propagation    the fastest first, j = −(1 + e)v⁻/A, then the fastest of what that left (impact-propagation.ts)  (8–18)
 *
 * Contacts that approach slower than the threshold do not bounce. A contact that parted may approach after a round, so
 * rounds go on until nothing does. They end: energy never rises (impact-energy.ts), and after 10 rounds, or as many
 * impulses as `limitImpulses` allows, one plastic round leaves v⁺ ≥ 0 everywhere. Departures from the pure law are
 * reported in `fallback` and `blend`. Impulses are those of least norm where several give the same motion.
 *
 * Follows: Baraff 1989, section 8; Rigid Body Simulation, section 8.
 */
import { RowKind, type UnilateralProblem, UnilateralStatus } from "../../linalg/index.js";
import { fail, resize } from "../../math/index.js";
import { Work } from "./impact-energy.js";
import { evaluateRates, measureEnergy, measureRates, Rates } from "./impact-kernel.js";
import { chooseStruck, limitImpulses, maskRows } from "./impact-propagation.js";
import { ImpactFallback, ImpactFigure, ImpactStatus } from "./impact-result.js";
import { ImpactRound } from "./impact-simultaneous.js";
import { blendTolerance, jointTolerance, maxRounds, rateTolerance } from "./parameters.js";

/** Law of impacts on several contacts: see above. */
export type ImpactLaw = "simultaneous" | "propagation";

/** Options of a solver of impacts. */
export interface ImpactOptions {
  /** Law of impacts. Default "simultaneous". */
  readonly law?: ImpactLaw;
}

/** A solver of impacts: the impulses after which no contact approaches. */
export class ImpactSolver {
  /** Law of impacts. */
  readonly law: ImpactLaw;
  /** Departure from the pure law in the last impact. */
  fallback: ImpactFallback = ImpactFallback.none;
  /** Number of solves of the last impact; of propagation, of impulses (those struck at once count as one). */
  rounds = 0;
  /** Energies and blend of the last impact: see `ImpactFigure`. */
  readonly figures = new Float64Array(4);
  /** Impulses of all rows, N·s, all rounds together; M^(1/2) Jᵀ j is what momenta gain. */
  impulses = new Float64Array(0);
  /** Motion after the impact: y0 + Jᵀ j, and more exact than j where impulses are not unique. */
  y = new Float64Array(0);
  /** Rates of the rows before the impact, m/s. */
  before = new Float64Array(0);
  /** Rates of the rows after the impact, m/s. */
  after = new Float64Array(0);
  private readonly round = new ImpactRound();
  private restitution = new Float64Array(0);
  private struck = new Uint8Array(0);
  /** J and c of the rows that are struck, and J of all rows. */
  private masked = new Float64Array(0);
  private maskedC = new Float64Array(0);
  private values: UnilateralProblem["values"] = this.masked;
  private readonly rates = new Float64Array(3);
  private readonly limit = new Float64Array(1);
  private joints = 0;

  constructor(options: ImpactOptions = {}) {
    const { law = "simultaneous" } = options;
    if (law !== "simultaneous" && law !== "propagation") {
      fail("unknown-law", "options.law", 'must be "simultaneous" or "propagation"', law);
    }
    this.law = law;
  }

  /** Smallest part s of the law in all rounds: 1 the pure law, 0 a round without restitution. */
  get blend(): number {
    return this.figures[ImpactFigure.blend];
  }

  /** Energy ½|y|² before the impact, J. */
  get energyBefore(): number {
    return this.figures[ImpactFigure.energyBefore];
  }

  /** Energy ½|y|² after the impact, J. */
  get energyAfter(): number {
    return this.figures[ImpactFigure.energyAfter];
  }

  /** Energy taken by the impulses, J. */
  get dissipated(): number {
    return this.figures[ImpactFigure.dissipated];
  }

  /** Clears all warm starts: answers from here on depend on the problem alone, to the last bit. */
  reset(): void {
    this.round.reset();
  }

  /**
   * Lets the motion y0 of the problem collide: restitution of each row from 0 to 1 (of joints not read), and the speed,
   * m/s, below which an approach is none. The problem is left as it was.
   */
  solve(problem: UnilateralProblem, restitution: Float64Array, threshold: number): ImpactStatus {
    if (!(threshold >= 0 && threshold < Infinity))
      fail("negative", "threshold", "must be a finite number >= 0", threshold);
    if (restitution.length < problem.rowCount) {
      fail("wrong-length", "restitution.length", "must be one a row", restitution.length, `rows: ${problem.rowCount}`);
    }
    const { y0, c, values } = problem;
    this.begin(problem, threshold);
    let status: ImpactStatus = ImpactStatus.ok;
    try {
      status = this.settle(problem, restitution);
    } finally {
      problem.y0 = y0;
      problem.c = c;
      problem.values = values;
    }
    measureEnergy(this.figures, ImpactFigure.energyAfter, this.y, problem.dimension);
    return Number.isNaN(this.figures[ImpactFigure.energyAfter]) ? ImpactStatus.notFinite : status;
  }

  private begin(problem: UnilateralProblem, threshold: number): void {
    const { rowCount: m, dimension: n, kind, y0, c, values } = problem;
    this.reserve(m, n, problem.rowStart[m]);
    const { figures, y, impulses, before, after } = this;
    this.limit[0] = threshold;
    this.values = values;
    this.fallback = ImpactFallback.none;
    this.rounds = 0;
    this.joints = 0;
    figures[ImpactFigure.blend] = 1;
    figures[ImpactFigure.dissipated] = 0;
    for (let k = 0; k < n; k++) y[k] = y0[k];
    measureEnergy(figures, ImpactFigure.energyBefore, y, n);
    evaluateRates(before, problem, values, y, c);
    for (let i = 0; i < m; i++) {
      impulses[i] = 0;
      after[i] = before[i];
      if (kind[i] === RowKind.equality) this.joints++;
    }
  }

  /** Rounds until nothing approaches. */
  private settle(problem: UnilateralProblem, restitution: Float64Array): ImpactStatus {
    const last = this.law === "simultaneous" ? maxRounds : limitImpulses(problem.rowCount - this.joints);
    problem.y0 = this.y;
    let held = false;
    for (;;) {
      measureRates(this.rates, problem, this.after);
      const worst = this.rates[Rates.worst];
      const largest = this.rates[Rates.largest];
      if (Number.isNaN(worst)) return ImpactStatus.notFinite;
      this.limit[0] = Math.max(this.limit[0], rateTolerance * largest);
      if (!(worst > this.limit[0])) return ImpactStatus.ok;
      if (this.rounds > last) return ImpactStatus.inexact;
      held ||= !(this.rates[Rates.joint] > jointTolerance * largest);
      let status: UnilateralStatus = UnilateralStatus.ok;
      if (!held) status = this.holdJoints(problem);
      else if (this.rounds === last) status = this.runPlastic(problem);
      else status = this.runLaw(problem, restitution);
      if (status === UnilateralStatus.infeasible) return ImpactStatus.infeasible;
      if (status === UnilateralStatus.notFinite) return ImpactStatus.notFinite;
      this.take(problem);
      if (held) this.rounds++;
      held = true;
    }
  }

  private runLaw(problem: UnilateralProblem, restitution: Float64Array): UnilateralStatus {
    const { after, restitution: e, limit, struck } = this;
    const { kind, rowCount: m } = problem;
    const travels = this.law === "propagation";
    const count = travels ? chooseStruck(struck, problem, after, limit) : m - this.joints;
    let single = -1;
    for (let i = 0; i < m; i++) {
      const isContact = kind[i] === RowKind.inequality && (!travels || struck[i] === 1);
      if (isContact) single = i;
      // slower than the threshold it does not bounce; one that parts keeps its e, or energy might rise
      const isSlow = after[i] < 0 && after[i] >= -limit[0];
      e[i] = isContact && !isSlow ? restitution[i] : 0;
    }
    if (count === 1 && this.joints === 0) return this.round.runSingle(problem, single, after, e);
    return travels ? this.runStruck(problem) : this.round.run(problem, after, e);
  }

  /** A round on the rows that are struck alone. */
  private runStruck(problem: UnilateralProblem): UnilateralStatus {
    const { c } = problem;
    maskRows(this.masked, this.maskedC, problem, this.values, this.struck);
    problem.values = this.masked;
    problem.c = this.maskedC;
    const status = this.round.run(problem, this.after, this.restitution);
    problem.values = this.values;
    problem.c = c;
    return status;
  }

  /** Removes from the motion whatever moves the joints: the laws expect that they are satisfied before. */
  private holdJoints(problem: UnilateralProblem): UnilateralStatus {
    for (let i = 0; i < problem.rowCount; i++) {
      this.struck[i] = problem.kind[i] === RowKind.equality ? 1 : 0;
      this.restitution[i] = 0;
    }
    return this.runStruck(problem);
  }

  /** The end of all rounds: v⁺ ≥ 0 at every contact. */
  private runPlastic(problem: UnilateralProblem): UnilateralStatus {
    this.fallback = this.law === "simultaneous" ? ImpactFallback.roundLimit : ImpactFallback.impulseLimit;
    for (let i = 0; i < problem.rowCount; i++) this.restitution[i] = 0;
    return this.round.run(problem, this.after, this.restitution);
  }

  /** Adds the impulses and the motion of a round to the result. */
  private take(problem: UnilateralProblem): void {
    const { round, impulses, y, after, figures } = this;
    const { rowCount: m, dimension: n } = problem;
    const s = round.blend[0];
    if (s < 1 - blendTolerance) {
      const name = s > 0 ? ImpactFallback.energyLimit : ImpactFallback.noRestitution;
      if (name > this.fallback) this.fallback = name;
      if (s < figures[ImpactFigure.blend]) figures[ImpactFigure.blend] = s;
    }
    figures[ImpactFigure.dissipated] -= round.work[Work.work];
    for (let i = 0; i < m; i++) impulses[i] += round.least[i];
    for (let k = 0; k < n; k++) y[k] = round.y[k];
    evaluateRates(after, problem, this.values, y, problem.c);
  }

  private reserve(rows: number, dimension: number, entries: number): void {
    this.round.reserve(rows, dimension);
    if (rows > this.impulses.length) {
      const length = Math.max(rows, 2 * this.impulses.length);
      this.impulses = resize(this.impulses, length);
      this.before = resize(this.before, length);
      this.after = resize(this.after, length);
      this.restitution = resize(this.restitution, length);
      this.struck = resize(this.struck, length);
      this.maskedC = resize(this.maskedC, length);
    }
    if (dimension > this.y.length) this.y = resize(this.y, Math.max(dimension, 2 * this.y.length));
    if (entries > this.masked.length) this.masked = resize(this.masked, Math.max(entries, 2 * this.masked.length));
  }
}
