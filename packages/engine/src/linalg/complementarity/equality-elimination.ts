/**
 * A problem with many equalities as one without: these are eliminated (equality-factor.ts), and of each inequality only its part
 * along which all equalities are satisfied remains. With E the equalities and t by their factor,
 *
 *   ŷ⁰ = y⁰ − J_Eᵀ t₀,   n̂ᵢ = nᵢ − J_Eᵀ wᵢ,   wᵢ = A_E⁻¹ J_E nᵢ          ŷ⁰ and all n̂ are free of the equalities
 *   min ½|y − ŷ⁰|² under n̂ᵢ·y + ĉᵢ ≥ 0,  ĉᵢ = cᵢ − wᵢ·c_E   has the same y and fᵢ;   f_E = −t₀ − Σ fᵢ wᵢ
 *
 * So hundreds of joints cost two sparse solves a contact. In the space of the n̂, which has no more dimensions than there are of
 * them (N̂ = Q R, projected-rows.ts), a few contacts then make a small dense problem, however many joints there are:
 *
 *   y = ŷ⁰ + Q x,   min ½|x|² under rᵢ·x + (n̂ᵢ·ŷ⁰ + ĉᵢ) ≥ 0
 *
 * Many contacts on nodes that are joined in small groups keep short rows: there Q is a basis of the null space of each group
 * (nullspace.ts).
 *
 * Everything is projected twice, since once is not enough where much cancels. The residual that rounding leaves is removed on the
 * rows themselves.
 */

import { EqualityFactor } from "./equality-factor.js";
import type { GoldfarbIdnani } from "./goldfarb-idnani.js";
import { GroupNullspace } from "./nullspace.js";
import { smallProblem } from "./parameters.js";
import { ProjectedRows } from "./projected-rows.js";
import { evaluateRows, moveByForces } from "./row-products.js";
import { RowKind, UnilateralProblem } from "./unilateral-problem.js";
import type { UnilateralResult } from "./unilateral-result.js";

/** The reduced problem of a problem with equalities, and the way back from its solution. */
export class EqualityElimination {
  readonly equalities = new EqualityFactor();
  /** The rows r, on one node; n̂·ŷ⁰ + ĉ. */
  readonly problem = new UnilateralProblem();
  /** Their number, the row of each in the problem given, and the squared length that it has there. */
  count = 0;
  rows = new Int32Array(0);
  d = new Float64Array(0);
  /** f of the inequalities; x and the accelerations of the reduced problem. */
  f = new Float64Array(0);
  a = new Float64Array(0);
  x = new Float64Array(0);
  /** The factor of `addShare`: in an array, since a number that is passed on is boxed. */
  readonly share = new Float64Array(1);
  private readonly kept = new ProjectedRows();
  private readonly nullspace = new GroupNullspace();
  /** Whether the rows are written in the null spaces of groups. */
  private isSparse = false;
  /** The problem given last. */
  private given: UnilateralProblem | null = null;
  private y = new Float64Array(0);
  private slot = new Int32Array(0);
  private forces = new Float64Array(0);
  private t = new Float64Array(0);
  private change = new Float64Array(0);

  /** Takes over the rows, whose squared lengths are d. False if the equalities cannot be eliminated. */
  pose(problem: UnilateralProblem, d: Float64Array): boolean {
    const { equalities, kept, nullspace } = this;
    if (!equalities.prepare(problem, d)) return false;
    this.setUp(problem);
    this.given = problem;
    this.isSparse = this.count > smallProblem && nullspace.prepare(problem, equalities);
    if (this.isSparse) {
      for (let k = 0; k < this.count; k++) this.d[k] = d[this.rows[k]];
      nullspace.writeRows(this.problem, problem, this.rows, this.count);
      this.reserve(this.problem.dimension);
      return true;
    }
    kept.begin(equalities.generation, problem.dimension, equalities.count, this.count);
    for (let k = 0; k < this.count; k++) {
      const i = this.rows[k];
      this.d[k] = d[i];
      const found = kept.find(problem, i);
      this.slot[k] = found >= 0 ? found : kept.add(problem, i, equalities);
    }
    this.layRows(kept.qr.size);
    for (let k = 0; k < this.count; k++) this.writeRow(k, kept.qr.size);
    return true;
  }

  private setUp(problem: UnilateralProblem): void {
    const { rowCount: m, dimension: n, kind } = problem;
    if (m > this.rows.length) {
      this.rows = new Int32Array(2 * m);
      this.slot = new Int32Array(2 * m);
      this.d = new Float64Array(2 * m);
      this.f = new Float64Array(2 * m);
      this.a = new Float64Array(2 * m);
      this.forces = new Float64Array(2 * m);
      this.t = new Float64Array(2 * m);
      this.change = new Float64Array(2 * m);
    }
    if (n > this.y.length) this.y = new Float64Array(n);
    let count = 0;
    for (let i = 0; i < m; i++) if (kind[i] !== RowKind.equality) this.rows[count++] = i;
    this.count = count;
  }

