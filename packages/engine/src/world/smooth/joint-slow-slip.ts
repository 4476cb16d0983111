/**
 * Slow slip of ball joints: the slip law with a lag (slow-slip.ts) in three dimensions.
 *
 *   M_k = −T_k w_k/|w_k|,   w_k = Ω_k + τ_k (Ω̇_k − ā_k);   |M_k| ≤ T_k where w_k = 0
 *   Ω̇_k = b_k + Σ_j A_kj M_j          with frozen modes: b with no M at all, A_kj with a unit M_j alone
 *   (τ T A_kk + κ) d = Ω_k + τ (b_k + Σ_{j≠k} A_kj M_j − ā_k),  |d| ≤ 1,  κ ≥ 0,  M_k = −T d            by Gauss–Seidel
 */

import { ContactMode } from "../../linalg/index.js";
import { mat3, vec3 } from "../../math/index.js";
import { Secular } from "../assembly/index.js";
import { Course } from "./contact-modes.js";
import { exactMoment, maxSweeps } from "./parameters.js";
import type { SlidingFlow } from "./sliding-flow.js";

const unit = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** Moments of the ball joints of a flow that slip slowly. */
export class JointSlowSlip {
  /** Entries of the joints among the cones. */
  private readonly list: number[] = [];
  private b = new Float64Array(0);
  private A = new Float64Array(0);
  private M = new Float64Array(0);
  private readonly secular = new Secular();
  private readonly work = new Float64Array(6);

  /** Lists the ball joints that follow the slip law with a lag. Returns whether there are any. */
  select({ cones, modes: { mode, course, lag } }: SlidingFlow): boolean {
    this.list.length = 0;
    for (let k = cones.jointStart; k < cones.count; k++) {
      const isSlow = mode[k] === ContactMode.slip && course[k] === Course.free && lag[k] > 0;
      if (isSlow && cones.isBall(k)) this.list.push(k);
    }
    return this.list.length > 0;
  }

  /**
   * Finds the moments of the listed joints, and all forces with them. The problem has all other modes. Returns whether the forces
   * were found.
   */
  follow(flow: SlidingFlow): boolean {
    const { list } = this;
    const m = list.length;
    if (this.M.length < 3 * m) {
      this.b = new Float64Array(3 * m);
      this.M = new Float64Array(3 * m);
      this.A = new Float64Array(9 * m * m);
    }
    for (const k of list) this.aim(flow, k, unit, 0, 0);
    if (!this.solve(flow, this.b, 0, 3)) return false;
    for (let j = 0; j < m; j++) {
      for (let x = 0; x < 3; x++) {
        this.aim(flow, list[j], unit, 3 * x, 1);
        if (!this.solve(flow, this.A, 9 * m * j + 3 * x, 9)) return false;
      }
      this.aim(flow, list[j], unit, 0, 0);
    }
    this.subtract();
    this.sweep(flow);
    for (let i = 0; i < m; i++) {
      const size = Math.sqrt(vec3.lengthSquared(this.M, 3 * i));
      vec3.scale(this.work, 0, this.M, 3 * i, -1 / size);
      if (size > 0) this.aim(flow, list[i], this.work, 0, size);
    }
    return flow.solver.follow(flow.cones.problem);
  }

  /** Gives ball joint k the moment −mu along d[i …]. */
  private aim({ cones, context }: SlidingFlow, k: number, d: Float64Array, i: number, mu: number): void {
    cones.aimBall(context.contactSet.contacts, k, d, i, mu, true);
  }

  /** Writes Ω̇ of all joints under their present moments to out[o …], `stride` numbers apart. */
  private solve({ solver, cones }: SlidingFlow, out: Float64Array, o: number, stride: number): boolean {
    if (!solver.follow(cones.problem)) return false;
    const { list } = this;
    for (let i = 0; i < list.length; i++) cones.writeTangential(out, o + stride * i, list[i], solver.result.a);
    return true;
  }

  /** Subtracts Ω̇ with M = −e_x at j from Ω̇ with no moment: columns of −A_ij, which are transposed into A_ij, row by row. */
  private subtract(): void {
    const { A, b, list } = this;
    const m = list.length;
    for (let j = 0; j < m; j++) {
      for (let i = 0; i < m; i++) {
        const o = 9 * (m * j + i);
        for (let x = 0; x < 3; x++) for (let y = 0; y < 3; y++) A[o + 3 * x + y] = b[3 * i + y] - A[o + 3 * x + y];
        mat3.transpose(A, o, A, o);
      }
    }
  }

  /** Solves the equations of the joints one after the other until no moment changes. */
  private sweep({ context, modes: { lag, trend }, cones }: SlidingFlow): void {
    const { A, b, M, list, work, secular } = this;
    const { slip, friction } = context.contactSet.contacts;
    const m = list.length;
    M.fill(0);
    for (let round = 0; round < maxSweeps; round++) {
      let most = 0;
      for (let i = 0; i < m; i++) {
        const k = list[i];
        const c = cones.list[k];
        const T = friction[c];
        vec3.copy(work, 0, b, 3 * i);
        for (let j = 0; j < m; j++) {
          if (j === i) continue;
          mat3.transformVector(work, 3, A, 9 * (m * j + i), M, 3 * j);
          vec3.add(work, 0, work, 0, work, 3);
        }
        for (let x = 0; x < 3; x++) work[x] = slip[3 * c + x] + lag[k] * (work[x] - trend[3 * k + x]);
        secular.solve(A, 9 * (m * i + i), lag[k] * T, work, 0);
        for (let x = 0; x < 3; x++) {
          const now = -T * secular.d[x];
          if (T > 0) most = Math.max(most, Math.abs(now - M[3 * i + x]) / T);
          M[3 * i + x] = now;
        }
      }
      if (m === 1 || most < exactMoment) return;
    }
  }
}
