/**
 * Gap and normal of a pair with a curved shape, from what is known of it or by a search, and the same by both, to the last
 * digit: what was known before decides nothing but the time.
 *
 *   known    the features of the last time are solved and proved (curved-warm.ts), with room to spare on each: every n′ that
 *            selects others has an s that is less by more than rounding
 *   search   the n with the greatest s, within rounding; then the features it selects, within a slack, are solved. The
 *            widest slack comes first: of features with the same s, a face before an edge, an edge before a corner
 *
 * What n is, once the features are known, follows from them alone. Where features are not told apart by more than rounding
 * (a corner on a corner, a rim along an edge) what was known is of no use, and a search decides, from the state alone.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */

import { vec3 } from "../../math/index.js";
import { Kind, type Shape } from "../shapes/index.js";
import type { CurvedCache } from "./curved-cache.js";
import { meetPatches } from "./curved-meet.js";
import { isWithin } from "./curved-meet-flat.js";
import { pairSize, roundOff } from "./curved-newton.js";
import { Form, Patch } from "./curved-patch.js";
import { writePatch } from "./curved-patch-axial.js";
import { room, shallow } from "./curved-room.js";
import { selectsAlone, separateCurved, separation } from "./curved-separation.js";
import { separateSphere } from "./curved-sphere-hull.js";
import { at, spots, view } from "./curved-spots.js";
import { equalSlack, Warm } from "./curved-warm.js";

/** The patches of A and B that were last looked at. */
export const patchA = new Patch();
export const patchB = new Patch();

/** No direction to begin with. */
const nothing = new Float64Array(3);
const d = new Float64Array(3);
const slack = new Float64Array(1);
/** What the search found, and the features of it. */
const found = new Float64Array(4);
const chosen = new Int32Array(2);
/** Of the sizes of the two: how deep an overlap may at most be to count as shallow. */
const shallowLimit = 1e-6;
/** Of the size: what counts as foremost when features are chosen, the widest first. */
const slacks = Float64Array.of(1e-5, 1e-10, equalSlack);

/**
 * Writes `separation`: from what the cache knows if that can be proved, else by a search; and keeps what it found.
 * tolerance: what the caller takes for touching, m.
 */
export function findSeparation(
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  cache: CurvedCache | null,
  slot: number,
  tolerance: number,
): void {
  if (shapeA.kind === Kind.sphere && shapeB.kind === Kind.polyhedron) {
    if (separateSphere(shapeB, framesB, oB, shapeA, framesA, oA, false, cache, slot)) return;
  } else if (shapeA.kind === Kind.polyhedron && shapeB.kind === Kind.sphere) {
    if (separateSphere(shapeA, framesA, oA, shapeB, framesB, oB, true, cache, slot)) return;
  }
  if (!isSearched(shapeA.kind, shapeB.kind)) {
    separateCurved(shapeA, framesA, oA, shapeB, framesB, oB, nothing, 0, -1, -1);
    return;
  }
  shallow[0] = Math.min(tolerance, shallowLimit * (shapeA.reach + shapeB.reach));
  if (cache !== null && isKnown(shapeA, framesA, oA, shapeB, framesB, oB, cache, slot)) {
    cache.verified++;
    vec3.copy(cache.normals, 3 * slot, separation, 1);
    return;
  }
  separateCurved(shapeA, framesA, oA, shapeB, framesB, oB, nothing, 0, -1, -1);
  chooseFeatures(shapeA, framesA, oA, shapeB, framesB, oB);
  if (cache === null) return;
  cache.searched++;
  cache.keys[2 * slot] = chosen[0];
  cache.keys[2 * slot + 1] = chosen[1];
  vec3.copy(cache.normals, 3 * slot, separation, 1);
}

/** Whether there is anything to remember: half-spaces and two spheres have one direction. */
function isSearched(kindA: Kind, kindB: Kind): boolean {
  if (kindA === Kind.plane || kindB === Kind.plane) return false;
  return kindA !== Kind.sphere || kindB !== Kind.sphere;
}

