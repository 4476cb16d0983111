/**
 * A guess of the forces of a friction contact problem that takes few factorisations, however many cones there are: an interior
 * point method, with the predictor and corrector of Mehrotra (1992), in the motion of the nodes. Normals get a slack s > 0, and
 * the tangents of a cone that rests a bound ζ of their speed:
 *
 *   f_n s = τ/d,  s = a_n                                   plain inequalities the same
 *   x ∘ z = τ/d e,  x = (μ (f_n + shift), f_t),  z = (ζ, a_t)     both in the cone x₀ > |x_t| (nesterov-todd.ts)
 *
 *   K_nn = f_n/s,   K_tn = μ (P_t0/P_00) K_nn,   K_tt = P_tt − P_t0 P_0t/P_00
 *
 * As τ → 0 these are the Signorini–Coulomb conditions themselves, not their convex relaxation: ζ → |a_t|, and does not widen a_n.
 * The forces are in the middle of all solutions: a contact that sticks is well within its cone. Where compliance would give
 * others these are none of the limit. Equalities are rows of weight σ/d with f ← f − (σ/d) a, as in interior-point.ts of the
 * complementarity solvers.
 *
 * With one compliance R of all rows the forces are those of the homotopy (compliance-homotopy.ts), and unique; equalities have
 * the weight σ/(d + σ R) then, with f ← f − (a + R f) σ/(d + σ R):
 *
 *   s = a_n + R f_n,   z_t = a_t + R f_t
 *   K_nn = f_n/(s + R f_n),   K_tt = (1 + R K°)⁻¹ K°,   K_tn = (1 + R K°)⁻¹ μ (P_t0/P_00) K_nn       K° as K_tt above
 *
 * It begins at rest, y = 0, where forces of any size leave slacks as they are: y = y⁰ + Jᵀ f of light nodes would be their
 * imbalance. The missing motion, r = y⁰ + Jᵀ f − y, is reduced by each step in proportion to its length.
 */

import { addForces, evaluateRows, moveByForces, multiplyRows, RowKind } from "../complementarity/index.js";
import { SolveStatus } from "../dense/index.js";
import { measureNaturalMap } from "./alart-curnier.js";
import { type FrictionContactProblem, TangentialState } from "./friction-contact-problem.js";
import { divideByLambda, Frame, formFrame, frameSize, limitStep, scale as scaleBy, unscale } from "./nesterov-todd.js";
import type { NewtonMatrix } from "./newton-matrix.js";
import {
  compliantBoundary,
  compliantClosing,
  compliantFall,
  compliantPatience,
  equalityStiffness,
  interiorBegun,
  interiorBoundary,
  interiorExcess,
  interiorFall,
  interiorFirstPatience,
  interiorPatience,
  interiorStart,
  missingMotionRounding,
} from "./parameters.js";
import { type ProblemScale, Scale } from "./problem-scale.js";

/**
 * Slots of `figures`: τ, mean of d f s, that mean after a step, length of the step, size of accelerations, least residual, the
 * compliance R, which is 0 for the conditions themselves, the part of r that is left, and the residual that the next improvement
 * is measured from.
 */
export const InteriorFigure = {
  tau: 0,
  gap: 1,
  after: 2,
  step: 3,
  size: 4,
  best: 5,
  compliance: 6,
  left: 7,
  mark: 8,
} as const;

