/**
 * Warm start: the greatest separation from the features that gave it in the last query, and the normal then. Only these
 * features are solved (normal-newton.ts); the normal n is then proved, or the outcome is open.
 *
 * Proof: a point a of A and b of B with w = a − b show that s(n′) ≤ n′·w ≤ |w| for all n′. So s(n), measured on the whole
 * shapes, is the greatest but for rounding if |w| is no larger. With w = G for points and rims; along the line ℓ of an
 * edge or side the point is free, as long as it stays on it:
 *
 *   w = G + τ_A ℓ_A − τ_B ℓ_B,   w across n = 0,   low ≤ τ ≤ high,   |w| − s(n) ≤ ε,   ε = 4e-15 of the size
 *
 * Where the cores overlap, s = −δ, other points of the two must show that no n′ is better: `measureClearance`, `slideAlong`.
 * Where they do not, at corners and between parallel tangents, the search decides.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { vec3 } from "../../math/index.js";
import { FeatureKey } from "../patch/index.js";
import { makeUnit } from "../result/index.js";
import { climbSupport, type Polyhedron } from "../shapes/index.js";
import { Axial, measureReach } from "./axial.js";
import type { CurvedQuery } from "./curved-query.js";
import { FeatureField, FeatureForm, loadAxialFeature, loadHullFeature } from "./feature.js";
import { climbAround, climbFree, crossLines, measureGradient, roundTrial } from "./normal-newton.js";
import { isOverFace, measureClearance } from "./overlap-clearance.js";
import { equalSlack, leastClearance, leastCurvature, shallowCaution } from "./parameters.js";

/**
 * The outcomes of a warm start: failed; proved; flat, to be proved by the caller, who sees whether the two face one
 * another; solved, the best n for these features, but whether for the whole shapes is not known.
 */
export const WarmOutcome = { failed: 0, proved: 1, flat: 2, solved: 3 } as const;

/** G across n; along the lines of A and of B; of these the products n·(p × q). */
const across = new Float64Array(3);
const lineA = new Float64Array(3);
const lineB = new Float64Array(3);
const crosses = new Float64Array(3);
const down = new Float64Array(3);
/** The direction where a climb began. */
const start = new Float64Array(3);

/**
 * Solves the normal for known features. The trial holds the normal of the last time, and gets the new one with its s.
 * A is the polyhedron p, or, if that is null, the record a; keys: the features of both.
 */
export function solveFromFeatures(
  query: CurvedQuery,
  p: Polyhedron | null,
  a: Float64Array,
  b: Float64Array,
  keyA: number,
  keyB: number,
): number {
  const { featureA, featureB } = query.features;
  const { trial } = query;
  const typeA = p !== null ? loadHullFeature(featureA, p, keyA) : loadAxialFeature(featureA, a, keyA);
  const typeB = loadAxialFeature(featureB, b, keyB);
  if (typeA === FeatureForm.flat || typeB === FeatureForm.flat) {
    if (typeB === FeatureForm.flat) vec3.copy(trial, 0, featureB, FeatureField.direction);
    else vec3.negate(trial, 0, featureA, FeatureField.direction);
    makeUnit(trial, 0);
    measureTrial(query, p, a, b, keyA);
    return proveFlat(query, p, b, keyA, typeA, typeB);
  }
  const isLineA = typeA === FeatureForm.line;
  const isLineB = typeB === FeatureForm.line;
  vec3.copy(start, 0, trial, 0);
  if (climbFromGrid(query, isLineA, isLineB)) {
    measureTrial(query, p, a, b, keyA);
    const enough =
      measureClearance(query, b) && (isLineA || isLineB || trial[3] >= -query.shallow[0]) && hasOneSide(query, p, b);
    if (enough && isProved(query, isLineA, isLineB)) return WarmOutcome.proved;
    if (isLineA && isLineB) return WarmOutcome.solved;
  }
  // what cannot be proved need not be the same from everywhere
  vec3.copy(trial, 0, start, 0);
  if (!climb(query, isLineA, isLineB, false)) return WarmOutcome.failed;
  measureTrial(query, p, a, b, keyA);
  return WarmOutcome.solved;
}

