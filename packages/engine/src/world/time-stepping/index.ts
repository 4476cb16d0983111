/** The door of time-stepping: Moreau–Jean time steps, and the chattering by which they become due. */
export { ChatteringSlot } from "./chattering.js";
export type { SteppingContext } from "./context.js";
export { MoreauStep } from "./moreau-step.js";
export { SteppingMemory } from "./stepping-memory.js";
