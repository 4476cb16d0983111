/** The door of event-handling: what other rooms use of it. */
export type { EventContext } from "./context.js";
export { hasFriction, showFrictionForces } from "./friction-modes.js";
export { describeUnsettled, handleEvent, pulling } from "./handle-event.js";
export { measureSpeed } from "./impacts.js";
export { mayHaveSelfStress } from "./self-stress.js";
