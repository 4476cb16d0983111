/** The table of contact: what other rooms use of it. */
export { At, ContactEvaluation, StraightSlot } from "./contact-evaluation.js";
export { ContactActivity, ContactForm, ContactTable, Curve } from "./contact-table.js";
export { addCurvature } from "./gap-curvature.js";
export { computeGapMotion, GapSlot } from "./gap-motion.js";
export { type Material, Materials, SurfaceSlot } from "./materials.js";
export { isTurned, nameParticle, PairFilter } from "./pair-filter.js";
export { PartPairs } from "./part-pairs.js";
export { PartTable, type PartTableOptions, placePart, removed, type SurfaceOptions } from "./part-table.js";
