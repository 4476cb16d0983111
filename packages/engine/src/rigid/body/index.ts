/** Door of the room `body` of rigid: the table of rigid bodies and its equation of motion. */
export { Anchors } from "./anchors.js";
export type { BodyForce, BodySystem, Pose } from "./body-force.js";
export { rowLimit, rowOf } from "./body-name.js";
export { type BodyOptions, bodyKeys } from "./body-options.js";

export {
  angularMomentum,
  bodyKineticEnergy,
  kineticEnergy,
  linearMomentum,
  potentialEnergy,
  totalEnergy,
} from "./energy.js";
export {
  computeAngularAcceleration,
  computePointAcceleration,
  computePointPosition,
  computePointVelocity,
  writeAngularAcceleration,
  writePointAcceleration,
  writePointVelocity,
} from "./point-motion.js";
export { Answer, writeBodyRates } from "./rates.js";
export { removeBody } from "./remove-body.js";
export { bodySize, Slot } from "./state.js";
export { RigidSystem } from "./system.js";
