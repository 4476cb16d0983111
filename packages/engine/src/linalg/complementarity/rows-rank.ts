/**
 * How many of the rows that hold are independent, and whether their forces are the only ones.
 *
 *   rank      independent rows are picked from those on the same nodes, by QR; over these, eigenvalues of Σ Jᵢᵀ Jᵢ/dᵢ
 *             above τ are counted by the signs in the factor of that minus τ (Sylvester), for a large and a small τ. All
 *             rows, or the same number twice: that is it. Else some are nearly dependent, and QR over all of them decides
 *   unique    rank = rows; or the rows that press are independent and no self-stress v ≠ 0, Jᵀ v = 0, v ≥ 0 on the rows
 *             that hold without pressing, can be added. By Farkas' lemma there is none just if some motion y has
 *             J y = 0 on the rows that press and J y > 0 on the others: again a row problem.
 */
import { resize } from "../../math/index.js";
import { SolveStatus } from "../dense/index.js";
import { absentRow, type DualActiveSet } from "./rows-dual.js";
import { RowGroups } from "./rows-groups.js";
import { measureTolerance } from "./rows-kernel.js";
import type { RowNormalMatrix } from "./rows-normal-matrix.js";
import { RowKind, type RowProblem } from "./rows-problem.js";
import { RowFigure, type RowResult, RowStatus } from "./rows-result.js";
import { RowSet } from "./rows-set.js";

/** τ. Eigenvalues come to lie between the two where masses one upon the other are as 1 : 1e6. */
const threshold = 1e-8;
const lowThreshold = 1e-11;
/** Up to so many rows are counted by QR at once. */
const smallRows = 60;
/** QR is not begun where it would take more multiplications than this, some seconds; then what is below τ is zero. */
const denseWork = 1e9;
/** A row holds up to this fraction of the scale, or so many times what its acceleration may be wrong by. */
const holdTolerance = 1e-11;
const holdNoise = 20;
/** It presses above this fraction of the scale. */
const pressTolerance = 1e-9;

export class RowRank {
  /** 1 for the rows that hold, equalities among them. */
  holds = new Uint8Array(0);
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
  private readonly set = new RowSet();

  setUp(problem: RowProblem): void {
    const m = problem.rowCount;
    const n = problem.dimension;
    if (m > this.holds.length) {
      this.holds = resize(this.holds, m);
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
      this.shift = new Float64Array(n).fill(-threshold);
      this.lowShift = new Float64Array(n).fill(-lowThreshold);
    }
  }

  /** Finds the rows that hold. */
  findHolding(problem: RowProblem, d: Float64Array, result: RowResult): void {
    this.setUp(problem);
    const { tolerance } = this;
    const { figures, f, a } = result;
    measureTolerance(tolerance, problem, problem.y0, problem.c, f, this.work, figures, RowFigure.scale);
    const limit = holdTolerance * figures[RowFigure.scale];
    let count = 0;
    for (let i = 0; i < problem.rowCount; i++) {
      const isClosed = a[i] <= limit + holdNoise * tolerance[i] || f[i] > 0;
      const holds = d[i] > 0 && (problem.kind[i] === RowKind.equality || isClosed);
      this.holds[i] = holds ? 1 : 0;
      if (holds) count++;
    }
    result.holding = count;
  }

  /** Writes holding, rank and unique into the result of a solve. */
  judge(problem: RowProblem, normal: RowNormalMatrix, dual: DualActiveSet, d: Float64Array, result: RowResult): void {
    this.findHolding(problem, d, result);
    this.judgeFound(problem, normal, dual, d, result);
  }

  /** The same where `holds` and `holding` have been found. */
  judgeFound(
    problem: RowProblem,
    normal: RowNormalMatrix,
    dual: DualActiveSet,
    d: Float64Array,
    result: RowResult,
  ): void {
    this.setUp(problem);
    const { holds, kind, inside, c, zero } = this;
    const { rowCount: m } = problem;
    result.rank = this.count(problem, normal, d, holds);
    result.unique = result.rank === result.holding;
    if (result.unique) return;
    const limit = pressTolerance * result.figures[RowFigure.scale];
    let pressing = 0;
    for (let i = 0; i < m; i++) {
      const presses = holds[i] === 1 && (problem.kind[i] === RowKind.equality || result.f[i] * d[i] > limit);
      inside[i] = presses ? 1 : 0;
      kind[i] = presses ? RowKind.equality : holds[i] === 1 ? RowKind.inequality : absentRow;
      c[i] = kind[i] === RowKind.inequality ? -Math.sqrt(d[i]) : 0;
      if (presses) pressing++;
    }
    if (this.count(problem, normal, d, inside) < pressing) return;
    result.unique = dual.solve(problem, zero, c, kind, d, this.f, this.y, this.a, false) === RowStatus.ok;
  }

  /** The rank of the rows with `inside` = 1, all of length d > 0. */
  count(problem: RowProblem, normal: RowNormalMatrix, d: Float64Array, inside: Uint8Array): number {
    this.setUp(problem);
    const { weight, groups, set } = this;
    const { rowCount: m, dimension: n } = problem;
    let rows = 0;
    for (let i = 0; i < m; i++) {
      weight[i] = inside[i] === 1 ? 1 / d[i] : 0;
      if (inside[i] === 1) rows++;
    }
    set.reset(problem, Math.min(rows, n));
    if (rows <= smallRows) return this.pick(problem, d, 0, m);
    groups.find(problem);
    rows = 0;
    for (let g = 0; g < groups.count; g++) {
      const size = groups.start[g + 1] - groups.start[g];
      set.drop(n, Math.min(size, groups.width[g]));
      rows += this.pick(problem, d, groups.start[g], groups.start[g + 1], groups.order);
    }
    const found = this.countAbove(problem, normal, this.shift);
    if (found === rows) return rows;
    const columns = Math.min(rows, n);
    if (found >= 0 && rows * columns * n > denseWork) return found;
    if (found >= 0 && this.countAbove(problem, normal, this.lowShift) === found) return found;
    set.drop(n, columns);
    return this.pick(problem, d, 0, m);
  }

  /** Eigenvalues above τ of the rows with weight, −τ all along the shift; −1 if they cannot be told. */
  private countAbove(problem: RowProblem, normal: RowNormalMatrix, shift: Float64Array): number {
    return normal.factor(problem, this.weight, shift) === SolveStatus.ok ? normal.positive : -1;
  }

  /** Takes independent rows into the set, and their weight from the others; how many are in. */
  private pick(problem: RowProblem, d: Float64Array, from: number, to: number, order?: Int32Array): number {
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
