/**
 * The Zeno model: contacts that bounce in turn, ever lower, so that infinitely many impacts accumulate in a finite time, as of a
 * block that rocks or a cube that comes down on its corners. There is no ratio to sum, so the bounces are followed; and as they
 * are low, in a model in which nothing but the bounces happens. Rows and accelerations stay as they are, and a flight is a
 * parabola:
 *
 *   g = R x,   v = R z,   x(τ) = x + zτ + ½āτ²,   z(τ) = z + āτ,   ā = a + Rᵀf with the forces f of the contacts that rest
 *
 * R are the rows of the contacts, freed of the joints, in an orthonormal basis of their span; x, z and a are the gaps, rates and
 * accelerations in it, with the parts of driven bodies and of rotation. Units shrink with the speeds (speed s, height s², time s),
 * so the last bounces are as exact as the first, far below the resolution of the bodies' places. Approaches below `slowestApproach`
 * units do not bounce: a contact that comes to rest while others go on does so after finitely many bounces.
 *
 * The error of the model in T, the time until everything is at rest, is T²|ω|, ω the rate at which the rows turn.
 *
 * Follows: Rigid Body Simulation, sections 8 and 9. Zeno sequences: Goebel, Sanfelice and Teel, Hybrid Dynamical Systems (2012).
 */
import { UnilateralProblem, UnilateralSolver, UnilateralStatus } from "../../linalg/index.js";
import { resize } from "../../math/index.js";
import { type ImpactLaw, ImpactSolver, ImpactStatus, isFelt } from "../impact-law/index.js";
import {
  approachRounding,
  drivenTolerance,
  givenGapError,
  givenGapTime,
  judgeInterval,
  maxWork,
  maxZenoContacts,
  maxZenoDimension,
  restingAcceleration,
  shortestUnit,
  slowestApproach,
  smallestPart,
  touchingGap,
} from "./parameters.js";
import { addDenseRow, addToSpan, markHigh, multiply, readRow, removeRows, removeSpan } from "./row-span.js";
import { ZenoImpact, ZenoSlot, ZenoStatus } from "./zeno-codes.js";

/** A model of accumulating bounces. */
export class ZenoModel {
  /** Number of contacts. */
  count = 0;
  /** Gap of each contact, m, an input; 0 where it touches. */
  readonly gap = new Float64Array(maxZenoContacts);
  /** Coefficient of restitution of each contact, an input. */
  readonly restitution = new Float64Array(maxZenoContacts);
  /** Whether each contact is at rest in the end. */
  readonly closed = new Uint8Array(maxZenoContacts);
  /** Time of the last landing of each contact, s; −1 if there was none. */
  readonly landing = new Float64Array(maxZenoContacts);
  /** Whether each contact is higher than bounces may be. It ends the sequence when it lands. */
  readonly isOther = new Uint8Array(maxZenoContacts);
  /** Figures of the sequence: see `ZenoSlot`. */
  readonly figures = new Float64Array(6);
  /**
   * Impulses that are reported, one after the other: see `ZenoImpact`. Reported are impacts as fast as after a fall of
   * `reportThresholds[0]`, m, that change rates by more than `reportThresholds[1]`, m/s.
   */
  strikes = new Float64Array(16 * ZenoImpact.size);
  /** Number of impulses that are reported. */
  strikeCount = 0;
  /** Thresholds of the report: a height, m, and a change of rates, m/s. An input. */
  readonly reportThresholds = new Float64Array(2);
  /** Number of impacts of the sequence. */
  impacts = 0;
  /** Time that the sequence may take, s, and height, m, up to which any time will do. An input. */
  readonly timeLimits = Float64Array.of(Infinity, 0);
  /** @deprecated Use `timeLimits`. */
  readonly patience = this.timeLimits;
  /** @deprecated Use `reportThresholds`. */
  readonly tellable = this.reportThresholds;
  private rank = 0;
  private readonly rows = new Float64Array(maxZenoContacts * maxZenoContacts);
  private readonly joints = new Float64Array(maxZenoDimension * maxZenoDimension);
  private readonly basis = new Float64Array(maxZenoContacts * maxZenoDimension);
  private readonly span = new Float64Array(maxZenoContacts * maxZenoContacts);
  /** Contact that gave each vector of the basis. */
  private readonly pivot = new Int32Array(maxZenoContacts);
  private readonly x = new Float64Array(maxZenoContacts);
  private readonly z = new Float64Array(maxZenoContacts);
  private readonly a = new Float64Array(maxZenoContacts);
  private readonly work = new Float64Array(maxZenoDimension);
  private readonly rest = new Float64Array(maxZenoContacts);
  /** Gaps, rates and accelerations of the contacts, in units. */
  private readonly g = new Float64Array(maxZenoContacts);
  private readonly v = new Float64Array(maxZenoContacts);
  private readonly w = new Float64Array(maxZenoContacts);
  private readonly touching = new Uint8Array(maxZenoContacts);
  private readonly isGiven = new Uint8Array(maxZenoContacts);
  /** Largest height that each contact reaches, or has reached, since it touched last, m. */
  private readonly tops = new Float64Array(maxZenoContacts);
  private readonly list = new Int32Array(maxZenoContacts);
  private readonly e = new Float64Array(maxZenoContacts);
  /** The contacts that rested when forces were found last, and the accelerations with them. */
  private readonly solved = new Int32Array(maxZenoContacts);
  private readonly pull = new Float64Array(maxZenoContacts);
  /** Forces of the contacts that rest, N. */
  private readonly forces = new Float64Array(maxZenoContacts);
  /** Impulses of the forces of all contacts that rest since the beginning, N·s. */
  private readonly carried = new Float64Array(maxZenoContacts);
  private readonly problem = new UnilateralProblem();
  private readonly impact: ImpactSolver;
  private readonly resting = new UnilateralSolver();

