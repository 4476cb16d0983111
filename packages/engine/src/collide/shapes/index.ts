/** The shapes of collide: what other rooms use of it. */
export { measureAlong } from "./along.js";
export { boundsContain, boundsOverlap, boundsSize, computeBounds, growBounds, isBounds } from "./bounds.js";
export { BoundsTree } from "./bounds-tree.js";
export { collectTreePairs, nextOnRay, RaySlot, RayWalk, startRay } from "./bounds-tree-query.js";
export { placeExtreme } from "./extreme.js";
export { edgeOfKey, keyOfEdge, keyOfFace } from "./feature-key.js";
export { composeFrames, frameRotation, frameSize, writeFrame } from "./frame.js";
export { createMesh, type MeshShapeOptions } from "./mesh.js";
export { isForemost } from "./mesh-normals.js";
export { EdgeKind, type MeshReport, type TriangleMesh } from "./mesh-table.js";
export { PairBuffer } from "./pair-buffer.js";
export { buildPolyhedron, type Polyhedron } from "./polyhedron.js";
export { createPolyhedron } from "./polyhedron-check.js";
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
export { sortValues } from "./sort-values.js";
export {
  climbSupport,
  climbWithTies,
  findSupport,
  placeInA,
  relate,
  relative,
  takeCore,
  tie,
  turnToA,
  turnToB,
} from "./support.js";
