/** The time-of-impact of collide: what other rooms use of it. */
export { findCompoundImpact, type MovingCompounds } from "./impact-compound.js";
export {
  type ImpactMethod,
  type ImpactOptions,
  ImpactRange,
  ImpactSearch,
  ImpactStatus,
  type MovingPair,
} from "./impact-search.js";
export { findImpactTime } from "./impact-time.js";
export { boundAngle, findLeastBetween, Span } from "./step-proof.js";
