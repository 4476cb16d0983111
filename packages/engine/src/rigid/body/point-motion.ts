/**
 * Position, velocity and acceleration of a point of a body. `p` is in world coordinates unless stated.
 *
 *   p = R p₀ + x                                                                                  (2–1), (2–13), (7–4)
 *   ṗ = ω × (p − x) + v                                                                          (2–17), (7–5), (C–11)
 *   ω̇ = I⁻¹ (L × ω + τ)                                                                                       (C–10)
 *   p̈ = ω̇ × r + ω × (ω × r) + v̇,   r = p − x                                                          (C–12), (D–3)
 *
 * They are Chaney's r_w = R r_b + x, eqs. (8) and (30), and his v_w = R (ω_b × r_b) + ẋ, eq. (31), where ω = R ω_b.
 * Accelerations follow from the forces in the accumulators: call `system.computeForces()` first, unless a derivative was
 * just evaluated.
 *
 * Follows: Rigid Body Simulation, section 2.5 and appendix C; Chaney, sections 4.1, 7.1 and 7.2;
 *   Physically Based Animation II.
 */
import { mat3, quat, vec3 } from "../../math/index.js";
import type { BodySystem } from "./body-force.js";
import { bodySize, Slot } from "./state.js";

/** Computes the world coordinates of the point of body i at p in the user's frame, m. */
export function computePointPosition(
  out: Float64Array,
  o: number,
  system: BodySystem,
  i: number,
  p: Float64Array,
  j: number,
): void {
  system.readPose(pose, 0, i);
  quat.rotateVector(out, o, pose, 3, p, j);
  vec3.add(out, o, out, o, pose, 0);
}

/** Computes the velocity of the point of a body that is at p, m/s. */
export function computePointVelocity(
  out: Float64Array,
  o: number,
  system: BodySystem,
  body: number,
  p: Float64Array,
  j: number,
): void {
  writePointVelocity(out, o, system, system.requireBody("body", body), p, j);
}

/** Writes the velocity of the point at p of the body in row i, m/s. */
export function writePointVelocity(
  out: Float64Array,
  o: number,
  system: BodySystem,
  i: number,
  p: Float64Array,
  j: number,
): void {
  vec3.subtract(arm, 0, p, j, system.state, bodySize * i);
  vec3.cross(arm, 0, system.angularVelocity, 3 * i, arm, 0);
  vec3.add(out, o, arm, 0, system.velocity, 3 * i);
}

/** Computes the angular acceleration ω̇ of a body under the torque in its accumulator, rad/s². */
export function computeAngularAcceleration(out: Float64Array, o: number, system: BodySystem, body: number): void {
  writeAngularAcceleration(out, o, system, system.requireBody("body", body));
}

/** Writes the angular acceleration ω̇ of the body in row i, rad/s². */
export function writeAngularAcceleration(out: Float64Array, o: number, system: BodySystem, i: number): void {
  const { kinematics, state, angularVelocity, torque, inverseInertia } = system;
  if (kinematics.count > 0 && kinematics.isDriven(i)) {
    kinematics.readAngularAcceleration(out, o, i);
    return;
  }
  vec3.cross(spin, 0, state, bodySize * i + Slot.L, angularVelocity, 3 * i);
  vec3.add(spin, 0, spin, 0, torque, 3 * i);
  mat3.transformVector(out, o, inverseInertia, 9 * i, spin, 0);
}

/** Computes the acceleration of the point of a body that is at p, m/s². */
export function computePointAcceleration(
  out: Float64Array,
  o: number,
  system: BodySystem,
  body: number,
  p: Float64Array,
  j: number,
): void {
  writePointAcceleration(out, o, system, system.requireBody("body", body), p, j);
}

/** Writes the acceleration of the point at p of the body in row i, m/s². */
export function writePointAcceleration(
  out: Float64Array,
  o: number,
  system: BodySystem,
  i: number,
  p: Float64Array,
  j: number,
): void {
  const { kinematics, state, angularVelocity, force, inverseMass } = system;
  vec3.subtract(arm, 0, p, j, state, bodySize * i);
  writeAngularAcceleration(arm, 3, system, i);
  // ω̇ × r + ω × (ω × r)
  vec3.cross(arm, 3, arm, 3, arm, 0);
  vec3.cross(arm, 6, angularVelocity, 3 * i, arm, 0);
  vec3.cross(arm, 6, angularVelocity, 3 * i, arm, 6);
  vec3.add(arm, 3, arm, 3, arm, 6);
  if (kinematics.count > 0 && kinematics.isDriven(i)) {
    kinematics.readAcceleration(arm, 6, i);
    vec3.add(out, o, arm, 3, arm, 6);
  } else {
    const w = inverseMass[i];
    for (let k = 0; k < 3; k++) out[o + k] = arm[3 + k] + w * force[3 * i + k];
  }
}

const pose = new Float64Array(7);
const arm = new Float64Array(9);
const spin = new Float64Array(3);