  constructor(law: ImpactLaw) {
    this.impact = new ImpactSolver({ law });
  }

  /** Takes rows and velocities of a problem whose first rows are joints. Returns whether they can be followed. */
  begin(from: UnilateralProblem, joints: number): boolean {
    const { rowCount, dimension: n, y0 } = from;
    const { basis, work, pivot, z, rows } = this;
    const count = rowCount - joints;
    this.impacts = 0;
    if (count > maxZenoContacts || n > maxZenoDimension) return false;
    this.count = count;
    let held = 0;
    let rank = 0;
    for (let r = 0; r < rowCount; r++) {
      readRow(work, 0, from, r);
      if (r < joints) {
        if (addToSpan(this.joints, held, work, 0, n)) held++;
        continue;
      }
      removeSpan(work, 0, this.joints, held, n);
      if (rank === maxZenoContacts || !addToSpan(basis, rank, work, 0, n)) continue;
      z[rank] = multiply(basis, rank * n, y0, 0, n);
      pivot[rank++] = r - joints;
    }
    this.rank = rank;
    for (let k = 0; k < count; k++) {
      readRow(work, 0, from, joints + k);
      for (let i = 0; i < rank; i++) rows[k * rank + i] = multiply(basis, i * n, work, 0, n);
    }
    return rank > 0 && this.addDriven(z, from, joints, y0);
  }

  /** Takes the accelerations of a problem with the same rows. Returns whether they can be followed. */
  setAccelerations(from: UnilateralProblem, joints: number): boolean {
    const { rank, basis, a, resting } = this;
    const { dimension: n } = from;
    let motion = from.y0;
    if (joints > 0) {
      from.limitRows(joints);
      resting.reset();
      if (resting.solve(from) !== UnilateralStatus.ok) return false;
      motion = resting.result.y;
    }
    for (let i = 0; i < rank; i++) a[i] = multiply(basis, i * n, motion, 0, n);
    return this.addDriven(a, from, joints, motion);
  }

  /**
   * Adds to x the part of rows that comes from driven bodies or from rotation, as nothing but R x is ever seen. Returns whether
   * dependent rows agree.
   */
  private addDriven(x: Float64Array, from: UnilateralProblem, joints: number, motion: Float64Array): boolean {
    const { rank, rows, pivot, work, rest, count } = this;
    const { dimension: n, c } = from;
    let size = 0;
    for (let k = 0; k < count; k++) {
      readRow(work, 0, from, joints + k);
      const whole = c[joints + k] + multiply(work, 0, motion, 0, n);
      rest[k] = whole - multiply(rows, k * rank, x, 0, rank);
      size = Math.max(size, Math.abs(whole), Math.abs(c[joints + k]));
    }
    for (let j = 0; j < rank; j++) {
      const o = pivot[j] * rank;
      work[j] = (rest[pivot[j]] - multiply(rows, o, work, 0, j)) / rows[o + j];
    }
    for (let j = 0; j < rank; j++) x[j] += work[j];
    for (let k = 0; k < count; k++) {
      if (Math.abs(rest[k] - multiply(rows, k * rank, work, 0, rank)) > drivenTolerance * size) return false;
    }
    return true;
  }

