/**
 * The conserved quantities of a system: momentum, angular momentum, energy. Fixed and controlled particles do not count: their
 * supports supply and absorb momentum and energy.
 *
 * Follows: Rigid Body Simulation, sections 2.6 and 2.8.
 */
import type { ParticleSystem } from "./system.js";

/** Returns the kinetic energy ½ Σ m v², J. */
export function kineticEnergy({ state, mass, inverseMass, count }: ParticleSystem): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    if (inverseMass[i] === 0) continue;
    const vx = state[6 * i + 3];
    const vy = state[6 * i + 4];
    const vz = state[6 * i + 5];
    sum += mass[i] * (vx * vx + vy * vy + vz * vz);
  }
  return 0.5 * sum;
}

/** Returns the sum of the potential energies of all forces that have one, J. */
export function potentialEnergy(system: ParticleSystem): number {
  let sum = 0;
  for (const force of system.forces) sum += force.energy?.(system) ?? 0;
  return sum;
}

/** Returns the potential energy of each force, J; undefined for a force that has none. */
export function potentialEnergies(system: ParticleSystem): { readonly force: string; readonly energy?: number }[] {
  return system.forces.map((force) => {
    const energy = force.energy?.(system);
    return energy === undefined ? { force: force.name } : { force: force.name, energy };
  });
}

/** Returns the sum of kinetic and potential energy, J. */
export function totalEnergy(system: ParticleSystem): number {
  return kineticEnergy(system) + potentialEnergy(system);
}

/** Writes the momentum Σ m v (2–25), N·s, into `out[o … o+2]`. */
export function linearMomentum(out: Float64Array, o: number, system: ParticleSystem): void {
  const { state, mass, inverseMass, count } = system;
  out.fill(0, o, o + 3);
  for (let i = 0; i < count; i++) {
    if (inverseMass[i] === 0) continue;
    for (let k = 0; k < 3; k++) out[o + k] += mass[i] * state[6 * i + 3 + k];
  }
}

/** Writes the angular momentum about the origin Σ m x × v, N·m·s, into `out[o … o+2]`. */
export function angularMomentum(out: Float64Array, o: number, system: ParticleSystem): void {
  const { state, mass, inverseMass, count } = system;
  out.fill(0, o, o + 3);
  for (let i = 0; i < count; i++) {
    if (inverseMass[i] === 0) continue;
    for (let k = 0; k < 3; k++) {
      const p = 6 * i + ((k + 1) % 3);
      const q = 6 * i + ((k + 2) % 3);
      out[o + k] += mass[i] * (state[p] * state[q + 3] - state[q] * state[p + 3]);
    }
  }
}

/** Writes the centre of mass Σ m x/Σ m (2–18), m, into `out[o … o+2]`. */
export function centerOfMass(out: Float64Array, o: number, system: ParticleSystem): void {
  const { state, mass, inverseMass, count } = system;
  out.fill(0, o, o + 3);
  let total = 0;
  for (let i = 0; i < count; i++) {
    if (inverseMass[i] === 0) continue;
    total += mass[i];
    for (let k = 0; k < 3; k++) out[o + k] += mass[i] * state[6 * i + k];
  }
  for (let k = 0; k < 3; k++) out[o + k] /= total;
}
