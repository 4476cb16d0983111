export { Burst, mostContacts } from "./burst.js";
export { BurstSlot, BurstStatus, Strike } from "./burst-slots.js";
export { addContacts } from "./contact-add.js";
export { flattenCrossing, measureCrossing } from "./contact-crossing.js";
export { Curve, followRim } from "./contact-curved.js";
export { Feature } from "./contact-feature.js";
export { marginParts, measureMargin } from "./contact-margin.js";
export { evaluateContact, evaluateGapAt } from "./contact-rows.js";
export { ContactForm, ContactTable } from "./contact-table.js";
export { evaluateTangent } from "./contact-tangent.js";
export {
  evaluateTurning,
  findTurned,
  findTurning,
  isTurning,
  layTurning,
  measureArm,
  TurningKind,
} from "./contact-turning.js";
export { Detector, type DetectorOptions } from "./detector.js";
export { isFar, writeFatBox } from "./detector-kernels.js";
export { takeFaceSides, writeFaceSide } from "./face-sides.js";
export { isFelt } from "./felt-impulse.js";
export { computeGapMotion, GapSlot } from "./gap-motion.js";
export { type ImpactLaw, type ImpactOptions, ImpactSolver } from "./impact.js";
export { ImpactFallback, ImpactFigure, ImpactStatus } from "./impact-result.js";
export {
  type LinearProgram,
  type LinearProgramSolver,
  LinearProgramStatus,
} from "./linear-program.js";
export { type Material, Materials, SurfaceSlot } from "./materials.js";
export { PartTable, type PartTableOptions, placePart, type SurfaceOptions } from "./part-table.js";
export { type RestingMethod, type RestingOptions, RestingSolver } from "./resting.js";
