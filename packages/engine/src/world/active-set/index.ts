/** The door of active-set: activation of contacts, forces without friction, events and reported wrenches. */

export { activateRows, closeGaps, isPushedFromOutside, measureWay } from "./activate.js";
export { createActiveRows } from "./active-contacts.js";
export {
  addContactEvent,
  addSlideEvents,
  addTornEvents,
  addTouchEvents,
  createContactEvent,
  createPartedEvent,
  nameEventPair,
} from "./contact-events.js";
export type { ActiveSetContext } from "./context.js";
export { addJointFrictionEvents, createJointFrictionEvent } from "./joint-friction-events.js";
export { proofPart } from "./parameters.js";
export { buildVelocities, projectActive } from "./project-velocities.js";
export {
  addCones,
  addContact,
  addGiven,
  addOthers,
  addReactions,
  addRows,
  clearReported,
  expectImpulses,
} from "./reported-wrenches.js";
export { measureSlip, readDirection, slideOn, slides } from "./slip-direction.js";
export { satisfiesConditions, solveRows } from "./solve-rows.js";
export { listSticks, listStoppedSlips } from "./stick-rows.js";
export { addTurningEvents, createTurningEvents, findSlide, listTurning } from "./turning-events.js";
