/** The door of model: what other rooms use of it. */
export { type Along, actsAlong, hasEndOn, ownsCoordinate } from "./along-joints.js";
export { addParts, requireParticleKeys, requireSurface, splitSurface, tryBody } from "./body.js";
export type { WorldBodyOptions } from "./body-options.js";
export { BodySlots } from "./body-slots.js";
export { ContactList } from "./contact-list.js";
export { ContactNumbers } from "./contact-numbers.js";
export type { IslandParts, NumberedFriction, NumberedLimit } from "./island-parts.js";
export { exclude } from "./joined.js";
export { LedgerSlot, measurePower } from "./ledger.js";
export { namePart } from "./name-part.js";
export { Numbered } from "./numbered.js";
export { FrictionNotes } from "./one-sided-friction.js";
export { lengthScale, manyContacts, speedScale, timeScale } from "./parameters.js";
export {
  describeOverflow,
  describeTooFast,
  describeTooLarge,
  isOverflow,
  requireMotionMagnitudes,
  requireParticleMagnitudes,
} from "./physical-bounds.js";
export { requireFriction, requireLimits } from "./require-along.js";
export { createSettings, type WorldOptions, type WorldSettings } from "./settings.js";
export { DerivedGuard } from "./stray-writes.js";
