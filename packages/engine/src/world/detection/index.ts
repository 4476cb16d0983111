/** The door of detection: the names that other rooms use. */
export { Clearance } from "./clearance.js";
export { generateConstraints } from "./constraint-generation.js";
export type { DetectionContext } from "./context.js";
export { depenetrate, findDeepest } from "./depenetration.js";
export { detect, detectMoved, measureDepth } from "./detect.js";
export { alignNormals } from "./flush-normals.js";
export { forgetGiven, IdlePairs, isFaint, isIdle } from "./force-free-pairs.js";
export { hasManyContacts, isActiveWithin, isOnItsWay, setAside } from "./nearby.js";
export { Neighbours } from "./neighbours.js";
export { near } from "./parameters.js";
export { addContacts } from "./transition-contacts.js";
