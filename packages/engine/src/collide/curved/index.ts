/** The curved of collide: what other rooms use of it. */
export { Axial, axialSize, writeAxialWithin } from "./axial.js";
export { collideCurved } from "./collide-curved.js";
export { CurvedCache } from "./curved-cache.js";
export { findCurvedContacts } from "./curved-contacts.js";
export { CurvedQuery } from "./curved-query.js";
export { clearBest } from "./direction-search.js";
export { tryEdge } from "./hull-edges.js";