/** Whether the features of the last time are proved to be the only ones. */
function isKnown(
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  { keys, normals }: CurvedCache,
  slot: number,
): boolean {
  const f = 2 * slot;
  if (keys[f] < 0) return false;
  const status = separateCurved(shapeA, framesA, oA, shapeB, framesB, oB, normals, 3 * slot, keys[f], keys[f + 1]);
  if (status !== Warm.proved && status !== Warm.flat) return false;
  slack[0] = slacks[0] * pairSize[0];
  if (!selectsAlone(keys[f], keys[f + 1], slack)) {
    writePatches(shapeA, framesA, oA, shapeB, framesB, oB, slack);
    if (patchA.key !== keys[f] || patchB.key !== keys[f + 1]) return false;
  }
  return status === Warm.proved || isFacing(shapeA, framesA, oA, shapeB, framesB, oB, room);
}

/**
 * From the normal of a search to features, and from these to the normal again. Among directions the search takes the one
 * with the greatest s: two of them that differ by δ differ in s by ½ δ² gap, which rounding hides up to
 * δ = √(2 ε size/gap), 1e-8 and more. The gap does not suffer, but the points, δ gap off the surface, would.
 */
function chooseFeatures(
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
): void {
  for (let k = 0; k < 4; k++) found[k] = separation[k];
  chosen[0] = chosen[1] = -1;
  for (let level = 0; level < slacks.length; level++) {
    slack[0] = slacks[level] * pairSize[0];
    writePatches(shapeA, framesA, oA, shapeB, framesB, oB, slack);
    if (patchA.key === chosen[0] && patchB.key === chosen[1] && level < slacks.length - 1) continue;
    chosen[0] = patchA.key;
    chosen[1] = patchB.key;
    const status = separateCurved(shapeA, framesA, oA, shapeB, framesB, oB, found, 1, chosen[0], chosen[1]);
    if (status !== Warm.failed && separation[0] >= found[0] - roundOff * pairSize[0]) {
      if (status === Warm.proved) return;
      const last = level === slacks.length - 1;
      if (status === Warm.solved ? last : isFacing(shapeA, framesA, oA, shapeB, framesB, oB, last ? nothing : room))
        return;
    }
    for (let k = 0; k < 4; k++) separation[k] = found[k];
  }
}

/** Whether, along the normal of a flat, the middle of where the two meet lies within both, with so much room around it. */
function isFacing(
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  around: Float64Array,
): boolean {
  slack[0] = equalSlack * pairSize[0];
  const count = meetShapes(shapeA, framesA, oA, shapeB, framesB, oB, slack);
  let x = 0;
  let y = 0;
  for (let k = 0; k < 6 * count; k += 6) {
    x += (view[0] * spots[k] + view[1] * spots[k + 1] + view[2] * spots[k + 2]) / count;
    y += (view[3] * spots[k] + view[4] * spots[k + 1] + view[5] * spots[k + 2]) / count;
  }
  // four corners around the room
  const side = 1.42 * around[0];
  const sides = side > 0 ? 4 : 1;
  for (let k = 0; k < sides; k++) {
    at[0] = x + (k === 0 ? side : k === 1 ? -side : 0);
    at[1] = y + (k === 2 ? side : k === 3 ? -side : 0);
    if (patchA.form >= Form.polygon && !isWithin(patchA, false)) return false;
    if (patchB.form >= Form.polygon && !isWithin(patchB, true)) return false;
  }
  return true;
}

/** The spots where the patches of the two along the normal in `separation` meet, seen from the position of A. */
export function meetShapes(
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  within: Float64Array,
): number {
  writePatches(shapeA, framesA, oA, shapeB, framesB, oB, within);
  return meetPatches(patchA, patchB, separation, 1, within);
}

/** The patches of the two along the normal in `separation`, seen from the position of A. */
export function writePatches(
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  within: Float64Array,
): void {
  vec3.negate(d, 0, separation, 1);
  writePatch(patchA, shapeA, framesA, oA, d, 0, framesA, oA, within);
  writePatch(patchB, shapeB, framesB, oB, separation, 1, framesA, oA, within);
}
