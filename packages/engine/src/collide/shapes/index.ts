/** The shapes of collide: what other rooms use of it. */

export { boundsContain, boundsOverlap, boundsSize, growBounds, isBounds } from "./bounds.js";
export { BoundsTree } from "./bounds-tree.js";
export { collectTreePairs, nextOnRay, RaySlot, RayWalk, startRay } from "./bounds-tree-query.js";
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
} from "./create-shape.js";
export { edgeOfKey, keyOfEdge, keyOfFace } from "./feature-key.js";
export { composeFrames, frameRotation, frameSize, writeFrame } from "./frame.js";
export { createMesh, type MeshShapeOptions } from "./mesh.js";
export { isMeshNormal } from "./mesh-normals.js";
export { PairBuffer } from "./pair-buffer.js";
export { lengthScale } from "./parameters.js";
export { buildPolyhedron, type Polyhedron } from "./polyhedron.js";
export { createPolyhedron } from "./polyhedron-check.js";
export { measureSeparationAlong } from "./separation-along.js";
export { EdgeKind, Kind, type MeshReport, type Shape, type TriangleMesh } from "./shape.js";
export { computeBounds } from "./shape-bounds.js";
export { sortValues } from "./sort-values.js";
export { climbSupport, findSupport, takeCore } from "./support.js";
export { placeSupportPoint } from "./support-point.js";
