/**
 * Row problems by the dual active set of Goldfarb and Idnani (1983): min ½|y − y⁰|² under the rows. Starting from y⁰, the
 * most violated row p is brought in, at the cost of those that are in:
 *
 *   z = (1 − Q Qᵀ) n_p     the way of y, along which the active rows keep a = 0; N = Q R their normals (thin-qr.ts)
 *   r = R⁻¹ Qᵀ n_p         what the active forces lose a unit of f_p
 *   t = min(−a_p/|z|², min f_j/r_j over r_j > 0)     a_p reaches zero, or an active force does, and leaves
 *
 * A row that depends on the active ones (z = 0) takes a step of the forces alone; where no force stops it, its forces are
 * a proof that no y satisfies the rows, if a_p is beyond what is not known of the rows: they have been rounded as well, so
 * that what is redundant never fits to the last bits. Equalities come first and never leave. |y − y⁰| grows with every full step, so no
 * set comes twice. Only independent rows are ever active: a singular J Jᵀ is no trouble.
 */
import { resize } from "../../math/index.js";
import { QrResult } from "../dense/index.js";
import { keepMotion } from "./node-masses.js";
import { evaluateRows, measureLargest, measureTolerance, moveByForces } from "./rows-kernel.js";
import { RowKind, type RowProblem } from "./rows-problem.js";
import { RowStatus } from "./rows-result.js";
import { RowSet } from "./rows-set.js";

/** A row of a guessed set with |z|² below this fraction of |n|² nearly depends on the others, and is not taken. */
const doubtful = 1e-9;
/** What a row that depends on others may miss, as a multiple of what their accelerations may be wrong by. */
const contradiction = 1e4;
/**
 * Of a row that depends on others: shares below this are rounding. To exchange one of these for the row takes 1e9 times the
 * force that there is, and leaves nothing of what was known of the motion; rows that face each other and do not quite fit, as both
 * sides of a slot, are rather let miss by as little as that is.
 */
const leastShare = 1e-9;

/** Kind of a row that is to be left out. */
export const absentRow = 255;

export class DualActiveSet {
  /** Pivots of the last solve. */
  pivots = 0;
  /** Where there is no solution: see `RowResult.certificate`. */
  certificate = new Float64Array(0);
  /** The rows with a = 0 at the end of a solve. */
  readonly set = new RowSet();
  /** What the acceleration of each row may be wrong by at least, where that is known from elsewhere. */
  least: Float64Array | null = null;
  /** By how much each row misses, where it depends on others that do not quite fit; else 0. */
  missed = new Float64Array(0);
  /** Whether y is brought back onto the rows at the end, where rounding of forces has left it beside them: node-masses.ts. */
  keepsMotion = false;
  private solved = new Float64Array(0);
  /** y⁰ of the problem in hand. */
  private given: Float64Array = new Float64Array(0);
  private tolerance = new Float64Array(0);
  private work = new Float64Array(0);
  private readonly scale = new Float64Array(1);
  private readonly miss = new Float64Array(2);
  /** How far the force of the row in hand may grow. */
  private readonly step = new Float64Array(1);

  /** Makes room for the problem. */
  setUp(problem: RowProblem): void {
    const m = problem.rowCount;
    if (m > this.tolerance.length) {
      this.tolerance = new Float64Array(m);
      this.missed = new Float64Array(m);
      this.certificate = resize(this.certificate, m);
    }
    if (problem.dimension > this.work.length) {
      this.work = new Float64Array(problem.dimension);
      this.solved = new Float64Array(problem.dimension);
    }
    this.set.reset(problem, Math.min(m, problem.dimension));
  }

