/** The door of integration: the flow of an island from event to event, and islands at rest. */
export { IslandFlow } from "./island-flow.js";
export { isAtRest, stopBodies } from "./sleep.js";
