/** The scene format: vectors and rotations. See file.ts. */

/** A vector or point [x, y, z]; its unit stands at the key that holds it. */
export type Vector = readonly [number, number, number];

/** A unit quaternion [x, y, z, w], in the order of glTF and three.js. */
export type Quaternion = readonly [number, number, number, number];
