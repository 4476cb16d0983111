export type { WorldBodyOptions } from "./body.js";
export type { WorldEvent } from "./events.js";
export type { Worst } from "./report.js";
export type { WorldOptions } from "./settings.js";
export type { Snapshot } from "./snapshot.js";
export { type AdvanceOptions, type Contact, type Energy, World, type WorldReport } from "./world.js";