/** Returns the outcome for the normal of a flat: a polyhedron's face under a point of a rim can be proved at once. */
function proveFlat(
  query: CurvedQuery,
  p: Polyhedron | null,
  b: Float64Array,
  keyA: number,
  typeA: number,
  typeB: number,
): number {
  if (!measureClearance(query, b)) return WarmOutcome.failed;
  if (p === null || typeA !== FeatureForm.flat || typeB !== FeatureForm.rim) return WarmOutcome.flat;
  return isOverFace(query, p, keyA - FeatureKey.face, b) ? WarmOutcome.proved : WarmOutcome.flat;
}

/** Segments and points have no width: where two of them meet, −n is as good as n. */
function hasOneSide(query: CurvedQuery, p: Polyhedron | null, b: Float64Array): boolean {
  return p !== null || b[Axial.radius] > 0 || query.trial[3] > leastClearance * query.pairSize[0];
}

/** From the trial to the best n for the two features, by way of a grid, so that it is the same from wherever it began. */
function climbFromGrid(query: CurvedQuery, isLineA: boolean, isLineB: boolean): boolean {
  if (!climb(query, isLineA, isLineB, true)) return false;
  return (isLineA && isLineB) || (roundTrial(query) && climb(query, isLineA, isLineB, false));
}

/** From the trial to the best n for the two features. */
function climb(query: CurvedQuery, isLineA: boolean, isLineB: boolean, coarse: boolean): boolean {
  if (isLineA && isLineB) return crossLines(query);
  if (isLineA) return climbAround(query, query.features.featureA, -1, coarse);
  return isLineB ? climbAround(query, query.features.featureB, 1, coarse) : climbFree(query, coarse);
}

/** trial[3] ← s, on the whole shapes. */
function measureTrial(query: CurvedQuery, p: Polyhedron | null, a: Float64Array, b: Float64Array, key: number): void {
  const { trial } = query;
  const x = trial[0];
  const y = trial[1];
  const z = trial[2];
  measureReach(b, trial, 0, 1);
  if (p !== null) {
    const v = 3 * descend(query, p, key);
    const least = x * p.vertices[v] + y * p.vertices[v + 1] + z * p.vertices[v + 2];
    trial[3] = least - (x * b[0] + y * b[1] + z * b[2] + b[Axial.reach]);
    return;
  }
  measureReach(a, trial, 0, -1);
  trial[3] = x * (a[0] - b[0]) + y * (a[1] - b[1]) + z * (a[2] - b[2]) - (a[Axial.reach] + b[Axial.reach]);
}

/** The lowest corner along the trial, from a feature down. */
function descend(query: CurvedQuery, p: Polyhedron, key: number): number {
  const start =
    key < FeatureKey.edge
      ? key
      : key < FeatureKey.face
        ? p.edgeVertices[2 * (key - FeatureKey.edge)]
        : p.faceVertices[p.faceStart[key - FeatureKey.face]];
  vec3.negate(down, 0, query.trial, 0);
  return climbSupport(p, down, 0, start);
}

function isProved(query: CurvedQuery, isLineA: boolean, isLineB: boolean): boolean {
  const { trial, pairSize } = query;
  const { gradient, featureA, featureB } = query.features;
  measureGradient(query);
  const s = trial[3];
  const epsilon = equalSlack * pairSize[0];
  const along = gradient[0] * trial[0] + gradient[1] * trial[1] + gradient[2] * trial[2];
  const excess = along - featureA[FeatureField.round] - featureB[FeatureField.round] - s;
  if (!(excess <= epsilon)) return false;
  for (let k = 0; k < 3; k++) across[k] = gradient[k] - along * trial[k];
  if (isLineA && isLineB) return meetLines(query);
  if (!(query.features.leastBend[0] >= leastCurvature * pairSize[0])) return false;
  if (isLineA && !slideAlong(query, lineA, featureA, featureB, 1, -1)) return false;
  if (isLineB && !slideAlong(query, lineB, featureB, featureA, 0, 1)) return false;
  const square = across[0] * across[0] + across[1] * across[1] + across[2] * across[2];
  // |w| − s, for |w|² = s² + square
  return square <= epsilon * (2 * Math.max(0, s) + epsilon);
}

