/** The door of scheduling: what other rooms use of it. */
export { findBeyondLimit, findOverlap, requireAdvance, requireDuration } from "./check-start.js";
export { listTouching } from "./pair-lists.js";
export { TimewarpScheduler } from "./timewarp-scheduler.js";
