/**
 * Energies and momenta of bodies and particles together.
 *
 *   T = ½ (vᵀMv + ωᵀIω)                                                                                        (C–3)
 *
 * Bodies that forces do not move have no energy; a body on a pivot has T = ½ ω·L alone, with L about the pivot.
 *
 * Follows: Rigid Body Simulation, appendix C.1; Chaney, sections 7.3 and 7.4.
 */
import { mat3, vec3 } from "../../math/index.js";
import {
  angularMomentum as particleAngularMomentum,
  kineticEnergy as particleKineticEnergy,
  linearMomentum as particleLinearMomentum,
  potentialEnergy as particlePotentialEnergy,
} from "../../particles/index.js";
import { Answer } from "./rates.js";
import { bodySize, Slot } from "./state.js";
import type { RigidSystem } from "./system.js";

/** Returns the kinetic energy of bodies and particles, J. */
export function kineticEnergy(system: RigidSystem): number {
  let energy = particleKineticEnergy(system.particles);
  for (let i = 0; i < system.count; i++) energy += measureKinetic(system, i);
  return energy;
}

/** Returns the kinetic energy ½ (P·v + L·ω) of a body, J. */
export function bodyKineticEnergy(system: RigidSystem, body: number): number {
  return measureKinetic(system, system.requireBody("body", body));
}

function measureKinetic({ state, velocity, angularVelocity, answers }: RigidSystem, i: number): number {
  if (answers[i] === Answer.none) return 0;
  const y = bodySize * i;
  return 0.5 * (vec3.dot(state, y + Slot.P, velocity, 3 * i) + vec3.dot(state, y + Slot.L, angularVelocity, 3 * i));
}

/** Returns the sum of the potential energies of all forces that have one, on bodies and particles, J. */
export function potentialEnergy(system: RigidSystem): number {
  let energy = particlePotentialEnergy(system.particles);
  for (const force of system.forces) energy += force.energy?.(system) ?? 0;
  return energy;
}

/**
 * Returns the sum of kinetic and potential energy, J: Chaney's E, eq. (33), with every force that has a potential, not m g z
 * alone.
 */
export function totalEnergy(system: RigidSystem): number {
  return kineticEnergy(system) + potentialEnergy(system);
}

/** Writes the momentum of bodies and particles into `out[o … o+2]`, N·s. */
export function linearMomentum(out: Float64Array, o: number, system: RigidSystem): void {
  particleLinearMomentum(out, o, system.particles);
  for (let i = 0; i < system.count; i++) {
    readMomentum(system, i);
    vec3.add(out, o, out, o, momentum, 0);
  }
}

/** Writes the angular momentum of bodies and particles about the origin, Σ x × P + L, into `out[o … o+2]`, N·m·s. */
export function angularMomentum(out: Float64Array, o: number, system: RigidSystem): void {
  particleAngularMomentum(out, o, system.particles);
  for (let i = 0; i < system.count; i++) {
    const y = bodySize * i;
    readMomentum(system, i);
    vec3.cross(momentum, 0, system.state, y, momentum, 0);
    vec3.add(out, o, out, o, momentum, 0);
    vec3.add(out, o, out, o, system.state, y + Slot.L);
  }
}

const momentum = new Float64Array(3);

/** Reads the momentum P of body i; on a pivot, that of its centre of mass: m ω × R lever. */
function readMomentum({ state, answers, rotation, lever, angularVelocity, mass }: RigidSystem, i: number): void {
  if (answers[i] !== Answer.torque) {
    vec3.copy(momentum, 0, state, bodySize * i + Slot.P);
    return;
  }
  mat3.transformVector(momentum, 0, rotation, 9 * i, lever, 3 * i);
  vec3.cross(momentum, 0, angularVelocity, 3 * i, momentum, 0);
  vec3.scale(momentum, 0, momentum, 0, mass[i]);
}
