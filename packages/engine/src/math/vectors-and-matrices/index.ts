/** Vectors, matrices and quaternions at an offset in a flat array, eigenvalues, and an exact orientation test. */
export { decomposeSymmetric, EigenStatus } from "./eigen3.js";
export * as mat3 from "./mat3.js";
export { orient3 } from "./orient3.js";
export * as quat from "./quat.js";
export * as vec3 from "./vec3.js";
