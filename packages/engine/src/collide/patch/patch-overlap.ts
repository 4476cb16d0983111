/**
 * The spots where two patches meet (meet-patches.ts), and the view along n in which they are sought: with
 * unit t across n and b = n × t, a point p is (t·p, b·p).
 *
 * A point of the view is lifted onto each patch along n: onto the point, the segment or the plane that it is.
 */

import { resize, vec3 } from "../../math/index.js";
import { addMultiple } from "../result/index.js";
import { FeatureKey, Patch, PatchForm, Sharpness } from "./patch.js";

/** The factor of the next multiple, in an array so that it is not boxed. */
const factor = new Float64Array(1);

/** The patches of A and B along a normal, seen along it, and the spots where they meet. */
export class PatchOverlap {
  /** The patch of A that was last written. */
  readonly patchA: Patch = new Patch();
  /** The patch of B that was last written. */
  readonly patchB: Patch = new Patch();
  /** The axes of the view: t, b and n, three numbers each. */
  readonly view: Float64Array = new Float64Array(9);
  /** The points of the patch of A in the view, two numbers each. */
  flatA: Float64Array = new Float64Array(32);
  /** The points of the patch of B in the view, two numbers each. */
  flatB: Float64Array = new Float64Array(32);
  /** The place of the next spot, in the view. */
  readonly at: Float64Array = new Float64Array(2);
  /** The part of a segment that is left after clipping: from and to, as fractions of it. */
  readonly span: Float64Array = new Float64Array(2);
  /** The number of spots. */
  count = 0;
  /** Two points a spot, on A and on B: pA (3), pB (3). */
  spots: Float64Array = new Float64Array(96);
  /** Four numbers a spot: what it is on A and its key there, and the same on B. */
  spotFeatures: Int32Array = new Int32Array(64);
}

/** Forgets all spots, and turns the view to look along n. */
export function beginSpots(overlap: PatchOverlap, n: Float64Array, i: number): void {
  const { view, patchA: a, patchB: b } = overlap;
  overlap.count = 0;
  vec3.copy(view, 6, n, i);
  vec3.anyPerpendicular(view, 0, n, i);
  vec3.cross(view, 3, view, 6, view, 0);
  if (overlap.flatA.length < 2 * a.count) overlap.flatA = new Float64Array(4 * a.count);
  if (overlap.flatB.length < 2 * b.count) overlap.flatB = new Float64Array(4 * b.count);
  flatten(overlap.flatA, view, a);
  flatten(overlap.flatB, view, b);
}

function flatten(flat: Float64Array, view: Float64Array, patch: Patch): void {
  for (let k = 0; k < patch.count; k++) {
    flat[2 * k] = view[0] * patch.points[3 * k] + view[1] * patch.points[3 * k + 1] + view[2] * patch.points[3 * k + 2];
    flat[2 * k + 1] =
      view[3] * patch.points[3 * k] + view[4] * patch.points[3 * k + 1] + view[5] * patch.points[3 * k + 2];
  }
}

/** Adds a spot at `at`. */
export function addSpot(overlap: PatchOverlap, sortA: number, keyA: number, sortB: number, keyB: number): void {
  const k = overlap.count++;
  if (6 * k === overlap.spots.length) {
    overlap.spots = resize(overlap.spots, 12 * k);
    overlap.spotFeatures = resize(overlap.spotFeatures, 8 * k);
  }
  lift(overlap, 6 * k, overlap.patchA, overlap.flatA);
  lift(overlap, 6 * k + 3, overlap.patchB, overlap.flatB);
  const { spotFeatures } = overlap;
  spotFeatures[4 * k] = sortA;
  spotFeatures[4 * k + 1] = keyA;
  spotFeatures[4 * k + 2] = sortB;
  spotFeatures[4 * k + 3] = keyB;
}

/** Adds a spot at `at` for the features of one patch and of the other one; the first is A's if `isA`. */
export function addSpotFor(
  overlap: PatchOverlap,
  isA: boolean,
  sort: number,
  key: number,
  otherSort: number,
  otherKey: number,
): void {
  if (isA) addSpot(overlap, sort, key, otherSort, otherKey);
  else addSpot(overlap, otherSort, otherKey, sort, key);
}

function lift(overlap: PatchOverlap, o: number, patch: Patch, flat: Float64Array): void {
  const { at, view } = overlap;
  if (patch.form === PatchForm.point) {
    vec3.copy(overlap.spots, o, patch.points, 0);
  } else if (patch.form === PatchForm.segment) {
    const dx = flat[2] - flat[0];
    const dy = flat[3] - flat[1];
    const square = dx * dx + dy * dy;
    const t = square > 0 ? ((at[0] - flat[0]) * dx + (at[1] - flat[1]) * dy) / square : 0;
    const s = Math.max(0, Math.min(1, t));
    for (let k = 0; k < 3; k++) overlap.spots[o + k] = (1 - s) * patch.points[k] + s * patch.points[3 + k];
  } else {
    // ξ t + η b + ζ n on the plane
    for (let k = 0; k < 3; k++) overlap.spots[o + k] = at[0] * view[k] + at[1] * view[3 + k];
    const above =
      patch.normal[0] * patch.points[0] +
      patch.normal[1] * patch.points[1] +
      patch.normal[2] * patch.points[2] -
      (patch.normal[0] * overlap.spots[o] +
        patch.normal[1] * overlap.spots[o + 1] +
        patch.normal[2] * overlap.spots[o + 2]);
    const zeta = above / (patch.normal[0] * view[6] + patch.normal[1] * view[7] + patch.normal[2] * view[8]);
    factor[0] = zeta;
    addMultiple(overlap.spots, o, overlap.spots, o, factor, view, 6);
  }
}

/** Returns the sharpness of an end of a segment: it is a corner if it has a key of its own. */
export function findEndSharpness(patch: Patch, end: number, isClipped: boolean): number {
  return !isClipped && patch.keys[end] >= 0 ? Sharpness.corner : patch.sharpness;
}

/** Returns the key of an end of a segment: that of the corner, or one that distinguishes the two ends. */
export function findEndKey(patch: Patch, end: number, isClipped: boolean): number {
  if (!isClipped && patch.keys[end] >= 0) return patch.keys[end];
  return patch.key + (patch.key >= FeatureKey.side ? 1 + end : end << 23);
}
