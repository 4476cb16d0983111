/** The door of trajectory: what other rooms use of it. */
export { type Followed, narrow, Slot } from "./bracket.js";
export { findStepPath, type PathStep, type PoseSource, StepPath } from "./path.js";
export { AlongBound, PairBound, PathBound } from "./path-bounds.js";
export type { PathLayout } from "./path-members.js";
export { writePairBounds, writeSweptBox, writeTurns } from "./path-parts.js";
export { gauss, gaussWeights } from "./quadrature.js";
