/**
 * Contacts that bounce in turn, ever lower: a block that rocks, a cube that comes down on its corners. There is no ratio to
 * sum, so they are followed; and as they are low, in a model in which nothing but the bounces happens. Rows and accelerations
 * stay as they are, and a flight is a parabola:
 *
 *   g = R x,   v = R z,   x(τ) = x + zτ + ½āτ²,   z(τ) = z + āτ,   ā = a + Rᵀf with the forces f of those that rest
 *
 * R are the rows of the contacts, freed of the joints, in an orthonormal basis of their span; x, z and a are what gaps, rates
 * and accelerations are in it, with what is driven and what turning adds. Units shrink with the speeds (speed s, height s², time s), so the last bounces are as exact as
 * the first, far below what places of bodies can tell. Approaches of less than `slowest` units do not bounce: what comes to
 * rest while others go on does so after finitely many.
 *
 * What the model leaves out changes T, the time until all is at rest, by T²|ω|, ω how fast the rows turn.
 * Follows: Rigid Body Simulation, sections 8 and 9.
 */
import { RowProblem, RowSolver, RowStatus } from "../../linalg/index.js";
import { resize } from "../../math/index.js";
import { type ImpactLaw, ImpactSolver, ImpactStatus, isFelt } from "../impact-law/index.js";
import { BurstSlot, BurstStatus, Strike } from "./burst-slots.js";
import { addDenseRow, addToSpan, markHigh, multiply, readRow, removeRows, removeSpan } from "./burst-span.js";

/** Contacts, and numbers in the motion of all bodies, that are followed at most. */
export const mostContacts = 16;
const mostNumbers = 192;
/** Of the unit of speed: approaches that do not bounce, and rates that are none. */
const slowest = 1e-7;
/** The same: approaches that are rounding. */
const rounding = 1e-15;
/** Of the unit of height: what is as near touches too. Where the gap was given: as near as that, m, or in time, s. */
const near = 1e-10;
const known = 1e-13;
const moment = 1e-10;
/** Accelerations below this part of the largest are none. */
const level = 1e-11;
/** The same of what is driven, where rows depend on one another. */
const agreed = 1e-9;
/** Where the unit of time is shorter than this, s, all is at rest. */
const shortest = 1e-11;
/** Units are made smaller when all is slower, or lower, than this part of them. */
const small = 0.25;
/** Impacts that are followed, times the number of contacts. */
const maxWork = 40000;
/** After as many impacts each time it is judged whether there is an end in sight. */
const look = 256;
export class Burst {
  count = 0;
  /** Gap, m, and restitution of each contact. The caller writes them; a gap of 0: it touches. */
  readonly gap = new Float64Array(mostContacts);
  readonly restitution = new Float64Array(mostContacts);
  /** Of each contact, afterwards: whether it is at rest, and when it landed last, s; −1 if it did not. */
  readonly closed = new Uint8Array(mostContacts);
  readonly landing = new Float64Array(mostContacts);
  /** Of each contact: whether it is higher than bounces may be. It ends them when it lands. */
  readonly isOther = new Uint8Array(mostContacts);
  readonly figures = new Float64Array(6);
  /** Impulses, one after the other: see `Strike`; of impacts as fast as after a fall of `tellable[0]`, m, that change rates by more than `tellable[1]`, m/s. */
  strikes = new Float64Array(16 * Strike.size);
  strikeCount = 0;
  readonly tellable = new Float64Array(2);
  impacts = 0;
  /** How long they may take, s, and up to which height, m, any time will do. The caller writes both. */
  readonly patience = Float64Array.of(Infinity, 0);
  private rank = 0;
  private readonly rows = new Float64Array(mostContacts * mostContacts);
  private readonly joints = new Float64Array(mostNumbers * mostNumbers);
  private readonly basis = new Float64Array(mostContacts * mostNumbers);
  private readonly span = new Float64Array(mostContacts * mostContacts);
  /** The contact that gave each vector of the basis. */
  private readonly pivot = new Int32Array(mostContacts);
  private readonly x = new Float64Array(mostContacts);
  private readonly z = new Float64Array(mostContacts);
  private readonly a = new Float64Array(mostContacts);
  private readonly work = new Float64Array(mostNumbers);
  private readonly rest = new Float64Array(mostContacts);
  /** Gaps, rates and accelerations of the contacts, in units. */
  private readonly g = new Float64Array(mostContacts);
  private readonly v = new Float64Array(mostContacts);
  private readonly w = new Float64Array(mostContacts);
  private readonly touching = new Uint8Array(mostContacts);
  private readonly isGiven = new Uint8Array(mostContacts);
  /** How high each contact has been, or will be, since it touched last, m. */
  private readonly tops = new Float64Array(mostContacts);
  private readonly list = new Int32Array(mostContacts);
  private readonly e = new Float64Array(mostContacts);
  /** The contacts that rested when forces were found last, and the accelerations with them. */
  private readonly solved = new Int32Array(mostContacts);
  private readonly pull = new Float64Array(mostContacts);
  /** Their forces, N, and what all forces of contacts that rest have come to since the beginning, N·s. */
  private readonly press = new Float64Array(mostContacts);
  private readonly carried = new Float64Array(mostContacts);
  private readonly problem = new RowProblem();
  private readonly impact: ImpactSolver;
  private readonly resting = new RowSolver();

