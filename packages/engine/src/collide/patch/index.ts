/** The patch of collide: what other rooms use of it. */
export { isWithin } from "./meet-flat.js";
export { meetPatches } from "./meet-patches.js";
export { FeatureKey, isIllDetermined, Patch, PatchForm, PatchSize, Sharpness, widenRimPoint } from "./patch.js";
export { writePatch } from "./patch-axial.js";
export { PatchOverlap } from "./patch-overlap.js";
