/**
 * The rank of the active rows, and whether their forces are unique.
 *
 *   rank      independent rows are picked from those on the same nodes, by QR; over these, eigenvalues of Σ Jᵢᵀ Jᵢ/dᵢ
 *             above τ are counted by the signs in the factor of that minus τ (Sylvester's law of inertia), for a large and a
 *             small τ. If all rows are counted, or the same number twice, that is the rank. Else some rows are nearly dependent,
 *             and QR over all of them decides
 *   unique    rank = rows; or the rows that carry force are independent and no self-stress v ≠ 0, Jᵀ v = 0, v ≥ 0 on the
 *             active rows without force, can be added. By Farkas' lemma there is none just if some motion y has J y = 0 on the
 *             rows that carry force and J y > 0 on the others: again a problem of unilateral rows.
 */
import { resize } from "../../math/index.js";
import { SolveStatus } from "../dense/index.js";
import { absentRow, type GoldfarbIdnani } from "./goldfarb-idnani.js";
import type { NormalMatrix } from "./normal-matrix.js";
import {
  activeNoise,
  activeTolerance,
  denseWork,
  rankForceTolerance,
  rankLowThreshold,
  rankSmallRows,
  rankThreshold,
} from "./parameters.js";
import { RowGroups } from "./row-groups.js";
import { measureTolerance } from "./row-products.js";
import { RowKind, type UnilateralProblem } from "./unilateral-problem.js";
import { UnilateralFigure, type UnilateralResult, UnilateralStatus } from "./unilateral-result.js";
import { WorkingSet } from "./working-set.js";

/** The rank and the uniqueness of the forces of a solution, with their scratch arrays. */
export class ActiveRank {
  /** Marks, 1 or 0, of the active rows, equalities among them. */
  active = new Uint8Array(0);
  private kind = new Uint8Array(0);
  private inside = new Uint8Array(0);
  private weight = new Float64Array(0);
  private c = new Float64Array(0);
  private f = new Float64Array(0);
  private a = new Float64Array(0);
  private zero = new Float64Array(0);
  private y = new Float64Array(0);
  private shift = new Float64Array(0);
  private lowShift = new Float64Array(0);
  private tolerance = new Float64Array(0);
  private work = new Float64Array(0);
  private readonly groups = new RowGroups();
  private readonly set = new WorkingSet();

  setUp(problem: UnilateralProblem): void {
    const m = problem.rowCount;
    const n = problem.dimension;
    if (m > this.active.length) {
      this.active = resize(this.active, m);
      this.kind = resize(this.kind, m);
      this.inside = resize(this.inside, m);
      this.weight = resize(this.weight, m);
      this.c = resize(this.c, m);
      this.f = resize(this.f, m);
      this.a = resize(this.a, m);
      this.tolerance = resize(this.tolerance, m);
    }
    if (n > this.shift.length) {
      this.zero = new Float64Array(n);
      this.y = new Float64Array(n);
      this.work = new Float64Array(n);
      this.shift = new Float64Array(n).fill(-rankThreshold);
      this.lowShift = new Float64Array(n).fill(-rankLowThreshold);
    }
  }

  /** Finds the active rows of a solution, and writes their number into the result. */
  findActive(problem: UnilateralProblem, d: Float64Array, result: UnilateralResult): void {
    this.setUp(problem);
    const { tolerance } = this;
    const { figures, f, a } = result;
    measureTolerance(tolerance, problem, problem.y0, problem.c, f, this.work, figures, UnilateralFigure.scale);
    const limit = activeTolerance * figures[UnilateralFigure.scale];
    let count = 0;
    for (let i = 0; i < problem.rowCount; i++) {
      const isClosed = a[i] <= limit + activeNoise * tolerance[i] || f[i] > 0;
      const holds = d[i] > 0 && (problem.kind[i] === RowKind.equality || isClosed);
      this.active[i] = holds ? 1 : 0;
      if (holds) count++;
    }
    result.activeCount = count;
  }