  constructor(law: ImpactLaw) {
    this.impact = new ImpactSolver({ law });
  }

  /** Takes over rows and velocities of a problem whose first rows are joints. Tells whether they can be followed. */
  begin(from: RowProblem, joints: number): boolean {
    const { rowCount, dimension: n, y0 } = from;
    const { basis, work, pivot, z, rows } = this;
    const count = rowCount - joints;
    this.impacts = 0;
    if (count > mostContacts || n > mostNumbers) return false;
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
      if (rank === mostContacts || !addToSpan(basis, rank, work, 0, n)) continue;
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

  /** Takes over what accelerates the same rows. */
  setAccelerations(from: RowProblem, joints: number): boolean {
    const { rank, basis, a, resting } = this;
    const { dimension: n } = from;
    let motion = from.y0;
    if (joints > 0) {
      from.limitRows(joints);
      resting.reset();
      if (resting.solve(from) !== RowStatus.ok) return false;
      motion = resting.result.y;
    }
    for (let i = 0; i < rank; i++) a[i] = multiply(basis, i * n, motion, 0, n);
    return this.addDriven(a, from, joints, motion);
  }

  /**
   * Adds to x what rows have beside it, from what is driven or turns: nothing but R x is ever seen. Tells whether the rows
   * that depend on others agree.
   */
  private addDriven(x: Float64Array, from: RowProblem, joints: number, motion: Float64Array): boolean {
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
      if (Math.abs(rest[k] - multiply(rows, k * rank, work, 0, rank)) > agreed * size) return false;
    }
    return true;
  }

  /** Follows the bounces, up to `limit[0]`, m, high, until they end or something higher lands, or as fast as from `limit[1]`. */
  run(limit: Float64Array): BurstStatus {
    const { figures, touching, closed, count, patience } = this;
    this.start(limit);
    // nothing bounces
    if (this.isOver()) return BurstStatus.failed;
    const last = maxWork / count;
    const first = figures[BurstSlot.speed];
    for (this.impacts = 0; this.impacts < last; this.impacts++) {
      if (this.impacts % look === look - 1 && this.isSlow(first, last)) return BurstStatus.failed;
      const isOver = this.isOver();
      if (!isOver && !this.findForces()) return BurstStatus.failed;
      const lands = !isOver && this.findLanding();
      if (!(lands && figures[BurstSlot.top] <= limit[0])) {
        for (let k = 0; k < count; k++) closed[k] = isOver && this.isLow(k) ? 1 : touching[k];
        return lands ? BurstStatus.interrupted : BurstStatus.ended;
      }
      figures[BurstSlot.height] = Math.max(figures[BurstSlot.height], figures[BurstSlot.top]);
      this.fly();
      if (figures[BurstSlot.time] > patience[0] && figures[BurstSlot.height] > patience[1]) return BurstStatus.late;
      if (!this.strike()) return BurstStatus.failed;
    }
    return BurstStatus.failed;
  }

