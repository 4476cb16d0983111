/** The door of observe: contacts, reactions and energies as a world shows them, and the certificate of a call. */
export { hasRoom } from "./can-place.js";
export { addStanding, type EnergyMark, judgeCertificate, measureEnergy } from "./certificate.js";
export { listContacts, listLimits } from "./list-contacts.js";
export { listFrictions } from "./list-frictions.js";
export { showReactions, writeReactions } from "./show-reactions.js";