/** ℓ = (d − c n)/√(1 − c²) */
function setLine(query: CurvedQuery, line: Float64Array, feature: Float64Array, sign: number): void {
  const { trial } = query;
  const c = sign * feature[FeatureField.level];
  const scale = 1 / Math.sqrt(1 - c * c);
  for (let k = 0; k < 3; k++) line[k] = scale * (feature[FeatureField.direction + k] - c * trial[k]);
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
function slideAlong(
  query: CurvedQuery,
  line: Float64Array,
  feature: Float64Array,
  other: Float64Array,
  i: number,
  sign: number,
): boolean {
  const { tangents } = query.features;
  const { clearance } = query;
  setLine(query, line, feature, sign);
  const part = across[0] * line[0] + across[1] * line[1] + across[2] * line[2];
  for (let k = 0; k < 3; k++) across[k] -= part * line[k];
  const ahead = Math.min(sign * part - feature[FeatureField.low], feature[FeatureField.high] - sign * part);
  const depth = Math.max(0, -query.trial[3]);
  if (!(ahead >= leastClearance * query.pairSize[0])) return false;
  if (depth === 0) return true;
  if (
    depth <= query.shallow[0] &&
    ahead >= shallowCaution * depth &&
    query.features.leastBend[0] > shallowCaution * depth
  )
    return true;
  const side = feature[FeatureField.round];
  const radius = side > 0 ? side : other[FeatureField.radius];
  const cosine = tangents[3 * i] * line[0] + tangents[3 * i + 1] * line[1] + tangents[3 * i + 2] * line[2];
  // c²: the circle of a side is across its line
  const square = side > 0 ? 0.5 : 0.5 * (1 - Math.abs(cosine));
  return (
    ahead * ahead * square >= clearance[0] * clearance[0] &&
    ahead > 0 &&
    circleGain * radius * square * depth >= depth * depth + clearance[0] * clearance[0]
  );
}

/** 2 (√2 − 1), rounded down. */
const circleGain = 0.828;

/** G across n = −τ_A ℓ_A + τ_B ℓ_B, with N = ℓ_A × ℓ_B, which is along n. */
function meetLines(query: CurvedQuery): boolean {
  const { featureA, featureB } = query.features;
  setLine(query, lineA, featureA, -1);
  setLine(query, lineB, featureB, 1);
  measureCross(query, 0, lineA, lineB);
  measureCross(query, 1, lineB, across);
  measureCross(query, 2, lineA, across);
  const tauA = crosses[1] / crosses[0];
  const tauB = crosses[2] / crosses[0];
  const least = query.clearance[0] / Math.abs(crosses[0]);
  return (
    tauA >= featureA[FeatureField.low] + least &&
    tauA <= featureA[FeatureField.high] - least &&
    tauB >= featureB[FeatureField.low] + least &&
    tauB <= featureB[FeatureField.high] - least
  );
}

/** crosses[i] ← n·(p × q) */
function measureCross(query: CurvedQuery, i: number, p: Float64Array, q: Float64Array): void {
  const { trial } = query;
  crosses[i] =
    trial[0] * (p[1] * q[2] - p[2] * q[1]) +
    trial[1] * (p[2] * q[0] - p[0] * q[2]) +
    trial[2] * (p[0] * q[1] - p[1] * q[0]);
}
