/** The door of constrain/ends: what other rooms use of it. */
export { createWorldEnd } from "./ends.js";
export {
  type BodyPlace,
  type CoordinatePlace,
  createEnd,
  type EndSource,
  type ParticlePlace,
  type Place,
  requireOwn,
  requireTwoThings,
} from "./place.js";
export { createSeenPoint, type OnOptions, requireDirection, type SeenPoint, SeenSlot } from "./seen-point.js";
export { type Components, countInputs, createSymbolicEnd, type SymbolicEnd, writeInputs } from "./symbolic-end.js";
