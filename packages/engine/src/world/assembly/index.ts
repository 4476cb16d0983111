/** The door of assembly: what other rooms use of it. */
export { IslandCones } from "./island-cones.js";
export { IslandRows } from "./island-rows.js";
export { Secular } from "./secular-equation.js";
export { BallSearch } from "./spherical-joint-friction.js";
