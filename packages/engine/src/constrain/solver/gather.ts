/**
 * Transfers between the arrays of bodies, particles and generalized bodies and the one vector q̇ of the constraints.
 *
 *   velocities       v and ω of a body, v of a particle, u̇
 *   accelerations    F/m (2–30) and I⁻¹(τ + L × ω) (C–10) of a body, f/m of a particle, M⁻¹Q; driven bodies have those of their paths
 *   forces           Q̂ = Jᵀλ, added into the accumulators, so that ẍ = (f + f̂)/m of a particle, eq. (4)
 *
 * Follows: Constrained Dynamics, sections 2 and 4.5; Rigid Body Simulation, section 2.8 and appendix C.
 */
import { vec3 } from "../../math/index.js";
import { writeAngularAcceleration } from "../../rigid/index.js";
import type { StateLayout } from "./inverse-mass.js";

/** Writes the velocities q̇. */
export function gatherVelocities(out: Float64Array, layout: StateLayout): void {
  const { system, bodies, bodyCount, particleStart, coordinates, coordinateStart, own, ownStart } = layout;
  const { velocity, angularVelocity, particles } = system;
  for (let b = 0; b < bodyCount; b++) {
    const i = bodies[b];
    vec3.copy(out, 6 * b, velocity, 3 * i);
    vec3.copy(out, 6 * b + 3, angularVelocity, 3 * i);
  }
  for (let j = 0; j < layout.particleCount; j++) vec3.copy(out, particleStart + 3 * j, particles.state, 6 * j + 3);
  for (let g = 0; g < coordinates.length; g++) {
    const k = coordinates[g].width;
    for (let i = 0; i < k; i++) out[coordinateStart[g] + i] = own[ownStart[g] + k + i];
  }
}

/** Writes the accelerations W Q; of bodies that follow a path those of the path. */
export function gatherAccelerations(out: Float64Array, layout: StateLayout): void {
  const { system, bodies, bodyCount, particleStart, coordinates, coordinateStart } = layout;
  const { kinematics, inverseMass, force, particles } = system;
  for (let b = 0; b < bodyCount; b++) {
    const i = bodies[b];
    if (kinematics.count > 0 && kinematics.isDriven(i)) kinematics.readAcceleration(out, 6 * b, i);
    else {
      const w = inverseMass[i];
      for (let x = 0; x < 3; x++) out[6 * b + x] = w * force[3 * i + x];
    }
    writeAngularAcceleration(out, 6 * b + 3, system, i);
  }
  for (let j = 0; j < layout.particleCount; j++) {
    const w = particles.inverseMass[j];
    for (let x = 0; x < 3; x++) out[particleStart + 3 * j + x] = w * particles.force[3 * j + x];
  }
  if (layout.particleCount > 0) particles.writePathAccelerations(out, particleStart, 3);
  for (let g = 0; g < coordinates.length; g++) {
    const { width, force: Q } = coordinates[g];
    for (let i = 0; i < width; i++) out[coordinateStart[g] + i] = Q[i];
    coordinates[g].multiplyInverse(out, coordinateStart[g]);
  }
}

/** Adds the constraint forces Q̂ to the accumulators, where the other forces are. */
export function scatterForces(Q: Float64Array, layout: StateLayout): void {
  const { system, bodies, bodyCount, particleStart, coordinates, coordinateStart } = layout;
  const { force, torque, particles } = system;
  for (let b = 0; b < bodyCount; b++) {
    const i = bodies[b];
    vec3.add(force, 3 * i, force, 3 * i, Q, 6 * b);
    vec3.add(torque, 3 * i, torque, 3 * i, Q, 6 * b + 3);
  }
  for (let j = 0; j < layout.particleCount; j++) {
    vec3.add(particles.force, 3 * j, particles.force, 3 * j, Q, particleStart + 3 * j);
  }
  for (let g = 0; g < coordinates.length; g++) {
    const { width, force: own } = coordinates[g];
    for (let i = 0; i < width; i++) own[i] += Q[coordinateStart[g] + i];
  }
}
