/**
 * The elementary functions, with equal bits in every engine, which `Math.sin` and its kin do not promise. The kernels
 * (`compute…`, `…Parts`) are for later rooms of `math`; README.md describes them.
 */
export { computeSine, cos, sin, sinCos, Turn, tan } from "./circular.js";
export { overflow, underflow } from "./constants.js";
export { cosh, exp, expm1, expParts, scaleParts, sinh, tanh } from "./exponential.js";
export { acos, asin, atan, atan2, computeAtan2 } from "./inverse-circular.js";
export { computeLog, log, log1p } from "./logarithm.js";
export { cbrt, hypot, pow } from "./power.js";
