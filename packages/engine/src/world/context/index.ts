/** The door of context: an island with its solvers, budgets and clocks. */
export { IslandContext } from "./island-context.js";
