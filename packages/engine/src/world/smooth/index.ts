/** The door of smooth: what other rooms use of it. */
export { Course, SlipSpeed } from "./contact-modes.js";
export { FrictionFlow, manyWay, outside } from "./friction-flow.js";
export { FrictionMemory } from "./friction-memory.js";
export { ModeGuess } from "./mode-guess.js";
export type { FlowContext } from "./sliding-flow.js";
export { alignStraight, lasting, measureAside, turnedBack } from "./slow-slip.js";