  /** Follows the bounces, up to `limit[0]`, m, high, until they end or something higher lands, or as fast as from `limit[1]`. */
  run(limit: Float64Array): ZenoStatus {
    const { figures, count } = this;
    this.start(limit);
    // nothing bounces
    if (this.isOver()) return ZenoStatus.failed;
    const last = maxWork / count;
    const first = figures[ZenoSlot.speed];
    for (this.impacts = 0; this.impacts < last; this.impacts++) {
      if (this.impacts % judgeInterval === judgeInterval - 1 && this.isSlow(first, last)) return ZenoStatus.failed;
      const isOver = this.isOver();
      if (!isOver && !this.findForces()) return ZenoStatus.failed;
      const lands = !isOver && this.findLanding();
      if (!(lands && figures[ZenoSlot.top] <= limit[0])) return this.finish(isOver, lands);
      figures[ZenoSlot.height] = Math.max(figures[ZenoSlot.height], figures[ZenoSlot.top]);
      this.fly();
      if (this.isLate()) return ZenoStatus.late;
      if (!this.collide()) return ZenoStatus.failed;
    }
    return ZenoStatus.failed;
  }

  /** Writes which contacts are at rest, where no bounce of the sequence is left or another contact lands. */
  private finish(isOver: boolean, lands: boolean): ZenoStatus {
    const { closed, touching, count } = this;
    for (let k = 0; k < count; k++) closed[k] = isOver && this.isLow(k) ? 1 : touching[k];
    return lands ? ZenoStatus.interrupted : ZenoStatus.ended;
  }

  /** Whether the bounces take longer than they may, and rise higher than any time will do for. */
  private isLate(): boolean {
    const { figures, timeLimits } = this;
    return figures[ZenoSlot.time] > timeLimits[0] && figures[ZenoSlot.height] > timeLimits[1];
  }

  /** Whether speeds, which were `first` in the beginning, fall too slowly for `last` impacts to be enough. */
  private isSlow(first: number, last: number): boolean {
    const { figures } = this;
    const end = shortestUnit * figures[ZenoSlot.acceleration];
    let done = 0;
    let all = 0;
    for (let speed = first; speed > figures[ZenoSlot.speed]; speed /= 2) done++;
    for (let speed = first; speed > end; speed /= 2) all++;
    return this.impacts * all > 2 * last * done;
  }

  private isOver(): boolean {
    return !(this.figures[ZenoSlot.speed] >= shortestUnit * this.figures[ZenoSlot.acceleration]);
  }

  /** Whether contact k is as low as the units are. */
  private isLow(k: number): boolean {
    return this.isOther[k] === 0 && this.g[k] <= 2 && Math.abs(this.v[k]) <= 2;
  }

  private start(limit: Float64Array): void {
    const { count, rank, rows, pivot, x, a, gap, figures, touching, isGiven, landing, isOther, v } = this;
    figures.fill(0);
    this.strikeCount = 0;
    for (let j = 0; j < rank; j++) {
      const o = pivot[j] * rank;
      x[j] = (gap[pivot[j]] - multiply(rows, o, x, 0, j)) / rows[o + j];
    }
    let most = 0;
    for (let k = 0; k < count; k++) {
      touching[k] = gap[k] > 0 ? 0 : 1;
      isGiven[k] = 1 - touching[k];
      landing[k] = -1;
      most = Math.max(most, Math.abs(multiply(rows, k * rank, a, 0, rank)));
    }
    figures[ZenoSlot.acceleration] = most;
    figures[ZenoSlot.speed] = 1;
    this.evaluate();
    markHigh(isOther, count, gap, v, most, limit);
    this.tops.fill(0);
    this.shrink();
    this.impact.reset();
    this.resting.reset();
    this.solved.fill(-1);
    this.forces.fill(0);
    this.carried.fill(0);
  }

  /** Evaluates gaps and rates. */
  private evaluate(): void {
    const { count, rank, rows, x, z, g, v, touching } = this;
    for (let k = 0; k < count; k++) {
      g[k] = touching[k] === 1 ? 0 : multiply(rows, k * rank, x, 0, rank);
      v[k] = multiply(rows, k * rank, z, 0, rank);
    }
  }

