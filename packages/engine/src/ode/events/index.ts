/** Event location: the zeros of functions of the state within a step. */
export { cutStep, undoStep } from "./event-cut.js";
export { EventLocator, type Hit } from "./event-locator.js";
export { forgetSides } from "./event-sides.js";
export { createEventSet, type EventOptions, type EventRecord, type EventSet, nameEvent } from "./events.js";
export { findRoot, type RootOptions } from "./roots.js";
