export { findAlternativeNormals } from "./alternative-normals.js";
export {
  boundsOverlap,
  boundsSize,
  computeBounds,
  growBounds,
} from "./bounds.js";
export { BoundsTree } from "./bounds-tree.js";
export { collectTreePairs, nextOnRay, RaySlot, RayWalk, startRay } from "./bounds-tree-query.js";
export type { BroadPhase } from "./broad-phase.js";
export {
  type Compound,
  CompoundCache,
  collideCompounds,
  createCompound,
  findCompoundContacts,
  type PartOptions,
} from "./compound.js";
export { ContactBuffer, ContactKind } from "./contact-buffer.js";
export {
  type ConvexPart,
  createCompoundOfMesh,
  type DecomposeOptions,
  type Decomposition,
  decomposeConvex,
  type MeshCompound,
  type MeshCompoundOptions,
} from "./decompose.js";
export { composeFrames, frameRotation, frameSize, writeFrame } from "./frame.js";
export { Grid } from "./grid.js";
export { findCompoundImpact, type MovingCompounds } from "./impact-compound.js";
export {
  type ImpactMethod,
  type ImpactOptions,
  ImpactRange,
  ImpactSearch,
  ImpactStatus,
  type MovingPair,
} from "./impact-search.js";
export { findImpactTime } from "./impact-time.js";
export { createMesh, type MeshShapeOptions } from "./mesh.js";
export { MeshCache } from "./mesh-cache.js";
export { collideMesh, findMeshContacts } from "./mesh-contact.js";
export { EdgeKind, type MeshReport, type TriangleMesh } from "./mesh-table.js";
export { collideShapes, findContacts, PairCache } from "./pair.js";
export { PairBuffer } from "./pair-buffer.js";
export { PairResult, PairSlot, Status, Witness } from "./pair-result.js";
export { findClosestPoint, PointSlot, shapesOverlap } from "./point-query.js";
export { measureGap } from "./polyhedra.js";
export type { Polyhedron } from "./polyhedron.js";
export { createPolyhedron } from "./polyhedron-check.js";
export { type FilterOptions, QueryFilter } from "./query-filter.js";
export { HitList } from "./query-hits.js";
export { QueryWorld } from "./query-world.js";
export { castRay, HitSlot, RayHit } from "./ray-cast.js";
export {
  type AxialOptions,
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createPlane,
  createSphere,
  fromPolyhedron,
  Kind,
  type Shape,
} from "./shape.js";
export { castShape, ShapeHit } from "./shape-cast.js";
export { boundAngle, findLeastBetween, Span } from "./step-proof.js";
export { Sweep } from "./sweep.js";
