/** The result of collide: what other rooms use of it. */
export { ContactBuffer, ContactKind } from "./contact-buffer.js";
export { addTimes, factor, makeUnit, takeTimes } from "./curved-vector.js";
export { PairResult, PairSlot, Status, Witness } from "./pair-result.js";
export { copyRow, placeRow, swapRow, turn } from "./row.js";
