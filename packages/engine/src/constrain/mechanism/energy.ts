/**
 * The energy of a mechanism: that of its bodies and particles, of its generalized bodies, and of the forces along
 * its joints. Constraint forces do no work, so it is constant where no force is without a potential and nothing is driven.
 *
 * Follows: Constrained Dynamics, section 2.1.
 */
import {
  kineticEnergy as kineticEnergyOfBodies,
  potentialEnergy as potentialEnergyOfBodies,
} from "../../rigid/index.js";
import type { Mechanism } from "./mechanism.js";

/** Kinetic energy of a mechanism, J. */
export function kineticEnergy({ system, coordinates }: Mechanism): number {
  let sum = kineticEnergyOfBodies(system);
  for (let g = 0; g < coordinates.length; g++) sum += coordinates[g].kineticEnergy();
  return sum;
}

/** Potential energy of a mechanism, J: of all forces that have one. */
export function potentialEnergy(mechanism: Mechanism): number {
  const { system, coordinates, forces } = mechanism;
  let sum = potentialEnergyOfBodies(system);
  for (let g = 0; g < coordinates.length; g++) sum += coordinates[g].potentialEnergy();
  for (let k = 0; k < forces.length; k++) sum += forces[k].energy?.(mechanism) ?? 0;
  return sum;
}

/** Energy of a mechanism, J. */
export function totalEnergy(mechanism: Mechanism): number {
  return kineticEnergy(mechanism) + potentialEnergy(mechanism);
}
