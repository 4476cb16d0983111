/**
 * The last step of a search for the best direction between two rims.
 *
 * Rims whose tangents are parallel but for an angle θ, a distance g apart, fix n across the tangents by no more than
 * R θ² + g, against R along them: found from a point of a rim, which is certain to ε, n is wrong by ε/(R θ² + g), and
 * s by as much, times R θ. In the normal itself (curved-newton.ts) the same weakness makes the error harmless: what is
 * left of the gradient, ε, costs ε²/(R θ² + g).
 */
import { vec3 } from "../../math/index.js";
import { Axial } from "./curved-axial.js";
import { loadAxialFeature } from "./curved-feature.js";
import { climbFree, featureA, featureB, pairSize, roundOff } from "./curved-newton.js";
import { Feature } from "./curved-patch.js";
import { best, keepTrial, measureAxial, trial } from "./curved-search.js";

/** Directions of stations that may turn out best, 4 numbers each: n and s. */
const candidates = new Float64Array(4 * 32);
let count = 0;
/** By how much, in sizes of the pair, they may be worse than the best. */
const closeToBest = 1e-6;

export function clearCandidates(): void {
  count = 0;
}

/** Keeps the trial, just measured. */
export function addCandidate(): void {
  if (4 * count === candidates.length || !(trial[3] > best[0] - closeToBest * pairSize[0])) return;
  for (let k = 0; k < 4; k++) candidates[4 * count + k] = trial[k];
  count++;
}

/** From the best direction so far, and all that are nearly as good: the rims of A and B that they select. */
export function polishRims(a: Float64Array, b: Float64Array): void {
  vec3.copy(trial, 0, best, 1);
  polishTrial(a, b);
  for (let k = 0; k < count; k++) {
    if (!(candidates[4 * k + 3] > best[0] - closeToBest * pairSize[0])) continue;
    vec3.copy(trial, 0, candidates, 4 * k);
    polishTrial(a, b);
  }
}

function polishTrial(a: Float64Array, b: Float64Array): void {
  loadAxialFeature(featureA, a, Feature.rim + findRim(a, -1));
  loadAxialFeature(featureB, b, Feature.rim + findRim(b, 1));
  climbFree(false);
  measureAxial(a, b);
  // where many directions are as good, as at a tip, the first one stays
  if (trial[3] > best[0] + roundOff * pairSize[0]) keepTrial();
}

/** The rim towards ±n. */
function findRim(axial: Float64Array, sign: number): number {
  if (axial[Axial.cone] === 1) return 0;
  const along = trial[0] * axial[Axial.axis] + trial[1] * axial[Axial.axis + 1] + trial[2] * axial[Axial.axis + 2];
  return sign * along > 0 ? 1 : 0;
}
