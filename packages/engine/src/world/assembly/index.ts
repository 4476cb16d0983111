/** The door of assembly: rows and cones of an island, and the slip of its ball joints. */
export { IslandCones } from "./island-cones.js";
export { IslandRows } from "./island-rows.js";
export { Secular } from "./secular-equation.js";
export { BallSearch } from "./spherical-joint-friction.js";
