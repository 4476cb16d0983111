export { decomposeSymmetric, EigenStatus } from "./eigen3.js";
export {
  type Fault,
  fail,
  listKeys,
  RigorError,
  requireFinite,
  requireInteger,
  requireKeys,
  requireLength,
  requireNonNegative,
  requireOptions,
  requirePositive,
  requireVector,
} from "./error.js";
export { constant, Expression, type Operand } from "./expression.js";
export { VectorExpression, type VectorOperand, vector } from "./expression-vector.js";
export { createHash, digestHash, type Hash, type Hashable, hashArrays, updateHash, updateHashWord } from "./hash.js";
export { Least, Most, magnitudeCure, requireMagnitude, requireMassRange, showSize } from "./magnitude.js";
export * as mat3 from "./mat3.js";
export { orient3 } from "./orient3.js";
export * as quat from "./quat.js";
export { createArrays, resize } from "./resize.js";
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
  type Rng,
  shuffle,
  splitRng,
} from "./rng.js";
export { takeRoot } from "./root.js";
export { Tape } from "./tape.js";
export { type Traced, traceFunction } from "./trace.js";
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
