/** The error type of the engine, the checks of input, and the bounds on magnitudes. */
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
export { magnitudeCure, requireMagnitude, requireMassRange, showSize } from "./magnitude.js";
export { Least, Most } from "./parameters.js";
