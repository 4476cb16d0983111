/**
 * How many of the rows that hold are independent, and whether their forces are the only ones.
 *
 *   rank      of few rows by their QR; of many, eigenvalues above τ of Σ Jᵢᵀ Jᵢ/dᵢ, counted by the signs in the factor of
 *             that minus τ (Sylvester)
 *   unique    rank = rows; or the rows that press are independent and no self-stress v ≠ 0, Jᵀ v = 0, v ≥ 0 on the rows
 *             that hold without pressing, can be added. By Farkas' lemma there is none just if some motion y has
 *             J y = 0 on the rows that press and J y > 0 on the others: again a row problem.
 */
import { resize } from "../math/index.js";
import { SolveStatus } from "./operator.js";
import { absentRow, type DualActiveSet } from "./rows-dual.js";
import type { RowNormalMatrix } from "./rows-normal-matrix.js";
import { RowKind, type RowProblem } from "./rows-problem.js";
import { RowFigure, type RowResult, RowStatus } from "./rows-result.js";
import { QrResult, ThinQr } from "./thin-qr.js";

/** τ: eigenvalues below count as zero. The sparse factor of a matrix this near to a singular one tells signs no finer. */
const threshold = 1e-8;
/** Up to so many rows are counted one by one, to |z|² of this fraction of |n|² (thin-qr.ts). */
const smallRows = 60;
const dependent = 1e-13;
/** A row holds up to this fraction of the scale, and presses above it. */
const holdTolerance = 1e-8;
const pressTolerance = 1e-9;

export class RowRank {
  /** 1 for the rows that hold, equalities among them. */
  holds = new Uint8Array(0);
  private kind = new Uint8Array(0);
  private weight = new Float64Array(0);
  private c = new Float64Array(0);
  private f = new Float64Array(0);
  private a = new Float64Array(0);
  private zero = new Float64Array(0);
  private y = new Float64Array(0);
  private shift = new Float64Array(0);
  private readonly qr = new ThinQr();

  setUp(problem: RowProblem): void {
    const m = problem.rowCount;
    const n = problem.dimension;
    if (m > this.holds.length) {
      this.holds = resize(this.holds, m);
      this.kind = resize(this.kind, m);
      this.weight = resize(this.weight, m);
      this.c = resize(this.c, m);
      this.f = resize(this.f, m);
      this.a = resize(this.a, m);
    }
    if (n > this.shift.length) {
      this.zero = new Float64Array(n);
      this.y = new Float64Array(n);
      this.shift = new Float64Array(n).fill(-threshold);
    }
  }

  /** Finds the rows that hold. */
  findHolding(problem: RowProblem, d: Float64Array, result: RowResult): void {
    this.setUp(problem);
    const limit = holdTolerance * result.figures[RowFigure.scale];
    let count = 0;
    for (let i = 0; i < problem.rowCount; i++) {
      const holds = d[i] > 0 && (problem.kind[i] === RowKind.equality || result.a[i] <= limit || result.f[i] > 0);
      this.holds[i] = holds ? 1 : 0;
      if (holds) count++;
    }
    result.holding = count;
  }

  /** Writes holding, rank and unique into the result of a solve. */
  judge(problem: RowProblem, normal: RowNormalMatrix, dual: DualActiveSet, d: Float64Array, result: RowResult): void {
    this.findHolding(problem, d, result);
    const { holds, kind, weight, c, zero } = this;
    const { rowCount: m } = problem;
    for (let i = 0; i < m; i++) weight[i] = holds[i] === 1 ? 1 / d[i] : 0;
    result.rank = this.count(problem, normal, d);
    result.unique = result.rank === result.holding;
    if (result.unique) return;
    const limit = pressTolerance * result.figures[RowFigure.scale];
    let pressing = 0;
    for (let i = 0; i < m; i++) {
      const presses = holds[i] === 1 && (problem.kind[i] === RowKind.equality || result.f[i] * d[i] > limit);
      kind[i] = presses ? RowKind.equality : holds[i] === 1 ? RowKind.inequality : absentRow;
      c[i] = kind[i] === RowKind.inequality ? -Math.sqrt(d[i]) : 0;
      if (!presses) weight[i] = 0;
      else pressing++;
    }
    if (this.count(problem, normal, d) < pressing) return;
    result.unique = dual.solve(problem, zero, c, kind, d, this.f, this.y, this.a, false) === RowStatus.ok;
  }

  /** The rank of the rows with weight. */
  private count(problem: RowProblem, normal: RowNormalMatrix, d: Float64Array): number {
    const { weight, qr } = this;
    const { rowCount: m, values, column, rowStart } = problem;
    if (m > smallRows) return normal.factor(problem, weight, this.shift) === SolveStatus.ok ? normal.positive : -1;
    qr.reset(problem.dimension, Math.min(m, problem.dimension));
    for (let i = 0; i < m && qr.size < qr.capacity; i++) {
      if (weight[i] === 0) continue;
      qr.project(values, column, rowStart[i], rowStart[i + 1]);
      if (qr.result[QrResult.rest] > dependent * d[i]) qr.append();
    }
    return qr.size;
  }
}
