export { type BodyCoordinate, createBodyCoordinate } from "./body-coordinate.js";
export { createGeneralizedBody, type GeneralizedBody } from "./generalized-body.js";
export type { GeneralizedBodyOptions, LinkExpression, PartExpression, PointExpression } from "./generalized-options.js";
export { createLinkage, type Linkage } from "./linkage.js";
export type { LinkageOptions, LinkJoint, LinkJointType, LinkOptions } from "./linkage-options.js";
export {
  createPendulum,
  createSphericalPendulum,
  type PendulumOptions,
  type SphericalPendulumOptions,
} from "./pendulums.js";
export { type PlacedForce, type PlacedForceOptions, placedForce, type WrenchFunction } from "./placed-force.js";
export { readParts, type ThingOfParts } from "./read-parts.js";
export { constantRotation, RotationExpression, turnAbout } from "./rotation-expression.js";
export { setCoordinates } from "./set-coordinates.js";
export {
  type BeadOptions,
  type CircleWireOptions,
  circleWire,
  createBead,
  type HelixWireOptions,
  helixWire,
  type LineWireOptions,
  lineWire,
  type Wire,
} from "./wires.js";
