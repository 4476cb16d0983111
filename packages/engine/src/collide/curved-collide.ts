/**
 * The verdict on a pair with at least one curved shape or half-space: disjoint, touching or overlapping, with signed gap,
 * normal and a point on each surface (pair-result.ts).
 *
 *   gap = max over n of s(n),   pA − pB = gap n
 *
 * The points lie in the middle of the region where the two come closest, should that be more than a point.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */

import { vec3 } from "../math/index.js";
import type { CurvedCache } from "./curved-cache.js";
import { meetPatches } from "./curved-meet.js";
import { isWithin } from "./curved-meet-flat.js";
import { pairSize, roundOff } from "./curved-newton.js";
import { Form, isLoose, Patch, PatchSize, widenRim } from "./curved-patch.js";
import { writePatch } from "./curved-patch-axial.js";
import { room, shallow } from "./curved-room.js";
import { separateCurved, separation } from "./curved-separation.js";
import { separateSphere } from "./curved-sphere-hull.js";
import { at, spots, view } from "./curved-spots.js";
import { addTimes, factor, takeTimes } from "./curved-vector.js";
import { equalSlack, Warm } from "./curved-warm.js";
import { type PairResult, PairSlot, Status, Witness } from "./pair-result.js";
import { Kind, type Shape } from "./shape.js";

/** The patches of A and B that were last looked at. */
export const patchA = new Patch();
export const patchB = new Patch();

const nothing = new Float64Array(3);
const d = new Float64Array(3);
const slack = new Float64Array(1);
const tight = new Float64Array(1);
/** What the search found. */
const found = new Float64Array(4);
/** Of the sizes of the two: how deep an overlap may at most be to count as shallow. */
const shallowLimit = 1e-6;
/** Of the sizes of the two: what counts as foremost when points are chosen. */
const pointSlack = 1e-10;

/** Fills the result. |gap| ≤ tolerance (m) is touching. */
export function collideCurved(
  result: PairResult,
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
  findSeparation(shapeA, framesA, oA, shapeB, framesB, oB, cache, slot, tolerance);
  const gap = separation[0];
  const values = result.values;
  result.status = gap > tolerance ? Status.disjoint : gap >= -tolerance ? Status.touching : Status.overlapping;
  result.witness = Witness.none;
  result.featureA = -1;
  result.featureB = -1;
  const out = separation;
  values[0] = out[0];
  values[1] = out[1];
  values[2] = out[2];
  values[3] = out[3];
  if (shapeA.kind === Kind.sphere || shapeB.kind === Kind.sphere) {
    writeSpherePoints(values, shapeA, framesA, oA, shapeB, framesB, oB);
    return;
  }
  const reachA = shapeA.kind === Kind.plane ? 0 : shapeA.reach;
  const reachB = shapeB.kind === Kind.plane ? 0 : shapeB.reach;
  slack[0] = pointSlack * (reachA + reachB);
  if (shapeA.kind === Kind.plane && shapeB.kind === Kind.plane) {
    writePlanePoints(values, shapeA, framesA, oA);
    return;
  }
  if (writeOnePoint(values, shapeA, framesA, oA, true) || writeOnePoint(values, shapeB, framesB, oB, false)) return;
  writePatches(shapeA, framesA, oA, shapeB, framesB, oB, slack);
  if (isLoose(patchA, slack)) widenRim(patchA);
  if (isLoose(patchB, slack)) widenRim(patchB);
  const count = meetPatches(patchA, patchB, separation, 1, slack);
  vec3.set(values, PairSlot.pointA, 0, 0, 0);
  for (let k = 0; k < count; k++) {
    factor[0] = 1 / count;
    addTimes(values, PairSlot.pointA, values, PairSlot.pointA, spots, 6 * k);
  }
  factor[0] = -patchA.sizes[PatchSize.round];
  addTimes(values, PairSlot.pointA, values, PairSlot.pointA, values, PairSlot.normal);
  factor[0] = -gap;
  addTimes(values, PairSlot.pointB, values, PairSlot.pointA, values, PairSlot.normal);
  vec3.add(values, PairSlot.pointA, values, PairSlot.pointA, framesA, oA);
  vec3.add(values, PairSlot.pointB, values, PairSlot.pointB, framesA, oA);
}

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
  if (cache === null || !isSearched(shapeA.kind, shapeB.kind)) {
    separateCurved(shapeA, framesA, oA, shapeB, framesB, oB, nothing, 0, -1, -1);
    if (isSearched(shapeA.kind, shapeB.kind)) refineNormal(shapeA, framesA, oA, shapeB, framesB, oB);
    return;
  }
  const { normals, keys } = cache;
  const n = 3 * slot;
  const f = 2 * slot;
  let status: number = Warm.failed;
  if (keys[f] >= 0) {
    shallow[0] = Math.min(tolerance, shallowLimit * (shapeA.reach + shapeB.reach));
    status = separateCurved(shapeA, framesA, oA, shapeB, framesB, oB, normals, n, keys[f], keys[f + 1]);
    tight[0] = equalSlack * pairSize[0];
    if (status === Warm.flat && isFacing(meetShapes(shapeA, framesA, oA, shapeB, framesB, oB, tight))) {
      status = Warm.proved;
    }
  }
  if (status === Warm.proved) {
    cache.verified++;
  } else {
    cache.searched++;
    separateCurved(shapeA, framesA, oA, shapeB, framesB, oB, normals, n, -1, -1);
    refineNormal(shapeA, framesA, oA, shapeB, framesB, oB);
    keys[f] = patchA.key;
    keys[f + 1] = patchB.key;
  }
  vec3.copy(normals, n, separation, 1);
}

