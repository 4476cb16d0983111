/** The door of record: what other rooms use of it. */

export { describeLaw, type EventLaw, eventLawTexts, joinLaw } from "./event-laws.js";
export { addInOrder, EventLog, nameBodies, takeBackEvents, type WorldEvent } from "./events.js";
export { addFallback, describeFallback, type FallbackCode, fallbackTexts, readFallbackCode } from "./fallbacks.js";
export {
  type AdvanceOptions,
  type AuditFigure,
  beginReport,
  type Contact,
  createWorst,
  type Energy,
  type FrictionState,
  type LimitState,
  note,
  noteFault,
  type Places,
  type Standing,
  type WorldReport,
  type Worst,
} from "./report.js";
export {
  type IslandSnapshot,
  listNumbers,
  listRows,
  renewSnapshot,
  requireLater,
  requireSnapshot,
  type Snapshot,
} from "./snapshot.js";
