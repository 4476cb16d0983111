/**
 * The elementary functions, the same bits in every engine: `Math.sin` and its kin are not. Each is made from + − × ÷ √
 * in a fixed order, with tables and double-double arithmetic where a plain evaluation would lose digits. The error is
 * below 1 ulp over the whole range of the doubles (docs/math.md has the worst found), and special values are
 * ECMAScript's.
 *
 * A public function is a small wrapper that V8 inlines: it puts its argument into a shared array, calls a kernel that
 * takes and returns no number, and reads the result. So nothing is boxed, and nothing allocated.
 */
export { cos, sin, sinCos, tan } from "./trig-circular.js";
export { cosh, exp, expm1, sinh, tanh } from "./trig-exp.js";
export { acos, asin, atan, atan2 } from "./trig-inverse.js";
export { log, log1p } from "./trig-log.js";
export { cbrt, hypot, pow } from "./trig-power.js";
