export { type AngularSpringOptions, angularSprings } from "./angular-springs.js";
export { type AttractionOptions, attraction } from "./attraction.js";
export { Buckets } from "./buckets.js";
export { couplingPattern } from "./coupling.js";
export { type DragOptions, drag, wind } from "./drag.js";
export {
  angularMomentum,
  centerOfMass,
  kineticEnergy,
  linearMomentum,
  potentialEnergies,
  potentialEnergy,
  totalEnergy,
} from "./energy.js";
export { type EnergyFunctionOptions, energyFunction } from "./energy-function.js";
export { constantForce, type FieldOptions, field, Sample } from "./field.js";
export type { Force, Selection } from "./force.js";
export { gravity } from "./gravity.js";
export { MouseSpring } from "./mouse-spring.js";
export { createEllipsePath, createFunctionPath, createLinePath, type Path } from "./path.js";
export type { PlaneContacts } from "./plane-contacts.js";
export type { PlaneEvent } from "./plane-settle.js";
export type { Friction, PlaneOptions } from "./planes.js";
export { type LocalForceOptions, localForce, Pair, type RepulsionOptions, repulsion } from "./repulsion.js";
export {
  type AdvanceOptions,
  ParticleSimulation,
  type PlaneContactReport,
  type SimulationOptions,
  type SimulationReport,
} from "./simulation.js";
export { type SpringOptions, Springs } from "./springs.js";
export {
  addBeam,
  addLattice,
  addRope,
  type BeamOptions,
  type Lattice,
  type LatticeOptions,
  type RopeOptions,
} from "./structures.js";
export { type ParticleOptions, ParticleSystem } from "./system.js";
