/**
 * The inertial wrench of a part: the force and torque that its acceleration requires, less its weight.
 *
 *   F = m (a_c − g),   a_c = a + α × r + ω × (ω × r)         τ = I α + ω × I ω + r × F
 *
 *   r   from the origin of the part to its centre of mass     τ   about the origin of the part
 *
 * Follows: Constrained Dynamics, section 5; Rigid Body Simulation, appendix C.
 */
import { mat3, vec3 } from "../math/index.js";
import type { PartMasses } from "./part.js";

/** Parts with masses and accelerations, world axes: three numbers a part in each array, nine in `rotation`. */
export interface PartMotion extends PartMasses {
  /** Rotation matrices R. */
  readonly rotation: Float64Array;
  /** Angular velocities ω, rad/s. */
  readonly angularVelocity: Float64Array;
  /** Accelerations a of the origins, m/s². */
  readonly acceleration: Float64Array;
  /** Angular accelerations α, rad/s². */
  readonly angularAcceleration: Float64Array;
  /** Acceleration of gravity, m/s², three numbers. */
  readonly gravity: Float64Array;
}

const r = new Float64Array(3);
const s = new Float64Array(6);
const I = new Float64Array(9);

/** Writes the force F of part i, N, into `out[o … o+2]` and the torque τ, N·m, into `out[o+3 … o+5]`, world axes. */
export function writeInertialWrench(out: Float64Array, o: number, parts: PartMotion, i: number): void {
  const { mass, center, inertia, rotation, angularVelocity, acceleration, angularAcceleration, gravity } = parts;
  const x = 3 * i;
  mat3.transformVector(r, 0, rotation, 9 * i, center, x);
  // a_c − g
  vec3.cross(s, 0, angularVelocity, x, r, 0);
  vec3.cross(s, 0, angularVelocity, x, s, 0);
  vec3.cross(s, 3, angularAcceleration, x, r, 0);
  for (let k = 0; k < 3; k++) out[o + k] = mass[i] * (acceleration[x + k] + s[3 + k] + s[k] - gravity[k]);
  // I α + ω × I ω + r × F
  mat3.rotateSymmetric(I, 0, rotation, 9 * i, inertia, 9 * i);
  mat3.transformVector(s, 0, I, 0, angularVelocity, x);
  vec3.cross(s, 0, angularVelocity, x, s, 0);
  mat3.transformVector(s, 3, I, 0, angularAcceleration, x);
  vec3.add(s, 0, s, 0, s, 3);
  vec3.cross(s, 3, r, 0, out, o);
  vec3.add(out, o + 3, s, 0, s, 3);
}
