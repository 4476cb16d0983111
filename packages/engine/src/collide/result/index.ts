/** The result of collide: what other rooms use of it. */
export { ContactBuffer, ContactKind } from "./contact-buffer.js";
export { copyContact, placeContact, rotateVector, swapContact } from "./contact-row.js";
export { PairResult, PairSlot, Status, Witness } from "./pair-result.js";
export { addMultiple, makeUnit, multiply } from "./scaled-vector.js";
