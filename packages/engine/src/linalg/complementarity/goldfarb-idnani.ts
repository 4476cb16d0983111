/**
 * Row problems by the dual active set of Goldfarb and Idnani (1983): min ½|y − y⁰|² under the rows. Starting from y⁰, the
 * most violated row p is brought in, at the cost of those that are in:
 *
 *   z = (1 − Q Qᵀ) n_p     the way of y, along which the active rows keep a = 0; N = Q R their normals (thin-qr.ts)
 *   r = R⁻¹ Qᵀ n_p         what the active forces lose a unit of f_p
 *   t = min(−a_p/|z|², min f_j/r_j over r_j > 0)     a_p reaches zero, or an active force does, and leaves
 *
 * A row that depends on the active ones (z = 0) takes a step of the forces alone; where no force stops it, its forces are a proof
 * that no y satisfies the rows, if a_p is beyond what is not known of the rows: they have been rounded as well, so that what is
 * redundant never fits to the last bits. Equalities come first and never leave. |y − y⁰| grows with every full step, so no set
 * comes twice. Only independent rows are ever active: a singular J Jᵀ is no trouble.
 */
import { resize } from "../../math/index.js";
import { QrResult } from "../dense/index.js";
import { keepMotion } from "./node-masses.js";
import { inconsistencyFactor, leastExchangeShare, warmStartIndependence } from "./parameters.js";
import { evaluateRows, measureLargest, measureTolerance, moveByForces } from "./row-products.js";
import { RowKind, type UnilateralProblem } from "./unilateral-problem.js";
import { UnilateralStatus } from "./unilateral-result.js";
import { WorkingSet } from "./working-set.js";

/** Kind of a row that is to be left out. */
export const absentRow = 255;

