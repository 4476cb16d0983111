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
import { addTimes, factor, type PairResult, PairSlot, Status, takeTimes, Witness } from "../result/index.js";
import { Kind, type Shape } from "../shapes/index.js";
import type { CurvedCache } from "./curved-cache.js";
import { meetPatches } from "./curved-meet.js";
import { Form, isLoose, PatchSize, widenRim } from "./curved-patch.js";
import { writePatch } from "./curved-patch-axial.js";
import { separation } from "./curved-separation.js";
import { findSeparation, patchA, patchB, writePatches } from "./curved-settle.js";
import { spots } from "./curved-spots.js";

const d = new Float64Array(3);
const slack = new Float64Array(1);
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
