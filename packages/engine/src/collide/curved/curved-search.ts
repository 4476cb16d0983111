/**
 * The best direction so far, in the search for the greatest separation
 *
 *   s(n) = min over a ∈ A of n·a − max over b ∈ B of n·b,   n from B to A.
 *
 * Two convex shapes are disjoint if and only if max s > 0; then it is their distance, else −max s is the depth, the
 * shortest translation that separates them. Every local maximum lies where the features of A and B that n selects say:
 *
 *   face, cap                        n is its normal
 *   edge or side with edge or side   n is across both, or on both circles of normals
 *   side with corner                 n is on the circle of normals, towards the corner
 *   edge or side with rim            one equation in the angle on the rim (curved-ring.ts)
 *   rim with rim                     one equation in the angle on a rim
 *   corner with corner, edge, rim    n joins the closest points: only where the two are apart
 *
 * So all that is tried is every such n, with s(n) measured on the whole shapes: a direction that should not have been
 * tried can never give too great a value.
 */

import { vec3 } from "../../math/index.js";
import { addTimes, factor, makeUnit } from "../result/index.js";
import { Axial, measureReach } from "./curved-axial.js";

/** s and n (3) of the best so far. */
export const best = new Float64Array(4);
/** n (3), of unit length once tried, and its s. */
export const trial = new Float64Array(4);

export function clearBest(): void {
  best[0] = -Infinity;
  best[1] = 0;
  best[2] = 1;
  best[3] = 0;
}

/** Makes the trial the best one if its s, in trial[3], is greater. */
export function keepTrial(): void {
  if (!(trial[3] > best[0])) return;
  best[0] = trial[3];
  best[1] = trial[0];
  best[2] = trial[1];
  best[3] = trial[2];
}

/** Measures s of the trial for two shapes around axes: it gets unit length, or, if it has no direction, s = −∞. */
export function measureAxial(a: Float64Array, b: Float64Array): void {
  if (!makeUnit(trial, 0)) {
    trial[3] = -Infinity;
    return;
  }
  measureReach(a, trial, 0, -1);
  measureReach(b, trial, 0, 1);
  trial[3] =
    trial[0] * (a[0] - b[0]) + trial[1] * (a[1] - b[1]) + trial[2] * (a[2] - b[2]) - (a[Axial.reach] + b[Axial.reach]);
}

/** The same, and keeps it if it is the best. */
export function tryAxial(a: Float64Array, b: Float64Array): void {
  measureAxial(a, b);
  keepTrial();
}

export function flipTrial(): void {
  vec3.negate(trial, 0, trial, 0);
}

/**
 * trial ← the part of a vector across a unit axis, of unit length, in a second round free of what cancellation left
 * along the axis; any direction across it if there is none.
 */
export function setAcross(a: Float64Array, i: number, axis: Float64Array, j: number): void {
  factor[0] = -(a[i] * axis[j] + a[i + 1] * axis[j + 1] + a[i + 2] * axis[j + 2]);
  addTimes(trial, 0, a, i, axis, j);
  if (!makeUnit(trial, 0)) {
    vec3.anyPerpendicular(trial, 0, axis, j);
    return;
  }
  factor[0] = -(trial[0] * axis[j] + trial[1] * axis[j + 1] + trial[2] * axis[j + 2]);
  addTimes(trial, 0, trial, 0, axis, j);
  if (!makeUnit(trial, 0)) vec3.anyPerpendicular(trial, 0, axis, j);
}

/** trial ← cosine · trial + sine · axis, for a trial across the axis: from the circle's centre plane to its latitude. */
export function tiltTrial(record: Float64Array, sine: number, cosine: number, axis: number): void {
  const s = record[sine];
  if (s === 0) return;
  const c = record[cosine];
  for (let k = 0; k < 3; k++) trial[k] = c * trial[k] + s * record[axis + k];
}