/** The dual active set method of Goldfarb and Idnani, with its working set and scratch arrays. */
export class GoldfarbIdnani {
  /** Pivots of the last solve. */
  pivots = 0;
  /** Where there is no solution: see `RowResult.certificate`. */
  certificate = new Float64Array(0);
  /** The rows with a = 0 at the end of a solve. */
  readonly set = new WorkingSet();
  /** Lower bounds of the errors of the accelerations, by row, where these are known from elsewhere. */
  least: Float64Array | null = null;
  /** By how much each row misses, where it depends on others that do not quite fit; else 0. */
  inconsistency = new Float64Array(0);
  /** Whether y is brought back onto the rows at the end, where rounding of forces has left it beside them: node-masses.ts. */
  keepsSolvedMotion = false;
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
  setUp(problem: UnilateralProblem): void {
    const m = problem.rowCount;
    if (m > this.tolerance.length) {
      this.tolerance = new Float64Array(m);
      this.inconsistency = new Float64Array(m);
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
    problem: UnilateralProblem,
    y0: Float64Array,
    c: Float64Array,
    kind: Uint8Array,
    d: Float64Array,
    f: Float64Array,
    y: Float64Array,
    a: Float64Array,
    warm: boolean,
  ): UnilateralStatus {
    this.setUp(problem);
    const m = problem.rowCount;
    const { scale } = this;
    const { place } = this.set;
    this.given = y0;
    this.pivots = 0;
    this.inconsistency.fill(0);
    evaluateRows(a, problem, y0, c);
    measureLargest(scale, 0, a, m);
    if (warm) this.startWarm(problem, y0, c, kind, d, f, y, a);
    else {
      for (let i = 0; i < m; i++) f[i] = 0;
      moveByForces(y, problem, y0, f);
    }
    if (!Number.isFinite(scale[0])) return UnilateralStatus.notFinite;
    this.measure(problem, y0, c, f);
    const limit = 20 * (m + problem.dimension) + 100;
    for (let i = 0; i < m; i++) {
      if (kind[i] !== RowKind.equality || place[i] >= 0) continue;
      const status = this.activate(i, problem, c, kind, d, f, y, limit);
      if (status !== UnilateralStatus.ok) return status;
    }
    return this.run(problem, y0, c, kind, d, f, y, a, limit);
  }

  /**
   * Solves for y with J y = 0 on the rows of the set as it stands, all equalities, and J y + c ≥ 0 on the inequalities:
   * the y of least length. Inequalities may be left in the set.
   */
  resume(
    problem: UnilateralProblem,
    zero: Float64Array,
    c: Float64Array,
    kind: Uint8Array,
    d: Float64Array,
    f: Float64Array,
    y: Float64Array,
    a: Float64Array,
  ): UnilateralStatus {
    const m = problem.rowCount;
    const { scale } = this;
    this.given = zero;
    this.pivots = 0;
    this.inconsistency.fill(0);
    for (let i = 0; i < m; i++) f[i] = 0;
    moveByForces(y, problem, zero, f);
    measureLargest(scale, 0, c, m);
    this.measure(problem, zero, c, f);
    return this.run(problem, zero, c, kind, d, f, y, a, 20 * (m + problem.dimension) + 100);
  }

  /** Measures the errors that the accelerations of all rows may have. */
  private measure(problem: UnilateralProblem, y0: Float64Array, c: Float64Array, f: Float64Array): void {
    const { tolerance, least, inconsistency } = this;
    measureTolerance(tolerance, problem, y0, c, f, this.work, this.scale, 0);
    for (let i = 0; i < problem.rowCount; i++) {
      if (least !== null) tolerance[i] = Math.max(tolerance[i], least[i]);
      tolerance[i] = Math.max(tolerance[i], inconsistency[i]);
    }
  }

  /** Brings inequalities in until none is violated. */
  private run(
    problem: UnilateralProblem,
    y0: Float64Array,
    c: Float64Array,
    kind: Uint8Array,
    d: Float64Array,
    f: Float64Array,
    y: Float64Array,
    a: Float64Array,
    limit: number,
  ): UnilateralStatus {
    const { tolerance } = this;
    for (let clean = false; ; ) {
      evaluateRows(a, problem, y, c);
      const p = findWorst(problem.rowCount, a, d, this.set.place, kind, tolerance);
      if (p < 0) {
        if (clean) return UnilateralStatus.ok;
        this.refine(problem, y0, c, kind, f, y, a);
        this.measure(problem, y0, c, f);
        clean = true;
        continue;
      }
      clean = false;
      const status = this.activate(p, problem, c, kind, d, f, y, limit);
      if (status !== UnilateralStatus.ok) return status;
    }
  }

  /** Brings row p to a = 0. */
  private activate(
    p: number,
    problem: UnilateralProblem,
    c: Float64Array,
    kind: Uint8Array,
    d: Float64Array,
    f: Float64Array,
    y: Float64Array,
    limit: number,
  ): UnilateralStatus {
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
        if (set.transferForce(p, kind, d, f)) return UnilateralStatus.ok;
        continue;
      }
      this.step[0] = isDependent ? Infinity : Math.abs(ap) / qr.result[QrResult.rest];
      let leaving = this.findLeaving(kind, d, f, sign, isDependent ? leastExchangeShare * Math.sqrt(d[p]) : 0);
      if (this.step[0] === Infinity) {
        this.miss[0] = Math.abs(ap);
        this.measureRest(problem, c, f, y);
        if (this.acceptInconsistency(p)) continue;
        leaving = this.findLeaving(kind, d, f, sign, 0);
        if (this.step[0] === Infinity) return this.prove(p, problem.rowCount, sign);
      }
      const step = this.step[0];
      if (!(step < Infinity)) return UnilateralStatus.notFinite;
      for (let j = 0; j < qr.size; j++) f[active[j]] -= step * sign * r[j];
      f[p] += sign * step;
      if (!isDependent) for (let k = 0; k < problem.dimension; k++) y[k] += sign * step * qr.z[k];
      if (leaving < 0) {
        set.enter(p);
        return UnilateralStatus.ok;
      }
      f[active[leaving]] = 0;
      set.leave(leaving);
    }
    return UnilateralStatus.iterationLimit;
  }

  /** miss[1]: what the part of a dependent row beside the active ones, which was taken for nothing, moves. */
  private measureRest(problem: UnilateralProblem, c: Float64Array, f: Float64Array, y: Float64Array): void {
    const { qr } = this.set;
    this.measure(problem, this.given, c, f);
    let square = 0;
    for (let k = 0; k < problem.dimension; k++) square += y[k] * y[k];
    this.miss[1] = qr.size < qr.capacity ? Math.sqrt(qr.result[QrResult.rest] * square) : 0;
  }

  /**
   * The column of the set whose force comes to nothing first as that of the row last projected grows, and −1 if none does before
   * `step`, which is shortened to that. Rows with a share of no more than `least` in the projected one, times their length, have
   * none.
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
  private acceptInconsistency(p: number): boolean {
    const { set, tolerance, inconsistency } = this;
    const size = this.miss[0];
    let sum = tolerance[p];
    for (let j = 0; j < set.qr.size; j++) sum += Math.abs(set.r[j]) * tolerance[set.active[j]];
    if (!(size <= inconsistencyFactor * sum + this.miss[1])) return false;
    // a little more, as y is found anew
    inconsistency[p] = size + sum;
    tolerance[p] = inconsistency[p];
    return true;
  }

  /** Writes the proof that row p cannot be satisfied together with the active ones. */
  private prove(p: number, m: number, sign: number): UnilateralStatus {
    const { certificate } = this;
    const { active, r, qr } = this.set;
    for (let i = 0; i < m; i++) certificate[i] = 0;
    for (let j = 0; j < qr.size; j++) certificate[active[j]] = -sign * r[j];
    certificate[p] = sign;
    return UnilateralStatus.infeasible;
  }

  /** Starts from the rows that carry the forces f, large forces first, without those whose forces would be negative. */
  private startWarm(
    problem: UnilateralProblem,
    y0: Float64Array,
    c: Float64Array,
    kind: Uint8Array,
    d: Float64Array,
    f: Float64Array,
    y: Float64Array,
    a: Float64Array,
  ): void {
    const { set } = this;
    const { qr, active } = set;
    this.enterByForce(problem, kind, d, f);
    for (let worst = 0; worst >= 0; ) {
      for (let i = 0; i < problem.rowCount; i++) f[i] = 0;
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

  /** Takes the equalities into the set, then rows by their forces, in passes of falling bounds on f d. */
  private enterByForce(problem: UnilateralProblem, kind: Uint8Array, d: Float64Array, f: Float64Array): void {
    const { set } = this;
    const { qr, place } = set;
    const { rowStart, values, column, rowCount: m } = problem;
    let most = 0;
    for (let i = 0; i < m; i++) if (kind[i] !== RowKind.equality) most = Math.max(most, f[i] * d[i]);
    for (let pass = 0, bound = Infinity; pass < 12; pass++, bound = (pass === 1 ? 0.3 : bound / most / 8) * most) {
      for (let i = 0; i < m && qr.size < qr.capacity; i++) {
        const wanted = pass === 0 ? kind[i] === RowKind.equality : kind[i] !== RowKind.equality && f[i] * d[i] > bound;
        if (!wanted || place[i] >= 0) continue;
        qr.project(values, column, rowStart[i], rowStart[i + 1]);
        if (qr.result[QrResult.rest] > warmStartIndependence * d[i]) set.enter(i);
      }
    }
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
    problem: UnilateralProblem,
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
    if (this.keepsSolvedMotion) this.closeMotion(problem, f, y, a);
  }

  /** Brings y back onto the active rows, y ← y − N (NᵀN)⁻¹ a, of nodes for which that is within the rounding of their forces. */
  private closeMotion(problem: UnilateralProblem, f: Float64Array, y: Float64Array, a: Float64Array): void {
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
