/** The door of the room `run` (runs of models, their samples and hashes): everything that other rooms use of it. */
export { advanceModel } from "./advance.js";
export { Magnitudes, measureWeight } from "./magnitudes.js";
export { type SceneFrame, SceneRun, type Summary } from "./run.js";
export type { RunFigures, RunState } from "./run-state.js";
export {
  type BodySample,
  type ConstraintSample,
  type ContactSample,
  type EnergySample,
  formatSample,
  type GeneralizedSample,
  type ParticleSample,
  packedSizes,
  packParts,
  type Sample,
  type SceneEvent,
  type SceneEventType,
  takeSample,
} from "./sample.js";
