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
 *   edge or side with rim            one equation in the angle on the rim (rim-stations.ts)
 *   rim with rim                     one equation in the angle on a rim
 *   corner with corner, edge, rim    n joins the closest points: only where the two are apart
 *
 * So all that is tried is every such n, with s(n) measured on the whole shapes: a direction that should not have been
 * tried can never give too great a value.
 */

import { vec3 } from "../../math/index.js";
import { addMultiple, makeUnit } from "../result/index.js";
import { Axial, measureReach } from "./axial.js";
import type { CurvedQuery } from "./curved-query.js";

/** The factor of the next multiple, in an array so that it is not boxed. */
const factor = new Float64Array(1);

/** Forgets the best direction: s is −∞, and n some unit vector. */
export function clearBest(query: CurvedQuery): void {
  const { best } = query;
  best[0] = -Infinity;
  best[1] = 0;
  best[2] = 1;
  best[3] = 0;
}

/** Makes the trial the best direction if its s, in trial[3], is greater. */
export function keepTrial(query: CurvedQuery): void {
  const { trial, best } = query;
  if (!(trial[3] > best[0])) return;
  best[0] = trial[3];
  best[1] = trial[0];
  best[2] = trial[1];
  best[3] = trial[2];
}

/**
 * Measures s of the trial for two shapes around axes: the trial gets unit length, or, if it has no direction, s = −∞.
 */
export function measureAxial(query: CurvedQuery, a: Float64Array, b: Float64Array): void {
  const { trial } = query;
  if (!makeUnit(trial, 0)) {
    trial[3] = -Infinity;
    return;
  }
  measureReach(a, trial, 0, -1);
  measureReach(b, trial, 0, 1);
  trial[3] =
    trial[0] * (a[0] - b[0]) + trial[1] * (a[1] - b[1]) + trial[2] * (a[2] - b[2]) - (a[Axial.reach] + b[Axial.reach]);
}

/** Measures the trial for two shapes around axes, and keeps it if it is the best. */
export function tryAxial(query: CurvedQuery, a: Float64Array, b: Float64Array): void {
  measureAxial(query, a, b);
  keepTrial(query);
}

/** Reverses the trial. */
export function flipTrial(query: CurvedQuery): void {
  const { trial } = query;
  vec3.negate(trial, 0, trial, 0);
}

/**
 * Writes the part of a vector across a unit axis, of unit length, in a second round free of what cancellation left along
 * the axis; any direction across it if there is none.
 */
export function setAcross(out: Float64Array, a: Float64Array, i: number, axis: Float64Array, j: number): void {
  factor[0] = -(a[i] * axis[j] + a[i + 1] * axis[j + 1] + a[i + 2] * axis[j + 2]);
  addMultiple(out, 0, a, i, factor, axis, j);
  if (!makeUnit(out, 0)) {
    vec3.anyPerpendicular(out, 0, axis, j);
    return;
  }
  factor[0] = -(out[0] * axis[j] + out[1] * axis[j + 1] + out[2] * axis[j + 2]);
  addMultiple(out, 0, out, 0, factor, axis, j);
  if (!makeUnit(out, 0)) vec3.anyPerpendicular(out, 0, axis, j);
}

/** Tilts a trial across the axis to the latitude of a cone's normals: trial ← cosine · trial + sine · axis. */
export function tiltTrial(query: CurvedQuery, record: Float64Array, sine: number, cosine: number, axis: number): void {
  const { trial } = query;
  const s = record[sine];
  if (s === 0) return;
  const c = record[cosine];
  for (let k = 0; k < 3; k++) trial[k] = c * trial[k] + s * record[axis + k];
}
