/**
 * Of all forces that give the same motion, those of least norm: the same in any order of rows and nodes, and equal where
 * things are alike (a quarter of the weight for each of four legs).
 *
 *   min ½|f|²,  Jᵀ f = r,  fᵢ ≥ 0        has the dual        fᵢ = P(Jᵢ λ),   min φ(λ) = ½ Σ P(Jᵢ λ)² − r·λ
 *
 *   r    y − y⁰, what the forces must add up to
 *   P    the projection on fᵢ ≥ 0; on what fᵢ may be, where rows are of another kind (all numbers on equalities)
 *
 * φ is convex and smooth. Newton's method along exact lines with a proximal term, (δ/2)|λ − λₖ|² in the metric of the
 * nodes' mean squares of J, since the Hessian is singular where motions are free; δ falls from round to round.
 */
import { resize } from "../../math/index.js";
import { SolveStatus } from "../dense/index.js";
import { addForces, addSizes, measureLargest, multiplyRows } from "./rows-kernel.js";
import { Line, searchLine } from "./rows-line.js";
import type { RowNormalMatrix } from "./rows-normal-matrix.js";
import { RowKind, type RowProblem } from "./rows-problem.js";

const firstDelta = 1e-8;
const lastDelta = 1e-11;
const deltaRatio = 0.03;
const rounds = 40;
const newtonSteps = 30;
/** Jᵀf − r is rounding below this fraction of |J|ᵀ|J||λ|: one ulp. */
const exact = 2e-16;
/** Corrections of forces where masses differ: each takes most of what is left away. */
const refinements = 4;

export class RowLeastForces {
  factorizations = 0;
  /** max |Jᵀ f − r|, max |r|, and scratch: the gradient, max |J|ᵀ|J||λ|. */
  readonly figures = new Float64Array(4);
  private weight = new Float64Array(0);
  private active = new Float64Array(0);
  private g = new Float64Array(0);
  private h = new Float64Array(0);
  private f = new Float64Array(0);
  private lambda = new Float64Array(0);
  private centre = new Float64Array(0);
  private metric = new Float64Array(0);
  private proximal = new Float64Array(0);
  private gradient = new Float64Array(0);
  private step = new Float64Array(0);
  private readonly line = new Float64Array(3);
  private isSpread = false;

  setUp(problem: RowProblem): void {
    const m = problem.rowCount;
    const n = problem.dimension;
    if (m > this.weight.length) {
      this.weight = resize(this.weight, m);
      this.active = resize(this.active, m);
      this.g = resize(this.g, m);
      this.h = resize(this.h, m);
      this.f = resize(this.f, m);
    }
    if (n > this.lambda.length) {
      this.lambda = resize(this.lambda, n);
      this.centre = resize(this.centre, n);
      this.metric = resize(this.metric, n);
      this.proximal = resize(this.proximal, n);
      this.gradient = resize(this.gradient, n);
      this.step = resize(this.step, n);
    }
  }

  /**
   * Replaces f, which is zero outside the rows with `holds` ≠ 0, by the least forces with the same Jᵀ f = r. Where masses are spread,
   * what is left of that is measured node by node, beside the forces on each.
   */
  run(
    problem: RowProblem,
    normal: RowNormalMatrix,
    holds: Uint8Array,
    r: Float64Array,
    f: Float64Array,
    isSpread = false,
  ): void {
    this.setUp(problem);
    this.isSpread = isSpread;
    const { weight, lambda, centre, metric, proximal, figures } = this;
    const { rowCount: m, dimension: n } = problem;
    this.factorizations = 0;
    for (let i = 0; i < m; i++) weight[i] = holds[i];
    measureNodes(metric, problem, weight);
    for (let k = 0; k < n; k++) lambda[k] = 0;
    if (isSpread) figures[1] = 1;
    else measureLargest(figures, 1, r, n);
    figures[0] = Infinity;
    let least = Infinity;
    let idle = 0;
    for (let round = 0, delta = firstDelta; round < rounds; round++, delta = Math.max(lastDelta, deltaRatio * delta)) {
      for (let k = 0; k < n; k++) {
        centre[k] = lambda[k];
        proximal[k] = delta * metric[k];
      }
      if (!this.minimise(problem, normal, r)) return;
      // the best so far is kept; it ends where nothing is won any more
      if (figures[0] < least) for (let i = 0; i < m; i++) f[i] = this.f[i];
      idle = figures[0] < 0.5 * least ? 0 : idle + 1;
      least = Math.min(least, figures[0]);
      if (least <= exact * figures[3] || idle >= 3) break;
    }
    figures[0] = least;
    if (isSpread) this.refine(problem, normal, r, f);
  }