/** The interior point method for cones, with the forces that it found nearest to a solution. */
export class CoulombInteriorPoint {
  /** The forces with the least residual; with compliance also the slacks and the bounds of speeds that they had. */
  best = new Float64Array(0);
  bestSlack = new Float64Array(0);
  bestBound = new Float64Array(0);
  private f = new Float64Array(0);
  private a = new Float64Array(0);
  private s = new Float64Array(0);
  private k = new Float64Array(0);
  private rc = new Float64Array(0);
  private push = new Float64Array(0);
  private df = new Float64Array(0);
  private ds = new Float64Array(0);
  private da = new Float64Array(0);
  private y = new Float64Array(0);
  private dy = new Float64Array(0);
  /** r at the beginning. */
  private missing = new Float64Array(0);
  /** By cone: whether it is to be found; x, z, their steps and what complementarity lacks, three numbers each. */
  private isFree = new Uint8Array(0);
  private x = new Float64Array(0);
  private z = new Float64Array(0);
  private dx = new Float64Array(0);
  private dz = new Float64Array(0);
  private rho = new Float64Array(0);
  private frame = new Float64Array(0);
  private K = new Float64Array(0);
  private readonly u = new Float64Array(6);
  /** See `InteriorFigure`. */
  readonly figures = new Float64Array(9);
  private readonly law = new Float64Array(2);
  private readonly softness = new Float64Array(1);

  private setUp(
    { rows, coneCount, mu, motion, tangentRow }: FrictionContactProblem,
    { central: d }: ProblemScale,
  ): void {
    if (rows.rowCount > this.f.length) this.growRows(2 * rows.rowCount);
    if (rows.dimension > this.y.length) {
      this.y = new Float64Array(2 * rows.dimension);
      this.dy = new Float64Array(2 * rows.dimension);
      this.missing = new Float64Array(2 * rows.dimension);
    }
    if (coneCount > this.isFree.length) this.growCones(2 * coneCount);
    for (let c = 0; c < coneCount; c++) {
      this.isFree[c] = mu[c] > 0 && motion[c] === TangentialState.resting && d[tangentRow[c]] > 0 ? 1 : 0;
    }
  }

  /**
   * Runs from the forces given, near the answer or not, with forces and slacks of no less than the part `floor` of the
   * accelerations without forces, on average, until the residual is the part `goal` of the size of the data, or falls no more.
   * Returns whether it came to the goal. The tolerances of `scale` are to be measured before.
   */
  run(
    problem: FrictionContactProblem,
    matrix: NewtonMatrix,
    scale: ProblemScale,
    from: Float64Array,
    floor: number,
    goal: number,
    limit: number,
  ): boolean {
    this.setUp(problem, scale);
    this.figures[InteriorFigure.compliance] = 0;
    this.figures[InteriorFigure.left] = 0;
    this.begin(problem, scale, from, floor);
    return this.approach(problem, matrix, scale, goal, limit);
  }

  /**
   * Runs with the compliance given, from no forces. At the end active normals have R f > s, and cones that slip have ζ greater
   * than R times the rest of their radius.
   */
  runCompliant(
    problem: FrictionContactProblem,
    matrix: NewtonMatrix,
    scale: ProblemScale,
    compliance: number,
    goal: number,
    limit: number,
  ): boolean {
    this.setUp(problem, scale);
    const { rows } = problem;
    if (this.bestSlack.length < this.s.length) {
      this.bestSlack = new Float64Array(this.s.length);
      this.bestBound = new Float64Array(this.z.length);
    }
    if (this.bestBound.length < this.z.length) this.bestBound = new Float64Array(this.z.length);
    for (let i = 0; i < rows.rowCount; i++) this.best[i] = 0;
    this.figures[InteriorFigure.compliance] = compliance;
    this.begin(problem, scale, this.best, 1);
    const { y, missing } = this;
    for (let j = 0; j < rows.dimension; j++) missing[j] = y[j];
    this.figures[InteriorFigure.left] = 1;
    this.beginAtRest(problem);
    return this.approach(problem, matrix, scale, goal, limit);
  }