  /**
   * Solves for f, y and a. The problem's own y⁰, c and kinds may be replaced by others; `d` are the squared lengths of
   * the rows. Where `warm`, f is a guess of the forces.
   */
  solve(
    problem: RowProblem,
    y0: Float64Array,
    c: Float64Array,
    kind: Uint8Array,
    d: Float64Array,
    f: Float64Array,
    y: Float64Array,
    a: Float64Array,
    warm: boolean,
  ): RowStatus {
    this.setUp(problem);
    const m = problem.rowCount;
    const { scale } = this;
    const { place } = this.set;
    this.given = y0;
    this.pivots = 0;
    this.missed.fill(0);
    evaluateRows(a, problem, y0, c);
    measureLargest(scale, 0, a, m);
    if (warm) this.takeGuess(problem, y0, c, kind, d, f, y, a);
    else {
      for (let i = 0; i < m; i++) f[i] = 0;
      moveByForces(y, problem, y0, f);
    }
    if (!Number.isFinite(scale[0])) return RowStatus.notFinite;
    this.measure(problem, y0, c, f);
    const limit = 20 * (m + problem.dimension) + 100;
    for (let i = 0; i < m; i++) {
      if (kind[i] !== RowKind.equality || place[i] >= 0) continue;
      const status = this.bringIn(i, problem, c, kind, d, f, y, limit);
      if (status !== RowStatus.ok) return status;
    }
    return this.run(problem, y0, c, kind, d, f, y, a, limit);
  }

  /**
   * Solves for y with J y = 0 on the rows of the set as it stands, all equalities, and J y + c ≥ 0 on the inequalities:
   * the y of least length. Inequalities may be left in the set.
   */
  resume(
    problem: RowProblem,
    zero: Float64Array,
    c: Float64Array,
    kind: Uint8Array,
    d: Float64Array,
    f: Float64Array,
    y: Float64Array,
    a: Float64Array,
  ): RowStatus {
    const m = problem.rowCount;
    const { scale } = this;
    this.given = zero;
    this.pivots = 0;
    this.missed.fill(0);
    for (let i = 0; i < m; i++) f[i] = 0;
    moveByForces(y, problem, zero, f);
    measureLargest(scale, 0, c, m);
    this.measure(problem, zero, c, f);
    return this.run(problem, zero, c, kind, d, f, y, a, 20 * (m + problem.dimension) + 100);
  }

  /** What rows may be wrong by. */
  private measure(problem: RowProblem, y0: Float64Array, c: Float64Array, f: Float64Array): void {
    const { tolerance, least, missed } = this;
    measureTolerance(tolerance, problem, y0, c, f, this.work, this.scale, 0);
    for (let i = 0; i < problem.rowCount; i++) {
      if (least !== null) tolerance[i] = Math.max(tolerance[i], least[i]);
      tolerance[i] = Math.max(tolerance[i], missed[i]);
    }
  }

  /** Brings inequalities in until none is violated. */
  private run(
    problem: RowProblem,
    y0: Float64Array,
    c: Float64Array,
    kind: Uint8Array,
    d: Float64Array,
    f: Float64Array,
    y: Float64Array,
    a: Float64Array,
    limit: number,
  ): RowStatus {
    const { tolerance } = this;
    for (let clean = false; ; ) {
      evaluateRows(a, problem, y, c);
      const p = findWorst(problem.rowCount, a, d, this.set.place, kind, tolerance);
      if (p < 0) {
        if (clean) return RowStatus.ok;
        this.refine(problem, y0, c, kind, f, y, a);
        this.measure(problem, y0, c, f);
        clean = true;
        continue;
      }
      clean = false;
      const status = this.bringIn(p, problem, c, kind, d, f, y, limit);
      if (status !== RowStatus.ok) return status;
    }
  }