  /** Writes the number of active rows, rank and uniqueness into the result of a solve. */
  judge(
    problem: UnilateralProblem,
    normal: NormalMatrix,
    dual: GoldfarbIdnani,
    d: Float64Array,
    result: UnilateralResult,
  ): void {
    this.findActive(problem, d, result);
    this.judgeFound(problem, normal, dual, d, result);
  }

  /** Writes rank and uniqueness where `active` and `result.activeCount` have been found. */
  judgeFound(
    problem: UnilateralProblem,
    normal: NormalMatrix,
    dual: GoldfarbIdnani,
    d: Float64Array,
    result: UnilateralResult,
  ): void {
    this.setUp(problem);
    const { active, kind, inside, c, zero } = this;
    const { rowCount: m } = problem;
    result.rank = this.count(problem, normal, d, active);
    result.unique = result.rank === result.activeCount;
    if (result.unique) return;
    const limit = rankForceTolerance * result.figures[UnilateralFigure.scale];
    let pressing = 0;
    for (let i = 0; i < m; i++) {
      const presses = active[i] === 1 && (problem.kind[i] === RowKind.equality || result.f[i] * d[i] > limit);
      inside[i] = presses ? 1 : 0;
      kind[i] = presses ? RowKind.equality : active[i] === 1 ? RowKind.inequality : absentRow;
      c[i] = kind[i] === RowKind.inequality ? -Math.sqrt(d[i]) : 0;
      if (presses) pressing++;
    }
    if (this.count(problem, normal, d, inside) < pressing) return;
    result.unique = dual.solve(problem, zero, c, kind, d, this.f, this.y, this.a, false) === UnilateralStatus.ok;
  }

  /** The rank of the rows with `inside` = 1, all of length d > 0. */
  count(problem: UnilateralProblem, normal: NormalMatrix, d: Float64Array, inside: Uint8Array): number {
    this.setUp(problem);
    const { weight, groups, set } = this;
    const { rowCount: m, dimension: n } = problem;
    let rows = 0;
    for (let i = 0; i < m; i++) {
      weight[i] = inside[i] === 1 ? 1 / d[i] : 0;
      if (inside[i] === 1) rows++;
    }
    set.reset(problem, Math.min(rows, n));
    if (rows <= rankSmallRows) return this.pick(problem, d, 0, m);
    groups.find(problem);
    rows = 0;
    for (let g = 0; g < groups.count; g++) {
      const size = groups.start[g + 1] - groups.start[g];
      set.restart(n, Math.min(size, groups.width[g]));
      rows += this.pick(problem, d, groups.start[g], groups.start[g + 1], groups.order);
    }
    const found = this.countAbove(problem, normal, this.shift);
    if (found === rows) return rows;
    const columns = Math.min(rows, n);
    if (found >= 0 && rows * columns * n > denseWork) return found;
    if (found >= 0 && this.countAbove(problem, normal, this.lowShift) === found) return found;
    set.restart(n, columns);
    return this.pick(problem, d, 0, m);
  }

  /** Counts the eigenvalues above τ of the rows with weight, with −τ all along the shift; −1 if that is not possible. */
  private countAbove(problem: UnilateralProblem, normal: NormalMatrix, shift: Float64Array): number {
    return normal.factor(problem, this.weight, shift) === SolveStatus.ok ? normal.positive : -1;
  }

  /** Takes independent rows into the set, and their weight from the others; how many are in. */
  private pick(problem: UnilateralProblem, d: Float64Array, from: number, to: number, order?: Int32Array): number {
    const { weight, set } = this;
    for (let k = from; k < to; k++) {
      const i = order === undefined ? k : order[k];
      if (weight[i] === 0) continue;
      if (set.project(problem, i, d)) weight[i] = 0;
      else set.enter(i);
    }
    return set.size;
  }
}
