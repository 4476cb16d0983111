/** The door of smooth: forces of friction between events, modes of contacts, and guesses of modes. */
export { Course, SlipSpeed } from "./contact-modes.js";
export { FrictionFlow } from "./friction-flow.js";
export { FrictionMemory } from "./friction-memory.js";
export { ModeGuess } from "./mode-guess.js";
export { lasting, negligibleWay, outsideCone, turnedBack } from "./parameters.js";
export type { FlowContext } from "./sliding-flow.js";
export { alignStraight, measureAside } from "./slow-slip.js";
