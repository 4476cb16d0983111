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

import { vec3 } from "../../math/index.js";
import { isIllDetermined, meetPatches, PatchForm, PatchSize, widenRimPoint, writePatch } from "../patch/index.js";
import { addMultiple, multiply, type PairResult, PairSlot, Status, Witness } from "../result/index.js";
import { Kind, type Shape } from "../shapes/index.js";
import type { CurvedCache } from "./curved-cache.js";
import { CurvedQuery } from "./curved-query.js";
import { findSeparation, writePatches } from "./find-separation.js";
import { pointSlack } from "./parameters.js";

const query = new CurvedQuery();

/** The factor of the next multiple, in an array so that it is not boxed. */
const factor = new Float64Array(1);

const d = new Float64Array(3);
const slack = new Float64Array(1);

/**
 * Finds gap, normal and closest points of a pair with a curved shape or a half-space; |gap| ≤ tolerance (m) is
 * touching.
 */
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
  const { separation } = query;
  const { patchA, patchB } = query.overlap;
  findSeparation(query, shapeA, framesA, oA, shapeB, framesB, oB, cache, slot, tolerance);
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
  if (
    writeOnePoint(query, values, shapeA, framesA, oA, true) ||
    writeOnePoint(query, values, shapeB, framesB, oB, false)
  )
    return;
  writePatches(query, shapeA, framesA, oA, shapeB, framesB, oB, slack);
  if (isIllDetermined(patchA, slack)) widenRimPoint(patchA);
  if (isIllDetermined(patchB, slack)) widenRimPoint(patchB);
  const count = meetPatches(query.overlap, separation, 1, slack);
  vec3.set(values, PairSlot.pointA, 0, 0, 0);
  for (let k = 0; k < count; k++) {
    factor[0] = 1 / count;
    addMultiple(values, PairSlot.pointA, values, PairSlot.pointA, factor, query.overlap.spots, 6 * k);
  }
  factor[0] = -patchA.sizes[PatchSize.round];
  addMultiple(values, PairSlot.pointA, values, PairSlot.pointA, factor, values, PairSlot.normal);
  factor[0] = -gap;
  addMultiple(values, PairSlot.pointB, values, PairSlot.pointA, factor, values, PairSlot.normal);
  vec3.add(values, PairSlot.pointA, values, PairSlot.pointA, framesA, oA);
  vec3.add(values, PairSlot.pointB, values, PairSlot.pointB, framesA, oA);
}

/** If a curved shape comes closest with one point alone, that is where the gap is measured. False if not. */
function writeOnePoint(
  query: CurvedQuery,
  values: Float64Array,
  shape: Shape,
  frames: Float64Array,
  o: number,
  isA: boolean,
): boolean {
  const { separation } = query;
  if (shape.kind === Kind.polyhedron || shape.kind === Kind.plane) return false;
  factor[0] = isA ? -1 : 1;
  multiply(d, 0, factor, separation, 1);
  const patch = isA ? query.overlap.patchA : query.overlap.patchB;
  writePatch(patch, shape, frames, o, d, 0, frames, o, slack);
  if (patch.form !== PatchForm.point || isIllDetermined(patch, slack)) return false;
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
  addMultiple(values, PairSlot.pointA, framesA, oA, factor, values, PairSlot.normal);
  const gap = values[0] === -Infinity ? 0 : values[0];
  factor[0] = -gap;
  addMultiple(values, PairSlot.pointB, values, PairSlot.pointA, factor, values, PairSlot.normal);
}
