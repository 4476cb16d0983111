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
import type { NormalMatrix } from "./normal-matrix.js";
import {
  firstProximalTerm,
  lastProximalTerm,
  minimumNormNewtonSteps,
  minimumNormRefinements,
  minimumNormRounding,
  minimumNormRounds,
  proximalTermRatio,
} from "./parameters.js";
import { addForceMagnitudes, addForces, measureLargest, multiplyRows } from "./row-products.js";
import { RowKind, type UnilateralProblem } from "./unilateral-problem.js";

/** Slots of the line: s₀, s₁, and the t that was found. */
const Line = { slope: 0, curvature: 1, step: 2 } as const;

/** The forces of minimum norm of a motion, found by Newton's method on the dual problem. */
export class MinimumNormForces {
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
  /** δ of the round: in an array, since a number that begins as an imported one is boxed. */
  private readonly delta = new Float64Array(1);
  private isSpread = false;

  setUp(problem: UnilateralProblem): void {
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
   * Replaces f, which is zero outside the rows with `holds` ≠ 0, by the forces of minimum norm with the same Jᵀ f = r. Where
   * masses are spread, the residual of that is measured node by node, beside the forces on each.
   */
  run(
    problem: UnilateralProblem,
    normal: NormalMatrix,
    holds: Uint8Array,
    r: Float64Array,
    f: Float64Array,
    isSpread = false,
  ): void {
    this.setUp(problem);
    this.isSpread = isSpread;
    const { weight, lambda, centre, metric, proximal, figures, delta } = this;
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
    delta[0] = firstProximalTerm;
    for (let round = 0; round < minimumNormRounds; round++) {
      if (round > 0) delta[0] = Math.max(lastProximalTerm, proximalTermRatio * delta[0]);
      for (let k = 0; k < n; k++) {
        centre[k] = lambda[k];
        proximal[k] = delta[0] * metric[k];
      }
      if (!this.minimise(problem, normal, r)) return;
      // the best so far is kept; it ends where nothing is won any more
      if (figures[0] < least) for (let i = 0; i < m; i++) f[i] = this.f[i];
      idle = figures[0] < 0.5 * least ? 0 : idle + 1;
      least = Math.min(least, figures[0]);
      if (least <= minimumNormRounding * figures[3] || idle >= 3) break;
    }
    figures[0] = least;
    if (isSpread) this.refine(problem, normal, r, f);
  }

  /**
   * f = J λ is a difference of large numbers where a light node is beyond a heavy one: what is left of r − Jᵀ f goes into the
   * forces themselves, f ← f + J Δλ, Jᵀ J Δλ = r − Jᵀ f.
   */
  private refine(problem: UnilateralProblem, normal: NormalMatrix, r: Float64Array, f: Float64Array): void {
    const { weight, active, h, step, proximal, metric } = this;
    const { rowCount: m, dimension: n, kind } = problem;
    for (let i = 0; i < m; i++) active[i] = weight[i] > 0 && (f[i] > 0 || kind[i] === RowKind.equality) ? 1 : 0;
    for (let k = 0; k < n; k++) proximal[k] = lastProximalTerm * metric[k];
    this.factorizations++;
    if (normal.factor(problem, active, proximal) !== SolveStatus.ok) return;
    for (let pass = 0; pass < minimumNormRefinements; pass++) {
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
    addForceMagnitudes(proximal, problem, f);
    this.measure(0, problem, step, proximal);
  }

  /** The largest of v to a figure; where masses are spread, beside the terms of its node, or what is given there. */
  private measure(slot: number, problem: UnilateralProblem, v: Float64Array, terms: Float64Array): void {
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
  private minimise(problem: UnilateralProblem, normal: NormalMatrix, r: Float64Array): boolean {
    const { lambda, proximal, gradient, step, line, figures } = this;
    const { rowCount: m, dimension: n, kind } = problem;
    let first = 0;
    for (let newton = 0; ; newton++) {
      this.evaluateGradient(problem, r);
      if (newton === 0) first = figures[2];
      const limit = Math.max(1e-4 * first, minimumNormRounding * figures[3]);
      if ((newton > 0 && figures[2] <= limit) || newton === minimumNormNewtonSteps) return true;
      if (figures[0] <= minimumNormRounding * figures[3]) return true;
      this.factorizations++;
      if (normal.factor(problem, this.active, proximal) !== SolveStatus.ok) return false;
      for (let k = 0; k < n; k++) step[k] = -gradient[k];
      if (normal.solve(step) !== SolveStatus.ok) return false;
      multiplyRows(this.h, problem, step);
      this.measureLine(n, r);
      searchLine(line, m, kind, this.weight, this.g, this.h);
      const t = line[Line.step];
      for (let k = 0; k < n; k++) lambda[k] += t * step[k];
    }
  }

  /** f = P(J λ), the gradient of φ with its proximal term, and the figures: |Jᵀ f − r|, the gradient, its terms. */
  private evaluateGradient(problem: UnilateralProblem, r: Float64Array): void {
    const { weight, active, g, f, lambda, centre, proximal, gradient, step, figures } = this;
    const { rowCount: m, dimension: n, kind } = problem;
    multiplyRows(g, problem, lambda);
    for (let i = 0; i < m; i++) {
      const isActive = weight[i] > 0 && (g[i] > 0 || kind[i] === RowKind.equality);
      active[i] = isActive ? 1 : 0;
      f[i] = isActive ? g[i] : 0;
    }
    for (let k = 0; k < n; k++) gradient[k] = -r[k];
    addForces(gradient, problem, f);
    measureTerms(step, problem, active, lambda);
    this.measure(0, problem, gradient, step);
    for (let k = 0; k < n; k++) gradient[k] += proximal[k] * (lambda[k] - centre[k]);
    this.measure(2, problem, gradient, step);
    if (this.isSpread) figures[3] = 1;
    else measureLargest(figures, 3, step, n);
  }

  /** Slope and curvature of the linear and the proximal part of φ along the step. */
  private measureLine(n: number, r: Float64Array): void {
    const { lambda, centre, proximal, step, line } = this;
    let slope = 0;
    let curvature = 0;
    for (let k = 0; k < n; k++) {
      slope += (proximal[k] * (lambda[k] - centre[k]) - r[k]) * step[k];
      curvature += proximal[k] * step[k] * step[k];
    }
    line[Line.slope] = slope;
    line[Line.curvature] = curvature;
  }
}

/** out = |J|ᵀ |J| |λ| over the rows with weight. */
function measureTerms(out: Float64Array, problem: UnilateralProblem, weight: Float64Array, lambda: Float64Array): void {
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

/**
 * Writes the metric: for all coordinates of a node, the mean over them of Σ Jᵢₖ²; 1 where no row with weight has a part there.
 */
function measureNodes(metric: Float64Array, problem: UnilateralProblem, weight: Float64Array): void {
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

/**
 * Finds the least point of a convex function along a line, where its slope is linear in pieces, to a thousandth of s(0):
 *
 *   s(t) = s₀ + t s₁ + Σᵢ wᵢ hᵢ max(0, gᵢ + t hᵢ),   without the max on equalities;   s(0) < 0, s never falls
 *
 * The root is found by Newton's method within a bracket, which lands on it once it is on the right piece.
 */
function searchLine(
  line: Float64Array,
  m: number,
  kind: Uint8Array,
  weight: Float64Array,
  g: Float64Array,
  h: Float64Array,
): void {
  let low = 0;
  let high = Infinity;
  let t = 1;
  let first = 0;
  for (let round = -1; round < 40; round++) {
    const at = round < 0 ? 0 : t;
    let s = line[Line.slope] + at * line[Line.curvature];
    let rise = line[Line.curvature];
    for (let i = 0; i < m; i++) {
      const q = g[i] + at * h[i];
      if (q <= 0 && kind[i] !== RowKind.equality) continue;
      const wh = weight[i] * h[i];
      s += wh * q;
      rise += wh * h[i];
    }
    if (round < 0) {
      first = Math.abs(s);
      continue;
    }
    if (Math.abs(s) <= 1e-3 * first) break;
    if (s < 0) low = t;
    else high = t;
    const newton = t - s / rise;
    if (newton > low && newton < high) t = newton;
    else t = high < Infinity ? 0.5 * (low + high) : 2 * t;
    if (high - low <= 1e-12 * high) break;
  }
  line[Line.step] = t;
}