  /** Steps from where it begins, see `run`. */
  private approach(
    problem: FrictionContactProblem,
    matrix: NewtonMatrix,
    scale: ProblemScale,
    goal: number,
    limit: number,
  ): boolean {
    const { figures, law, softness } = this;
    const size = scale.figures[Scale.size];
    softness[0] = figures[InteriorFigure.compliance];
    figures[InteriorFigure.best] = Infinity;
    figures[InteriorFigure.mark] = Infinity;
    for (let k = 0, idle = 0; ; k++) {
      this.evaluate(problem);
      measureNaturalMap(law, problem, this.f, this.a, scale.d, scale.tolerance, softness);
      if (!Number.isFinite(law[0])) return false;
      if (figures[InteriorFigure.left] > 0) {
        if (k === limit || !this.step(problem, matrix, scale)) return false;
        continue;
      }
      idle = law[0] <= 0.5 * figures[InteriorFigure.mark] ? 0 : idle + 1;
      if (idle === 0) figures[InteriorFigure.mark] = law[0];
      if (law[0] < figures[InteriorFigure.best]) this.keepBest(problem);
      if (law[0] <= goal * size) return true;
      if (k === limit || idle >= this.findPatience(scale, limit) || !this.step(problem, matrix, scale)) return false;
    }
  }

  /** y and a of the forces, without the motion that is still missing. */
  private evaluate({ rows }: FrictionContactProblem): void {
    const { f, a, y, figures } = this;
    moveByForces(y, rows, rows.y0, f);
    const left = figures[InteriorFigure.left];
    if (left > 0) for (let j = 0; j < rows.dimension; j++) y[j] -= left * this.missing[j];
    evaluateRows(a, rows, y, rows.c);
  }

  /** Keeps the forces with the least residual, and with compliance their slacks. */
  private keepBest(problem: FrictionContactProblem): void {
    const { figures } = this;
    figures[InteriorFigure.best] = this.law[0];
    for (let i = 0; i < problem.rows.rowCount; i++) this.best[i] = this.f[i];
    if (figures[InteriorFigure.compliance] > 0) this.keepSlacks(problem);
  }

  /** Steps in a row without half of the residual after which it gets no better. */
  private findPatience(scale: ProblemScale, limit: number): number {
    const { figures } = this;
    const size = scale.figures[Scale.size];
    if (figures[InteriorFigure.compliance] > 0)
      return figures[InteriorFigure.best] <= compliantClosing * size ? compliantPatience : limit;
    return figures[InteriorFigure.best] <= interiorBegun * size ? interiorPatience : interiorFirstPatience;
  }

  /** Slacks where nothing moves, with the forces that there are. */
  private beginAtRest({ rows, coneCount, tangentRow }: FrictionContactProblem): void {
    const { f, s, z, figures } = this;
    const R = figures[InteriorFigure.compliance];
    const small = figures[InteriorFigure.size];
    for (let i = 0; i < rows.rowCount; i++) s[i] = Math.max(rows.c[i] + R * f[i], small);
    for (let c = 0; c < coneCount; c++) {
      const t = tangentRow[c];
      const a1 = rows.c[t] + R * f[t];
      const a2 = rows.c[t + 1] + R * f[t + 1];
      z[3 * c] = interiorExcess * Math.sqrt(a1 * a1 + a2 * a2) + small;
      z[3 * c + 1] = a1;
      z[3 * c + 2] = a2;
    }
  }

  private keepSlacks({ rows, coneCount }: FrictionContactProblem): void {
    const { s, z, bestSlack, bestBound } = this;
    for (let i = 0; i < rows.rowCount; i++) bestSlack[i] = s[i];
    for (let e = 0; e < 3 * coneCount; e++) bestBound[e] = z[e];
  }

  private step(problem: FrictionContactProblem, matrix: NewtonMatrix, scale: ProblemScale): boolean {
    const { rows, coneCount } = problem;
    const { f, s, df, ds, z, dz, figures } = this;
    this.formMatrix(problem, scale);
    this.measureGap(problem, scale, false);
    figures[InteriorFigure.gap] = figures[InteriorFigure.after];
    if (matrix.factor(problem, this.k, this.K) !== SolveStatus.ok) return false;
    figures[InteriorFigure.tau] = 0;
    this.formTarget(problem, scale, false);
    this.findStep(problem, matrix);
    this.measureStep(problem, 1);
    this.measureGap(problem, scale, true);
    const ratio = figures[InteriorFigure.gap] > 0 ? figures[InteriorFigure.after] / figures[InteriorFigure.gap] : 0;
    const isCompliant = figures[InteriorFigure.compliance] > 0;
    const fall = isCompliant ? compliantFall : interiorFall;
    figures[InteriorFigure.tau] = Math.max(ratio * ratio * ratio, fall) * figures[InteriorFigure.gap];
    this.formTarget(problem, scale, true);
    this.findStep(problem, matrix);
    this.measureStep(problem, isCompliant ? compliantBoundary : interiorBoundary);
    const t = figures[InteriorFigure.step];
    for (let i = 0; i < rows.rowCount; i++) {
      f[i] += t * df[i];
      s[i] += t * ds[i];
    }
    for (let e = 0; e < 3 * coneCount; e++) z[e] += t * dz[e];
    figures[InteriorFigure.left] *= 1 - t;
    if (figures[InteriorFigure.left] < missingMotionRounding) figures[InteriorFigure.left] = 0;
    this.readCones(problem);
    return true;
  }

