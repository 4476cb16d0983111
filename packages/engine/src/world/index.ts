/** Worlds: rigid bodies, particles, joints, generalized coordinates and contact, advanced from event to event or by time steps. */
export {
  describeAudit,
  isAudited,
  listBounds,
  reportsBroken,
  /** @deprecated Use `reportsBroken`. */
  reportsBroken as tellsBroken,
} from "./audit/index.js";
export type { WorldBodyOptions, WorldOptions } from "./model/index.js";
export { FrictionNotes } from "./model/index.js";
export type {
  AdvanceOptions,
  AuditFigure,
  Contact,
  Energy,
  FrictionState,
  LimitState,
  Places,
  Snapshot,
  WorldEvent,
  WorldReport,
  Worst,
} from "./record/index.js";
export {
  describeLaw,
  type EventLaw,
  eventLawTexts,
  type FallbackCode,
  fallbackTexts,
  readFallbackCode,
} from "./record/index.js";
export { World } from "./world.js";
