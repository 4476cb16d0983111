/** The mesh of collide: what other rooms use of it. */
export { Bound, boundSize, Memo, MeshCache, MeshMemory, metSize } from "./mesh-cache.js";
export { collideMesh, findMeshContacts, swapPair, touchMesh } from "./mesh-contact.js";
export { measureAlong, placed, placedA, placeInMesh, sizes, takeTriangle } from "./mesh-place.js";
export { findMeshPoint, meshFoot, meshPoint } from "./mesh-point.js";
export { convexPair, measureConvex } from "./mesh-triangle.js";
