/** The door of time-stepping: what other rooms use of it. */
export { ChatteringSlot } from "./chattering.js";
export { MoreauStep } from "./moreau-step.js";
export { SteppingMemory } from "./stepping-memory.js";
