/** The door of event-location: what other rooms use of it. */
export { PairGuard, PairRange } from "./pair-guard.js";
export { RopeGuard } from "./rope-guard.js";
export { StepGuards } from "./step-guards.js";
