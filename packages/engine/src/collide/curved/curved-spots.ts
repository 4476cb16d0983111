/**
 * The points found where two patches meet (curved-meet.ts), and the flat view along n in which they are looked for: with
 * unit t across n and b = n × t, a point p is (t·p, b·p).
 *
 * A point of the view is lifted onto each patch along n: onto the point, the segment or the plane that it is.
 */

import { vec3 } from "../../math/index.js";
import { addTimes, factor } from "../result/index.js";
import { Feature, Form, type Patch, Sort } from "./curved-patch.js";

/** Two points a spot, on A and on B: pA (3), pB (3). */
export let spots = new Float64Array(96);
/** What they are: sort and key on A, sort and key on B. */
export let spotFeatures = new Int32Array(64);
/** Where a spot is to be, in the view. */
export const at = new Float64Array(2);
/** The points of the patches in the view, two numbers each. */
export let flatA = new Float64Array(32);
export let flatB = new Float64Array(32);
/** t, b, n. */
export const view = new Float64Array(9);

let count = 0;
let patchA: Patch;
let patchB: Patch;

export function beginSpots(a: Patch, b: Patch, n: Float64Array, i: number): void {
  count = 0;
  patchA = a;
  patchB = b;
  vec3.copy(view, 6, n, i);
  vec3.anyPerpendicular(view, 0, n, i);
  vec3.cross(view, 3, view, 6, view, 0);
  if (flatA.length < 2 * a.count) flatA = new Float64Array(4 * a.count);
  if (flatB.length < 2 * b.count) flatB = new Float64Array(4 * b.count);
  flatten(flatA, a);
  flatten(flatB, b);
}

function flatten(flat: Float64Array, patch: Patch): void {
  for (let k = 0; k < patch.count; k++) {
    flat[2 * k] = view[0] * patch.points[3 * k] + view[1] * patch.points[3 * k + 1] + view[2] * patch.points[3 * k + 2];
    flat[2 * k + 1] =
      view[3] * patch.points[3 * k] + view[4] * patch.points[3 * k + 1] + view[5] * patch.points[3 * k + 2];
  }
}

export function countSpots(): number {
  return count;
}

/** A spot at `at`. */
export function addSpot(sortA: number, keyA: number, sortB: number, keyB: number): void {
  if (6 * count === spots.length) {
    const more = new Float64Array(2 * spots.length);
    more.set(spots);
    spots = more;
    const features = new Int32Array(2 * spotFeatures.length);
    features.set(spotFeatures);
    spotFeatures = features;
  }
  lift(6 * count, patchA, flatA);
  lift(6 * count + 3, patchB, flatB);
  spotFeatures[4 * count] = sortA;
  spotFeatures[4 * count + 1] = keyA;
  spotFeatures[4 * count + 2] = sortB;
  spotFeatures[4 * count + 3] = keyB;
  count++;
}

/** The same, for features of one patch and the other one, of which the first is A's if `isA`. */
export function addSpotOf(isA: boolean, sort: number, key: number, otherSort: number, otherKey: number): void {
  if (isA) addSpot(sort, key, otherSort, otherKey);
  else addSpot(otherSort, otherKey, sort, key);
}

function lift(o: number, patch: Patch, flat: Float64Array): void {
  if (patch.form === Form.point) {
    vec3.copy(spots, o, patch.points, 0);
  } else if (patch.form === Form.segment) {
    const dx = flat[2] - flat[0];
    const dy = flat[3] - flat[1];
    const square = dx * dx + dy * dy;
    const t = square > 0 ? ((at[0] - flat[0]) * dx + (at[1] - flat[1]) * dy) / square : 0;
    const s = Math.max(0, Math.min(1, t));
    for (let k = 0; k < 3; k++) spots[o + k] = (1 - s) * patch.points[k] + s * patch.points[3 + k];
  } else {
    // ξ t + η b + ζ n on the plane
    for (let k = 0; k < 3; k++) spots[o + k] = at[0] * view[k] + at[1] * view[3 + k];
    const above =
      patch.normal[0] * patch.points[0] +
      patch.normal[1] * patch.points[1] +
      patch.normal[2] * patch.points[2] -
      (patch.normal[0] * spots[o] + patch.normal[1] * spots[o + 1] + patch.normal[2] * spots[o + 2]);
    const zeta = above / (patch.normal[0] * view[6] + patch.normal[1] * view[7] + patch.normal[2] * view[8]);
    factor[0] = zeta;
    addTimes(spots, o, spots, o, view, 6);
  }
}

/** What an end of a segment is: a corner if it has a key of its own. */
export function findEndSort(patch: Patch, end: number, isClipped: boolean): number {
  return !isClipped && patch.keys[end] >= 0 ? Sort.corner : patch.sort;
}

/** The key of an end: that of the corner, or one that tells the two ends of the segment apart. */
export function findEndKey(patch: Patch, end: number, isClipped: boolean): number {
  if (!isClipped && patch.keys[end] >= 0) return patch.keys[end];
  return patch.key + (patch.key >= Feature.side ? 1 + end : end << 23);
}
