/**
 * The greatest separation from what is known of the pair: the features that gave it the last time, and the normal then.
 * Only these two are solved (curved-newton.ts); the answer n is then proved, or nothing is said.
 *
 * Proof: a point a of A and b of B with w = a − b show that s(n′) ≤ n′·w ≤ |w| for all n′. So s(n), measured on the whole
 * shapes, is the greatest but for rounding if |w| is no larger. With w = G for points and rims; along the line ℓ of an
 * edge or side the point is free, as long as it stays on it:
 *
 *   w = G + τ_A ℓ_A − τ_B ℓ_B,   w across n = 0,   low ≤ τ ≤ high,   |w| − s(n) ≤ ε,   ε = 4e-15 of the size
 *
 * Where the cores overlap, s = −δ, other points of the two must show that no n′ is better: `measureRoom`, `slideAlong`.
 * Where they do not, at corners and between parallel tangents, the search decides.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { vec3 } from "../../math/index.js";
import { makeUnit } from "../result/index.js";
import { climbSupport, type Polyhedron } from "../shapes/index.js";
import { Axial, measureReach } from "./curved-axial.js";
import { FeatureSlot, FeatureType, loadAxialFeature, loadHullFeature } from "./curved-feature.js";
import {
  bendLeast,
  caution,
  climbAround,
  climbFree,
  crossLines,
  featureA,
  featureB,
  gradient,
  measureGradient,
  pairSize,
  roundTrial,
  tangents,
} from "./curved-newton.js";
import { Feature } from "./curved-patch.js";
import { isOverFace, leastRoom, measureRoom, room, shallow } from "./curved-room.js";
import { trial } from "./curved-search.js";

/**
 * What came of it: nothing; proved; to be proved by the caller, who sees whether the two face one another; the best n for
 * these features, but whether for the whole shapes is not known.
 */
export const Warm = { failed: 0, proved: 1, flat: 2, solved: 3 } as const;

/** ε of the size of the pair: what counts as equal. */
export const equalSlack = 4e-15;

/** Of the size: how much s must bend about n, so that an n′ that selects other features is worse by more than rounding. */
const leastBend = 1e-4;

/** G across n; along the lines of A and of B; of these the products n·(p × q). */
const across = new Float64Array(3);
const lineA = new Float64Array(3);
const lineB = new Float64Array(3);
const crosses = new Float64Array(3);
const down = new Float64Array(3);
/** Where a climb began. */
const start = new Float64Array(3);

/**
 * The trial holds the normal of the last time, and gets the new one with its s. A is the polyhedron p, or, if that is
 * null, the record a; keys: the features of both.
 */
export function solveWarm(p: Polyhedron | null, a: Float64Array, b: Float64Array, keyA: number, keyB: number): number {
  const typeA = p !== null ? loadHullFeature(featureA, p, keyA) : loadAxialFeature(featureA, a, keyA);
  const typeB = loadAxialFeature(featureB, b, keyB);
  if (typeA === FeatureType.flat || typeB === FeatureType.flat) {
    if (typeB === FeatureType.flat) vec3.copy(trial, 0, featureB, FeatureSlot.direction);
    else vec3.negate(trial, 0, featureA, FeatureSlot.direction);
    makeUnit(trial, 0);
    measureTrial(p, a, b, keyA);
    if (!measureRoom(b)) return Warm.failed;
    if (p === null || typeA !== FeatureType.flat || typeB !== FeatureType.rim) return Warm.flat;
    return isOverFace(p, keyA - Feature.face, b) ? Warm.proved : Warm.flat;
  }
  const isLineA = typeA === FeatureType.line;
  const isLineB = typeB === FeatureType.line;
  vec3.copy(start, 0, trial, 0);
  if (climb(isLineA, isLineB, true) && ((isLineA && isLineB) || (roundTrial() && climb(isLineA, isLineB, false)))) {
    measureTrial(p, a, b, keyA);
    const enough = measureRoom(b) && (isLineA || isLineB || trial[3] >= -shallow[0]) && hasOneSide(p, b);
    if (enough && isProved(isLineA, isLineB)) return Warm.proved;
    if (isLineA && isLineB) return Warm.solved;
  }
  // what cannot be proved need not be the same from everywhere
  vec3.copy(trial, 0, start, 0);
  if (!climb(isLineA, isLineB, false)) return Warm.failed;
  measureTrial(p, a, b, keyA);
  return Warm.solved;
}

/** Segments and points have no width: where two of them meet, −n is as good as n. */
function hasOneSide(p: Polyhedron | null, b: Float64Array): boolean {
  return p !== null || b[Axial.radius] > 0 || trial[3] > leastRoom * pairSize[0];
}

/** From the trial to the best n for the two features. */
function climb(isLineA: boolean, isLineB: boolean, coarse: boolean): boolean {
  if (isLineA && isLineB) return crossLines();
  if (isLineA) return climbAround(featureA, -1, coarse);
  return isLineB ? climbAround(featureB, 1, coarse) : climbFree(coarse);
}