  /** Forces and slacks within their cones, near those given. */
  private begin(problem: FrictionContactProblem, scale: ProblemScale, from: Float64Array, floor: number): void {
    const { rows, coneCount, coneRow, tangentRow, coneOf, mu, shift, motion, direction } = problem;
    const { f, a, y, s, z, figures } = this;
    const { central: d } = scale;
    evaluateRows(a, rows, rows.y0, rows.c);
    this.measureAccelerations(problem, scale);
    const small = floor * figures[InteriorFigure.size];
    for (let i = 0; i < rows.rowCount; i++) {
      if (d[i] === 0 || (coneOf[i] >= 0 && rows.kind[i] === RowKind.equality)) f[i] = 0;
      else f[i] = rows.kind[i] === RowKind.inequality ? Math.max(from[i], small / d[i]) : from[i];
    }
    for (let c = 0; c < coneCount; c++) {
      const t = tangentRow[c];
      const r = mu[c] * (f[coneRow[c]] + shift[c]);
      const q = Math.sqrt(from[t] * from[t] + from[t + 1] * from[t + 1]);
      const part = q > interiorStart * r ? (interiorStart * r) / q : 1;
      const isSlipping = motion[c] === TangentialState.slipping;
      if (isSlipping || this.isFree[c] === 1) {
        f[t] = isSlipping ? -r * direction[2 * c] : part * from[t];
        f[t + 1] = isSlipping ? -r * direction[2 * c + 1] : part * from[t + 1];
      }
    }
    moveByForces(y, rows, rows.y0, f);
    evaluateRows(a, rows, y, rows.c);
    for (let i = 0; i < rows.rowCount; i++) s[i] = Math.max(a[i], small);
    for (let c = 0; c < coneCount; c++) {
      const t = tangentRow[c];
      z[3 * c] = interiorExcess * Math.sqrt(a[t] * a[t] + a[t + 1] * a[t + 1]) + small;
      z[3 * c + 1] = a[t];
      z[3 * c + 2] = a[t + 1];
    }
    this.readCones(problem);
  }

  /** x of all cones. */
  private readCones({ coneCount, coneRow, tangentRow, mu, shift }: FrictionContactProblem): void {
    const { f, x } = this;
    for (let c = 0; c < coneCount; c++) {
      x[3 * c] = mu[c] * (f[coneRow[c]] + shift[c]);
      x[3 * c + 1] = f[tangentRow[c]];
      x[3 * c + 2] = f[tangentRow[c] + 1];
    }
  }

  /** figures.size: the accelerations in a, in the mean. */
  private measureAccelerations({ rows }: FrictionContactProblem, { central: d }: ProblemScale): void {
    let sum = 0;
    let count = 0;
    for (let i = 0; i < rows.rowCount; i++) {
      if (d[i] > 0) count++;
      sum += this.a[i] * this.a[i];
    }
    this.figures[InteriorFigure.size] = sum > 0 && count > 0 ? Math.sqrt(sum / count) : 1;
  }

