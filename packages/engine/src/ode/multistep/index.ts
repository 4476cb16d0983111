/** The Adams–Bashforth–Moulton method of variable order and step. */
export { type AdamsOptions, adams } from "./adams.js";
