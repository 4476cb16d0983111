/**
 * The normal for two given features (feature.ts) of A and B: where s is stationary and greatest near a first guess.
 *
 *   s(n) = n·x − Σ R |n × u|,   x = p_A − p_B;   G = x − Σ R n_⟂/|n_⟂|,   n·G = s,   n_⟂ the part of n across u
 *
 * G is the difference of the two points that n selects. Unknown is the normal, not a point of a rim: however badly
 * conditioned n may be, as between rims whose tangents are parallel, an error δ of n costs ½ δ² times the small curvature
 * that makes it so. With t the tangents, κ = R/|n_⟂|:
 *
 *   free     (Σ κ t tᵀ + s) δ = G across n                             no line
 *   turn     (Σ κ (t·n′)² + G·(n − c d)) δ = G·n′,   n′ = d × n       on the circle n·d = c of a line
 *   cross    n = λ d_A + μ d_B ± ν d_A×d_B                             on two circles: axial-pair.ts
 *
 * The matrix in front of δ must be positive: then n is a maximum, not a minimum or saddle.
 */
import { vec3 } from "../../math/index.js";
import { makeUnit } from "../result/index.js";
import type { CurvedQuery } from "./curved-query.js";
import { setAcross } from "./direction-search.js";
import { FeatureField } from "./feature.js";
import {
  circleRounds,
  coarseGain,
  crossingSineSquare,
  freeRounds,
  lastGain,
  normalGrid,
  normalStepLimit,
  separationRounding,
  shallowCaution,
} from "./parameters.js";

const x = new Float64Array(3);
const e1 = new Float64Array(3);
const e2 = new Float64Array(3);
const bends = new Float64Array(2);
/** The point where the last step began, and the step. */
const last = new Float64Array(3);
const stride = new Float64Array(3);

/** Writes the gradient and the tangents at the trial. */
export function measureGradient(query: CurvedQuery): void {
  const { featureA, featureB } = query.features;
  vec3.subtract(query.features.gradient, 0, featureA, 0, featureB, 0);
  bends[0] = bends[1] = 0;
  if (featureA[FeatureField.radius] > 0) addRim(query, featureA, 0);
  if (featureB[FeatureField.radius] > 0) addRim(query, featureB, 1);
}

function addRim(query: CurvedQuery, f: Float64Array, i: number): void {
  const { trial } = query;
  const { gradient, tangents } = query.features;
  const R = f[FeatureField.radius];
  const ux = f[3];
  const uy = f[4];
  const uz = f[5];
  let along = trial[0] * ux + trial[1] * uy + trial[2] * uz;
  let px = trial[0] - along * ux;
  let py = trial[1] - along * uy;
  let pz = trial[2] - along * uz;
  // once more, free of what cancellation left along the axis
  along = px * ux + py * uy + pz * uz;
  px -= along * ux;
  py -= along * uy;
  pz -= along * uz;
  const across = Math.sqrt(px * px + py * py + pz * pz);
  bends[i] = R / across;
  gradient[0] -= bends[i] * px;
  gradient[1] -= bends[i] * py;
  gradient[2] -= bends[i] * pz;
  tangents[3 * i] = (uy * pz - uz * py) / across;
  tangents[3 * i + 1] = (uz * px - ux * pz) / across;
  tangents[3 * i + 2] = (ux * py - uy * px) / across;
}

/**
 * Rounds the trial to the nearest point of a grid, of unit length: from here the last steps lead to one n, wherever
 * the first began.
 */
export function roundTrial(query: CurvedQuery): boolean {
  const { trial } = query;
  for (let k = 0; k < 3; k++) trial[k] = Math.round(trial[k] * normalGrid) / normalGrid;
  return makeUnit(trial, 0);
}

/**
 * Climbs from the trial to the best n nearby for two features of which none is a line. Returns false if it is not
 * found. `coarse`: not to the last digit.
 */