  /** figures.after: the mean of d f s, here or after the step. */
  private measureGap(problem: FrictionContactProblem, { central: d }: ProblemScale, isAfter: boolean): void {
    const { rows, coneCount, tangentRow } = problem;
    const { f, s, x, z, df, ds, dx, dz, figures, isFree } = this;
    const t = isAfter ? figures[InteriorFigure.step] : 0;
    let sum = 0;
    let count = 0;
    for (let i = 0; i < rows.rowCount; i++) {
      if (rows.kind[i] !== RowKind.inequality || d[i] === 0) continue;
      sum += d[i] * (isAfter ? (f[i] + t * df[i]) * (s[i] + t * ds[i]) : f[i] * s[i]);
      count++;
    }
    for (let c = 0; c < coneCount; c++) {
      if (isFree[c] === 0) continue;
      let product = 0;
      for (let e = 3 * c; e < 3 * c + 3; e++) {
        product += isAfter ? (x[e] + t * dx[e]) * (z[e] + t * dz[e]) : x[e] * z[e];
      }
      sum += d[tangentRow[c]] * product;
      count++;
    }
    figures[InteriorFigure.after] = count > 0 ? sum / count : 0;
  }

  /** K of the cones, and k of the rows. */
  private formMatrix(problem: FrictionContactProblem, { central: d }: ProblemScale): void {
    const { rows, coneCount, coneRow, tangentRow, coneOf, mu, motion, direction } = problem;
    const { f, s, k, K, x, z, frame, isFree } = this;
    const R = this.figures[InteriorFigure.compliance];
    for (let i = 0; i < rows.rowCount; i++) {
      if (d[i] === 0) k[i] = 0;
      else if (rows.kind[i] === RowKind.inequality) k[i] = f[i] / (s[i] + R * f[i]);
      else k[i] = coneOf[i] < 0 ? equalityStiffness / (d[i] + equalityStiffness * R) : 0;
    }
    for (let c = 0; c < coneCount; c++) {
      const n = coneRow[c];
      const e = 9 * c;
      const o = frameSize * c;
      for (let j = 0; j < 9; j++) K[e + j] = 0;
      if (tangentRow[c] === n + 1) K[e] = k[n];
      if (motion[c] === TangentialState.slipping) {
        K[e + 3] = -mu[c] * k[n] * direction[2 * c];
        K[e + 6] = -mu[c] * k[n] * direction[2 * c + 1];
      } else if (isFree[c] === 1) {
        formFrame(frame, o, x, z, 3 * c);
        const beta2 = frame[o] * frame[o];
        const w0 = frame[o + Frame.w];
        const w1 = frame[o + Frame.w + 1];
        const w2 = frame[o + Frame.w + 2];
        const P = 2 * w0 * w0 - 1;
        const tt = w1 * w1 + w2 * w2;
        // β² across w, and β²/P along it
        const soft = 1 + R * beta2;
        const softAlong = 1 + (R * beta2) / P;
        const less = tt > 0 ? (beta2 * (1 - 1 / P)) / (tt * soft * softAlong) : 0;
        const edge = (2 * mu[c] * k[n] * w0) / (P * softAlong);
        K[e + 3] = edge * w1;
        K[e + 4] = beta2 / soft - less * w1 * w1;
        K[e + 5] = -less * w1 * w2;
        K[e + 6] = edge * w2;
        K[e + 7] = K[e + 5];
        K[e + 8] = beta2 / soft - less * w2 * w2;
      }
    }
  }

