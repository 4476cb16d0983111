/** The time-of-impact of collide: what other rooms use of it. */
export { findCompoundTimeOfImpact, type MovingCompounds } from "./compound-time-of-impact.js";
export {
  MotionRange,
  type MovingPair,
  type TimeOfImpactMethod,
  type TimeOfImpactOptions,
  TimeOfImpactSearch,
  TimeOfImpactStatus,
} from "./search-state.js";
export { boundAngle, findLeastBetween, Span } from "./step-bound.js";
export { findTimeOfImpact } from "./time-of-impact.js";
