/** Doubles, their bits and sums of two of them: what the other rooms of `math` and, in part, other modules use. */
export { createArrays, resize } from "./arrays.js";
export { double, highWord, lowWord, mixWord, scaleDown, scaleUp, word } from "./bits.js";
export { divideParts, parts, splitter } from "./double-double.js";
export { takeRoot } from "./root.js";
export { computeFarLength, rescaleParts, safeSquareHigh, safeSquareLow } from "./safe-length.js";
