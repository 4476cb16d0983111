export { decomposeSymmetric, EigenStatus } from "./eigen3.js";
export type { Fault } from "./error.js";
export {
  fail,
  RigorError,
  requireFinite,
  requireInteger,
  requireLength,
  requireNonNegative,
  requirePositive,
} from "./error.js";
export type { Hash, Hashable } from "./hash.js";
export { createHash, digestHash, hashArrays, updateHash, updateHashWord } from "./hash.js";
export * as mat3 from "./mat3.js";
export * as quat from "./quat.js";
export type { Rng } from "./rng.js";
export {
  createRng,
  jumpRng,
  nextInRange,
  nextInteger,
  nextNormalPair,
  nextOnSphere,
  nextRotation,
  nextUint32,
  nextUniform,
  shuffle,
  splitRng,
} from "./rng.js";
export {
  acos,
  asin,
  atan,
  atan2,
  cbrt,
  cos,
  cosh,
  exp,
  expm1,
  hypot,
  log,
  log1p,
  pow,
  sin,
  sinCos,
  sinh,
  tan,
  tanh,
} from "./trig.js";
export * as vec3 from "./vec3.js";
