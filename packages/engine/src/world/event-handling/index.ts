/** The door of event-handling: the names that other rooms use. */
export type { EventContext } from "./context.js";
export { showFrictionForces } from "./friction-forces.js";
export { hasFriction } from "./friction-modes.js";
export { describeUnsettled, handleEvent, pulling } from "./handle-event.js";
export { measureSpeed } from "./impacts.js";
export { mayHaveSelfStress } from "./self-stress.js";