  /** Chooses units as small as the motion that is left. */
  private shrink(): void {
    const { count, rank, x, z, g, v, figures, isOther } = this;
    let most = 0;
    for (let k = 0; k < count; k++) {
      if (isOther[k] === 1) continue;
      const fall = 2 * figures[ZenoSlot.acceleration] * Math.max(0, g[k]);
      most = Math.max(most, Math.abs(v[k]), Math.sqrt(fall));
    }
    if (!(most > 0)) figures[ZenoSlot.speed] = 0;
    if (!(most > 0 && most < smallestPart)) return;
    let scale = 1;
    while (most * scale < 2 * smallestPart) scale *= 2;
    figures[ZenoSlot.speed] /= scale;
    for (let i = 0; i < rank; i++) {
      z[i] *= scale;
      x[i] *= scale * scale;
    }
    this.evaluate();
  }

  /** The rows of contacts with a 1 in `list` as a problem. */
  private build(y0: Float64Array): UnilateralProblem {
    const { problem, count, rank, rows, list } = this;
    problem.clear();
    problem.addNode(rank);
    for (let i = 0; i < rank; i++) problem.y0[i] = y0[i];
    for (let k = 0; k < count; k++) {
      if (list[k] === 1) addDenseRow(problem, rows, k * rank, rank);
    }
    return problem;
  }

  /**
   * Writes the accelerations, with the forces of the contacts that rest. A contact that rests and carries no force separates; one
   * that rises has separated. Returns false where the forces are not found.
   */
  private findForces(): boolean {
    const { count, rank, rows, list, touching, v, w, figures, work, solved, pull } = this;
    let isOther = false;
    for (let k = 0; k < count; k++) {
      list[k] = touching[k] === 1 && v[k] <= slowestApproach ? 1 : 0;
      if (list[k] !== solved[k]) isOther = true;
    }
    // rows and accelerations stay: the same contacts have the same forces
    if (isOther && !this.solveForces()) return false;
    const least = restingAcceleration * figures[ZenoSlot.acceleration];
    for (let i = 0; i < rank; i++) work[i] = pull[i];
    for (let k = 0; k < count; k++) {
      w[k] = multiply(rows, k * rank, work, 0, rank);
      if (list[k] === 0 || w[k] > least) touching[k] = 0;
      else w[k] = 0;
    }
    return true;
  }

  /** Solves for the forces of the contacts with a 1 in `list`, and for the accelerations with them. */
  private solveForces(): boolean {
    const { count, rank, list, resting, solved, pull, forces } = this;
    const problem = this.build(this.a);
    if (problem.rowCount > 0 && resting.solve(problem) !== UnilateralStatus.ok) return false;
    const motion = problem.rowCount > 0 ? resting.result.y : this.a;
    for (let i = 0; i < rank; i++) pull[i] = motion[i];
    for (let k = 0, r = 0; k < count; k++) forces[k] = list[k] === 1 ? resting.result.f[r++] : 0;
    solved.set(list);
    return true;
  }

  /** Finds the time to the next landing. Returns whether there is one. */
  private findLanding(): boolean {
    const { count, touching, g, v, w, figures, isOther, tops } = this;
    const unit = figures[ZenoSlot.speed];
    let first = Infinity;
    for (let k = 0; k < count; k++) {
      if (touching[k] === 1) continue;
      const height = Math.max(0, g[k]);
      const square = v[k] * v[k] - 2 * w[k] * height;
      if (!(square > 0 && (v[k] < 0 || w[k] < 0))) continue;
      const root = Math.sqrt(square);
      const t = v[k] < 0 ? (2 * height) / (root - v[k]) : (v[k] + root) / -w[k];
      const top = w[k] < 0 && v[k] > 0 ? square / (-2 * w[k]) : height;
      tops[k] = Math.max(tops[k], unit * unit * top);
      if (!(t < first)) continue;
      first = t;
      figures[ZenoSlot.top] = isOther[k] === 1 ? Infinity : tops[k];
    }
    figures[ZenoSlot.flight] = first;
    return first < Infinity;
  }

