/**
 * The pose of B relative to A. A pair is looked at in the frame of A, so that only the place of B relative to A enters:
 *
 *   p_A = R p_B + x,   R = R_Aᵀ R_B,   x = R_Aᵀ (x_B − x_A)                                                    (2–1)
 *
 * Follows: Rigid Body Simulation, section 2.1.
 */
import type { Shape } from "../shapes/index.js";

/** Numbers of a relative pose: x (3), R (9, row by row), and the size of the largest coordinates that enter, m. */
export const poseSize = 13;

/** Writes the pose of B relative to A, for shapes placed at framesA[i …] and framesB[j …]. */
export function relate(
  relative: Float64Array,
  shapeA: Shape,
  framesA: Float64Array,
  i: number,
  shapeB: Shape,
  framesB: Float64Array,
  j: number,
): void {
  const dx = framesB[j] - framesA[i];
  const dy = framesB[j + 1] - framesA[i + 1];
  const dz = framesB[j + 2] - framesA[i + 2];
  const b0 = framesB[j + 3];
  const b1 = framesB[j + 4];
  const b2 = framesB[j + 5];
  const b3 = framesB[j + 6];
  const b4 = framesB[j + 7];
  const b5 = framesB[j + 8];
  const b6 = framesB[j + 9];
  const b7 = framesB[j + 10];
  const b8 = framesB[j + 11];
  for (let r = 0; r < 3; r++) {
    const a = framesA[i + 3 + r];
    const b = framesA[i + 6 + r];
    const c = framesA[i + 9 + r];
    relative[r] = a * dx + b * dy + c * dz;
    relative[3 + 3 * r] = a * b0 + b * b3 + c * b6;
    relative[4 + 3 * r] = a * b1 + b * b4 + c * b7;
    relative[5 + 3 * r] = a * b2 + b * b5 + c * b8;
  }
  relative[12] = Math.max(shapeA.reach, Math.sqrt(dx * dx + dy * dy + dz * dz) + shapeB.reach);
}

/** R v for v in the frame of B: a direction as A sees it. */
export function turnToA(out: Float64Array, o: number, relative: Float64Array, v: Float64Array, i: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  out[o] = relative[3] * x + relative[4] * y + relative[5] * z;
  out[o + 1] = relative[6] * x + relative[7] * y + relative[8] * z;
  out[o + 2] = relative[9] * x + relative[10] * y + relative[11] * z;
}

/** Rᵀ v for v in the frame of A: a direction as B sees it. */
export function turnToB(out: Float64Array, o: number, relative: Float64Array, v: Float64Array, i: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  out[o] = relative[3] * x + relative[6] * y + relative[9] * z;
  out[o + 1] = relative[4] * x + relative[7] * y + relative[10] * z;
  out[o + 2] = relative[5] * x + relative[8] * y + relative[11] * z;
}

/** R p + x for p in the frame of B: a point as A sees it. */
export function placeInA(out: Float64Array, o: number, relative: Float64Array, p: Float64Array, i: number): void {
  turnToA(out, o, relative, p, i);
  out[o] += relative[0];
  out[o + 1] += relative[1];
  out[o + 2] += relative[2];
}