  /** r_c = f s − τ/d and ρ = W (λ \ (τ/d e − λ∘λ)), with the products of the steps where corrected. */
  private formTarget(problem: FrictionContactProblem, { central: d }: ProblemScale, isCorrected: boolean): void {
    const { rows, coneCount, tangentRow } = problem;
    const { f, s, df, ds, dx, dz, rc, rho, frame, u, isFree } = this;
    const tau = this.figures[InteriorFigure.tau];
    for (let i = 0; i < rows.rowCount; i++) {
      if (rows.kind[i] !== RowKind.inequality || d[i] === 0) continue;
      rc[i] = f[i] * s[i] - tau / d[i] + (isCorrected ? df[i] * ds[i] : 0);
    }
    for (let c = 0; c < coneCount; c++) {
      if (isFree[c] === 0) continue;
      const o = frameSize * c;
      const l0 = frame[o + Frame.lambda];
      const l1 = frame[o + Frame.lambda + 1];
      const l2 = frame[o + Frame.lambda + 2];
      const q = 3 * c;
      rho[q] = tau / d[tangentRow[c]] - (l0 * l0 + l1 * l1 + l2 * l2);
      rho[q + 1] = -2 * l0 * l1;
      rho[q + 2] = -2 * l0 * l2;
      if (isCorrected) {
        scaleBy(u, 0, frame, o, dz, q);
        unscale(u, 3, frame, o, dx, q);
        rho[q] -= u[0] * u[3] + u[1] * u[4] + u[2] * u[5];
        rho[q + 1] -= u[0] * u[4] + u[3] * u[1];
        rho[q + 2] -= u[0] * u[5] + u[3] * u[2];
      }
      divideByLambda(frame, o, rho, q);
    }
  }

  /** Δy, and with it Δf, Δs, Δx and Δz. */
  private findStep(problem: FrictionContactProblem, matrix: NewtonMatrix): void {
    const { rows, coneOf } = problem;
    const { a, f, s, k, push, rc, df, ds, da, dy } = this;
    const R = this.figures[InteriorFigure.compliance];
    for (let i = 0; i < rows.rowCount; i++) {
      const isBound = rows.kind[i] === RowKind.inequality;
      if (k[i] === 0) push[i] = 0;
      else if (!isBound) push[i] = -k[i] * (a[i] + R * f[i]);
      else push[i] = -(rc[i] + f[i] * (a[i] + R * f[i] - s[i])) / (s[i] + R * f[i]);
    }
    this.pushCones(problem);
    const left = this.figures[InteriorFigure.left];
    for (let j = 0; j < rows.dimension; j++) dy[j] = left > 0 ? left * this.missing[j] : 0;
    addForces(dy, rows, push);
    matrix.solve(dy);
    multiplyRows(da, rows, dy);
    for (let i = 0; i < rows.rowCount; i++) {
      const isBound = rows.kind[i] === RowKind.inequality;
      df[i] = isBound || coneOf[i] < 0 ? push[i] - k[i] * da[i] : 0;
      ds[i] = isBound ? da[i] + a[i] + R * (f[i] + df[i]) - s[i] : 0;
    }
    this.stepCones(problem);
  }

  /**
   * Computes the changes of the forces of tangents without their motion, with B = (1 + R K°)⁻¹, which is 1/(1 + R β²) across w
   * and 1/(1 + R β²/P) along it:
   *
   *   Δf_t = B (ρ_t − (P_t0/P_00)(ρ₀ − μ Δf_n)) − K_tt (a_t + R f_t − z_t + Δa_t)
   */
  private pushCones({ coneCount, coneRow, tangentRow, mu, motion, direction }: FrictionContactProblem): void {
    const { a, f, z, push, rho, frame, K, isFree } = this;
    const R = this.figures[InteriorFigure.compliance];
    for (let c = 0; c < coneCount; c++) {
      const n = coneRow[c];
      const t = tangentRow[c];
      const e = 9 * c;
      if (motion[c] === TangentialState.slipping) {
        push[t] = -mu[c] * push[n] * direction[2 * c];
        push[t + 1] = -mu[c] * push[n] * direction[2 * c + 1];
      } else if (isFree[c] === 1) {
        const w = frameSize * c + Frame.w;
        const P = 2 * frame[w] * frame[w] - 1;
        const by = ((2 * frame[w]) / P) * (mu[c] * push[n] - rho[3 * c]);
        const r1 = a[t] + R * f[t] - z[3 * c + 1];
        const r2 = a[t + 1] + R * f[t + 1] - z[3 * c + 2];
        const w1 = frame[w + 1];
        const w2 = frame[w + 2];
        let g1 = rho[3 * c + 1] + by * w1;
        let g2 = rho[3 * c + 2] + by * w2;
        if (R > 0) {
          const beta2 = frame[w - Frame.w] * frame[w - Frame.w];
          const across = 1 / (1 + R * beta2);
          const along = 1 / (1 + (R * beta2) / P);
          const tt = w1 * w1 + w2 * w2;
          const more = tt > 0 ? ((along - across) * (w1 * g1 + w2 * g2)) / tt : 0;
          g1 = across * g1 + more * w1;
          g2 = across * g2 + more * w2;
        }
        push[t] = g1 - K[e + 4] * r1 - K[e + 5] * r2;
        push[t + 1] = g2 - K[e + 7] * r1 - K[e + 8] * r2;
      }
    }
  }

