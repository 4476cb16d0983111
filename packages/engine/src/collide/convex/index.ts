/** The convex of collide: what other rooms use of it. */
export { findAlternativeNormals } from "./alternative-normals.js";
export { collidePolyhedra, measureGap } from "./polyhedra.js";
export { WitnessCache } from "./witness-cache.js";