  /**
   * f = J λ is a difference of large numbers where a light node is beyond a heavy one: what is left of r − Jᵀ f goes into the forces
   * themselves, f ← f + J Δλ, Jᵀ J Δλ = r − Jᵀ f.
   */
  private refine(problem: RowProblem, normal: RowNormalMatrix, r: Float64Array, f: Float64Array): void {
    const { weight, active, h, step, proximal, metric } = this;
    const { rowCount: m, dimension: n, kind } = problem;
    for (let i = 0; i < m; i++) active[i] = weight[i] > 0 && (f[i] > 0 || kind[i] === RowKind.equality) ? 1 : 0;
    for (let k = 0; k < n; k++) proximal[k] = lastDelta * metric[k];
    this.factorizations++;
    if (normal.factor(problem, active, proximal) !== SolveStatus.ok) return;
    for (let pass = 0; pass < refinements; pass++) {
      for (let k = 0; k < n; k++) step[k] = -r[k];
      addForces(step, problem, f);
      for (let k = 0; k < n; k++) step[k] = -step[k];
      if (normal.solve(step) !== SolveStatus.ok) return;
      multiplyRows(h, problem, step);
      for (let i = 0; i < m; i++)
        if (active[i] === 1) f[i] = kind[i] === RowKind.equality ? f[i] + h[i] : Math.max(0, f[i] + h[i]);
    }
    for (let k = 0; k < n; k++) {
      step[k] = -r[k];
      proximal[k] = 0;
    }
    addForces(step, problem, f);
    addSizes(proximal, problem, f);
    this.measure(0, problem, step, proximal);
  }

  /** The largest of v to a figure; where masses are spread, beside the terms of its node, or what is given there. */
  private measure(slot: number, problem: RowProblem, v: Float64Array, terms: Float64Array): void {
    const { figures } = this;
    const { dimension, nodeCount, nodeStart, y0 } = problem;
    if (!this.isSpread) {
      measureLargest(figures, slot, v, dimension);
      return;
    }
    let most = 0;
    for (let node = 0; node < nodeCount; node++) {
      let size = 1e-300;
      let off = 0;
      for (let k = nodeStart[node]; k < nodeStart[node + 1]; k++) {
        size = Math.max(size, terms[k], Math.abs(y0[k]));
        off = Math.max(off, Math.abs(v[k]));
      }
      most = Math.max(most, off / size);
    }
    figures[slot] = most;
  }

  /** One round. Leaves |Jᵀ f − r| in the first figure. */
  private minimise(problem: RowProblem, normal: RowNormalMatrix, r: Float64Array): boolean {
    const { weight, active, g, h, f, lambda, centre, proximal, gradient, step, line, figures } = this;
    const { rowCount: m, dimension: n, kind } = problem;
    let first = 0;
    for (let newton = 0; ; newton++) {
      multiplyRows(g, problem, lambda);
      for (let i = 0; i < m; i++) {
        const presses = weight[i] > 0 && (g[i] > 0 || kind[i] === RowKind.equality);
        active[i] = presses ? 1 : 0;
        f[i] = presses ? g[i] : 0;
      }
      for (let k = 0; k < n; k++) gradient[k] = -r[k];
      addForces(gradient, problem, f);
      measureTerms(step, problem, active, lambda);
      this.measure(0, problem, gradient, step);
      for (let k = 0; k < n; k++) gradient[k] += proximal[k] * (lambda[k] - centre[k]);
      this.measure(2, problem, gradient, step);
      if (newton === 0) first = figures[2];
      if (this.isSpread) figures[3] = 1;
      else measureLargest(figures, 3, step, n);
      const limit = Math.max(1e-4 * first, exact * figures[3]);
      if ((newton > 0 && figures[2] <= limit) || newton === newtonSteps) return true;
      if (figures[0] <= exact * figures[3]) return true;
      this.factorizations++;
      if (normal.factor(problem, active, proximal) !== SolveStatus.ok) return false;
      for (let k = 0; k < n; k++) step[k] = -gradient[k];
      if (normal.solve(step) !== SolveStatus.ok) return false;
      multiplyRows(h, problem, step);
      let slope = 0;
      let curvature = 0;
      for (let k = 0; k < n; k++) {
        slope += (proximal[k] * (lambda[k] - centre[k]) - r[k]) * step[k];
        curvature += proximal[k] * step[k] * step[k];
      }
      line[Line.slope] = slope;
      line[Line.curvature] = curvature;
      searchLine(line, m, kind, weight, g, h);
      const t = line[Line.step];
      for (let k = 0; k < n; k++) lambda[k] += t * step[k];
    }
  }
}

/** out = |J|ᵀ |J| |λ| over the rows with weight. */
function measureTerms(out: Float64Array, problem: RowProblem, weight: Float64Array, lambda: Float64Array): void {
  const { rowCount, rowStart, column, values, dimension } = problem;
  for (let k = 0; k < dimension; k++) out[k] = 0;
  for (let i = 0; i < rowCount; i++) {
    if (weight[i] === 0) continue;
    const end = rowStart[i + 1];
    let sum = 0;
    for (let k = rowStart[i]; k < end; k++) sum += Math.abs(values[k] * lambda[column[k]]);
    for (let k = rowStart[i]; k < end; k++) out[column[k]] += Math.abs(values[k]) * sum;
  }
}

/** metric: for all coordinates of a node, the mean over them of Σ Jᵢₖ²; 1 where no row holds it. */
function measureNodes(metric: Float64Array, problem: RowProblem, weight: Float64Array): void {
  const { rowCount, rowStart, column, values, nodeCount, nodeStart } = problem;
  for (let k = 0; k < problem.dimension; k++) metric[k] = 0;
  for (let i = 0; i < rowCount; i++) {
    if (weight[i] === 0) continue;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) metric[column[k]] += values[k] * values[k];
  }
  for (let node = 0; node < nodeCount; node++) {
    let sum = 0;
    for (let k = nodeStart[node]; k < nodeStart[node + 1]; k++) sum += metric[k];
    const mean = sum > 0 ? sum / (nodeStart[node + 1] - nodeStart[node]) : 1;
    for (let k = nodeStart[node]; k < nodeStart[node + 1]; k++) metric[k] = mean;
  }
}