  /** Moves on to the next landing. */
  private fly(): void {
    const { count, rank, rows, span, x, z, g, v, work, figures, touching, isGiven, landing, tops, forces, carried } =
      this;
    const unit = figures[ZenoSlot.speed];
    const t = figures[ZenoSlot.flight];
    for (let i = 0; i < rank; i++) {
      x[i] += t * (z[i] + 0.5 * t * work[i]);
      z[i] += t * work[i];
    }
    figures[ZenoSlot.time] += unit * t;
    for (let k = 0; k < count; k++) carried[k] += unit * t * forces[k];
    this.evaluate();
    for (let k = 0; k < count; k++) {
      const least =
        isGiven[k] === 1
          ? Math.max(touchingGap, givenGapError / (unit * unit), (-v[k] * givenGapTime) / unit)
          : touchingGap;
      if (touching[k] === 1 || !(v[k] < 0 && g[k] <= least)) continue;
      touching[k] = 1;
      isGiven[k] = 0;
      tops[k] = 0;
      landing[k] = figures[ZenoSlot.time];
    }
    removeRows(x, touching, count, rows, rank, span, work);
  }

  /** Solves the impact of the contacts that touch. */
  private collide(): boolean {
    const { count, rank, rows, span, work, z, v, e, list, touching, restitution, impact, resting } = this;
    list.set(touching);
    const problem = this.build(z);
    for (let k = 0, r = 0; k < count; k++) if (list[k] === 1) e[r++] = restitution[k];
    if (impact.solve(problem, e, slowestApproach) !== ImpactStatus.ok) return false;
    this.report();
    let approach = 0;
    for (let r = 0; r < problem.rowCount; r++) approach = Math.max(approach, -impact.after[r]);
    for (let i = 0; i < rank; i++) z[i] = impact.y[i];
    // what approaches slower is stopped
    if (approach > approachRounding) {
      for (let i = 0; i < rank; i++) problem.y0[i] = z[i];
      if (resting.solve(problem) !== UnilateralStatus.ok) return false;
      for (let i = 0; i < rank; i++) z[i] = resting.result.y[i];
    }
    this.evaluate();
    for (let k = 0; k < count; k++) list[k] = touching[k] === 1 && v[k] <= slowestApproach ? 1 : 0;
    removeRows(z, list, count, rows, rank, span, work);
    this.evaluate();
    this.shrink();
    return true;
  }

  /**
   * Adds, by contact, the difference between the impulses of the sequence and those of the forces F of rest: f are the forces
   * until the end, F those of the contacts that are at rest from then on. A caller that puts these to rest at once lets F act all
   * the time, so that loads carried until the end would be counted twice.
   *
   *   Σ p + ∫ f dt − F T
   */
  addReportedImpulses(out: Float64Array): void {
    const { strikes, strikeCount, carried, count, list, closed, figures, resting } = this;
    for (let o = 0; o < ZenoImpact.size * strikeCount; o += ZenoImpact.size) {
      out[strikes[o + ZenoImpact.contact]] += strikes[o + ZenoImpact.impulse];
    }
    list.set(closed);
    const problem = this.build(this.a);
    const isSolved = problem.rowCount > 0 && resting.solve(problem) === UnilateralStatus.ok;
    for (let k = 0, r = 0; k < count; k++) {
      out[k] += carried[k];
      if (list[k] === 1 && isSolved) out[k] -= figures[ZenoSlot.time] * resting.result.f[r++];
    }
  }

  /** Records the impulses of an impact. */
  private report(): void {
    const { count, list, figures, impact, problem } = this;
    const unit = figures[ZenoSlot.speed];
    let fastest = 0;
    for (let k = 0, r = 0; k < count; k++) if (list[k] === 1) fastest = Math.max(fastest, -impact.before[r++]);
    if (!(unit * fastest * unit * fastest > 2 * figures[ZenoSlot.acceleration] * this.reportThresholds[0])) return;
    for (let k = 0, r = -1; k < count; k++) {
      if (list[k] === 0 || !isFelt(problem, ++r, impact.impulses[r], this.reportThresholds[1] / unit)) continue;
      const o = ZenoImpact.size * this.strikeCount++;
      if (o === this.strikes.length) this.strikes = resize(this.strikes, 2 * o);
      this.strikes[o + ZenoImpact.time] = figures[ZenoSlot.time];
      this.strikes[o + ZenoImpact.contact] = k;
      this.strikes[o + ZenoImpact.impulse] = unit * impact.impulses[r];
      this.strikes[o + ZenoImpact.before] = unit * impact.before[r];
      this.strikes[o + ZenoImpact.after] = unit * impact.after[r];
    }
  }
}
