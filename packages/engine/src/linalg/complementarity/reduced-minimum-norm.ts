/**
 * Forces of minimum norm where the equalities were eliminated and are independent (equality-elimination.ts). The self-stresses
 * are then few: each active row p that depends on others, n̂ₚ = Σ rⱼ n̂ⱼ, gives one,
 *
 *   z = eₚ − Σ rⱼ eⱼ   on the inequalities, and −W z, W = (w₁ w₂ …), on the equalities: a column of G
 *   min ½|f + G s|² under f + Z s ≥ 0        with G = Q R, x = R s:   min ½|x + Qᵀ f|² under (Z R⁻¹) x + f ≥ 0
 *
 * a problem of unilateral rows with as many coordinates as there are such rows.
 */

import { ThinQr } from "../dense/index.js";
import type { EqualityElimination } from "./equality-elimination.js";
import { GoldfarbIdnani } from "./goldfarb-idnani.js";
import { measureDelassusDiagonal } from "./row-products.js";
import { RowKind, UnilateralProblem } from "./unilateral-problem.js";
import { UnilateralStatus } from "./unilateral-result.js";
import { WorkingSet } from "./working-set.js";

/** The forces of minimum norm of a reduced problem, found in the space of its self-stresses. */
export class ReducedMinimumNorm {
  private readonly set = new WorkingSet();
  private readonly qr = new ThinQr();
  private readonly dual = new GoldfarbIdnani();
  private readonly problem = new UnilateralProblem();
  /** Z, a column behind the other, each an entry an inequality. */
  private Z = new Float64Array(0);
  private column = new Int32Array(0);
  /** A column of G, or all forces: inequalities, then equalities. */
  private g = new Float64Array(0);
  private d = new Float64Array(0);
  private f = new Float64Array(0);
  private a = new Float64Array(0);
  private x = new Float64Array(0);
  private s = new Float64Array(0);
  private rowCount = 0;

  /** Replaces f, which is zero outside the rows with `holds` ≠ 0. False, with f as it was, if that is not possible. */
  run(reduction: EqualityElimination, holds: Uint8Array, f: Float64Array): boolean {
    const { count, equalities, rows } = reduction;
    this.setUp(count, equalities.count);
    const free = this.findFree(reduction, holds);
    if (free === 0) return true;
    const { qr, g, problem, x, column } = this;
    const size = count + equalities.count;
    qr.reset(size, free);
    for (let q = 0; q < free; q++) {
      this.writeColumn(reduction, q);
      qr.project(g, column, 0, size);
      qr.append();
    }
    for (let k = 0; k < count; k++) g[k] = f[rows[k]];
    for (let e = 0; e < equalities.count; e++) g[count + e] = f[equalities.rows[e]];
    qr.project(g, column, 0, size);
    problem.clear();
    problem.addNode(free);
    for (let q = 0; q < free; q++) problem.y0[q] = -qr.d[q];
    for (let k = 0; k < count; k++) if (holds[rows[k]] === 1) this.addRow(k, free, f, rows[k]);
    measureDelassusDiagonal(this.d, problem);
    const { y0, c, kind } = problem;
    if (this.dual.solve(problem, y0, c, kind, this.d, this.f, x, this.a, false) !== UnilateralStatus.ok) return false;
    qr.solveUpper(x);
    this.move(reduction, free, f);
    return true;
  }

  /** Writes Z; how many columns it has. */
  private findFree({ problem, count, rows, d }: EqualityElimination, holds: Uint8Array): number {
    const { set } = this;
    set.reset(problem, Math.min(count, problem.dimension));
    let free = 0;
    for (let k = 0; k < count; k++) {
      if (holds[rows[k]] === 0 || d[k] === 0) continue;
      if (!set.project(problem, k, d)) {
        set.enter(k);
        continue;
      }
      set.solveRow();
      if ((free + 1) * count > this.Z.length) this.growColumns(free * count, 2 * (free + 1) * count);
      const o = free++ * count;
      for (let i = 0; i < count; i++) this.Z[o + i] = 0;
      for (let j = 0; j < set.size; j++) this.Z[o + set.active[j]] = -set.r[j];
      this.Z[o + k] = 1;
    }
    if (free > this.x.length) {
      this.x = new Float64Array(2 * free);
      this.s = new Float64Array(2 * free);
    }
    return free;
  }

  private growColumns(used: number, length: number): void {
    const Z = new Float64Array(length);
    for (let k = 0; k < used; k++) Z[k] = this.Z[k];
    this.Z = Z;
  }

  private writeColumn(reduction: EqualityElimination, q: number): void {
    const { g, Z } = this;
    const { count, equalities } = reduction;
    for (let i = 0; i < count; i++) g[i] = Z[q * count + i];
    for (let e = 0; e < equalities.count; e++) g[count + e] = 0;
    for (let i = 0; i < count; i++) {
      reduction.share[0] = -Z[q * count + i];
      reduction.addShare(g, count, i);
    }
  }

  /** Zₖ R⁻¹ as a row, with the force f[i]; where nothing frees it there is none. */
  private addRow(k: number, free: number, f: Float64Array, i: number): void {
    const { problem, s, Z, qr } = this;
    const count = this.rowCount;
    let isFree = false;
    for (let q = 0; q < free; q++) {
      s[q] = Z[q * count + k];
      if (s[q] !== 0) isFree = true;
    }
    if (!isFree) return;
    qr.solveUpperTransposed(s);
    const row = problem.addRow(RowKind.inequality, 0);
    const o = problem.rowStart[row];
    for (let q = 0; q < free; q++) problem.values[o + q] = s[q];
    problem.c[row] = f[i];
  }

  /** f ← f + G s. */
  private move(reduction: EqualityElimination, free: number, f: Float64Array): void {
    const { g, Z, x } = this;
    const { count, equalities, rows } = reduction;
    for (let e = 0; e < equalities.count; e++) g[e] = 0;
    for (let k = 0; k < count; k++) {
      let change = 0;
      for (let q = 0; q < free; q++) change += Z[q * count + k] * x[q];
      if (change === 0) continue;
      // what is negative by rounding is zero
      const next = Math.max(0, f[rows[k]] + change);
      reduction.share[0] = f[rows[k]] - next;
      reduction.addShare(g, 0, k);
      f[rows[k]] = next;
    }
    for (let e = 0; e < equalities.count; e++) f[equalities.rows[e]] += g[e];
  }

  private setUp(count: number, equalities: number): void {
    this.rowCount = count;
    const size = count + equalities;
    if (size > this.g.length) {
      this.g = new Float64Array(2 * size);
      this.column = Int32Array.from({ length: 2 * size }, (_, k) => k);
    }
    if (count <= this.d.length) return;
    this.d = new Float64Array(2 * count);
    this.f = new Float64Array(2 * count);
    this.a = new Float64Array(2 * count);
  }
}