  private stepCones({ coneCount, coneRow, tangentRow, mu }: FrictionContactProblem): void {
    const { a, f, z, push, rho, frame, K, df, da, dx, dz, isFree } = this;
    const R = this.figures[InteriorFigure.compliance];
    for (let c = 0; c < coneCount; c++) {
      const n = coneRow[c];
      const t = tangentRow[c];
      const e = 9 * c;
      const o = 3 * c;
      df[t] = push[t] - K[e + 3] * da[n] - K[e + 4] * da[t] - K[e + 5] * da[t + 1];
      df[t + 1] = push[t + 1] - K[e + 6] * da[n] - K[e + 7] * da[t] - K[e + 8] * da[t + 1];
      if (isFree[c] === 0) continue;
      dx[o] = mu[c] * df[n];
      dx[o + 1] = df[t];
      dx[o + 2] = df[t + 1];
      dz[o + 1] = da[t] + a[t] + R * (f[t] + df[t]) - z[o + 1];
      dz[o + 2] = da[t + 1] + a[t + 1] + R * (f[t + 1] + df[t + 1]) - z[o + 2];
      const b = frameSize * c;
      const w = b + Frame.w;
      const beta2 = frame[b] * frame[b];
      const along = 2 * beta2 * frame[w] * (frame[w + 1] * dz[o + 1] + frame[w + 2] * dz[o + 2]);
      dz[o] = (rho[o] - dx[o] - along) / (beta2 * (2 * frame[w] * frame[w] - 1));
    }
  }

  /** figures.step: that part of how far all stays within, at most 1. */
  private measureStep({ rows, coneCount }: FrictionContactProblem, part: number): void {
    const { f, s, df, ds, k, x, z, dx, dz, figures, isFree } = this;
    let t = 1 / part;
    for (let i = 0; i < rows.rowCount; i++) {
      if (rows.kind[i] !== RowKind.inequality || k[i] === 0) continue;
      if (f[i] + t * df[i] < 0) t = -f[i] / df[i];
      if (s[i] + t * ds[i] < 0) t = -s[i] / ds[i];
    }
    figures[InteriorFigure.step] = t;
    for (let c = 0; c < coneCount; c++) {
      if (isFree[c] === 0) continue;
      limitStep(figures, InteriorFigure.step, x, dx, 3 * c);
      limitStep(figures, InteriorFigure.step, z, dz, 3 * c);
    }
    figures[InteriorFigure.step] = Math.min(1, part * figures[InteriorFigure.step]);
  }

  private growRows(length: number): void {
    this.best = new Float64Array(length);
    this.f = new Float64Array(length);
    this.a = new Float64Array(length);
    this.s = new Float64Array(length);
    this.k = new Float64Array(length);
    this.rc = new Float64Array(length);
    this.push = new Float64Array(length);
    this.df = new Float64Array(length);
    this.ds = new Float64Array(length);
    this.da = new Float64Array(length);
  }

  private growCones(length: number): void {
    this.isFree = new Uint8Array(length);
    this.x = new Float64Array(3 * length);
    this.z = new Float64Array(3 * length);
    this.dx = new Float64Array(3 * length);
    this.dz = new Float64Array(3 * length);
    this.rho = new Float64Array(3 * length);
    this.frame = new Float64Array(frameSize * length);
    this.K = new Float64Array(9 * length);
  }
}
