/**
 * A ray of forces that are nearly indeterminate, followed as far as the modes allow. Where rows depend on one another but for
 * rounding, as those of flush faces that turn, they are inconsistent by as little, and the conditions ask one of them to open:
 * forces go on in the same direction, a self-stress, round after round, until an active contact opens or one that sticks slips.
 *
 *   D = f − f̂                  of a round, with accelerations W D of next to nothing, W = J Jᵀ
 *   f ← f + θ D                θ up to where
 *
 *     f_n + θ D_n = 0          an active contact opens
 *     |f_t + θ D_t| = μ (f_n + θ D_n + s)          one that sticks comes to its edge
 *     a_n + θ (W D)_n = −q     an open one would become active, q the part of the residual that may be added
 *     |θ (W D)| = q            an active one would move: D is not as free as that
 *     |θ (W D)_t| = |a_t|      one that slips would turn round
 */

import { addForces, multiplyRows, RowKind } from "../complementarity/index.js";
import { type FrictionContactProblem, TangentialState } from "./friction-contact-problem.js";
import { rayDriftPart, rayEdge, rayRetreat } from "./parameters.js";

/** The last step along a self-stress ray. */
export class SelfStressRay {
  /** Forces at the beginning. */
  private start = new Float64Array(0);
  private D = new Float64Array(0);
  private WD = new Float64Array(0);
  private y = new Float64Array(0);
  /** How far, in D; and what accelerations may change by. */
  private readonly control = new Float64Array(2);
  /** The row that opens at the end, or −1. */
  private opens = -1;

  /** Takes, where the next round failed, a shorter step from the same forces, or these; returns whether it is a step. */
  retreat(out: Float64Array, rowCount: number): boolean {
    const { D, start, control } = this;
    control[0] *= rayRetreat;
    const isOne = control[0] > 1;
    for (let i = 0; i < rowCount; i++) out[i] = isOne ? start[i] + control[0] * D[i] : start[i];
    return isOne;
  }

  /**
   * Writes to `out` the forces at the end of the ray from f, with accelerations a, where the forces before were `from` and the
   * residual is off[o]. Returns whether the step is longer than the round was.
   */
  run(
    out: Float64Array,
    problem: FrictionContactProblem,
    f: Float64Array,
    a: Float64Array,
    from: Float64Array,
    off: Float64Array,
    o: number,
  ): boolean {
    const { rows } = problem;
    if (rows.rowCount > this.D.length) {
      this.start = new Float64Array(2 * rows.rowCount);
      this.D = new Float64Array(2 * rows.rowCount);
      this.WD = new Float64Array(2 * rows.rowCount);
    }
    if (rows.dimension > this.y.length) this.y = new Float64Array(2 * rows.dimension);
    const { D, WD, y, control, start } = this;
    for (let i = 0; i < rows.rowCount; i++) {
      D[i] = f[i] - from[i];
      start[i] = f[i];
    }
    for (let j = 0; j < rows.dimension; j++) y[j] = 0;
    addForces(y, rows, D);
    multiplyRows(WD, rows, y);
    control[0] = Infinity;
    control[1] = rayDriftPart * off[o];
    this.opens = -1;
    this.limitRows(problem, f, a);
    this.limitTangents(problem, f, a);
    const way = control[0];
    if (!(way > 1 && way < Infinity)) return false;
    for (let i = 0; i < rows.rowCount; i++) out[i] = f[i] + way * D[i];
    if (this.opens >= 0) out[this.opens] = 0;
    return true;
  }

  /** Normals and plain rows. */
  private limitRows({ rows, coneOf, coneRow }: FrictionContactProblem, f: Float64Array, a: Float64Array): void {
    const { D, WD, control } = this;
    for (let i = 0; i < rows.rowCount; i++) {
      const c = coneOf[i];
      if (c >= 0 && i !== coneRow[c]) continue;
      const isFree = rows.kind[i] === RowKind.inequality;
      if (isFree && !(f[i] > 0)) {
        if (WD[i] * control[0] < -a[i] - control[1]) control[0] = (a[i] + control[1]) / -WD[i];
        continue;
      }
      if (Math.abs(WD[i]) * control[0] > control[1]) control[0] = control[1] / Math.abs(WD[i]);
      if (isFree && f[i] + control[0] * D[i] < 0) {
        control[0] = -f[i] / D[i];
        this.opens = i;
      }
    }
  }

  /** Tangents of what sticks or slips. */
  private limitTangents(problem: FrictionContactProblem, f: Float64Array, a: Float64Array): void {
    const { coneCount, coneRow, tangentRow, motion, mu, shift } = problem;
    const { D, WD, control } = this;
    for (let c = 0; c < coneCount; c++) {
      const n = coneRow[c];
      const t = tangentRow[c];
      const r = mu[c] * (f[n] + shift[c]);
      if (motion[c] !== TangentialState.resting || !(r > 0)) continue;
      const rD = mu[c] * D[n];
      // |f_t + θ D_t|² − (r + θ r_D)² = α θ² + 2 β θ + γ
      const alpha = D[t] * D[t] + D[t + 1] * D[t + 1] - rD * rD;
      const beta = f[t] * D[t] + f[t + 1] * D[t + 1] - r * rD;
      const gamma = f[t] * f[t] + f[t + 1] * f[t + 1] - r * r;
      const moves = Math.sqrt(WD[t] * WD[t] + WD[t + 1] * WD[t + 1]);
      if (gamma >= -rayEdge * r * r) {
        const speed = Math.sqrt(a[t] * a[t] + a[t + 1] * a[t + 1]);
        this.shorten(Math.max(speed, control[1]) / moves);
        continue;
      }
      this.shorten(control[1] / moves);
      const root = Math.sqrt(Math.max(0, beta * beta - alpha * gamma));
      if (beta > 0) this.shorten(-gamma / (beta + root));
      else if (alpha > 0) this.shorten((root - beta) / alpha);
    }
  }

  private shorten(way: number): void {
    if (!(way < this.control[0])) return;
    this.control[0] = way;
    this.opens = -1;
  }
}
