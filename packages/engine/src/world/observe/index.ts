/** The door of observe: what other rooms use of it. */
export { hasRoom } from "./can-place.js";
export { addStanding, type EnergyMark, judgeCertificate, measureEnergy } from "./certificate.js";
export { listContacts, listLimits } from "./list-contacts.js";
export { listFrictions } from "./list-frictions.js";
export { showReactions, writeReactions } from "./show-reactions.js";
