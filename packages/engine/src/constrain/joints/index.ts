/** The door of constrain/joints: what other rooms use of it. */
export { Coupling, type CouplingOptions, coupling } from "./coupling.js";
export { type CustomOptions, custom } from "./custom.js";
export { Cylindrical, type CylindricalOptions, cylindrical } from "./cylindrical.js";
export { type GearOptions, gear, type RackOptions, rack } from "./gear.js";
export { Hinge, type HingeOptions, hinge } from "./hinge.js";
export {
  ball,
  createDistance,
  createDistanceCoordinate,
  type DistanceOptions,
  distance,
  type NailOptions,
  nail,
  type PairOptions,
} from "./points.js";
export {
  createPulleyCoordinate,
  createRopeCoordinate,
  type PulleyOptions,
  type PulleyPath,
  pulley,
  type RopeOptions,
  type RopePath,
  rope,
} from "./rope.js";
export { Screw, type ScrewOptions, screw } from "./screw.js";
export { Slider, type SliderOptions, slider } from "./slider.js";
export { Universal, type UniversalOptions, universal } from "./universal.js";
export { Weld, type WeldOptions, weld } from "./weld.js";