export function climbFree(query: CurvedQuery, coarse: boolean): boolean {
  const { gradient, tangents, leastBend } = query.features;
  const { trial, pairSize } = query;
  const enough = coarse ? coarseGain : lastGain;
  let reached = -Infinity;
  for (let round = 0; round < freeRounds; round++) {
    measureGradient(query);
    const s = gradient[0] * trial[0] + gradient[1] * trial[1] + gradient[2] * trial[2];
    if (s < reached - separationRounding * pairSize[0]) {
      // too far: half the step
      for (let k = 0; k < 3; k++) {
        stride[k] *= 0.5;
        trial[k] = last[k] + stride[k];
      }
      if (!makeUnit(trial, 0)) return false;
      continue;
    }
    reached = s;
    // e₁ along the tangent of a rim: no terms cancel in the determinant
    const i = bends[0] > 0 ? 0 : 1;
    if (bends[i] > 0) vec3.copy(e1, 0, tangents, 3 * i);
    else vec3.anyPerpendicular(e1, 0, trial, 0);
    vec3.cross(e2, 0, trial, 0, e1, 0);
    const g1 = gradient[0] * e1[0] + gradient[1] * e1[1] + gradient[2] * e1[2];
    const g2 = gradient[0] * e2[0] + gradient[1] * e2[1] + gradient[2] * e2[2];
    const bend = bends[i];
    const other = i === 0 ? bends[1] : 0;
    const cosine = other === 0 ? 0 : tangents[3] * e1[0] + tangents[4] * e1[1] + tangents[5] * e1[2];
    const sine = other === 0 ? 0 : tangents[3] * e2[0] + tangents[4] * e2[1] + tangents[5] * e2[2];
    const m11 = bend + other * cosine * cosine + s;
    const m12 = other * cosine * sine;
    const m22 = other * sine * sine + s;
    const D = bend * m22 + other * s * cosine * cosine + s * m22;
    if (!(m11 > 0 && D > Math.max(0, -shallowCaution * s * (m11 + m22)))) return false;
    let d1 = (m22 * g1 - m12 * g2) / D;
    let d2 = (m11 * g2 - m12 * g1) / D;
    const gain = 0.5 * (g1 * d1 + g2 * d2);
    const step = Math.sqrt(d1 * d1 + d2 * d2);
    if (step > normalStepLimit) {
      d1 *= normalStepLimit / step;
      d2 *= normalStepLimit / step;
    }
    for (let k = 0; k < 3; k++) {
      last[k] = trial[k];
      stride[k] = d1 * e1[k] + d2 * e2[k];
      trial[k] += stride[k];
    }
    if (!makeUnit(trial, 0)) return false;
    leastBend[0] = D / (m11 + m22);
    if (gain <= enough * pairSize[0] && step <= normalStepLimit) return true;
  }
  return false;
}

/**
 * Climbs from the trial to the best n nearby on the circle of a line of one of the two; sign is −1 if the line is
 * A's, whose outward normal is −n.
 */
export function climbAround(query: CurvedQuery, line: Float64Array, sign: number, coarse: boolean): boolean {
  const { trial, pairSize } = query;
  const { gradient, tangents, leastBend } = query.features;
  const enough = coarse ? coarseGain : lastGain;
  const c = sign * line[FeatureField.level];
  setAcross(trial, trial, 0, line, FeatureField.direction);
  if (c !== 0) putOnCircle(query, line, sign);
  for (let round = 0; round < circleRounds; round++) {
    measureGradient(query);
    vec3.cross(e1, 0, line, FeatureField.direction, trial, 0);
    const slope = gradient[0] * e1[0] + gradient[1] * e1[1] + gradient[2] * e1[2];
    let bend = 0;
    for (let k = 0; k < 3; k++) bend += gradient[k] * (trial[k] - c * line[FeatureField.direction + k]);
    for (let i = 0; i < 2; i++) {
      if (bends[i] === 0) continue;
      const along = tangents[3 * i] * e1[0] + tangents[3 * i + 1] * e1[1] + tangents[3 * i + 2] * e1[2];
      bend += bends[i] * along * along;
    }
    if (!(bend > 0)) return false;
    leastBend[0] = bend;
    const turn = slope / bend;
    const step = Math.max(-normalStepLimit, Math.min(normalStepLimit, turn));
    for (let k = 0; k < 3; k++) trial[k] += step * e1[k];
    setAcross(trial, trial, 0, line, FeatureField.direction);
    if (c !== 0) putOnCircle(query, line, sign);
    if (0.5 * slope * turn <= enough * pairSize[0] && step === turn) return true;
  }
  return false;
}

/** From a trial across d to the circle n·d = c. */
function putOnCircle(query: CurvedQuery, line: Float64Array, sign: number): void {
  const { trial } = query;
  const c = sign * line[FeatureField.level];
  const radius = Math.sqrt(1 - c * c);
  for (let k = 0; k < 3; k++) trial[k] = radius * trial[k] + c * line[FeatureField.direction + k];
  makeUnit(trial, 0);
}

/** Takes, for a line of each, the one of the two directions on both circles that is nearer to the trial. */
export function crossLines(query: CurvedQuery): boolean {
  const { featureA, featureB } = query.features;
  const { trial } = query;
  const i = FeatureField.direction;
  const alpha = -featureA[FeatureField.level];
  const beta = featureB[FeatureField.level];
  vec3.cross(x, 0, featureA, i, featureB, i);
  const D = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
  // nearly parallel lines: every direction across them is nearly on both circles
  if (!(D > crossingSineSquare)) return false;
  const side = x[0] * trial[0] + x[1] * trial[1] + x[2] * trial[2] < 0 ? -1 : 1;
  if (alpha === 0 && beta === 0) {
    for (let k = 0; k < 3; k++) e1[k] = side * x[k];
    setAcross(trial, e1, 0, featureA, i);
    return true;
  }
  const g = featureA[i] * featureB[i] + featureA[i + 1] * featureB[i + 1] + featureA[i + 2] * featureB[i + 2];
  const lambda = (alpha - g * beta) / D;
  const mu = (beta - g * alpha) / D;
  const rest = 1 - lambda * alpha - mu * beta;
  if (!(rest > 0)) return false;
  const nu = side * Math.sqrt(rest / D);
  for (let k = 0; k < 3; k++) trial[k] = lambda * featureA[i + k] + mu * featureB[i + k] + nu * x[k];
  return makeUnit(trial, 0);
}
