/** The mesh of collide: what other rooms use of it. */
export { boundSize, MemoryField, MeshCache, MeshMemory, metSize, RowBound } from "./mesh-cache.js";
export { collideMesh, findMeshContacts, swapPairResult, touchesMesh } from "./mesh-contact.js";
export { loadTriangle, measureTriangle, placeInMesh } from "./mesh-place.js";
export { findMeshPoint, MeshPoint } from "./mesh-point.js";
export { MeshQuery } from "./mesh-query.js";
export { measureConvex } from "./mesh-triangle.js";