/**
 * Once more the normal, from the features alone that the one found selects, which stay in the patches. Among directions
 * the search takes the one with the greatest s: two of them that differ by δ differ in s by ½ δ² gap, which rounding hides
 * up to δ = √(2 ε size/gap), 1e-8 and more. The gap does not suffer, but the points, δ gap off the surface, would.
 */
function refineNormal(
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
): void {
  tight[0] = equalSlack * pairSize[0];
  writePatches(shapeA, framesA, oA, shapeB, framesB, oB, tight);
  for (let k = 0; k < 4; k++) found[k] = separation[k];
  const status = separateCurved(shapeA, framesA, oA, shapeB, framesB, oB, found, 1, patchA.key, patchB.key);
  const isSolved = status === Warm.proved || status === Warm.solved;
  if (isSolved && separation[0] >= found[0] - roundOff * pairSize[0]) return;
  for (let k = 0; k < 4; k++) separation[k] = found[k];
}

/** Whether there is anything to remember: half-spaces and two spheres have one direction. */
function isSearched(kindA: Kind, kindB: Kind): boolean {
  if (kindA === Kind.plane || kindB === Kind.plane) return false;
  return kindA !== Kind.sphere || kindB !== Kind.sphere;
}

/** Whether the middle of so many spots lies within both patches, seen along n, with room around it if they overlap. */
function isFacing(count: number): boolean {
  let x = 0;
  let y = 0;
  for (let k = 0; k < 6 * count; k += 6) {
    x += (view[0] * spots[k] + view[1] * spots[k + 1] + view[2] * spots[k + 2]) / count;
    y += (view[3] * spots[k] + view[4] * spots[k + 1] + view[5] * spots[k + 2]) / count;
  }
  // four corners around the room
  const side = 1.42 * room[0];
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

function writePatches(
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

/** If a curved shape comes closest with one point alone, that is where the gap is measured. False if not. */
function writeOnePoint(values: Float64Array, shape: Shape, frames: Float64Array, o: number, isA: boolean): boolean {
  if (shape.kind === Kind.polyhedron || shape.kind === Kind.plane) return false;
  factor[0] = isA ? -1 : 1;
  takeTimes(d, 0, separation, 1);
  const patch = isA ? patchA : patchB;
  writePatch(patch, shape, frames, o, d, 0, frames, o, slack);
  if (patch.form !== Form.point || isLoose(patch, slack)) return false;
  const round = patch.sizes[PatchSize.round];
  const g = values[0];
  const a = isA ? -round : round + g;
  const b = isA ? -round - g : round;
  for (let k = 0; k < 3; k++) {
    const x = frames[o + k] + patch.points[k];
    values[PairSlot.pointA + k] = x + a * separation[1 + k];
    values[PairSlot.pointB + k] = x + b * separation[1 + k];
  }
  return true;
}

/** One of the two is a sphere: its point is centre ± r n, the other one is across the gap. */
function writeSpherePoints(
  values: Float64Array,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
): void {
  const g = values[0];
  const isA = shapeA.kind === Kind.sphere;
  const frames = isA ? framesA : framesB;
  const o = isA ? oA : oB;
  const a = isA ? -shapeA.radius : shapeB.radius + g;
  const b = isA ? -shapeA.radius - g : shapeB.radius;
  for (let k = 0; k < 3; k++) {
    values[PairSlot.pointA + k] = frames[o + k] + a * values[PairSlot.normal + k];
    values[PairSlot.pointB + k] = frames[o + k] + b * values[PairSlot.normal + k];
  }
}

/** Two half-spaces: where the normal through A's origin meets them. */
function writePlanePoints(values: Float64Array, shapeA: Shape, framesA: Float64Array, oA: number): void {
  const offset = (shapeA.plane as Float64Array)[3];
  factor[0] = -offset;
  addTimes(values, PairSlot.pointA, framesA, oA, values, PairSlot.normal);
  const gap = values[0] === -Infinity ? 0 : values[0];
  factor[0] = -gap;
  addTimes(values, PairSlot.pointB, values, PairSlot.pointA, values, PairSlot.normal);
}
