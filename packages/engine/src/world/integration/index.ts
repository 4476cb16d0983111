/** The door of integration: what other rooms use of it. */
export { IslandFlow } from "./island-flow.js";
export { isAtRest, stopBodies } from "./sleep.js";
