/** The door of detection: what other rooms use of it. */
export { Clearance } from "./clearance.js";
export { generateConstraints } from "./constraint-generation.js";
export type { DetectionContext } from "./context.js";
export { depenetrate, findDeepest } from "./depenetration.js";
export { detect, detectMoved, measureDepth } from "./detect.js";
export { alignNormals } from "./flush-normals.js";
export { forgetGiven, IdlePairs, isFaint, isIdle } from "./force-free-pairs.js";
export { hasManyContacts, isActiveWithin, isOnItsWay, near, setAside } from "./nearby.js";
export { Neighbours } from "./neighbours.js";
export { addContacts } from "./transition-contacts.js";
