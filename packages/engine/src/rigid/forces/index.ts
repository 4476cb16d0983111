/** Door of the room `forces` of rigid: forces, torques and impulses on bodies. */
export { type AppliedForceOptions, appliedForce, type TimeVector } from "./applied-force.js";
export {
  addBodyForceAtBodyPoint,
  addBodyTorque,
  addForce,
  addForceAtBodyPoint,
  addForceAtPoint,
  addTorque,
  applyAngularImpulse,
  applyImpulse,
} from "./apply-force.js";
export { type BodyWindOptions, type DampingOptions, damping, wind } from "./damping.js";
export { gravity } from "./gravity.js";
