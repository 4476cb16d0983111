/** The door of verification: what other rooms use of it. */
export { AuditTrace } from "./audited-flow.js";
export { auditLook, auditReactions, noteUncarried } from "./force-balance.js";
export { isStill, showAsleep, showContacts } from "./show-contacts.js";
export { auditLastStep } from "./step-balance.js";
