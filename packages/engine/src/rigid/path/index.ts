/** Door of the room `path` of rigid: prescribed motion of bodies. */
export {
  type BodyPath,
  clearFrame,
  createMotionPath,
  createRotatePath,
  findPathRecord,
  finishFrame,
  normalizeRotation,
  type PathRecord,
  PathSlot,
  pathFrameLength,
  type RotatePathOptions,
  recordPath,
  requirePath,
} from "./body-path.js";
export { createKeyFramePath, type KeyFrameOptions } from "./key-frames.js";
export { unitSlack } from "./parameters.js";
export { requireOneOf } from "./require-one-of.js";