/** trial[3] ← s, on the whole shapes. */
function measureTrial(p: Polyhedron | null, a: Float64Array, b: Float64Array, key: number): void {
  const x = trial[0];
  const y = trial[1];
  const z = trial[2];
  measureReach(b, trial, 0, 1);
  if (p !== null) {
    const v = 3 * descend(p, key);
    const least = x * p.vertices[v] + y * p.vertices[v + 1] + z * p.vertices[v + 2];
    trial[3] = least - (x * b[0] + y * b[1] + z * b[2] + b[Axial.reach]);
    return;
  }
  measureReach(a, trial, 0, -1);
  trial[3] = x * (a[0] - b[0]) + y * (a[1] - b[1]) + z * (a[2] - b[2]) - (a[Axial.reach] + b[Axial.reach]);
}

/** The lowest corner along the trial, from a feature down. */
function descend(p: Polyhedron, key: number): number {
  const start =
    key < Feature.edge
      ? key
      : key < Feature.face
        ? p.edgeVertices[2 * (key - Feature.edge)]
        : p.faceVertices[p.faceStart[key - Feature.face]];
  vec3.negate(down, 0, trial, 0);
  return climbSupport(p, down, 0, start);
}

function isProved(isLineA: boolean, isLineB: boolean): boolean {
  measureGradient();
  const s = trial[3];
  const epsilon = equalSlack * pairSize[0];
  const along = gradient[0] * trial[0] + gradient[1] * trial[1] + gradient[2] * trial[2];
  const excess = along - featureA[FeatureSlot.round] - featureB[FeatureSlot.round] - s;
  if (!(excess <= epsilon)) return false;
  for (let k = 0; k < 3; k++) across[k] = gradient[k] - along * trial[k];
  if (isLineA && isLineB) return meetLines();
  if (!(bendLeast[0] >= leastBend * pairSize[0])) return false;
  if (isLineA && !slideAlong(lineA, featureA, featureB, 1, -1)) return false;
  if (isLineB && !slideAlong(lineB, featureB, featureA, 0, 1)) return false;
  const square = across[0] * across[0] + across[1] * across[1] + across[2] * across[2];
  // |w| − s, for |w|² = s² + square
  return square <= epsilon * (2 * Math.max(0, s) + epsilon);
}

/** ℓ = (d − c n)/√(1 − c²) */
function setLine(line: Float64Array, feature: Float64Array, sign: number): void {
  const c = sign * feature[FeatureSlot.level];
  const scale = 1 / Math.sqrt(1 - c * c);
  for (let k = 0; k < 3; k++) line[k] = scale * (feature[FeatureSlot.direction + k] - c * trial[k]);
}

/**
 * Takes the part along ℓ out of `across`; false if the point is then not on the line, or if that is not the best.
 *
 * Steps across the line are along a circle: that of the side which the line is of, or else the other feature, whose
 * tangent is number i, at an angle ψ to ℓ. Every direction of a turn of n has a part c = sin(ψ/2) or more along one of
 * the two, and along the circle
 *
 *   s(n′) ≤ −δ cos θ − R (√(1 + c² sin²θ) − 1) ≤ −δ     up to tan(θ/2) = ρ/δ if 2 (√2 − 1) R c² δ ≥ δ² + ρ²
 */
function slideAlong(line: Float64Array, feature: Float64Array, other: Float64Array, i: number, sign: number): boolean {
  setLine(line, feature, sign);
  const part = across[0] * line[0] + across[1] * line[1] + across[2] * line[2];
  for (let k = 0; k < 3; k++) across[k] -= part * line[k];
  const ahead = Math.min(sign * part - feature[FeatureSlot.low], feature[FeatureSlot.high] - sign * part);
  const depth = Math.max(0, -trial[3]);
  if (!(ahead >= leastRoom * pairSize[0])) return false;
  if (depth === 0) return true;
  if (depth <= shallow[0] && ahead >= caution * depth && bendLeast[0] > caution * depth) return true;
  const side = feature[FeatureSlot.round];
  const radius = side > 0 ? side : other[FeatureSlot.radius];
  const cosine = tangents[3 * i] * line[0] + tangents[3 * i + 1] * line[1] + tangents[3 * i + 2] * line[2];
  // c²: the circle of a side is across its line
  const square = side > 0 ? 0.5 : 0.5 * (1 - Math.abs(cosine));
  return (
    ahead * ahead * square >= room[0] * room[0] &&
    ahead > 0 &&
    circleGain * radius * square * depth >= depth * depth + room[0] * room[0]
  );
}

/** 2 (√2 − 1), rounded down. */
const circleGain = 0.828;

/** G across n = −τ_A ℓ_A + τ_B ℓ_B, with N = ℓ_A × ℓ_B, which is along n. */
function meetLines(): boolean {
  setLine(lineA, featureA, -1);
  setLine(lineB, featureB, 1);
  measureCross(0, lineA, lineB);
  measureCross(1, lineB, across);
  measureCross(2, lineA, across);
  const tauA = crosses[1] / crosses[0];
  const tauB = crosses[2] / crosses[0];
  const least = room[0] / Math.abs(crosses[0]);
  return (
    tauA >= featureA[FeatureSlot.low] + least &&
    tauA <= featureA[FeatureSlot.high] - least &&
    tauB >= featureB[FeatureSlot.low] + least &&
    tauB <= featureB[FeatureSlot.high] - least
  );
}

/** crosses[i] ← n·(p × q) */
function measureCross(i: number, p: Float64Array, q: Float64Array): void {
  crosses[i] =
    trial[0] * (p[1] * q[2] - p[2] * q[1]) +
    trial[1] * (p[2] * q[0] - p[0] * q[2]) +
    trial[2] * (p[0] * q[1] - p[1] * q[0]);
}
