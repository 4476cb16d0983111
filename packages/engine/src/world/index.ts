export type { WorldBodyOptions } from "./body.js";
export type { WorldEvent } from "./events.js";
export type { AdvanceOptions, Contact, Energy, FrictionState, LimitState, WorldReport, Worst } from "./report.js";
export type { WorldOptions } from "./settings.js";
export type { Snapshot } from "./snapshot.js";
export { World } from "./world.js";