  /** Gives the reduced problem its rows, of so many numbers. */
  private layRows(size: number): void {
    const { problem, count } = this;
    this.reserve(size);
    const width = Math.max(size, 1);
    if (problem.dimension !== width || problem.nodeCount !== 1) {
      problem.clear();
      problem.addNode(width);
    } else if (problem.rowCount > count) problem.limitRows(count);
    while (problem.rowCount < count) problem.addRow(RowKind.inequality, 0);
  }

  private reserve(size: number): void {
    if (size > this.x.length) this.x = new Float64Array(2 * size);
  }

  private writeRow(k: number, size: number): void {
    const { values, rowStart } = this.problem;
    const { coordinates, capacity, length } = this.kept;
    const slot = this.slot[k];
    const from = slot * capacity;
    for (let x = 0, o = rowStart[k]; x < size; x++, o++) values[o] = x < length[slot] ? coordinates[from + x] : 0;
  }

  /** n̂·ŷ⁰ + ĉ into the reduced problem, and the forces of the equalities that lead to ŷ⁰. */
  begin(problem: UnilateralProblem, f: Float64Array): void {
    const { equalities, forces, y, rows, count } = this;
    const { rowStart, column, values, c } = problem;
    for (let k = 0; k < problem.dimension; k++) y[k] = problem.y0[k];
    for (let e = 0; e < equalities.count; e++) forces[e] = 0;
    equalities.correct(problem, y, c, forces, 0);
    equalities.correct(problem, y, c, forces, 0);
    for (let i = 0; i < problem.rowCount; i++) f[i] = 0;
    for (let e = 0; e < equalities.count; e++) f[equalities.rows[e]] = forces[e];
    // n̂·ŷ⁰ + ĉ = n·ŷ⁰ + c, as J ŷ⁰ + c = 0 on the equalities
    for (let k = 0; k < count; k++) {
      const i = rows[k];
      let sum = c[i];
      for (let v = rowStart[i], end = rowStart[i + 1]; v < end; v++) sum += values[v] * y[column[v]];
      this.problem.c[k] = sum;
    }
  }

  /** Takes the f of the reduced problem over: those of all rows, y and a; what rounding left on the rows of the set goes. */
  finish(problem: UnilateralProblem, dual: GoldfarbIdnani, result: UnilateralResult): void {
    const { equalities, rows, count, forces } = this;
    const { f, y, a } = result;
    for (let k = 0; k < count; k++) {
      f[rows[k]] = this.f[k];
      this.share[0] = -this.f[k];
      this.addShare(forces, 0, k);
    }
    for (let e = 0; e < equalities.count; e++) f[equalities.rows[e]] = forces[e];
    moveByForces(y, problem, problem.y0, f);
    for (let pass = 0; pass < 2; pass++) {
      evaluateRows(a, problem, y, problem.c);
      this.correct(problem, dual, result);
      moveByForces(y, problem, problem.y0, f);
    }
    evaluateRows(a, problem, y, problem.c);
  }

  /** Takes what a has left on the equalities and on the active inequalities from the forces. */
  private correct(problem: UnilateralProblem, dual: GoldfarbIdnani, { f, y }: UnilateralResult): void {
    const { equalities, t, change, rows } = this;
    const { active, qr } = dual.set;
    const { rowStart, column, values, c } = problem;
    for (let e = 0; e < equalities.count; e++) t[e] = 0;
    equalities.correct(problem, y, c, t, 0);
    for (let j = 0; j < qr.size; j++) {
      const i = rows[active[j]];
      let sum = c[i];
      for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) sum += values[k] * y[column[k]];
      change[j] = sum;
    }
    qr.solveUpperTransposed(change);
    qr.solveUpper(change);
    for (let j = 0; j < qr.size; j++) {
      const i = rows[active[j]];
      const old = f[i];
      f[i] = Math.max(0, old - change[j]);
      this.share[0] = old - f[i];
      this.addShare(t, 0, active[j]);
    }
    for (let e = 0; e < equalities.count; e++) f[equalities.rows[e]] += t[e];
  }

  /** out[o …] += share[0] w of the inequality k. */
  addShare(out: Float64Array, o: number, k: number): void {
    const s = this.share[0];
    if (s === 0) return;
    if (this.isSparse) {
      this.nullspace.addShare(out, o, this.share, this.given as UnilateralProblem, this.rows[k]);
      return;
    }
    const { w } = this.kept;
    const m = this.equalities.count;
    const from = this.slot[k] * m;
    for (let e = 0; e < m; e++) out[o + e] += s * w[from + e];
  }

  /** The proof that the reduced rows contradict each other as one on all rows: u_E = −Σ wᵢ uᵢ. */
  writeCertificate(problem: UnilateralProblem, from: Float64Array, out: Float64Array): void {
    const { equalities, t, rows, count } = this;
    for (let i = 0; i < problem.rowCount; i++) out[i] = 0;
    for (let e = 0; e < equalities.count; e++) t[e] = 0;
    for (let k = 0; k < count; k++) {
      out[rows[k]] = from[k];
      this.share[0] = -from[k];
      this.addShare(t, 0, k);
    }
    for (let e = 0; e < equalities.count; e++) out[equalities.rows[e]] = t[e];
  }
}
