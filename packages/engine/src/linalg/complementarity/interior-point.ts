/**
 * A guess of the forces that large ratios of masses do not disturb: the primal-dual interior point method with the predictor and
 * corrector of Mehrotra (1992), on the sparse matrix of the nodes. Inequalities get a slack, a = s > 0, f > 0:
 *
 *   y − y⁰ − Jᵀ f = 0,   J y + c − s = 0,   fᵢ sᵢ = μ → 0
 *   H = 1 + Σ (fᵢ/sᵢ) JᵢᵀJᵢ,   Δs = J Δy + r_p,   Δf = −(r_c + f Δs)/s
 *
 *   r_d, r_p, r_c   residuals of the three equations; r_c = f s, then f s + Δf Δs − μ with the predictor's Δf, Δs
 *
 * Equalities are rows of weight σ/d with f ← f − (σ/d) a, as in active-set-polish.ts.
 */
import { resize } from "../../math/index.js";
import { SolveStatus } from "../dense/index.js";
import type { NormalMatrix } from "./normal-matrix.js";
import { interiorBoundary, penaltyStiffness } from "./parameters.js";
import { addForces, evaluateRows, moveByForces, multiplyRows } from "./row-products.js";
import { RowKind, type UnilateralProblem } from "./unilateral-problem.js";

/** Slots of `figures`: length of the step, mean of f s, worst of what is left. */
const Figure = { step: 0, mu: 1, worst: 2 } as const;

/** The interior point method for unilateral rows, with its scratch arrays. */
export class InteriorPoint {
  factorizations = 0;
  private s = new Float64Array(0);
  private weight = new Float64Array(0);
  private rc = new Float64Array(0);
  private rp = new Float64Array(0);
  private push = new Float64Array(0);
  private df = new Float64Array(0);
  private ds = new Float64Array(0);
  private rd = new Float64Array(0);
  private step = new Float64Array(0);
  private ones = new Float64Array(0);
  /** See `Figure`. */
  private readonly figures = new Float64Array(3);
  /** Inequalities that move anything. */
  private count = 0;

  setUp(problem: UnilateralProblem): void {
    const m = problem.rowCount;
    const n = problem.dimension;
    if (m > this.s.length) {
      this.s = resize(this.s, m);
      this.weight = resize(this.weight, m);
      this.rc = resize(this.rc, m);
      this.rp = resize(this.rp, m);
      this.push = resize(this.push, m);
      this.df = resize(this.df, m);
      this.ds = resize(this.ds, m);
    }
    if (n > this.step.length) {
      this.step = resize(this.step, n);
      this.rd = resize(this.rd, n);
      this.ones = new Float64Array(n).fill(1);
    }
  }

  /**
   * Finds f, with y and a, from nothing: until min(d f, s) and what the rows have left are below control[0], or after
   * `limit` factorisations. `scale[o]` is the size of the data.
   */
  run(
    problem: UnilateralProblem,
    normal: NormalMatrix,
    d: Float64Array,
    f: Float64Array,
    y: Float64Array,
    a: Float64Array,
    limit: number,
    control: Float64Array,
    scale: Float64Array,
    o: number,
  ): void {
    this.setUp(problem);
    const { s, df, ds, step, figures } = this;
    const { rowCount: m, dimension: n, kind, y0, c } = problem;
    this.begin(m, kind, d, f, scale, o);
    moveByForces(y, problem, y0, f);
    for (this.factorizations = 0; this.factorizations < limit; ) {
      evaluateRows(a, problem, y, c);
      this.writeWeights(m, kind, d, f, a);
      if (!(figures[Figure.worst] > control[0])) break;
      this.factorizations++;
      if (normal.factor(problem, this.weight, this.ones) !== SolveStatus.ok) break;
      if (!this.findStep(problem, normal, d, f, y, a)) break;
      this.measureStep(m, kind, d, f);
      this.writeTarget(m, kind, d, f);
      if (!this.findStep(problem, normal, d, f, y, a)) break;
      this.measureStep(m, kind, d, f);
      const most = figures[Figure.step];
      const t = interiorBoundary * most > 0.9 ? Math.min(1, most) * 0.9999 : interiorBoundary * most;
      for (let i = 0; i < m; i++) {
        f[i] += t * df[i];
        if (kind[i] !== RowKind.equality) s[i] += t * ds[i];
      }
      for (let k = 0; k < n; k++) y[k] += t * step[k];
    }
  }

