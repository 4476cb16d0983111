/** The broadphase of collide: what other rooms use of it. */
export type { BroadPhase } from "./broad-phase.js";
export { Grid } from "./grid.js";
export { Sweep } from "./sweep.js";
