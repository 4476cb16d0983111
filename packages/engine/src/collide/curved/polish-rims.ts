/**
 * The last step of a search for the best direction between two rims.
 *
 * Rims whose tangents are parallel but for an angle θ, a distance g apart, fix n across the tangents by no more than
 * R θ² + g, against R along them: found from a point of a rim, which is certain to ε, n is wrong by ε/(R θ² + g), and
 * s by as much, times R θ. In the normal itself (normal-newton.ts) the same weakness makes the error harmless: what is
 * left of the gradient, ε, costs ε²/(R θ² + g).
 */
import { vec3 } from "../../math/index.js";
import { FeatureKey } from "../patch/index.js";
import { Axial } from "./axial.js";
import type { CurvedQuery } from "./curved-query.js";
import { keepTrial, measureAxial } from "./direction-search.js";
import { loadAxialFeature } from "./feature.js";
import { climbFree } from "./normal-newton.js";
import { closeToBest, separationRounding } from "./parameters.js";

/** Directions of stations that may turn out best, 4 numbers each: n and s. */
const candidates = new Float64Array(4 * 32);
let count = 0;

/** Forgets all candidates. */
export function clearCandidates(): void {
  count = 0;
}

/** Keeps the trial, which has just been measured, as a candidate. */
export function addCandidate(query: CurvedQuery): void {
  const { trial } = query;
  if (4 * count === candidates.length || !(trial[3] > query.best[0] - closeToBest * query.pairSize[0])) return;
  for (let k = 0; k < 4; k++) candidates[4 * count + k] = trial[k];
  count++;
}

/**
 * Climbs from the best direction so far, and from all that are nearly as good, for the rims of A and B that they
 * select.
 */
export function polishRims(query: CurvedQuery, a: Float64Array, b: Float64Array): void {
  const { trial, best, pairSize } = query;
  vec3.copy(trial, 0, best, 1);
  polishTrial(query, a, b);
  for (let k = 0; k < count; k++) {
    if (!(candidates[4 * k + 3] > best[0] - closeToBest * pairSize[0])) continue;
    vec3.copy(trial, 0, candidates, 4 * k);
    polishTrial(query, a, b);
  }
}

function polishTrial(query: CurvedQuery, a: Float64Array, b: Float64Array): void {
  loadAxialFeature(query.features.featureA, a, FeatureKey.rim + findRim(query, a, -1));
  loadAxialFeature(query.features.featureB, b, FeatureKey.rim + findRim(query, b, 1));
  climbFree(query, false);
  measureAxial(query, a, b);
  // where many directions are as good, as at a tip, the first one stays
  if (query.trial[3] > query.best[0] + separationRounding * query.pairSize[0]) keepTrial(query);
}

/** The rim towards ±n. */
function findRim(query: CurvedQuery, axial: Float64Array, sign: number): number {
  const { trial } = query;
  if (axial[Axial.cone] === 1) return 0;
  const along = trial[0] * axial[Axial.axis] + trial[1] * axial[Axial.axis + 1] + trial[2] * axial[Axial.axis + 2];
  return sign * along > 0 ? 1 : 0;
}
