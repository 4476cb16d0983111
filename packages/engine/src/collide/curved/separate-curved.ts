/**
 * Greatest separation and its direction for every pair with a curved shape or a half-space.
 *
 *            sphere    capsule   polyhedron  cylinder  cone      half-space
 *   sphere   closed    closed    closed      closed    closed    closed
 *   capsule            closed    closed      roots     roots     closed
 *   polyhedron                   (not here)  roots     roots     closed
 *   cylinder                                 roots     roots     closed
 *   cone                                               roots     closed
 *
 * closed: finitely many directions by formulas (direction-search.ts); roots: also those of stationary points on a rim, by
 * polynomials of degree 4 and 8 all roots of which are found in a bounded number of rounds (polynomial-roots.ts).
 *
 * Around a core of sphere or capsule s is less by their radius, in every direction: s = s_core − r. A half-space
 * {m·x ≤ d} has but one direction, m; two half-spaces overlap without end unless their normals are opposite.
 *
 * Each pair is looked at in the frame of one of the two, so that only the place of the other relative to it enters.
 */
import { vec3 } from "../../math/index.js";
import { Kind, type Polyhedron, type Shape } from "../shapes/index.js";
import { Axial, axialSize, measureReach, writeAxial, writeAxialWithin } from "./axial.js";
import { searchAxialPair } from "./axial-pair.js";
import type { CurvedQuery } from "./curved-query.js";
import { clearBest, tryAxial } from "./direction-search.js";
import { searchPolyhedron, searchSegment, tryAll } from "./hull-pair.js";
import { oppositeNormalError } from "./parameters.js";
import { polishRims } from "./polish-rims.js";
import { isSoleAxialFeature, isSoleHullFeature } from "./sole-feature.js";
import { solveFromFeatures, WarmOutcome } from "./warm-start.js";

const a = new Float64Array(axialSize);
const b = new Float64Array(axialSize);
/** Which the last call was about: the polyhedron, if there was one, and whether A is the shape around an axis of a hull. */
const asked = { hull: null as Polyhedron | null, swapped: false };
const m = new Float64Array(3);
const local = new Float64Array(3);

/**
 * Writes `separation`. hint[h …]: a direction from B to A to begin with, or zero. With the features that gave it (keyA and
 * keyB ≥ 0) only these are solved, and what is returned says whether that is the answer; else all are searched.
 */
export function separateCurved(
  query: CurvedQuery,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  hint: Float64Array,
  h: number,
  keyA: number,
  keyB: number,
): number {
  const { separation } = query;
  if (shapeB.kind === Kind.plane) {
    separateFromPlane(query, shapeA, framesA, oA, shapeB, framesB, oB);
    return WarmOutcome.proved;
  }
  if (shapeA.kind === Kind.plane) {
    separateFromPlane(query, shapeB, framesB, oB, shapeA, framesA, oA);
    vec3.negate(separation, 1, separation, 1);
    return WarmOutcome.proved;
  }
  if (shapeA.kind === Kind.sphere && shapeB.kind === Kind.sphere) {
    separateSpheres(query, shapeA, framesA, oA, shapeB, framesB, oB);
    return WarmOutcome.proved;
  }
  asked.swapped = false;
  if (isSolid(shapeA) && isSolid(shapeB)) {
    asked.hull = null;
    return separateAxial(query, shapeA, framesA, oA, shapeB, framesB, oB, hint, h, keyA, keyB);
  }
  if (isHull(shapeA, shapeB)) {
    vec3.copy(m, 0, hint, h);
    return separateHull(query, shapeA, framesA, oA, shapeB, framesB, oB, keyA, keyB);
  }
  asked.swapped = true;
  vec3.negate(m, 0, hint, h);
  const status = separateHull(query, shapeB, framesB, oB, shapeA, framesA, oA, keyB, keyA);
  vec3.negate(separation, 1, separation, 1);
  return status;
}

/**
 * Returns whether the normal just solved for two features selects these alone, to a slack: false also if that is not
 * quickly decided.
 */
export function selectsSolely(query: CurvedQuery, keyA: number, keyB: number, slack: Float64Array): boolean {
  const first = asked.swapped ? keyB : keyA;
  const second = asked.swapped ? keyA : keyB;
  if (!isSoleAxialFeature(query, b, second, 1, slack)) return false;
  return asked.hull !== null
    ? isSoleHullFeature(query, asked.hull, first, slack)
    : isSoleAxialFeature(query, a, first, -1, slack);
}

function isSolid(shape: Shape): boolean {
  return shape.kind === Kind.cylinder || shape.kind === Kind.cone;
}

/** Returns whether the first of the two is the hull: the polyhedron, or the one that is not a cylinder or cone. */
function isHull(first: Shape, second: Shape): boolean {
  if (first.kind === Kind.polyhedron) return true;
  return second.kind !== Kind.polyhedron && !isSolid(first);
}

/** Along the line of the centres; any direction, the one of `clearBest`, if they coincide. */
function separateSpheres(
  query: CurvedQuery,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
): void {
  const { separation } = query;
  const x = framesA[oA] - framesB[oB];
  const y = framesA[oA + 1] - framesB[oB + 1];
  const z = framesA[oA + 2] - framesB[oB + 2];
  const d = Math.sqrt(x * x + y * y + z * z);
  separation[0] = d - (shapeA.radius + shapeB.radius);
  separation[1] = d > 0 ? x / d : 0;
  separation[2] = d > 0 ? y / d : 1;
  separation[3] = d > 0 ? z / d : 0;
}

