/**
 * The energy of a mechanism: that of its bodies and particles, of its things with coordinates, and of the forces along
 * its joints. Constraint forces do no work, so it is constant where no force is without a potential and nothing is driven.
 *
 * Follows: Constrained Dynamics, section 2.1.
 */
import { kineticEnergy as kineticEnergyOfBodies, potentialEnergy as potentialEnergyOfBodies } from "../rigid/index.js";
import type { Mechanism } from "./mechanism.js";

/** J. */
export function kineticEnergy({ system, coordinates }: Mechanism): number {
  return coordinates.reduce((sum, thing) => sum + thing.kineticEnergy(), kineticEnergyOfBodies(system));
}

/** J; of all forces that tell it. */
export function potentialEnergy(mechanism: Mechanism): number {
  const { system, coordinates, forces } = mechanism;
  const own = coordinates.reduce((sum, thing) => sum + thing.potentialEnergy(), potentialEnergyOfBodies(system));
  return forces.reduce((sum, force) => sum + (force.energy?.(mechanism) ?? 0), own);
}

/** J. */
export function totalEnergy(mechanism: Mechanism): number {
  return kineticEnergy(mechanism) + potentialEnergy(mechanism);
}
