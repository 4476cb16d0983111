/** Contacts: which parts touch, features and gaps of contacts, impacts, resting contact and accumulating bounces. */
export { Detector, type DetectorOptions, isFar, writeFatBox } from "./detector/index.js";
export {
  addContacts,
  evaluateContact,
  evaluateGapAt,
  evaluateTangent,
  evaluateTurning,
  Feature,
  findTurned,
  findTurning,
  flattenCrossing,
  followRim,
  isTurning,
  layTurning,
  measureArm,
  measureCrossing,
  measureMargin,
  measureMargins,
  TurningKind,
  takeFaceSides,
  writeFaceSide,
} from "./features/index.js";
export {
  ImpactFallback,
  ImpactFigure,
  type ImpactLaw,
  type ImpactOptions,
  ImpactSolver,
  ImpactStatus,
  isFelt,
} from "./impact-law/index.js";
export {
  type LinearProgram,
  type LinearProgramSolver,
  LinearProgramStatus,
  type RestingMethod,
  type RestingOptions,
  RestingSolver,
} from "./resting/index.js";
export {
  ContactActivity,
  ContactForm,
  ContactTable,
  Curve,
  computeGapMotion,
  GapSlot,
  type Material,
  Materials,
  PartTable,
  type PartTableOptions,
  placePart,
  type SurfaceOptions,
  SurfaceSlot,
} from "./table/index.js";
export {
  /** @deprecated Use `maxZenoContacts`. */
  maxZenoContacts as mostContacts,
  maxZenoContacts,
  /** @deprecated Use `ZenoImpact`. */
  ZenoImpact as Strike,
  ZenoImpact,
  /** @deprecated Use `ZenoModel`. */
  ZenoModel as Burst,
  ZenoModel,
  /** @deprecated Use `ZenoSlot`. */
  ZenoSlot as BurstSlot,
  ZenoSlot,
  /** @deprecated Use `ZenoStatus`. */
  ZenoStatus as BurstStatus,
  ZenoStatus,
} from "./zeno/index.js";