function separateAxial(
  query: CurvedQuery,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  hint: Float64Array,
  h: number,
  keyA: number,
  keyB: number,
): number {
  const { trial, separation, best } = query;
  writeAxial(a, shapeA, framesA, oA, framesB, oB);
  writeAxial(b, shapeB, framesB, oB, framesB, oB);
  query.pairSize[0] = shapeA.reach + shapeB.reach + Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  vec3.copy(trial, 0, hint, h);
  if (keyA >= 0) {
    const status = solveFromFeatures(query, null, a, b, keyA, keyB);
    separation[0] = trial[3];
    vec3.copy(separation, 1, trial, 0);
    return status;
  }
  clearBest(query);
  tryAxial(query, a, b);
  searchAxialPair(query, a, b);
  polishRims(query, a, b);
  for (let k = 0; k < 4; k++) separation[k] = best[k];
  return WarmOutcome.proved;
}

/** P, a hull, and Q, around an axis, in the frame of P; the direction to begin with is in m. */
function separateHull(
  query: CurvedQuery,
  shapeP: Shape,
  framesP: Float64Array,
  oP: number,
  shapeQ: Shape,
  framesQ: Float64Array,
  oQ: number,
  keyP: number,
  keyQ: number,
): number {
  const { trial, best, separation } = query;
  writeAxialWithin(b, shapeQ, framesQ, oQ, framesP, oP);
  query.pairSize[0] = shapeP.reach + shapeQ.reach + Math.sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
  const p = shapeP.polyhedron;
  asked.hull = p;
  turnInto(trial, m, framesP, oP);
  let status: number = WarmOutcome.proved;
  if (keyP >= 0) {
    if (p === null) writeAxialWithin(a, shapeP, framesP, oP, framesP, oP);
    status = solveFromFeatures(query, p, a, b, keyP, keyQ);
    best[0] = trial[3];
    vec3.copy(best, 1, trial, 0);
  } else {
    searchHull(query, shapeP);
  }
  const radiusQ = isSolid(shapeQ) ? 0 : shapeQ.radius;
  const radiusP = p !== null ? 0 : shapeP.radius;
  separation[0] = best[0] - (radiusP + radiusQ);
  vec3.copy(local, 0, best, 1);
  turnOut(separation, 1, local, framesP, oP);
  return status;
}

function searchHull(query: CurvedQuery, shape: Shape): void {
  const { segment, best } = query;
  const p = shape.polyhedron;
  const half = shape.halfHeight;
  const count = p !== null ? p.vertexCount : half > 0 ? 2 : 1;
  const vertices = p !== null ? p.vertices : segment;
  if (p === null) {
    segment[1] = -half;
    segment[4] = half;
  }
  clearBest(query);
  tryAll(query, vertices, count, b);
  if (p !== null) searchPolyhedron(query, p, b);
  else searchSegment(query, count, b);
  // what is left if everything coincides: the direction that `clearBest` has set
  if (best[0] === -Infinity) best[0] = 0;
}

/** A direction of the world in the axes of a frame. */
function turnInto(out: Float64Array, d: Float64Array, frames: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) out[k] = frames[o + 3 + k] * d[0] + frames[o + 6 + k] * d[1] + frames[o + 9 + k] * d[2];
}

// s = min over the shape of m·x − d, in coordinates that begin where the half-space's frame does
function separateFromPlane(
  query: CurvedQuery,
  shape: Shape,
  frames: Float64Array,
  o: number,
  half: Shape,
  framesH: Float64Array,
  oH: number,
): void {
  const { separation } = query;
  const plane = half.plane as Float64Array;
  turnOut(m, 0, plane, framesH, oH);
  vec3.copy(separation, 1, m, 0);
  writeAxial(a, shape, frames, o, framesH, oH);
  const level = m[0] * a[0] + m[1] * a[1] + m[2] * a[2] - plane[3];
  if (shape.kind === Kind.plane) {
    const other = shape.plane as Float64Array;
    turnOut(local, 0, other, frames, o);
    vec3.add(local, 0, local, 0, m, 0);
    // opposite, to rounding: the other's face is other[3] below its origin
    separation[0] =
      Math.sqrt(local[0] * local[0] + local[1] * local[1] + local[2] * local[2]) < oppositeNormalError
        ? level - other[3]
        : -Infinity;
  } else if (shape.kind === Kind.polyhedron) {
    const p = shape.polyhedron as Polyhedron;
    turnInto(local, m, frames, o);
    let least = Infinity;
    for (let v = 0; v < p.vertexCount; v++)
      least = Math.min(
        least,
        local[0] * p.vertices[3 * v] + local[1] * p.vertices[3 * v + 1] + local[2] * p.vertices[3 * v + 2],
      );
    separation[0] = level + least;
  } else {
    measureReach(a, m, 0, -1);
    separation[0] = level - a[Axial.reach] - (isSolid(shape) ? 0 : shape.radius);
  }
}

/** A direction of a frame in the axes of the world. */
function turnOut(out: Float64Array, i: number, d: Float64Array, frames: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) {
    const r = o + 3 + 3 * k;
    out[i + k] = frames[r] * d[0] + frames[r + 1] * d[1] + frames[r + 2] * d[2];
  }
}
