/** The door of audit: what other rooms use of it. */

export { Audit, impulseSize } from "./audit.js";
export { describeAudit, isAudited, judgeAudit, listBounds, reportsBroken } from "./audit-bounds.js";
export {
  countFree,
  measureDisplacement,
  measureForce,
  measureMass,
  writeMomenta,
  writeMomentumRates,
  writeSlopes,
} from "./audit-energies.js";
export { measureLoads } from "./audit-loads.js";
export { loadAudit, measureAuditMemory, saveAudit } from "./audit-memory.js";
export { addCut, addStep, beginCut, expectJump, expectTimeStep, keepMomenta, takeReported } from "./audit-step.js";
export {
  type AuditThings,
  addThingColumns,
  addThingForces,
  clearThings,
  expectThingImpulses,
  findFirst,
  noteThing,
} from "./audit-things.js";
export { mostJudged, mostUncarried } from "./parameters.js";
