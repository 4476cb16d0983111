/**
 * Settles a pair of cores by its witness (witness.ts): verify, repair, or search.
 *
 *   s > 0   the features of the plane face one another: s is the distance. If not, the closest points are followed from
 *           the last simplex, and with them the features.
 *   s ≤ 0   a simplex that holds the origin proves the overlap; the best plane is sought among those that the old one
 *           leaves possible (separation.ts), which is few. For a mere gap a plane that is best among its neighbours will do.
 *
 * Near contact n is always that of a face or of two edges: the difference of two close points has few digits. Where they
 * touch, a plane that is not surely better than all others is sought anew, and of features that are level with one another
 * some are named by a rule (level-features.ts), so that what was known before decides nothing.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { vec3 } from "../../math/index.js";
import { Witness } from "../result/index.js";
import { type Polyhedron, relative, tie } from "../shapes/index.js";
import { feet, findFeet } from "./foot.js";
import { closest, computeDistance } from "./gjk.js";
import { centrePoints, nameFeatures } from "./level-features.js";
import { findFeatures, isBlurred, isShort, rounding } from "./nearest-features.js";
import { found, measureFaceA, measureFaceB, plane, planeValues } from "./plane.js";
import { known, measureAgain, provesOverlap, separateKnown } from "./separation.js";
import { Verdict, verifyPlane } from "./verify.js";
import { isDeepest } from "./verify-depth.js";
import { verifyPoints } from "./verify-points.js";
import { loadSimplex, rowSize, storeSimplex, type WitnessCache } from "./witness.js";

/** The distance up to which two that are apart count as touching, m. Negative: never. Set by the caller. */
export const reachOfTouch: Float64Array = new Float64Array(1);

/** Fills `plane` and `found` for the pair that `relative` describes. `whole`: the depth must be the least of all, with points. */
export function settlePair(
  coreA: Polyhedron,
  coreB: Polyhedron,
  cache: WitnessCache,
  slot: number,
  whole: boolean,
): void {
  const witness = cache.witness[slot] as Witness;
  if (witness === Witness.points && verifyPoints(coreA, coreB, cache.simplices, rowSize * slot)) {
    if (closest[0] > reachOfTouch[0] && !isShort()) {
      cache.verified++;
      takePoints(coreA, coreB);
      keepPlane(cache, slot);
      return;
    }
  }
  const byPlane = witness !== Witness.none && witness !== Witness.points;
  const i = cache.featureA[slot];
  const j = cache.featureB[slot];
  const verdict = byPlane ? verifyPlane(coreA, coreB, witness, i, j) : Verdict.open;
  const held = verdict !== Verdict.open || (byPlane && measureAgain(coreA, coreB, witness, i, j));
  const faced = verdict === Verdict.faced || (held && findFeet(coreA, coreB));
  if (faced && (planeValues[0] > Math.max(0, reachOfTouch[0]) || isDeepest(coreA, coreB, whole))) {
    cache.verified++;
    if (whole && (verdict !== Verdict.faced || tie.found)) nameFeatures(coreA, coreB, verdict === Verdict.faced);
    keepPlane(cache, slot);
    return;
  }
  known[6] = held ? planeValues[0] : -Infinity;
  const overlapping = faced && shareMiddle(coreA, coreB);
  if (overlapping && !whole) {
    cache.verified++;
    keepPlane(cache, slot);
  } else if (overlapping) settleOverlap(coreA, coreB, cache, slot, held, true);
  else followSimplex(coreA, coreB, cache, slot, held, faced && !whole);
}

/** Whether the point between the two feet is of both. It becomes what is known. */
function shareMiddle(coreA: Polyhedron, coreB: Polyhedron): boolean {
  for (let c = 0; c < 3; c++) known[c] = known[3 + c] = 0.5 * (feet[c] + feet[3 + c]);
  return provesOverlap(coreA, coreB);
}

