export { computeGapMotion, GapSlot } from "./gap-motion.js";
