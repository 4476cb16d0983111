/**
 * The rate of change of all bodies' states:
 *
 *   d/dt (x, q, P, L) = (v, ½ωq, F, τ)                                                                        (2–43)
 *   q̇ = ½ ω q                                                                                                  (4–2)
 *   Ṗ = F,   L̇ = τ                                                                                     (2–29), (2–31)
 *
 *   reads   state, velocity, angularVelocity; force, torque; answers
 *
 * Follows: Rigid Body Simulation, sections 2.11 and 4.
 */
import type { BodyArrays } from "./body-arrays.js";
import { bodySize } from "./state.js";

/** Degrees of freedom of a body as bits: whether forces, torques or both move it. */
export const Answer = { none: 0, force: 1, torque: 2, both: 3 } as const;

/** The arrays that `writeBodyRates` reads besides the state, see `BodyArrays`. */
export type RateArrays = Readonly<
  Pick<BodyArrays, "count" | "velocity" | "angularVelocity" | "force" | "torque" | "answers">
>;

/**
 * Writes 13 rates a body into `out`, from its start, under the forces in the accumulators: of the first `count` bodies, or
 * of those in a list, one behind the other. Returns 0, or NaN if a force or torque is not finite.
 */
export function writeBodyRates(
  out: Float64Array,
  bodies: RateArrays,
  state: Float64Array,
  count: number = bodies.count,
  list: Int32Array | null = null,
): number {
  const { velocity, angularVelocity, force, torque, answers } = bodies;
  // a sum that is not a number exactly when one of its terms is not finite
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const i = list === null ? k : list[k];
    const o = bodySize * k;
    const y0 = bodySize * i;
    const v = 3 * i;
    out[o] = velocity[v];
    out[o + 1] = velocity[v + 1];
    out[o + 2] = velocity[v + 2];
    const wx = 0.5 * angularVelocity[v];
    const wy = 0.5 * angularVelocity[v + 1];
    const wz = 0.5 * angularVelocity[v + 2];
    const x = state[y0 + 3];
    const y = state[y0 + 4];
    const z = state[y0 + 5];
    const s = state[y0 + 6];
    out[o + 3] = s * wx + (wy * z - wz * y);
    out[o + 4] = s * wy + (wz * x - wx * z);
    out[o + 5] = s * wz + (wx * y - wy * x);
    out[o + 6] = -(wx * x + wy * y + wz * z);
    const toForce = answers[i] & Answer.force;
    const Fx = force[v];
    const Fy = force[v + 1];
    const Fz = force[v + 2];
    out[o + 7] = toForce * Fx;
    out[o + 8] = toForce * Fy;
    out[o + 9] = toForce * Fz;
    const toTorque = (answers[i] & Answer.torque) >> 1;
    const tx = torque[v];
    const ty = torque[v + 1];
    const tz = torque[v + 2];
    out[o + 10] = toTorque * tx;
    out[o + 11] = toTorque * ty;
    out[o + 12] = toTorque * tz;
    sum += 0 * (Fx + Fy + Fz + tx + ty + tz);
  }
  return sum;
}

/**
 * Writes the rates of bodies on which no force acts, (v, ½ωq, 0, 0), and clears the accumulators in one pass. The lines for q̇
 * repeat those of `writeBodyRates`: a call of a function for both costs a fifth of the evaluation where it is not inlined.
 */
export function writeFreeRates(out: Float64Array, bodies: RateArrays, state: Float64Array): void {
  const { count, velocity, angularVelocity, force, torque } = bodies;
  for (let i = 0; i < count; i++) {
    const o = bodySize * i;
    const v = 3 * i;
    out[o] = velocity[v];
    out[o + 1] = velocity[v + 1];
    out[o + 2] = velocity[v + 2];
    const wx = 0.5 * angularVelocity[v];
    const wy = 0.5 * angularVelocity[v + 1];
    const wz = 0.5 * angularVelocity[v + 2];
    const x = state[o + 3];
    const y = state[o + 4];
    const z = state[o + 5];
    const s = state[o + 6];
    out[o + 3] = s * wx + (wy * z - wz * y);
    out[o + 4] = s * wy + (wz * x - wx * z);
    out[o + 5] = s * wz + (wx * y - wy * x);
    out[o + 6] = -(wx * x + wy * y + wz * z);
    out[o + 7] = 0;
    out[o + 8] = 0;
    out[o + 9] = 0;
    out[o + 10] = 0;
    out[o + 11] = 0;
    out[o + 12] = 0;
    force[v] = 0;
    force[v + 1] = 0;
    force[v + 2] = 0;
    torque[v] = 0;
    torque[v + 1] = 0;
    torque[v + 2] = 0;
  }
}