  /** Brings row p to a = 0. */
  private bringIn(
    p: number,
    problem: RowProblem,
    c: Float64Array,
    kind: Uint8Array,
    d: Float64Array,
    f: Float64Array,
    y: Float64Array,
    limit: number,
  ): RowStatus {
    const { set, tolerance } = this;
    const { qr, active, r } = set;
    const { rowStart, values, column } = problem;
    const from = rowStart[p];
    const to = rowStart[p + 1];
    while (this.pivots++ < limit) {
      const isDependent = set.project(problem, p, d);
      let ap = c[p];
      for (let k = from; k < to; k++) ap += values[k] * y[column[k]];
      // an equality may have to be pulled
      const sign = ap <= 0 ? 1 : -1;
      set.solveRow();
      if (isDependent && Math.abs(ap) <= tolerance[p]) {
        // nothing more is needed of it
        if (set.passOn(p, kind, d, f)) return RowStatus.ok;
        continue;
      }
      this.step[0] = isDependent ? Infinity : Math.abs(ap) / qr.result[QrResult.rest];
      let leaving = this.findLeaving(kind, d, f, sign, isDependent ? leastShare * Math.sqrt(d[p]) : 0);
      if (this.step[0] === Infinity) {
        this.measure(problem, this.given, c, f);
        this.miss[0] = Math.abs(ap);
        // what is left of the row beside the active ones was taken for nothing
        let square = 0;
        for (let k = 0; k < problem.dimension; k++) square += y[k] * y[k];
        this.miss[1] = qr.size < qr.capacity ? Math.sqrt(qr.result[QrResult.rest] * square) : 0;
        if (this.mayMiss(p)) continue;
        leaving = this.findLeaving(kind, d, f, sign, 0);
        if (this.step[0] === Infinity) return this.prove(p, problem.rowCount, sign);
      }
      const step = this.step[0];
      if (!(step < Infinity)) return RowStatus.notFinite;
      for (let j = 0; j < qr.size; j++) f[active[j]] -= step * sign * r[j];
      f[p] += sign * step;
      if (!isDependent) for (let k = 0; k < problem.dimension; k++) y[k] += sign * step * qr.z[k];
      if (leaving < 0) {
        set.enter(p);
        return RowStatus.ok;
      }
      f[active[leaving]] = 0;
      set.leave(leaving);
    }
    return RowStatus.iterationLimit;
  }

  /**
   * The column of the set whose force comes to nothing first as that of the row last projected grows, and −1 if none does before
   * `step`, which is shortened to that. Rows with a share of no more than `least` in the projected one, times their length, have none.
   */
  private findLeaving(kind: Uint8Array, d: Float64Array, f: Float64Array, sign: number, least: number): number {
    const { active, r, qr } = this.set;
    const { step } = this;
    let leaving = -1;
    for (let j = 0; j < qr.size; j++) {
      const i = active[j];
      if (kind[i] === RowKind.equality || !(sign * r[j] > 0) || !(sign * r[j] * Math.sqrt(d[i]) > least)) continue;
      const bound = f[i] / (sign * r[j]);
      if (!(bound < step[0])) continue;
      step[0] = Math.max(0, bound);
      leaving = j;
    }
    return leaving;
  }

  /** Whether row p, which the active rows do not let come nearer than `miss`, is where it should be but for rounding. */
  private mayMiss(p: number): boolean {
    const { set, tolerance, missed } = this;
    const size = this.miss[0];
    let sum = tolerance[p];
    for (let j = 0; j < set.qr.size; j++) sum += Math.abs(set.r[j]) * tolerance[set.active[j]];
    if (!(size <= contradiction * sum + this.miss[1])) return false;
    // a little more, as y is found anew
    missed[p] = size + sum;
    tolerance[p] = missed[p];
    return true;
  }

  /** Writes the proof that row p cannot be satisfied together with the active ones. */
  private prove(p: number, m: number, sign: number): RowStatus {
    const { certificate } = this;
    const { active, r, qr } = this.set;
    for (let i = 0; i < m; i++) certificate[i] = 0;
    for (let j = 0; j < qr.size; j++) certificate[active[j]] = -sign * r[j];
    certificate[p] = sign;
    return RowStatus.infeasible;
  }

