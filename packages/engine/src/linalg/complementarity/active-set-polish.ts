/**
 * Solution polishing (Stellato et al. 2020): from guessed forces to the exact ones. On the set S of the rows that carry force, a
 * = 0 is solved by the method of multipliers (Hestenes 1969, Powell 1969) with one sparse factor,
 *
 *   H = 1 + Σ_S (σ/dᵢ) JᵢᵀJᵢ,   Δy = −H⁻¹ Σ_S (σ/dᵢ) aᵢ Jᵢᵀ,   fᵢ ← fᵢ − (σ/dᵢ)(aᵢ + Jᵢ Δy)
 *
 * again and again, each pass shrinking a by about 1/σλ, λ the least eigenvalue of the set that is not zero. Dependent rows do no
 * harm: the part of the guess that moves nothing stays. Then rows with negative forces leave the set, rows that approach join it,
 * until none does: the certificate. A set may come back, so the rounds are limited.
 */
import { resize } from "../../math/index.js";
import { SolveStatus } from "../dense/index.js";
import type { NormalMatrix } from "./normal-matrix.js";
import { penaltyStiffness, polishClosed, polishIdle, polishPasses } from "./parameters.js";
import { evaluateRows, measureTolerance, moveByForces, multiplyRows } from "./row-products.js";
import { RowKind, type UnilateralProblem } from "./unilateral-problem.js";

/** The polishing of guessed forces, with its set and scratch arrays. */
export class ActiveSetPolish {
  /** Rounds (one factorisation each) and linear solves of the last `run`. */
  rounds = 0;
  solves = 0;
  /** Scale of the data. */
  readonly scale = new Float64Array(1);
  private inSet = new Uint8Array(0);
  private weight = new Float64Array(0);
  private tolerance = new Float64Array(0);
  private change = new Float64Array(0);
  private ones = new Float64Array(0);
  private step = new Float64Array(0);
  private work = new Float64Array(0);

  setUp(problem: UnilateralProblem): void {
    const m = problem.rowCount;
    const n = problem.dimension;
    if (m > this.inSet.length) {
      this.inSet = resize(this.inSet, m);
      this.weight = resize(this.weight, m);
      this.tolerance = resize(this.tolerance, m);
      this.change = resize(this.change, m);
    }
    if (n > this.step.length) {
      this.step = resize(this.step, n);
      this.work = resize(this.work, n);
      this.ones = new Float64Array(n).fill(1);
    }
  }

  /** Polishes f, y and a; returns whether it ended with a certificate. Rows begin in the set where f d is above control[0]. */
  run(
    problem: UnilateralProblem,
    normal: NormalMatrix,
    d: Float64Array,
    f: Float64Array,
    y: Float64Array,
    a: Float64Array,
    limit: number,
    control: Float64Array,
  ): boolean {
    this.setUp(problem);
    const { inSet, weight, tolerance, work, scale } = this;
    const { rowCount: m, kind, y0, c } = problem;
    this.rounds = 0;
    this.solves = 0;
    moveByForces(y, problem, y0, f);
    evaluateRows(a, problem, y, c);
    const threshold = control[0];
    for (let i = 0; i < m; i++) {
      const presses = f[i] * d[i] > Math.max(a[i], threshold);
      inSet[i] = d[i] > 0 && (kind[i] === RowKind.equality || presses) ? 1 : 0;
    }
    while (this.rounds++ < limit) {
      for (let i = 0; i < m; i++) {
        weight[i] = inSet[i] === 1 ? penaltyStiffness / d[i] : 0;
        if (inSet[i] === 0) f[i] = 0;
      }
      if (normal.factor(problem, weight, this.ones) !== SolveStatus.ok) return false;
      const closed = this.closeSet(problem, normal, f, y, a);
      measureTolerance(tolerance, problem, y0, c, f, work, scale, 0);
      if (!this.changeSet(m, kind, d, f, a)) return closed && this.finish(problem, f, y, a);
    }
    return false;
  }

  /** Solves a = 0 on the set; whether it got there. */
  private closeSet(
    problem: UnilateralProblem,
    normal: NormalMatrix,
    f: Float64Array,
    y: Float64Array,
    a: Float64Array,
  ): boolean {
    const { inSet, tolerance, work, scale } = this;
    const { rowCount: m, y0, c } = problem;
    let least = Infinity;
    let idle = 0;
    for (let pass = 0; ; pass++) {
      moveByForces(y, problem, y0, f);
      evaluateRows(a, problem, y, c);
      measureTolerance(tolerance, problem, y0, c, f, work, scale, 0);
      let worst = 0;
      for (let i = 0; i < m; i++) if (inSet[i] === 1) worst = Math.max(worst, Math.abs(a[i]) / tolerance[i]);
      if (!(worst < Infinity)) return false;
      // as far as it goes
      idle = worst > polishIdle * least ? idle + 1 : 0;
      least = Math.min(least, worst);
      const isClosed = worst <= polishClosed || (idle >= 1 && worst <= 1);
      if (isClosed || idle >= 2 || pass === polishPasses) return worst <= 1;
      if (!this.takePass(problem, normal, f, a)) return false;
    }
  }

  /** One pass of the method of multipliers: fᵢ ← fᵢ − (σ/dᵢ)(aᵢ + Jᵢ Δy) on the set. */
  private takePass(problem: UnilateralProblem, normal: NormalMatrix, f: Float64Array, a: Float64Array): boolean {
    const { inSet, weight, change, step } = this;
    const { rowCount: m, dimension: n, rowStart, column, values } = problem;
    for (let k = 0; k < n; k++) step[k] = 0;
    for (let i = 0; i < m; i++) {
      if (inSet[i] === 0) continue;
      const push = -weight[i] * a[i];
      for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) step[column[k]] += push * values[k];
    }
    this.solves++;
    if (normal.solve(step) !== SolveStatus.ok) return false;
    multiplyRows(change, problem, step);
    for (let i = 0; i < m; i++) if (inSet[i] === 1) f[i] -= weight[i] * (a[i] + change[i]);
    return true;
  }

  /** Lets rows with negative forces leave, and rows that approach join; returns whether any did. */
  private changeSet(m: number, kind: Uint8Array, d: Float64Array, f: Float64Array, a: Float64Array): boolean {
    const { inSet, tolerance } = this;
    let changed = false;
    for (let i = 0; i < m; i++) {
      if (kind[i] === RowKind.equality || d[i] === 0) continue;
      if (inSet[i] === 1 ? f[i] * d[i] < -tolerance[i] : a[i] < -tolerance[i]) {
        inSet[i] = 1 - inSet[i];
        changed = true;
      }
    }
    return changed;
  }

  /** Sets forces that are negative by rounding to zero; returns whether all rows still keep their conditions. */
  private finish(problem: UnilateralProblem, f: Float64Array, y: Float64Array, a: Float64Array): boolean {
    const { rowCount: m, kind, y0, c } = problem;
    for (let i = 0; i < m; i++) if (kind[i] !== RowKind.equality && f[i] < 0) f[i] = 0;
    moveByForces(y, problem, y0, f);
    evaluateRows(a, problem, y, c);
    for (let i = 0; i < m; i++) {
      const out = kind[i] === RowKind.equality ? Math.abs(a[i]) : -a[i];
      if (!(out <= 2 * this.tolerance[i])) return false;
    }
    return true;
  }
}
