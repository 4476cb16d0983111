/**
 * The separation of a pair of cores by its witness (witness-cache.ts): verify, repair, or search.
 *
 *   s > 0   the features of the plane face one another: s is the distance. If not, the closest points are followed from
 *           the last simplex, and with them the features.
 *   s ≤ 0   a simplex that contains the origin proves the overlap; the best plane is sought among those that the old one
 *           leaves possible (separating-axes.ts), which is few. For a mere gap a plane that is best among its neighbours will do.
 *
 * Near contact n is always that of a face or of two edges: the difference of two close points has few digits. Where they
 * touch, a plane that is not surely better than all others is sought anew, and of features that are level with one another
 * some are named by a rule (level-features.ts), so that earlier knowledge decides nothing.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { vec3 } from "../../math/index.js";
import { Witness } from "../result/index.js";
import type { Polyhedron } from "../shapes/index.js";
import type { CoreQuery } from "./core-query.js";
import { findFeet } from "./foot.js";
import { computeDistance } from "./gjk.js";
import { centrePoints, selectLevelFeatures } from "./level-features.js";
import { findFeatures, isIllConditioned, isTooShort } from "./nearest-features.js";
import { coordinateRounding } from "./parameters.js";
import { measureAgain, provesOverlap, searchSeparatingPlanes } from "./separating-axes.js";
import { measureFaceA, measureFaceB } from "./separating-plane.js";
import { isDeepest } from "./verify-depth.js";
import { Verification, verifyPlane } from "./verify-plane.js";
import { verifyPoints } from "./verify-points.js";
import { loadSimplex, rowSize, storeSimplex, type WitnessCache } from "./witness-cache.js";

/**
 * Finds the separation of the pair that `query.relative` describes: fills `plane` and `solution`, and keeps the
 * witness in the cache. `whole`: the depth must be the least of all, with points.
 */
export function findWitness(
  query: CoreQuery,
  coreA: Polyhedron,
  coreB: Polyhedron,
  cache: WitnessCache,
  slot: number,
  whole: boolean,
): void {
  const witness = cache.witness[slot] as Witness;
  if (witness === Witness.points && verifyClosest(query, coreA, coreB, cache, slot)) return;
  if (witness === Witness.none || witness === Witness.points) {
    query.known[6] = -Infinity;
    followSimplex(query, coreA, coreB, cache, slot, false, false);
  } else tryPlane(query, coreA, coreB, cache, slot, whole);
}

/** Takes the closest points of the last time if their corners still are the nearest ones. */
function verifyClosest(
  query: CoreQuery,
  coreA: Polyhedron,
  coreB: Polyhedron,
  cache: WitnessCache,
  slot: number,
): boolean {
  if (!verifyPoints(query, coreA, coreB, cache.simplices, rowSize * slot)) return false;
  if (!(query.closest[0] > query.touchingDistance[0]) || isTooShort(query)) return false;
  cache.verified++;
  takePoints(query, coreA, coreB);
  storePlane(query, cache, slot);
  return true;
}

/** Takes the plane of the last time if it still is the answer; else begins a search from what it says. */
function tryPlane(
  query: CoreQuery,
  coreA: Polyhedron,
  coreB: Polyhedron,
  cache: WitnessCache,
  slot: number,
  whole: boolean,
): void {
  const { separation } = query;
  const witness = cache.witness[slot] as Witness;
  const i = cache.featureA[slot];
  const j = cache.featureB[slot];
  const verdict = verifyPlane(query, coreA, coreB, witness, i, j);
  const isComplete = verdict === Verification.complete;
  const holds = verdict !== Verification.open || measureAgain(query, coreA, coreB, witness, i, j);
  const faces = isComplete || (holds && findFeet(query, coreA, coreB));
  if (faces && isBest(query, coreA, coreB, whole)) {
    cache.verified++;
    if (whole && (!isComplete || query.isTied)) selectLevelFeatures(query, coreA, coreB, isComplete);
    storePlane(query, cache, slot);
    return;
  }
  query.known[6] = holds ? separation[0] : -Infinity;
  const overlapping = faces && shareMiddle(query, coreA, coreB);
  if (overlapping && !whole) {
    cache.verified++;
    storePlane(query, cache, slot);
  } else if (overlapping) finishOverlap(query, coreA, coreB, cache, slot, holds, true);
  else followSimplex(query, coreA, coreB, cache, slot, holds, faces && !whole);
}

/** Returns whether the plane last measured, whose features face one another, is the best of all. */
function isBest(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, whole: boolean): boolean {
  return query.separation[0] > Math.max(0, query.touchingDistance[0]) || isDeepest(query, coreA, coreB, whole);
}

/** Returns whether the point between the two feet is of both. It becomes what is known. */
function shareMiddle(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron): boolean {
  const { known, feet } = query;
  for (let c = 0; c < 3; c++) known[c] = known[3 + c] = 0.5 * (feet[c] + feet[3 + c]);
  return provesOverlap(query, coreA, coreB);
}

/**
 * Finds closest points, or the proof of an overlap, from the last simplex. `enough`: of an overlap the plane at hand
 * will do.
 */
