/** The region of collide: what other rooms use of it. */
export { findRegion } from "./region.js";
