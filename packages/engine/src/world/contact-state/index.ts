/** The door of contact-state: contacts, their memory, frozen interfaces, and the parts of a world that islands share. */
export { CandidatePairs } from "./candidate-pairs.js";
export { type ContactKeys, ContactMark, ContactMemory } from "./contact-memory.js";
export { type ActiveRows, ContactSet } from "./contact-set.js";
export type { ContactState } from "./contact-state.js";
export { Display, type JointForces } from "./display.js";
export { evaluateAll, evaluateTurningOf, evaluateWithSlip } from "./evaluate-contacts.js";
export { FeatureTransition } from "./feature-transition.js";
export {
  type FrozenContact,
  FrozenSlot,
  findMoving,
  measureDrift,
  measureFastest,
  measureFrozen,
  readPlaces,
} from "./frozen-interface.js";
export { IslandMemory } from "./island-memory.js";
export { IslandStatus } from "./island-status.js";
export { MarkedContacts } from "./marked-contacts.js";
export { mostDrift } from "./parameters.js";
export { Separations } from "./separations.js";
export { SlotSet } from "./slot-set.js";
export { createSolvers, type WorldContext } from "./world-context.js";
