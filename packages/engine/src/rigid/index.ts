export { Anchors } from "./anchors.js";
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
export { createBodyFrameProblem } from "./body-frame.js";
export { rowLimit, rowOf } from "./body-name.js";
export { type BodyOptions, bodyKeys } from "./body-options.js";
export {
  type BodyPath,
  createMotionPath,
  createRotatePath,
  findPathRecord,
  type PathRecord,
  PathSlot,
  pathFrameLength,
  type RotatePathOptions,
  recordPath,
} from "./body-path.js";
export { type ConvexHull, type ConvexHullOptions, computeConvexHull } from "./convex-hull.js";
export {
  angularMomentum,
  bodyKineticEnergy,
  kineticEnergy,
  linearMomentum,
  potentialEnergy,
  totalEnergy,
} from "./energy.js";
export type { BodyForce } from "./force.js";
export {
  type AppliedForceOptions,
  appliedForce,
  type BodyWindOptions,
  type DampingOptions,
  damping,
  gravity,
  type TimeVector,
  wind,
} from "./forces.js";
export { requireInertia } from "./inertia-check.js";
export { createKeyFramePath, type KeyFrameOptions } from "./key-frames.js";
export {
  type CapsuleMassOptions,
  type ConeMassOptions,
  type CylinderMassOptions,
  capsuleMass,
  coneMass,
  cylinderMass,
} from "./mass-axial.js";
export { combineMass, type MassPart, rotateMass, scaleMass, translateMass } from "./mass-combine.js";
export { type HullMassOptions, hullMass } from "./mass-hull.js";
export { type MeshMassOptions, meshMass, repairMesh } from "./mass-mesh.js";
export { type PointsMassOptions, pointsMass } from "./mass-points.js";
export {
  findPrincipalFrame,
  type PrincipalFrame,
  toBodyPoint,
  toShapePoint,
  transformVertices,
} from "./mass-principal.js";
export { type Amount, type GivenMassOptions, givenMass, type MassProperties } from "./mass-properties.js";
export {
  type Axis,
  type BoxMassOptions,
  boxMass,
  type DiscMassOptions,
  discMass,
  type EllipsoidMassOptions,
  ellipsoidMass,
  type RodMassOptions,
  rodMass,
  type ShellOptions,
  type SphereMassOptions,
  sphereMass,
  type TorusMassOptions,
  torusMass,
  type WallOptions,
} from "./mass-shapes.js";
export type { Mesh, MeshOptions } from "./mesh-read.js";
export { rigidPattern } from "./pattern.js";
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
export { splitting } from "./splitting.js";
export { bodySize, Slot } from "./state.js";
export { type Pose, RigidSystem } from "./system.js";