  /** Whether speeds, which were `first` in the beginning, fall too slowly for `last` impacts to be enough. */
  private isSlow(first: number, last: number): boolean {
    const { figures } = this;
    const end = shortest * figures[BurstSlot.acceleration];
    let done = 0;
    let all = 0;
    for (let speed = first; speed > figures[BurstSlot.speed]; speed /= 2) done++;
    for (let speed = first; speed > end; speed /= 2) all++;
    return this.impacts * all > 2 * last * done;
  }

  private isOver(): boolean {
    return !(this.figures[BurstSlot.speed] >= shortest * this.figures[BurstSlot.acceleration]);
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
    figures[BurstSlot.acceleration] = most;
    figures[BurstSlot.speed] = 1;
    this.evaluate();
    markHigh(isOther, count, gap, v, most, limit);
    this.tops.fill(0);
    this.shrink();
    this.impact.reset();
    this.resting.reset();
    this.solved.fill(-1);
    this.press.fill(0);
    this.carried.fill(0);
  }

  /** Gaps and rates. */
  private evaluate(): void {
    const { count, rank, rows, x, z, g, v, touching } = this;
    for (let k = 0; k < count; k++) {
      g[k] = touching[k] === 1 ? 0 : multiply(rows, k * rank, x, 0, rank);
      v[k] = multiply(rows, k * rank, z, 0, rank);
    }
  }

  /** Units as small as what is left of the motion. */
  private shrink(): void {
    const { count, rank, x, z, g, v, figures, isOther } = this;
    let most = 0;
    for (let k = 0; k < count; k++) {
      if (isOther[k] === 1) continue;
      const fall = 2 * figures[BurstSlot.acceleration] * Math.max(0, g[k]);
      most = Math.max(most, Math.abs(v[k]), Math.sqrt(fall));
    }
    if (!(most > 0)) figures[BurstSlot.speed] = 0;
    if (!(most > 0 && most < small)) return;
    let scale = 1;
    while (most * scale < 2 * small) scale *= 2;
    figures[BurstSlot.speed] /= scale;
    for (let i = 0; i < rank; i++) {
      z[i] *= scale;
      x[i] *= scale * scale;
    }
    this.evaluate();
  }

  /** The rows of contacts with a 1 in `list` as a problem. */
  private build(y0: Float64Array): RowProblem {
    const { problem, count, rank, rows, list } = this;
    problem.clear();
    problem.addNode(rank);
    for (let i = 0; i < rank; i++) problem.y0[i] = y0[i];
    for (let k = 0; k < count; k++) {
      if (list[k] === 1) addDenseRow(problem, rows, k * rank, rank);
    }
    return problem;
  }

  /** Accelerations, with the forces of those that rest. What rests and is not pressed leaves; what rises has left. */
  private findForces(): boolean {
    const { count, rank, rows, list, touching, v, w, figures, resting, work, solved, pull, press } = this;
    let isOther = false;
    for (let k = 0; k < count; k++) {
      list[k] = touching[k] === 1 && v[k] <= slowest ? 1 : 0;
      if (list[k] !== solved[k]) isOther = true;
    }
    // rows and accelerations stay: the same contacts have the same forces
    if (isOther) {
      const problem = this.build(this.a);
      if (problem.rowCount > 0 && resting.solve(problem) !== RowStatus.ok) return false;
      const motion = problem.rowCount > 0 ? resting.result.y : this.a;
      for (let i = 0; i < rank; i++) pull[i] = motion[i];
      for (let k = 0, r = 0; k < count; k++) press[k] = list[k] === 1 ? resting.result.f[r++] : 0;
      solved.set(list);
    }
    const least = level * figures[BurstSlot.acceleration];
    for (let i = 0; i < rank; i++) work[i] = pull[i];
    for (let k = 0; k < count; k++) {
      w[k] = multiply(rows, k * rank, work, 0, rank);
      if (list[k] === 0 || w[k] > least) touching[k] = 0;
      else w[k] = 0;
    }
    return true;
  }

