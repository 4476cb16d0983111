/** Door of the room `mass` of rigid: mass properties. */
export { requireInertia } from "./inertia-check.js";
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
