/**
 * Gap and normal of a pair with a curved shape, from what is known of it or by a search, and the same by both, to the last
 * digit: earlier knowledge decides nothing but the time.
 *
 *   known    the features of the last time are solved and proved (warm-start.ts), with room to spare on each: every n′ that
 *            selects others has an s that is less by more than rounding
 *   search   the n with the greatest s, within rounding; then the features it selects, within a slack, are solved. The
 *            widest slack comes first: of features with the same s, a face before an edge, an edge before a corner
 *
 * The normal follows from the features alone, once these are known. Where features differ by no more than rounding
 * (a corner on a corner, a rim along an edge) earlier knowledge is of no use, and a search decides, from the state alone.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */

import { vec3 } from "../../math/index.js";
import { isWithin, meetPatches, PatchForm, writePatch } from "../patch/index.js";
import { Kind, type Shape } from "../shapes/index.js";
import type { CurvedCache } from "./curved-cache.js";
import type { CurvedQuery } from "./curved-query.js";
import { equalSlack, narrowSlack, separationRounding, shallowLimit, wideSlack } from "./parameters.js";
import { selectsSolely, separateCurved } from "./separate-curved.js";
import { separateSphere } from "./sphere-hull.js";
import { WarmOutcome } from "./warm-start.js";

/** No direction to begin with. */
const nothing = new Float64Array(3);
const d = new Float64Array(3);
const slack = new Float64Array(1);
/** The direction that the search has found, and the features that it selects. */
const found = new Float64Array(4);
const chosen = new Int32Array(2);
/** The slacks within which features count as foremost when they are chosen, as parts of the size, the widest first. */
const slacks = Float64Array.of(wideSlack, narrowSlack, equalSlack);

/**
 * Writes the separation of a pair: from what the cache knows if that can be proved, else by a search; and keeps what
 * it found. tolerance: the gap up to which the caller counts a pair as touching, m.
 */
export function findSeparation(
  query: CurvedQuery,
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
  const { separation } = query;
  if (shapeA.kind === Kind.sphere && shapeB.kind === Kind.polyhedron) {
    if (separateSphere(query, shapeB, framesB, oB, shapeA, framesA, oA, false, cache, slot)) return;
  } else if (shapeA.kind === Kind.polyhedron && shapeB.kind === Kind.sphere) {
    if (separateSphere(query, shapeA, framesA, oA, shapeB, framesB, oB, true, cache, slot)) return;
  }
  if (!isSearched(shapeA.kind, shapeB.kind)) {
    separateCurved(query, shapeA, framesA, oA, shapeB, framesB, oB, nothing, 0, -1, -1);
    return;
  }
  query.shallow[0] = Math.min(tolerance, shallowLimit * (shapeA.reach + shapeB.reach));
  if (cache !== null && isKnown(query, shapeA, framesA, oA, shapeB, framesB, oB, cache, slot)) {
    cache.verified++;
    vec3.copy(cache.normals, 3 * slot, separation, 1);
    return;
  }
  separateCurved(query, shapeA, framesA, oA, shapeB, framesB, oB, nothing, 0, -1, -1);
  chooseFeatures(query, shapeA, framesA, oA, shapeB, framesB, oB);
  if (cache === null) return;
  cache.searched++;
  cache.keys[2 * slot] = chosen[0];
  cache.keys[2 * slot + 1] = chosen[1];
  vec3.copy(cache.normals, 3 * slot, separation, 1);
}

/** Returns whether there is anything to remember: half-spaces and two spheres have one direction. */
function isSearched(kindA: Kind, kindB: Kind): boolean {
  if (kindA === Kind.plane || kindB === Kind.plane) return false;
  return kindA !== Kind.sphere || kindB !== Kind.sphere;
}