  /** How long until the next contact lands. Tells whether there is one. */
  private findLanding(): boolean {
    const { count, touching, g, v, w, figures, isOther, tops } = this;
    const unit = figures[BurstSlot.speed];
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
      figures[BurstSlot.top] = isOther[k] === 1 ? Infinity : tops[k];
    }
    figures[BurstSlot.flight] = first;
    return first < Infinity;
  }

  /** On to the next landing. */
  private fly(): void {
    const { count, rank, rows, span, x, z, g, v, work, figures, touching, isGiven, landing, tops, press, carried } =
      this;
    const unit = figures[BurstSlot.speed];
    const t = figures[BurstSlot.flight];
    for (let i = 0; i < rank; i++) {
      x[i] += t * (z[i] + 0.5 * t * work[i]);
      z[i] += t * work[i];
    }
    figures[BurstSlot.time] += unit * t;
    for (let k = 0; k < count; k++) carried[k] += unit * t * press[k];
    this.evaluate();
    for (let k = 0; k < count; k++) {
      const least = isGiven[k] === 1 ? Math.max(near, known / (unit * unit), (-v[k] * moment) / unit) : near;
      if (touching[k] === 1 || !(v[k] < 0 && g[k] <= least)) continue;
      touching[k] = 1;
      isGiven[k] = 0;
      tops[k] = 0;
      landing[k] = figures[BurstSlot.time];
    }
    removeRows(x, touching, count, rows, rank, span, work);
  }

  /** The impact of what touches. */
  private strike(): boolean {
    const { count, rank, rows, span, work, z, v, e, list, touching, restitution, impact, resting } = this;
    list.set(touching);
    const problem = this.build(z);
    for (let k = 0, r = 0; k < count; k++) if (list[k] === 1) e[r++] = restitution[k];
    if (impact.solve(problem, e, slowest) !== ImpactStatus.ok) return false;
    this.tell();
    let approach = 0;
    for (let r = 0; r < problem.rowCount; r++) approach = Math.max(approach, -impact.after[r]);
    for (let i = 0; i < rank; i++) z[i] = impact.y[i];
    // what approaches slower is stopped
    if (approach > rounding) {
      for (let i = 0; i < rank; i++) problem.y0[i] = z[i];
      if (resting.solve(problem) !== RowStatus.ok) return false;
      for (let i = 0; i < rank; i++) z[i] = resting.result.y[i];
    }
    this.evaluate();
    for (let k = 0; k < count; k++) list[k] = touching[k] === 1 && v[k] <= slowest ? 1 : 0;
    removeRows(z, list, count, rows, rank, span, work);
    this.evaluate();
    this.shrink();
    return true;
  }

  /**
   * Adds, by contact, what impulses that are told do beside the forces of rest: f are those until the end, F those of what is at rest
   * from then on. Who has it at rest at once lets F press all the time, and what carries loads until then is told twice.
   *
   *   Σ p + ∫ f dt − F T
   */
  addTold(out: Float64Array): void {
    const { strikes, strikeCount, carried, count, list, closed, figures, resting } = this;
    for (let o = 0; o < Strike.size * strikeCount; o += Strike.size) {
      out[strikes[o + Strike.contact]] += strikes[o + Strike.impulse];
    }
    list.set(closed);
    const problem = this.build(this.a);
    const isSolved = problem.rowCount > 0 && resting.solve(problem) === RowStatus.ok;
    for (let k = 0, r = 0; k < count; k++) {
      out[k] += carried[k];
      if (list[k] === 1 && isSolved) out[k] -= figures[BurstSlot.time] * resting.result.f[r++];
    }
  }

  /** Writes down the impulses of an impact. */
  private tell(): void {
    const { count, list, figures, impact, problem } = this;
    const unit = figures[BurstSlot.speed];
    let fastest = 0;
    for (let k = 0, r = 0; k < count; k++) if (list[k] === 1) fastest = Math.max(fastest, -impact.before[r++]);
    if (!(unit * fastest * unit * fastest > 2 * figures[BurstSlot.acceleration] * this.tellable[0])) return;
    for (let k = 0, r = -1; k < count; k++) {
      if (list[k] === 0 || !isFelt(problem, ++r, impact.impulses[r], this.tellable[1] / unit)) continue;
      const o = Strike.size * this.strikeCount++;
      if (o === this.strikes.length) this.strikes = resize(this.strikes, 2 * o);
      this.strikes[o + Strike.time] = figures[BurstSlot.time];
      this.strikes[o + Strike.contact] = k;
      this.strikes[o + Strike.impulse] = unit * impact.impulses[r];
      this.strikes[o + Strike.before] = unit * impact.before[r];
      this.strikes[o + Strike.after] = unit * impact.after[r];
    }
  }
}
