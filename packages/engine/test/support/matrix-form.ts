/**
 * A free rigid body as the notes write it first: eighteen numbers, with the rotation as a matrix. Nothing holds that matrix
 * orthogonal: its errors add up, and the body is stretched and sheared. Here to be compared with, and not used by anyone.
 *
 *   Y = (x, R, P, L)                                                                                          (2–41)
 *   v = P/M,   I⁻¹ = R I⁻¹_body Rᵀ,   ω = I⁻¹ L                                                               (2–42)
 *   Ẏ = (v, ω*R, F, τ)                                                                                        (2–43)
 *
 *   R row by row; ω* is the matrix with ω* a = ω × a
 *
 * Follows: Rigid Body Simulation, section 2.11.
 */
import { createProblem, type Problem } from "@rigor/engine/ode";

/** Slots of the eighteen numbers. */
export const MatrixSlot = { x: 0, R: 3, P: 12, L: 15 } as const;

export interface MatrixBody {
  readonly mass: number;
  readonly moments: readonly number[];
  readonly momentum: readonly number[];
  readonly angularMomentum: readonly number[];
}

/** The body at the origin with its axes along those of the world, without forces. */
export function createMatrixForm(body: MatrixBody): Problem {
  const { mass, moments, momentum, angularMomentum } = body;
  const start = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, ...momentum, ...angularMomentum];
  return createProblem(start, (y, out) => {
    const R = y.subarray(MatrixSlot.R);
    const L = y.subarray(MatrixSlot.L);
    const m = [0, 1, 2].map((c) => (R[c] * L[0] + R[3 + c] * L[1] + R[6 + c] * L[2]) / moments[c]);
    const [wx, wy, wz] = [0, 1, 2].map((r) => R[3 * r] * m[0] + R[3 * r + 1] * m[1] + R[3 * r + 2] * m[2]);
    out.fill(0);
    for (let c = 0; c < 3; c++) {
      out[MatrixSlot.x + c] = y[MatrixSlot.P + c] / mass;
      out[MatrixSlot.R + c] = wy * R[6 + c] - wz * R[3 + c];
      out[MatrixSlot.R + 3 + c] = wz * R[c] - wx * R[6 + c];
      out[MatrixSlot.R + 6 + c] = wx * R[3 + c] - wy * R[c];
    }
  });
}

/** The largest entry of RᵀR − 1. */
export function measureSkew(R: ArrayLike<number>): number {
  let worst = 0;
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      const dot = R[r] * R[c] + R[3 + r] * R[3 + c] + R[6 + r] * R[6 + c];
      worst = Math.max(worst, Math.abs(dot - (r === c ? 1 : 0)));
    }
  }
  return worst;
}
