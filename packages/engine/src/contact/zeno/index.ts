/** The zeno of contact: what other rooms use of it. */

export { maxZenoContacts } from "./parameters.js";
export { ZenoImpact, ZenoSlot, ZenoStatus } from "./zeno-codes.js";
export { ZenoModel } from "./zeno-model.js";
