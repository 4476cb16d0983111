/**
 * The backward error of forces near a solution: a problem next to the one at hand that these forces satisfy. They are projected
 * once, f ← P(f − a/d), and every row that is then violated gets the least slack, in its own c, with which it is satisfied:
 *
 *   active             a_n = 0                  else a_n ≥ 0
 *   sticks             a_t = 0                  slips  a_t = −κ f_t, κ ≥ 0
 *
 * For callers that may leave a small residual, and want to know its part at each contact.
 */

import { evaluateRows, moveByForces, RowKind } from "../complementarity/index.js";
import { type FrictionContactProblem, TangentialState } from "./friction-contact-problem.js";
import { equalitySlackPart } from "./parameters.js";

/** The fit of a problem to forces near a solution, by the least slack of its rows. */
export class MinimumSlack {
  private y = new Float64Array(0);
  private a = new Float64Array(0);
  private d = new Float64Array(0);
  /** Slack of the rows: the amount added to c. */
  private loose = new Float64Array(0);
  /** Marks of rows of normals that are active, and of first tangents that slip. */
  private isOn = new Uint8Array(0);

  /**
   * Fits the problem to the forces f, and projects these, if no row is to be looser than `limit`; else both are as they were.
   * Whether it was done.
   */
  run(problem: FrictionContactProblem, f: Float64Array, limit: number): boolean {
    const { rows } = problem;
    const m = rows.rowCount;
    if (m > this.a.length) {
      this.a = new Float64Array(2 * m);
      this.d = new Float64Array(2 * m);
      this.loose = new Float64Array(2 * m);
      this.isOn = new Uint8Array(2 * m);
    }
    if (rows.dimension > this.y.length) this.y = new Float64Array(2 * rows.dimension);
    const { y, a, loose } = this;
    const before = f.slice(0, m);
    moveByForces(y, rows, rows.y0, f);
    evaluateRows(a, rows, y, rows.c);
    this.project(problem, f);
    moveByForces(y, rows, rows.y0, f);
    evaluateRows(a, rows, y, rows.c);
    this.measure(problem, f);
    for (let i = 0; i < m; i++) {
      const isPlain = problem.coneOf[i] < 0 && rows.kind[i] === RowKind.equality;
      if (Math.abs(loose[i]) <= (isPlain ? equalitySlackPart * limit : limit)) continue;
      f.set(before);
      return false;
    }
    for (let i = 0; i < m; i++) rows.c[i] += loose[i];
    return true;
  }

  /** Projects the forces, f ← P(f − a/d), and marks the rows that are active and the tangents that slip. */
  private project(
    { rows, coneCount, coneRow, tangentRow, coneOf, mu, shift, motion, direction }: FrictionContactProblem,
    f: Float64Array,
  ): void {
    const { a, d, isOn } = this;
    const { rowCount, rowStart, values, kind } = rows;
    for (let i = 0; i < rowCount; i++) {
      let sum = 0;
      for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) sum += values[k] * values[k];
      d[i] = sum;
      isOn[i] = 0;
      if (kind[i] !== RowKind.inequality) continue;
      const q = sum > 0 ? f[i] - a[i] / sum : 0;
      isOn[i] = q > 0 ? 1 : 0;
      f[i] = q > 0 ? q : 0;
    }
    for (let c = 0; c < coneCount; c++) {
      const t = tangentRow[c];
      const r = mu[c] * (f[coneRow[c]] + shift[c]);
      if (motion[c] === TangentialState.slipping) {
        f[t] = -r * direction[2 * c];
        f[t + 1] = -r * direction[2 * c + 1];
        isOn[t] = 1;
        continue;
      }
      const D = 0.5 * (d[t] + d[t + 1]);
      if (!(D > 0)) continue;
      const q1 = f[t] - a[t] / D;
      const q2 = f[t + 1] - a[t + 1] / D;
      const q = Math.sqrt(q1 * q1 + q2 * q2);
      isOn[t] = q >= r ? 1 : 0;
      const part = q > r ? r / q : 1;
      f[t] = part * q1;
      f[t + 1] = part * q2;
    }
    for (let i = 0; i < rowCount; i++) if (coneOf[i] < 0 && kind[i] === RowKind.equality) isOn[i] = 1;
  }

  /** How loose rows are to be. */
  private measure({ rows, coneCount, tangentRow, motion }: FrictionContactProblem, f: Float64Array): void {
    const { a, isOn, loose } = this;
    for (let i = 0; i < rows.rowCount; i++) loose[i] = isOn[i] === 1 ? -a[i] : Math.max(0, -a[i]);
    for (let c = 0; c < coneCount; c++) {
      const t = tangentRow[c];
      let kappa = 0;
      if (isOn[t] === 1) {
        const square = f[t] * f[t] + f[t + 1] * f[t + 1];
        // a contact without force slides as it likes
        if (square > 0) kappa = Math.max(0, -(a[t] * f[t] + a[t + 1] * f[t + 1]) / square);
      }
      const isFree = motion[c] === TangentialState.slipping || (isOn[t] === 1 && f[t] === 0 && f[t + 1] === 0);
      loose[t] = isFree ? 0 : -kappa * f[t] - a[t];
      loose[t + 1] = isFree ? 0 : -kappa * f[t + 1] - a[t + 1];
    }
  }
}
