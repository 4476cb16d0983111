/** The door of context: what other rooms use of it. */
export { IslandContext } from "./island-context.js";