/** Closest points, or the proof of an overlap, from the last simplex. `enough`: of an overlap the plane at hand will do. */
function followSimplex(
  coreA: Polyhedron,
  coreB: Polyhedron,
  cache: WitnessCache,
  slot: number,
  held: boolean,
  enough: boolean,
): void {
  const witness = cache.witness[slot] as Witness;
  loadSimplex(cache, slot);
  computeDistance(coreA, coreB);
  const moved = storeSimplex(cache, slot);
  vec3.copy(known, 0, closest, 4);
  vec3.copy(known, 3, closest, 7);
  if (closest[0] > 0) {
    count(cache, witness, moved || witness !== Witness.points);
    settleApart(coreA, coreB, cache, slot);
  } else if (enough) {
    cache.verified++;
    keepPlane(cache, slot);
  } else settleOverlap(coreA, coreB, cache, slot, held, false);
}

function count(cache: WitnessCache, before: Witness, moved: boolean): void {
  if (before === Witness.none) cache.searched++;
  else if (moved) cache.repaired++;
  else cache.verified++;
}

/** Closest points are known, and lie apart: finds the features they are on. */
function settleApart(coreA: Polyhedron, coreB: Polyhedron, cache: WitnessCache, slot: number): void {
  const onFeatures = findFeatures(coreA, coreB);
  const meetThere = onFeatures && findFeet(coreA, coreB);
  if (!meetThere) {
    vec3.copy(feet, 0, closest, 4);
    vec3.copy(feet, 3, closest, 7);
  }
  const touching = closest[0] <= reachOfTouch[0];
  if (onFeatures && !(touching && !(meetThere && isDeepest(coreA, coreB, true)))) {
    nameFeatures(coreA, coreB, false);
    keepPlane(cache, slot);
    return;
  }
  if (touching || isBlurred(coreA, coreB)) {
    // an error of v, as a part of |v|, times the length of an edge: the two may even overlap by that much
    const size = relative[12];
    known[6] = -closest[0] - Math.min(size, (4 * rounding * size * size) / closest[0]);
    separateKnown(coreA, coreB, false);
    const meet = findFeet(coreA, coreB);
    if (!meet) {
      vec3.copy(feet, 0, known, 0);
      vec3.copy(feet, 3, known, 3);
      centrePoints(coreA, coreB, false);
    }
    if (meet || planeValues[0] <= 0 || touching) {
      nameFeatures(coreA, coreB, false);
      if (meet) keepPlane(cache, slot);
      else cache.witness[slot] = Witness.points;
      return;
    }
  }
  takePoints(coreA, coreB);
  keepPlane(cache, slot);
}

/** `closest` is the answer. */
function takePoints(coreA: Polyhedron, coreB: Polyhedron): void {
  plane.witness = Witness.points;
  plane.featureA = plane.featureB = -1;
  const out = found;
  const d = closest[0];
  out[0] = d;
  out[1] = closest[1] / d;
  out[2] = closest[2] / d;
  out[3] = closest[3] / d;
  for (let c = 4; c < 10; c++) out[c] = closest[c];
  centrePoints(coreA, coreB, true);
}

/** The two overlap, and `known` says where and by how much at most. `measured`: see `separateKnown`. */
function settleOverlap(
  coreA: Polyhedron,
  coreB: Polyhedron,
  cache: WitnessCache,
  slot: number,
  held: boolean,
  measured: boolean,
): void {
  const before = cache.witness[slot] as Witness;
  const { featureA, featureB } = cache;
  if (!held && before === Witness.edges) {
    // the faces of the old edge bound the depth
    const f = coreA.edgeFaces[2 * featureA[slot]];
    if (f >= 0) measureFaceA(coreA, coreB, f, 0);
    else measureFaceB(coreA, coreB, coreB.edgeFaces[2 * featureB[slot]], 0);
    known[6] = planeValues[0];
  }
  separateKnown(coreA, coreB, measured);
  const sameA = plane.witness === Witness.faceB || plane.featureA === featureA[slot];
  const sameB = plane.witness === Witness.faceA || plane.featureB === featureB[slot];
  count(cache, before === Witness.points ? Witness.none : before, !(before === plane.witness && sameA && sameB));
  if (!findFeet(coreA, coreB)) {
    vec3.copy(feet, 0, known, 0);
    vec3.copy(feet, 3, known, 3);
  }
  nameFeatures(coreA, coreB, false);
  keepPlane(cache, slot);
}

function keepPlane(cache: WitnessCache, slot: number): void {
  cache.witness[slot] = plane.witness;
  cache.featureA[slot] = plane.featureA;
  cache.featureB[slot] = plane.featureB;
}
