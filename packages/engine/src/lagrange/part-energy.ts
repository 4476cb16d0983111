/**
 * The energy of parts in motion.
 *
 *   ½ Σ m v_c² + ω·I ω          −Σ m g·x_c
 */
import { mat3, vec3 } from "../math/index.js";
import type { PartMotion } from "./inertial-wrench.js";

/** Parts with positions and velocities. */
interface LocatedParts extends PartMotion {
  /** Number of parts. */
  readonly count: number;
  /** Positions, m. */
  readonly position: Float64Array;
  /** Velocities, m/s. */
  readonly velocity: Float64Array;
}

/** Returns the kinetic energy of parts, J. */
export function computeKineticEnergy(parts: LocatedParts): number {
  energy[0] = 0;
  addKineticEnergy(energy, 0, parts);
  return energy[0];
}

/** Adds the kinetic energy of parts, J, to out[o]. */
export function addKineticEnergy(out: Float64Array, o: number, parts: LocatedParts): void {
  const { count, mass, center, rotation: R, velocity, angularVelocity: omega, inertia } = parts;
  let twice = 0;
  for (let i = 0; i < count; i++) {
    mat3.transformVector(s, 0, R, 9 * i, center, 3 * i);
    vec3.cross(s, 0, omega, 3 * i, s, 0);
    vec3.add(s, 0, s, 0, velocity, 3 * i);
    mat3.transformVectorTransposed(s, 3, R, 9 * i, omega, 3 * i);
    mat3.transformVector(s, 6, inertia, 9 * i, s, 3);
    twice += mass[i] * vec3.dot(s, 0, s, 0) + vec3.dot(s, 3, s, 6);
  }
  out[o] += 0.5 * twice;
}

/** Returns the potential energy of the weights of parts, J. */
export function computeWeightEnergy(parts: LocatedParts): number {
  const { count, mass, center, rotation: R, position, gravity } = parts;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    mat3.transformVector(s, 0, R, 9 * i, center, 3 * i);
    sum -= mass[i] * (vec3.dot(gravity, 0, position, 3 * i) + vec3.dot(gravity, 0, s, 0));
  }
  return sum;
}

const energy = new Float64Array(1);
const s = new Float64Array(9);
