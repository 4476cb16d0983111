/**
 * A guess of the forces by the nonsmooth nonlinear conjugate gradient method, NNCG (Silcowitz-Hansen, Niebe and Erleben 2010):
 * projected Gauss–Seidel sweeps, accelerated by conjugate directions.
 *
 *   sweep     one row after the other:  fᵢ ← P(fᵢ − aᵢ/dᵢ), y follows          (projected Gauss–Seidel)
 *   g         f before the sweep − f after it;   β = |g|² / |g_before|²          (Fletcher–Reeves)
 *   f ← f + β p,  p ← β p − g     where β ≤ 1, else p = 0: start again from the sweep
 *
 * It finds soon which rows are active, and never exactly with what force: the guess is to be polished.
 */
import { resize } from "../../math/index.js";
import { measureLargest } from "./row-products.js";
import { RowKind, type UnilateralProblem } from "./unilateral-problem.js";

/** The NNCG method, with its search direction and scratch arrays. */
export class NonsmoothConjugateGradients {
  /** Sweeps of the last `run`. */
  sweeps = 0;
  private before = new Float64Array(0);
  private p = new Float64Array(0);
  /** Jᵀ p, and y before the sweep. */
  private q = new Float64Array(0);
  private yBefore = new Float64Array(0);
  private readonly change = new Float64Array(2);

  setUp(problem: UnilateralProblem): void {
    const m = problem.rowCount;
    const n = problem.dimension;
    if (m > this.p.length) {
      this.before = resize(this.before, m);
      this.p = resize(this.p, m);
    }
    if (n > this.q.length) {
      this.q = resize(this.q, n);
      this.yBefore = resize(this.yBefore, n);
    }
  }

  /**
   * Improves f by at most `limit` sweeps, until a sweep changes no acceleration by more than control[0]. Expects y of f;
   * keeps it.
   */
  run(
    problem: UnilateralProblem,
    d: Float64Array,
    f: Float64Array,
    y: Float64Array,
    limit: number,
    control: Float64Array,
  ): void {
    this.setUp(problem);
    const m = problem.rowCount;
    const n = problem.dimension;
    const { before, p, q, yBefore, change } = this;
    const { kind } = problem;
    for (let i = 0; i < m; i++) p[i] = 0;
    for (let k = 0; k < n; k++) q[k] = 0;
    let last = 0;
    this.sweeps = 0;
    while (this.sweeps < limit) {
      for (let i = 0; i < m; i++) before[i] = f[i];
      for (let k = 0; k < n; k++) yBefore[k] = y[k];
      sweepGaussSeidel(problem, d, f, y);
      this.sweeps++;
      let square = 0;
      for (let i = 0; i < m; i++) {
        const g = before[i] - f[i];
        square += d[i] * g * g;
        before[i] = g * d[i];
      }
      measureLargest(change, 0, before, m);
      if (!(change[0] > control[0])) return;
      const beta = last > 0 ? square / last : 2;
      last = square;
      const keep = beta <= 1 ? beta : 0;
      for (let i = 0; i < m; i++) {
        const old = p[i];
        p[i] = keep * old - (d[i] > 0 ? before[i] / d[i] : 0);
        if (keep > 0) f[i] += keep * old;
      }
      for (let k = 0; k < n; k++) {
        const old = q[k];
        q[k] = keep * old - (yBefore[k] - y[k]);
        if (keep > 0) y[k] += keep * old;
      }
      if (keep > 0) dropNegative(problem, kind, f, y);
    }
  }
}

/** One projected sweep of Gauss and Seidel. */
function sweepGaussSeidel(problem: UnilateralProblem, d: Float64Array, f: Float64Array, y: Float64Array): void {
  const { rowStart, column, values, rowCount, kind, c } = problem;
  for (let i = 0; i < rowCount; i++) {
    const di = d[i];
    if (!(di > 0)) continue;
    const from = rowStart[i];
    const to = rowStart[i + 1];
    let a = c[i];
    for (let k = from; k < to; k++) a += values[k] * y[column[k]];
    let next = f[i] - a / di;
    if (next < 0 && kind[i] !== RowKind.equality) next = 0;
    const change = next - f[i];
    if (change === 0) continue;
    f[i] = next;
    for (let k = from; k < to; k++) y[column[k]] += values[k] * change;
  }
}

/** Forces that were led below zero are set to zero, and y follows. */
function dropNegative(problem: UnilateralProblem, kind: Uint8Array, f: Float64Array, y: Float64Array): void {
  const { rowStart, column, values, rowCount } = problem;
  for (let i = 0; i < rowCount; i++) {
    if (!(f[i] < 0) || kind[i] === RowKind.equality) continue;
    for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) y[column[k]] -= values[k] * f[i];
    f[i] = 0;
  }
}
