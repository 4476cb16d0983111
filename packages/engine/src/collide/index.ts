export { type BroadPhase, Grid, Sweep } from "./broadphase/index.js";
export { findAlternativeNormals, measureGap } from "./convex/index.js";
export {
  type ConvexPart,
  createCompoundOfMesh,
  type DecomposeOptions,
  type Decomposition,
  decomposeConvex,
  type MeshCompound,
  type MeshCompoundOptions,
} from "./decompose/index.js";
export { collideMesh, findMeshContacts, MeshCache } from "./mesh/index.js";
export {
  type Compound,
  CompoundCache,
  collideCompounds,
  collideShapes,
  createCompound,
  findCompoundContacts,
  findContacts,
  PairCache,
  type PartOptions,
} from "./pair/index.js";
export {
  castRay,
  castShape,
  type FilterOptions,
  findClosestPoint,
  HitList,
  HitSlot,
  PointSlot,
  QueryFilter,
  QueryWorld,
  RayHit,
  ShapeHit,
  shapesOverlap,
} from "./query/index.js";
export { ContactBuffer, ContactKind, PairResult, PairSlot, Status, Witness } from "./result/index.js";
export {
  type AxialOptions,
  BoundsTree,
  boundsOverlap,
  boundsSize,
  collectTreePairs,
  composeFrames,
  computeBounds,
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createMesh,
  createPlane,
  createPolyhedron,
  createSphere,
  EdgeKind,
  frameRotation,
  frameSize,
  fromPolyhedron,
  growBounds,
  Kind,
  type MeshReport,
  type MeshShapeOptions,
  nextOnRay,
  PairBuffer,
  type Polyhedron,
  RaySlot,
  RayWalk,
  type Shape,
  startRay,
  type TriangleMesh,
  writeFrame,
} from "./shapes/index.js";
export {
  boundAngle,
  findCompoundTimeOfImpact,
  /** @deprecated Use `findCompoundTimeOfImpact`. */
  findCompoundTimeOfImpact as findCompoundImpact,
  findLeastBetween,
  findTimeOfImpact,
  /** @deprecated Use `findTimeOfImpact`. */
  findTimeOfImpact as findImpactTime,
  MotionRange,
  /** @deprecated Use `MotionRange`. */
  MotionRange as ImpactRange,
  type MovingCompounds,
  type MovingPair,
  Span,
  type TimeOfImpactMethod,
  /** @deprecated Use `TimeOfImpactMethod`. */
  type TimeOfImpactMethod as ImpactMethod,
  type TimeOfImpactOptions,
  /** @deprecated Use `TimeOfImpactOptions`. */
  type TimeOfImpactOptions as ImpactOptions,
  TimeOfImpactSearch,
  /** @deprecated Use `TimeOfImpactSearch`. */
  TimeOfImpactSearch as ImpactSearch,
  TimeOfImpactStatus,
  /** @deprecated Use `TimeOfImpactStatus`. */
  TimeOfImpactStatus as ImpactStatus,
} from "./time-of-impact/index.js";
