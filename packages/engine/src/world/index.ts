export { describeAudit, isAudited, listBounds, tellsBroken } from "./audit-bounds.js";
export type { WorldBodyOptions } from "./body.js";
export type { WorldEvent } from "./events.js";
export { FrictionNotes } from "./one-sided-friction.js";
export type {
  AdvanceOptions,
  AuditFigure,
  Contact,
  Energy,
  FrictionState,
  LimitState,
  Places,
  WorldReport,
  Worst,
} from "./report.js";
export type { WorldOptions } from "./settings.js";
export type { Snapshot } from "./snapshot.js";
export { World } from "./world.js";