  /** Starts from the rows that f presses on, large forces first, without those that would have to pull. */
  private takeGuess(
    problem: RowProblem,
    y0: Float64Array,
    c: Float64Array,
    kind: Uint8Array,
    d: Float64Array,
    f: Float64Array,
    y: Float64Array,
    a: Float64Array,
  ): void {
    const { set } = this;
    const { qr, active, place } = set;
    const { rowStart, values, column, rowCount: m } = problem;
    let most = 0;
    for (let i = 0; i < m; i++) if (kind[i] !== RowKind.equality) most = Math.max(most, f[i] * d[i]);
    for (let pass = 0, bound = Infinity; pass < 12; pass++, bound = (pass === 1 ? 0.3 : bound / most / 8) * most) {
      for (let i = 0; i < m && qr.size < qr.capacity; i++) {
        const wanted = pass === 0 ? kind[i] === RowKind.equality : kind[i] !== RowKind.equality && f[i] * d[i] > bound;
        if (!wanted || place[i] >= 0) continue;
        qr.project(values, column, rowStart[i], rowStart[i + 1]);
        if (qr.result[QrResult.rest] > doubtful * d[i]) set.enter(i);
      }
    }
    for (let worst = 0; worst >= 0; ) {
      for (let i = 0; i < m; i++) f[i] = 0;
      moveByForces(y, problem, y0, f);
      evaluateRows(a, problem, y, c);
      this.correct(f, a);
      worst = -1;
      for (let j = 0; j < qr.size; j++) {
        const i = active[j];
        if (kind[i] === RowKind.equality || f[i] >= 0) continue;
        if (worst < 0 || f[i] * d[i] < f[active[worst]] * d[active[worst]]) worst = j;
      }
      if (worst >= 0) set.leave(worst);
    }
    moveByForces(y, problem, y0, f);
  }

  /** Corrects the active forces so that what a has left on the active rows goes: f ← f − (NᵀN)⁻¹ a. */
  private correct(f: Float64Array, a: Float64Array): void {
    const { qr, active, r } = this.set;
    for (let j = 0; j < qr.size; j++) r[j] = a[active[j]];
    qr.solveUpperTransposed(r);
    qr.solveUpper(r);
    for (let j = 0; j < qr.size; j++) f[active[j]] -= r[j];
  }

  /** Removes the rounding that the pivots have gathered. */
  private refine(
    problem: RowProblem,
    y0: Float64Array,
    c: Float64Array,
    kind: Uint8Array,
    f: Float64Array,
    y: Float64Array,
    a: Float64Array,
  ): void {
    for (let pass = 0; pass < 3; pass++) {
      moveByForces(y, problem, y0, f);
      evaluateRows(a, problem, y, c);
      if (pass < 2) this.correct(f, a);
      if (pass === 1) {
        for (let i = 0; i < problem.rowCount; i++) if (kind[i] !== RowKind.equality && f[i] < 0) f[i] = 0;
      }
    }
    if (this.keepsMotion) this.closeMotion(problem, f, y, a);
  }

  /** Brings y back onto the active rows, y ← y − N (NᵀN)⁻¹ a, of nodes for which that is within the rounding of their forces. */
  private closeMotion(problem: RowProblem, f: Float64Array, y: Float64Array, a: Float64Array): void {
    const { work, solved } = this;
    const { qr, active, r } = this.set;
    const { dimension, rowStart, values, column } = problem;
    for (let k = 0; k < dimension; k++) solved[k] = y[k];
    for (let j = 0; j < qr.size; j++) r[j] = a[active[j]];
    qr.solveUpperTransposed(r);
    qr.solveUpper(r);
    for (let j = 0; j < qr.size; j++) {
      const i = active[j];
      for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) solved[column[k]] -= values[k] * r[j];
    }
    keepMotion(y, solved, problem, f, work);
  }
}

/** The row outside the set that is violated most beyond its tolerance, measured in motion; −1 if there is none. */
function findWorst(
  m: number,
  a: Float64Array,
  d: Float64Array,
  place: Int32Array,
  kind: Uint8Array,
  tolerance: Float64Array,
): number {
  let worst = -1;
  let most = 0;
  for (let i = 0; i < m; i++) {
    if (place[i] >= 0 || kind[i] !== RowKind.inequality || !(a[i] < -tolerance[i])) continue;
    // infinite for a row that moves nothing
    const size = (a[i] * a[i]) / d[i];
    if (size > most) {
      most = size;
      worst = i;
    }
  }
  return worst;
}
