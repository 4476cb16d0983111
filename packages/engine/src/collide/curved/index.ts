/** The curved of collide: what other rooms use of it. */
export { Axial, axialSize, writeAxialWithin } from "./curved-axial.js";
export { CurvedCache } from "./curved-cache.js";
export { collideCurved } from "./curved-collide.js";
export { findCurvedContacts } from "./curved-contacts.js";
export { tryEdge } from "./curved-hull-edges.js";
export { Feature } from "./curved-patch.js";
export { best, clearBest } from "./curved-search.js";