  /** Weights of H, r_p and r_c = f s; the mean of f s, and the worst of what is left of all conditions. */
  private writeWeights(m: number, kind: Uint8Array, d: Float64Array, f: Float64Array, a: Float64Array): void {
    const { s, weight, rc, rp, figures } = this;
    let mu = 0;
    let count = 0;
    let worst = 0;
    for (let i = 0; i < m; i++) {
      weight[i] = 0;
      rp[i] = 0;
      if (d[i] === 0) continue;
      if (kind[i] === RowKind.equality) {
        weight[i] = penaltyStiffness / d[i];
        worst = Math.max(worst, Math.abs(a[i]));
        continue;
      }
      weight[i] = f[i] / s[i];
      rp[i] = a[i] - s[i];
      rc[i] = f[i] * s[i];
      mu += rc[i];
      count++;
      worst = Math.max(worst, Math.abs(rp[i]), Math.min(d[i] * f[i], s[i]));
    }
    if (count > 0) mu /= count;
    this.count = count;
    figures[Figure.mu] = mu;
    figures[Figure.worst] = worst;
  }

  /** r_c of the corrector, from the predictor's step: its products, and Mehrotra's centre. */
  private writeTarget(m: number, kind: Uint8Array, d: Float64Array, f: Float64Array): void {
    const { s, rc, df, ds, count, figures } = this;
    const t = figures[Figure.step];
    const mu = figures[Figure.mu];
    let next = 0;
    for (let i = 0; i < m; i++) {
      if (d[i] > 0 && kind[i] !== RowKind.equality) next += (f[i] + t * df[i]) * (s[i] + t * ds[i]);
    }
    const ratio = count > 0 && mu > 0 ? next / count / mu : 0;
    const centre = ratio * ratio * ratio * mu;
    for (let i = 0; i < m; i++) rc[i] += df[i] * ds[i] - centre;
  }

  /** Forces and slacks of the size of the data. */
  private begin(m: number, kind: Uint8Array, d: Float64Array, f: Float64Array, scale: Float64Array, o: number): void {
    const size = scale[o];
    for (let i = 0; i < m; i++) {
      this.s[i] = size;
      f[i] = kind[i] === RowKind.equality || d[i] === 0 ? 0 : size / d[i];
    }
  }

  /** Δy, Δf and Δs for the r_c there is. */
  private findStep(
    problem: UnilateralProblem,
    normal: NormalMatrix,
    d: Float64Array,
    f: Float64Array,
    y: Float64Array,
    a: Float64Array,
  ): boolean {
    const { s, weight, rc, rp, push, df, ds, step, rd } = this;
    const { rowCount: m, dimension: n, kind, y0 } = problem;
    for (let i = 0; i < m; i++) {
      const isFree = kind[i] === RowKind.equality;
      // r_d takes the forces themselves as well
      push[i] = d[i] === 0 ? 0 : f[i] - (isFree ? weight[i] * a[i] : (rc[i] + f[i] * rp[i]) / s[i]);
    }
    for (let k = 0; k < n; k++) rd[k] = y0[k] - y[k];
    addForces(rd, problem, push);
    for (let k = 0; k < n; k++) step[k] = rd[k];
    if (normal.solve(step) !== SolveStatus.ok) return false;
    multiplyRows(ds, problem, step);
    for (let i = 0; i < m; i++) {
      if (d[i] === 0) df[i] = 0;
      else if (kind[i] === RowKind.equality) {
        df[i] = -weight[i] * (a[i] + ds[i]);
        ds[i] = 0;
      } else {
        ds[i] += rp[i];
        df[i] = -(rc[i] + f[i] * ds[i]) / s[i];
      }
    }
    return true;
  }

  /** figures.step: how far f and s stay positive, at most 1. */
  private measureStep(m: number, kind: Uint8Array, d: Float64Array, f: Float64Array): void {
    const { s, df, ds } = this;
    let t = 1;
    for (let i = 0; i < m; i++) {
      if (d[i] === 0 || kind[i] === RowKind.equality) continue;
      if (df[i] < 0 && -f[i] > t * df[i]) t = -f[i] / df[i];
      if (ds[i] < 0 && -s[i] > t * ds[i]) t = -s[i] / ds[i];
    }
    this.figures[Figure.step] = t;
  }
}
