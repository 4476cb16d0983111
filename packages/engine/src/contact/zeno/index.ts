/** The zeno of contact: what other rooms use of it. */

export { Burst, mostContacts } from "./burst.js";
export { BurstSlot, BurstStatus, Strike } from "./burst-slots.js";