/** Returns whether the features of the last time are proved to be the only ones. */
function isKnown(
  query: CurvedQuery,
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
  const status = separateCurved(
    query,
    shapeA,
    framesA,
    oA,
    shapeB,
    framesB,
    oB,
    normals,
    3 * slot,
    keys[f],
    keys[f + 1],
  );
  if (status !== WarmOutcome.proved && status !== WarmOutcome.flat) return false;
  slack[0] = slacks[0] * query.pairSize[0];
  if (!selectsSolely(query, keys[f], keys[f + 1], slack)) {
    writePatches(query, shapeA, framesA, oA, shapeB, framesB, oB, slack);
    if (query.overlap.patchA.key !== keys[f] || query.overlap.patchB.key !== keys[f + 1]) return false;
  }
  return status === WarmOutcome.proved || isFacing(query, shapeA, framesA, oA, shapeB, framesB, oB, query.clearance);
}

/**
 * From the normal of a search to features, and from these to the normal again. Among directions the search takes the one
 * with the greatest s: two of them that differ by δ differ in s by ½ δ² gap, which rounding hides up to
 * δ = √(2 ε size/gap), 1e-8 and more. The gap does not suffer, but the points, δ gap off the surface, would.
 */
function chooseFeatures(
  query: CurvedQuery,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
): void {
  const { separation, pairSize, clearance } = query;
  const { patchA, patchB } = query.overlap;
  for (let k = 0; k < 4; k++) found[k] = separation[k];
  chosen[0] = chosen[1] = -1;
  for (let level = 0; level < slacks.length; level++) {
    slack[0] = slacks[level] * pairSize[0];
    writePatches(query, shapeA, framesA, oA, shapeB, framesB, oB, slack);
    if (patchA.key === chosen[0] && patchB.key === chosen[1] && level < slacks.length - 1) continue;
    chosen[0] = patchA.key;
    chosen[1] = patchB.key;
    const status = separateCurved(query, shapeA, framesA, oA, shapeB, framesB, oB, found, 1, chosen[0], chosen[1]);
    if (status !== WarmOutcome.failed && separation[0] >= found[0] - separationRounding * pairSize[0]) {
      if (status === WarmOutcome.proved) return;
      const last = level === slacks.length - 1;
      if (
        status === WarmOutcome.solved
          ? last
          : isFacing(query, shapeA, framesA, oA, shapeB, framesB, oB, last ? nothing : clearance)
      )
        return;
    }
    for (let k = 0; k < 4; k++) separation[k] = found[k];
  }
}

/** Whether, along the normal of a flat, the middle of where the two meet lies within both, with so much room around it. */
function isFacing(
  query: CurvedQuery,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  around: Float64Array,
): boolean {
  const { view, at, patchA, patchB } = query.overlap;
  slack[0] = equalSlack * query.pairSize[0];
  const count = meetShapes(query, shapeA, framesA, oA, shapeB, framesB, oB, slack);
  const { spots } = query.overlap;
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
    if (patchA.form >= PatchForm.polygon && !isWithin(query.overlap, patchA, false)) return false;
    if (patchB.form >= PatchForm.polygon && !isWithin(query.overlap, patchB, true)) return false;
  }
  return true;
}

/**
 * Finds the spots where the patches of the two along the normal in `separation` meet, seen from the position of A,
 * and returns how many there are.
 */
export function meetShapes(
  query: CurvedQuery,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  within: Float64Array,
): number {
  writePatches(query, shapeA, framesA, oA, shapeB, framesB, oB, within);
  return meetPatches(query.overlap, query.separation, 1, within);
}

/** Writes the patches of the two along the normal in `separation`, seen from the position of A. */
export function writePatches(
  query: CurvedQuery,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  within: Float64Array,
): void {
  const { separation } = query;
  vec3.negate(d, 0, separation, 1);
  writePatch(query.overlap.patchA, shapeA, framesA, oA, d, 0, framesA, oA, within);
  writePatch(query.overlap.patchB, shapeB, framesB, oB, separation, 1, framesA, oA, within);
}
