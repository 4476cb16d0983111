/** Door of the room `system` of particles: particles, forces as objects, and the equation of motion. */
export { couplingPattern } from "./coupling.js";
export { chooseDifference } from "./difference.js";
export {
  angularMomentum,
  centerOfMass,
  kineticEnergy,
  linearMomentum,
  potentialEnergies,
  potentialEnergy,
  totalEnergy,
} from "./energy.js";
export { type Force, type ParticleTable, resolveSelection, type Selection } from "./force.js";
export { createEllipsePath, createFunctionPath, createLinePath, type Path } from "./particle-path.js";
export { type ContactForces, type ParticleOptions, ParticleSystem } from "./system.js";