function followSimplex(
  query: CoreQuery,
  coreA: Polyhedron,
  coreB: Polyhedron,
  cache: WitnessCache,
  slot: number,
  held: boolean,
  enough: boolean,
): void {
  const { known, closest } = query;
  const witness = cache.witness[slot] as Witness;
  loadSimplex(query, cache, slot);
  computeDistance(query, coreA, coreB);
  const moved = storeSimplex(query, cache, slot);
  vec3.copy(known, 0, closest, 4);
  vec3.copy(known, 3, closest, 7);
  if (closest[0] > 0) {
    countOutcome(cache, witness, moved || witness !== Witness.points);
    finishDisjoint(query, coreA, coreB, cache, slot);
  } else if (enough) {
    cache.verified++;
    storePlane(query, cache, slot);
  } else finishOverlap(query, coreA, coreB, cache, slot, held, false);
}

function countOutcome(cache: WitnessCache, before: Witness, moved: boolean): void {
  if (before === Witness.none) cache.searched++;
  else if (moved) cache.repaired++;
  else cache.verified++;
}

/** Finds the features on which closest points that lie apart are. */
function finishDisjoint(
  query: CoreQuery,
  coreA: Polyhedron,
  coreB: Polyhedron,
  cache: WitnessCache,
  slot: number,
): void {
  const { feet, closest, known } = query;
  const onFeatures = findFeatures(query, coreA, coreB);
  const meetThere = onFeatures && findFeet(query, coreA, coreB);
  if (!meetThere) {
    vec3.copy(feet, 0, closest, 4);
    vec3.copy(feet, 3, closest, 7);
  }
  const touching = closest[0] <= query.touchingDistance[0];
  if (onFeatures && !(touching && !(meetThere && isDeepest(query, coreA, coreB, true)))) {
    selectLevelFeatures(query, coreA, coreB, false);
    storePlane(query, cache, slot);
    return;
  }
  if (touching || isIllConditioned(query, coreA, coreB)) {
    // an error of v, as a part of |v|, times the length of an edge: the two may even overlap by that much
    const size = query.relative[12];
    known[6] = -closest[0] - Math.min(size, (4 * coordinateRounding * size * size) / closest[0]);
    searchSeparatingPlanes(query, coreA, coreB, false);
    const meet = findFeet(query, coreA, coreB);
    if (!meet) {
      vec3.copy(feet, 0, known, 0);
      vec3.copy(feet, 3, known, 3);
      centrePoints(query, coreA, coreB, false);
    }
    if (meet || query.separation[0] <= 0 || touching) {
      selectLevelFeatures(query, coreA, coreB, false);
      if (meet) storePlane(query, cache, slot);
      else cache.witness[slot] = Witness.points;
      return;
    }
  }
  takePoints(query, coreA, coreB);
  storePlane(query, cache, slot);
}

/** Makes the closest points the solution. */
function takePoints(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron): void {
  const { plane, closest } = query;
  plane.witness = Witness.points;
  plane.featureA = plane.featureB = -1;
  const out = query.solution;
  const d = closest[0];
  out[0] = d;
  out[1] = closest[1] / d;
  out[2] = closest[2] / d;
  out[3] = closest[3] / d;
  for (let c = 4; c < 10; c++) out[c] = closest[c];
  centrePoints(query, coreA, coreB, true);
}

/** Finds the best plane of two that overlap, from the bounds in `known`. `measured`: see `searchSeparatingPlanes`. */
function finishOverlap(
  query: CoreQuery,
  coreA: Polyhedron,
  coreB: Polyhedron,
  cache: WitnessCache,
  slot: number,
  held: boolean,
  measured: boolean,
): void {
  const { known, plane, feet } = query;
  const before = cache.witness[slot] as Witness;
  const { featureA, featureB } = cache;
  if (!held && before === Witness.edges) {
    // the faces of the old edge bound the depth
    const f = coreA.edgeFaces[2 * featureA[slot]];
    if (f >= 0) measureFaceA(query, coreA, coreB, f, 0);
    else measureFaceB(query, coreA, coreB, coreB.edgeFaces[2 * featureB[slot]], 0);
    known[6] = query.separation[0];
  }
  searchSeparatingPlanes(query, coreA, coreB, measured);
  const sameA = plane.witness === Witness.faceB || plane.featureA === featureA[slot];
  const sameB = plane.witness === Witness.faceA || plane.featureB === featureB[slot];
  countOutcome(cache, before === Witness.points ? Witness.none : before, !(before === plane.witness && sameA && sameB));
  if (!findFeet(query, coreA, coreB)) {
    vec3.copy(feet, 0, known, 0);
    vec3.copy(feet, 3, known, 3);
  }
  selectLevelFeatures(query, coreA, coreB, false);
  storePlane(query, cache, slot);
}

function storePlane(query: CoreQuery, cache: WitnessCache, slot: number): void {
  const { plane } = query;
  cache.witness[slot] = plane.witness;
  cache.featureA[slot] = plane.featureA;
  cache.featureB[slot] = plane.featureB;
}
