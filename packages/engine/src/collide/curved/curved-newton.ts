/**
 * The normal for two given features (curved-feature.ts) of A and B: where s is stationary and greatest near a first guess.
 *
 *   s(n) = n·x − Σ R |n × u|,   x = p_A − p_B;   G = x − Σ R n_⟂/|n_⟂|,   n·G = s,   n_⟂ the part of n across u
 *
 * G is the difference of the two points that n selects. Unknown is the normal, not a point of a rim: however badly
 * conditioned n may be, as between rims whose tangents are parallel, an error δ of n costs ½ δ² times the small curvature
 * that makes it so. With t the tangents, κ = R/|n_⟂|:
 *
 *   free     (Σ κ t tᵀ + s) δ = G across n                             no line
 *   turn     (Σ κ (t·n′)² + G·(n − c d)) δ = G·n′,   n′ = d × n       on the circle n·d = c of a line
 *   cross    n = λ d_A + μ d_B ± ν d_A×d_B                             on two circles: curved-axial-pair.ts
 *
 * The matrix in front of δ must be positive: then n is a maximum, not a minimum or saddle.
 */
import { vec3 } from "../../math/index.js";
import { makeUnit } from "../result/index.js";
import { FeatureSlot, featureSize } from "./curved-feature.js";
import { setAcross, trial } from "./curved-search.js";

/** The features of A and B. */
export const featureA = new Float64Array(featureSize);
export const featureB = new Float64Array(featureSize);
/** G at the trial, which is n. */
export const gradient = new Float64Array(3);
/** The size of the pair, m. */
export const pairSize = new Float64Array(1);

const x = new Float64Array(3);
const e1 = new Float64Array(3);
const e2 = new Float64Array(3);
/** Tangents of the rims (3 each) and how they bend s: κ. */
export const tangents = new Float64Array(6);
const bends = new Float64Array(2);
/** Where the last step began, and the step. */
const last = new Float64Array(3);
const stride = new Float64Array(3);

/** What a step may still gain, in sizes of the pair, when it is the last; and when it need not be exact. */
const lastGain = 1e-18;
const coarseGain = 1e-13;
/** Digits of n, as parts of 1, from which the last steps begin. */
const grid = 2 ** 20;
const stepLimit = 0.5;
const rounds = 10;
const freeRounds = 40;
/** Of a shallow overlap so many times its depth must be there in curvature, and in room on lines (curved-warm.ts). */
export const caution = 1000;
/** How s bends where a climb ended, in the direction in which it bends least. */
export const bendLeast = new Float64Array(1);
/** What rounding may do to s, in sizes of the pair. */
export const roundOff = 1e-15;

/** Writes `gradient` and the tangents. */
export function measureGradient(): void {
  vec3.subtract(gradient, 0, featureA, 0, featureB, 0);
  bends[0] = bends[1] = 0;
  if (featureA[FeatureSlot.radius] > 0) addRim(featureA, 0);
  if (featureB[FeatureSlot.radius] > 0) addRim(featureB, 1);
}

function addRim(f: Float64Array, i: number): void {
  const R = f[FeatureSlot.radius];
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

/** n at the nearest point of a grid, of unit length: from here the last steps lead to one n, wherever the first began. */
export function roundTrial(): boolean {
  for (let k = 0; k < 3; k++) trial[k] = Math.round(trial[k] * grid) / grid;
  return makeUnit(trial, 0);
}

/** No line among the two: from the trial to the best n nearby. False if it is not found. `coarse`: not to the last digit. */
export function climbFree(coarse: boolean): boolean {
  const enough = coarse ? coarseGain : lastGain;
  let reached = -Infinity;
  for (let round = 0; round < freeRounds; round++) {
    measureGradient();
    const s = gradient[0] * trial[0] + gradient[1] * trial[1] + gradient[2] * trial[2];
    if (s < reached - roundOff * pairSize[0]) {
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
    if (!(m11 > 0 && D > Math.max(0, -caution * s * (m11 + m22)))) return false;
    let d1 = (m22 * g1 - m12 * g2) / D;
    let d2 = (m11 * g2 - m12 * g1) / D;
    const gain = 0.5 * (g1 * d1 + g2 * d2);
    const step = Math.sqrt(d1 * d1 + d2 * d2);
    if (step > stepLimit) {
      d1 *= stepLimit / step;
      d2 *= stepLimit / step;
    }
    for (let k = 0; k < 3; k++) {
      last[k] = trial[k];
      stride[k] = d1 * e1[k] + d2 * e2[k];
      trial[k] += stride[k];
    }
    if (!makeUnit(trial, 0)) return false;
    bendLeast[0] = D / (m11 + m22);
    if (gain <= enough * pairSize[0] && step <= stepLimit) return true;
  }
  return false;
}

/** The same with a line of one of the two; sign is −1 if it is A's, whose outward normal is −n. */
export function climbAround(line: Float64Array, sign: number, coarse: boolean): boolean {
  const enough = coarse ? coarseGain : lastGain;
  const c = sign * line[FeatureSlot.level];
  setAcross(trial, 0, line, FeatureSlot.direction);
  if (c !== 0) putOnCircle(line, sign);
  for (let round = 0; round < rounds; round++) {
    measureGradient();
    vec3.cross(e1, 0, line, FeatureSlot.direction, trial, 0);
    const slope = gradient[0] * e1[0] + gradient[1] * e1[1] + gradient[2] * e1[2];
    let bend = 0;
    for (let k = 0; k < 3; k++) bend += gradient[k] * (trial[k] - c * line[FeatureSlot.direction + k]);
    for (let i = 0; i < 2; i++) {
      if (bends[i] === 0) continue;
      const along = tangents[3 * i] * e1[0] + tangents[3 * i + 1] * e1[1] + tangents[3 * i + 2] * e1[2];
      bend += bends[i] * along * along;
    }
    if (!(bend > 0)) return false;
    bendLeast[0] = bend;
    const turn = slope / bend;
    const step = Math.max(-stepLimit, Math.min(stepLimit, turn));
    for (let k = 0; k < 3; k++) trial[k] += step * e1[k];
    setAcross(trial, 0, line, FeatureSlot.direction);
    if (c !== 0) putOnCircle(line, sign);
    if (0.5 * slope * turn <= enough * pairSize[0] && step === turn) return true;
  }
  return false;
}

/** From a trial across d to the circle n·d = c. */
function putOnCircle(line: Float64Array, sign: number): void {
  const c = sign * line[FeatureSlot.level];
  const radius = Math.sqrt(1 - c * c);
  for (let k = 0; k < 3; k++) trial[k] = radius * trial[k] + c * line[FeatureSlot.direction + k];
  makeUnit(trial, 0);
}

/** A line of each: the one of the two directions on both circles that is nearer to the trial. */
export function crossLines(): boolean {
  const i = FeatureSlot.direction;
  const alpha = -featureA[FeatureSlot.level];
  const beta = featureB[FeatureSlot.level];
  vec3.cross(x, 0, featureA, i, featureB, i);
  const D = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
  // nearly parallel lines: every direction across them is nearly on both circles
  if (!(D > 1e-12)) return false;
  const side = x[0] * trial[0] + x[1] * trial[1] + x[2] * trial[2] < 0 ? -1 : 1;
  if (alpha === 0 && beta === 0) {
    for (let k = 0; k < 3; k++) e1[k] = side * x[k];
    setAcross(e1, 0, featureA, i);
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
