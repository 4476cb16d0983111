/** Door of the room `forces` of particles: the force laws between particles. */
export { type AngularSpringOptions, angularSprings } from "./angular-springs.js";
export { type AttractionOptions, attraction } from "./attraction.js";
export { Buckets } from "./buckets.js";
export { type DragOptions, drag, wind } from "./drag.js";
export { type EnergyFunctionOptions, energyFunction } from "./energy-function.js";
export { constantForce, type FieldOptions, field, Sample } from "./field.js";
export { gravity } from "./gravity.js";
export { MouseSpring } from "./mouse-spring.js";
export { type LocalForceOptions, localForce, Pair, type RepulsionOptions, repulsion } from "./repulsion.js";
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
