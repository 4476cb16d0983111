/**
 * Polynomials of degree four in θ = (t − t₀)/h, with five coefficients an entry, and their bounds from θa to θb. In this interval
 * a curve and its derivatives lie in the convex hulls of their control points in the Bernstein basis: five of x and q, four of ẋ
 * and q̇ (D), three of ẍ and q̈ (E). Products of control points give the control points of products:
 *
 *   W = 2 q̇ q* (vector part; its scalar part is 2 q̇·q),   Ẇ = 2 q̈ q*
 *   ω = W/r²,   ω̇ = Ẇ/r² − 2 W ṙ/r³,   r = |q|,   ṙ = q̇·q/r                                                   (4–2)
 *
 * r is at least the smallest projection of the control points of q onto the middle one.
 *
 * Follows: Rigid Body Simulation, section 4.
 */
import { vec3 } from "../../math/index.js";
import { PathSlot, type RigidSystem } from "../../rigid/index.js";
import {
  maxSampleInterval,
  minDrivenSamples,
  minQuaternionLength,
  minSpan,
  roundingMargin,
  sampleMargin,
} from "./parameters.js";

/** Slots of the bounds of a body in an interval: displacement of x, m; |v|, m/s; |ω|, rad/s; |v̇|, m/s²; |ω̇|, rad/s². */
export const PathBound = { displacement: 0, speed: 1, spin: 2, acceleration: 3, spinRate: 4 } as const;

/** Slots of the bounds of a body along a direction n: |n·v̇|, m/s²; |n × ω̇|, rad/s²; |n × ω| and |n·ω|, rad/s. */
export const AlongBound = { acceleration: 0, spinRate: 1, across: 2, spin: 3 } as const;

/** Slots of the bounds of the points of two parts relative to one another: |ṗa − ṗb|, m/s, and |p̈a − p̈b|, m/s². */
export const PairBound = { speed: 0, acceleration: 1 } as const;

/** Number of coefficients of an entry. */
export const terms = 5;
/** Number of entries of a body: x and q. */
export const poseSize = 7;
/** Numbers of the motion of a driven body: see `PathSlot`. */
const motionSize = 19;

/** Control points of a pose, seven numbers each: of y less y(θa) from 0, of ẏ from D, of ÿ from E; then those of a second body. */
const control = new Float64Array(168);
const D = 35;
const E = 63;
const secondBody = 84;
/** Control points of 2 q̇ q* (8, four numbers each) and of 2 q̈ q* (7). */
const spins = new Float64Array(60);
const rates = 32;
/** q at θa. */
const start = new Float64Array(4);
/** Lower bound of r, and upper bound of |ṙ|. */
const length = new Float64Array(2);
const at = new Float64Array(1);
const motion = new Float64Array(motionSize);

/** Writes the coefficients of m entries of the state, from entry e on, to c[o …], by five samples at equal distances. */
export function fitEntries(c: Float64Array, o: number, samples: Float64Array[], e: number, m: number): void {
  for (let k = 0; k < m; k++) {
    const y = samples[0][e + k];
    const d1 = samples[1][e + k] - y;
    const d2 = samples[2][e + k] - y;
    const d3 = samples[3][e + k] - y;
    const d4 = samples[4][e + k] - y;
    // forward differences, and from Newton's form to powers of 4θ
    const second = d2 - 2 * d1;
    const third = d3 - 3 * (d2 - d1);
    const fourth = d4 - 4 * (d3 + d1) + 6 * d2;
    const i = o + terms * k;
    c[i] = y;
    c[i + 1] = 4 * (d1 - second / 2 + third / 3 - fourth / 4);
    c[i + 2] = 16 * (second / 2 - third / 2 + (11 / 24) * fourth);
    c[i + 3] = 64 * (third / 6 - fourth / 4);
    c[i + 4] = (256 / 24) * fourth;
  }
}

/** Writes the values of m entries at the time t[0]; t₀ and h are at steps[s]. */
export function evaluateEntries(
  out: Float64Array,
  o: number,
  c: Float64Array,
  i: number,
  m: number,
  t: Float64Array,
  steps: Float64Array,
  s: number,
): void {
  const h = steps[s + 1];
  const x = h === 0 ? 0 : (t[0] - steps[s]) / h;
  for (let k = 0; k < m; k++) {
    const j = i + terms * k;
    out[o + k] = c[j] + x * (c[j + 1] + x * (c[j + 2] + x * (c[j + 3] + x * c[j + 4])));
  }
}

/** Returns whether q rotates so far in the interval that its length has no useful bound, and the interval can be bisected. */
function isTooLong(span: Float64Array): boolean {
  return !(length[0] > minQuaternionLength) && span[1] - span[0] > minSpan;
}

/** Raises the five bounds at out[o …] to those of a body whose coefficients are at c[i …], in the interval `span`: θa, θb and h. */
export function boundBody(out: Float64Array, o: number, c: Float64Array, i: number, span: Float64Array): void {
  writeControls(0, c, i, poseSize, span);
  writeSpins();
  if (isTooLong(span)) {
    const from = span[0];
    const to = span[1];
    span[1] = from + (to - from) / 2;
    boundBody(out, o, c, i, span);
    span[0] = span[1];
    span[1] = to;
    boundBody(out, o, c, i, span);
    span[0] = from;
    return;
  }
  raisePosition(out, o);
  const r = length[0];
  let turn = 0;
  for (let k = 0; k < 8; k++) turn = Math.max(turn, vec3.lengthSquared(spins, 4 * k));
  let rate = 0;
  for (let k = 0; k < 7; k++) rate = Math.max(rate, vec3.lengthSquared(spins, rates + 4 * k));
  turn = (roundingMargin * Math.sqrt(turn)) / (r * r);
  rate = (roundingMargin * Math.sqrt(rate)) / (r * r) + (2 * turn * length[1]) / r;
  out[o + PathBound.spin] = Math.max(out[o + PathBound.spin], turn);
  out[o + PathBound.spinRate] = Math.max(out[o + PathBound.spinRate], rate);
}

/** Raises the bounds of displacement, speed and acceleration at out[o …] to those of a particle. */
export function boundPoint(out: Float64Array, o: number, c: Float64Array, i: number, span: Float64Array): void {
  writeControls(0, c, i, 3, span);
  raisePosition(out, o);
}

/** Raises the four bounds at out[o …] to those of a body along the unit vector n[j …], in the interval `span`. */
export function boundAlong(
  out: Float64Array,
  o: number,
  c: Float64Array,
  i: number,
  n: Float64Array,
  j: number,
  span: Float64Array,
): void {
  writeControls(0, c, i, poseSize, span);
  writeSpins();
  if (isTooLong(span)) {
    const from = span[0];
    const to = span[1];
    span[1] = from + (to - from) / 2;
    boundAlong(out, o, c, i, n, j, span);
    span[0] = span[1];
    span[1] = to;
    boundAlong(out, o, c, i, n, j, span);
    span[0] = from;
    return;
  }
  let acceleration = 0;
  for (let k = 0; k < 3; k++) acceleration = Math.max(acceleration, Math.abs(vec3.dot(n, j, control, E + 7 * k)));
  let along = 0;
  let across = 0;
  let rate = 0;
  for (let k = 0; k < 8; k++) {
    along = Math.max(along, Math.abs(vec3.dot(n, j, spins, 4 * k)));
    across = Math.max(across, crossSquared(n, j, spins, 4 * k));
  }
  for (let k = 0; k < 7; k++) rate = Math.max(rate, crossSquared(n, j, spins, rates + 4 * k));
  const r = length[0];
  across = (roundingMargin * Math.sqrt(across)) / (r * r);
  rate = (roundingMargin * Math.sqrt(rate)) / (r * r) + (2 * across * length[1]) / r;
  out[o] = Math.max(out[o], roundingMargin * acceleration);
  out[o + AlongBound.spinRate] = Math.max(out[o + AlongBound.spinRate], rate);
  out[o + AlongBound.across] = Math.max(out[o + AlongBound.across], across);
  out[o + AlongBound.spin] = Math.max(out[o + AlongBound.spin], (roundingMargin * along) / (r * r));
}

/** |n × v|². */
function crossSquared(n: Float64Array, j: number, v: Float64Array, i: number): number {
  const x = n[j + 1] * v[i + 2] - n[j + 2] * v[i + 1];
  const y = n[j + 2] * v[i] - n[j] * v[i + 2];
  const z = n[j] * v[i + 1] - n[j + 1] * v[i];
  return x * x + y * y + z * z;
}

/** Raises out[o] and out[o + 1] to the bounds on |v_A − v_B| and |v̇_A − v̇_B| of two bodies. */
export function boundDifference(
  out: Float64Array,
  o: number,
  c: Float64Array,
  a: number,
  b: number,
  span: Float64Array,
): void {
  writeControls(0, c, a, 3, span);
  writeControls(secondBody, c, b, 3, span);
  let speed = 0;
  for (let k = 0; k < 4; k++) {
    speed = Math.max(speed, vec3.distanceSquared(control, D + 7 * k, control, secondBody + D + 7 * k));
  }
  let acceleration = 0;
  for (let k = 0; k < 3; k++) {
    acceleration = Math.max(acceleration, vec3.distanceSquared(control, E + 7 * k, control, secondBody + E + 7 * k));
  }
  out[o] = Math.max(out[o], roundingMargin * Math.sqrt(speed));
  out[o + 1] = Math.max(out[o + 1], roundingMargin * Math.sqrt(acceleration));
}

/** Raises out[o] to the bound on |n·(v̇_A − v̇_B)| of two bodies, n at n[j …]. */
export function boundDifferenceAlong(
  out: Float64Array,
  o: number,
  c: Float64Array,
  a: number,
  b: number,
  n: Float64Array,
  j: number,
  span: Float64Array,
): void {
  writeControls(0, c, a, 3, span);
  writeControls(secondBody, c, b, 3, span);
  for (let k = E; k < E + 21; k += 7) {
    const along = vec3.dot(n, j, control, k) - vec3.dot(n, j, control, secondBody + k);
    out[o] = Math.max(out[o], roundingMargin * Math.abs(along));
  }
}

/**
 * Raises out[o] to the bound on |n·v| of a body, n at n[j …], relative to a second body, whose coefficients are at c[b …], if b ≥
 * 0.
 */
export function boundSpeedAlong(
  out: Float64Array,
  o: number,
  c: Float64Array,
  a: number,
  b: number,
  n: Float64Array,
  j: number,
  span: Float64Array,
): void {
  writeControls(0, c, a, 3, span);
  if (b >= 0) writeControls(secondBody, c, b, 3, span);
  for (let k = D; k < E; k += 7) {
    const along = vec3.dot(n, j, control, k) - (b >= 0 ? vec3.dot(n, j, control, secondBody + k) : 0);
    out[o] = Math.max(out[o], roundingMargin * Math.abs(along));
  }
}

/** Raises the five bounds to those of a driven body from range[0] to range[1]: those of samples times a margin. */
export function boundDriven(
  out: Float64Array,
  o: number,
  system: RigidSystem,
  body: number,
  range: Float64Array,
): void {
  const samples = countSamples(range);
  for (let k = 0; k < samples; k++) {
    at[0] = range[0] + (k / (samples - 1)) * (range[1] - range[0]);
    if (!system.kinematics.writeMotion(motion, 0, system, body, at)) continue;
    raiseLength(out, o + PathBound.speed, PathSlot.velocity);
    raiseLength(out, o + PathBound.spin, PathSlot.angularVelocity);
    raiseLength(out, o + PathBound.acceleration, PathSlot.acceleration);
    raiseLength(out, o + PathBound.spinRate, PathSlot.angularAcceleration);
  }
  out[o] = out[o + PathBound.speed] * (range[1] - range[0]);
}

/** Raises the four bounds along n[j …] to those of a driven body: those of samples times a margin. */
export function boundDrivenAlong(
  out: Float64Array,
  o: number,
  system: RigidSystem,
  body: number,
  n: Float64Array,
  j: number,
  range: Float64Array,
): void {
  const samples = countSamples(range);
  for (let k = 0; k < samples; k++) {
    at[0] = range[0] + (k / (samples - 1)) * (range[1] - range[0]);
    if (!system.kinematics.writeMotion(motion, 0, system, body, at)) continue;
    out[o] = Math.max(out[o], sampleMargin * Math.abs(vec3.dot(n, j, motion, PathSlot.acceleration)));
    const rate = sampleMargin * Math.sqrt(crossSquared(n, j, motion, PathSlot.angularAcceleration));
    out[o + AlongBound.spinRate] = Math.max(out[o + AlongBound.spinRate], rate);
    const across = sampleMargin * Math.sqrt(crossSquared(n, j, motion, PathSlot.angularVelocity));
    out[o + AlongBound.across] = Math.max(out[o + AlongBound.across], across);
    const spin = sampleMargin * Math.abs(vec3.dot(n, j, motion, PathSlot.angularVelocity));
    out[o + AlongBound.spin] = Math.max(out[o + AlongBound.spin], spin);
  }
}

/** Returns the number of samples in a range: a short change of velocity within a long step of a system at rest is to be sampled. */
function countSamples(range: Float64Array): number {
  return Math.max(minDrivenSamples, 1 + Math.ceil((range[1] - range[0]) / maxSampleInterval));
}

/** Raises out[o] to the length of a vector of `motion`, times a margin. */
function raiseLength(out: Float64Array, o: number, slot: number): void {
  out[o] = Math.max(out[o], sampleMargin * Math.sqrt(vec3.lengthSquared(motion, slot)));
}

/** Writes the control points, from `base` on, of m entries whose coefficients are at c[i …], from θa to θb. */
function writeControls(base: number, c: Float64Array, i: number, m: number, span: Float64Array): void {
  const a = span[0];
  const w = span[1] - span[0];
  const time = w * span[2];
  const twice = time * time;
  for (let k = 0; k < m; k++) {
    const j = i + terms * k;
    // y(a + ws) = y(a) + e₁s + e₂s² + e₃s³ + e₄s⁴
    const e1 = w * (c[j + 1] + a * (2 * c[j + 2] + a * (3 * c[j + 3] + a * 4 * c[j + 4])));
    const e2 = w * w * (c[j + 2] + a * (3 * c[j + 3] + a * 6 * c[j + 4]));
    const e3 = w * w * w * (c[j + 3] + a * 4 * c[j + 4]);
    const e4 = w * w * w * w * c[j + 4];
    const y = base + k;
    control[y] = 0;
    control[y + 7] = e1 / 4;
    control[y + 14] = e1 / 2 + e2 / 6;
    control[y + 21] = (3 * e1) / 4 + e2 / 2 + e3 / 4;
    control[y + 28] = e1 + e2 + e3 + e4;
    control[y + D] = e1 / time;
    control[y + D + 7] = (e1 + (2 / 3) * e2) / time;
    control[y + D + 14] = (e1 + (4 / 3) * e2 + e3) / time;
    control[y + D + 21] = (e1 + 2 * e2 + 3 * e3 + 4 * e4) / time;
    control[y + E] = (2 * e2) / twice;
    control[y + E + 7] = (2 * e2 + 3 * e3) / twice;
    control[y + E + 14] = (2 * e2 + 6 * e3 + 12 * e4) / twice;
    if (k >= 3) start[k - 3] = c[j] + a * (c[j + 1] + a * (c[j + 2] + a * (c[j + 3] + a * c[j + 4])));
  }
}

/** Raises the bounds of displacement, speed and acceleration to those of the control points of x. */
function raisePosition(out: Float64Array, o: number): void {
  let way = 0;
  let speed = 0;
  let acceleration = 0;
  for (let k = 1; k < 5; k++) way = Math.max(way, vec3.lengthSquared(control, 7 * k));
  for (let k = 0; k < 4; k++) speed = Math.max(speed, vec3.lengthSquared(control, D + 7 * k));
  for (let k = 0; k < 3; k++) acceleration = Math.max(acceleration, vec3.lengthSquared(control, E + 7 * k));
  // displacements of consecutive segments add up
  out[o] += roundingMargin * Math.sqrt(way);
  out[o + PathBound.speed] = Math.max(out[o + PathBound.speed], roundingMargin * Math.sqrt(speed));
  out[o + PathBound.acceleration] = Math.max(out[o + PathBound.acceleration], roundingMargin * Math.sqrt(acceleration));
}

/** Binomial coefficients of degrees 4, 3 and 2, and those of 7 and 6. */
const of4 = [1, 4, 6, 4, 1];
const of3 = [1, 3, 3, 1];
const of2 = [1, 2, 1];
const of7 = [1, 7, 21, 35, 35, 21, 7, 1];
const of6 = [1, 6, 15, 20, 15, 6, 1];

/** Writes the control points of 2 q̇ q* and 2 q̈ q*, and the bounds of r and ṙ. */
function writeSpins(): void {
  for (let k = 0; k < 60; k++) spins[k] = 0;
  let shortest = Infinity;
  // along q at θa + ½ (θb − θa), nearly: the middle control point
  const mx = start[0] + control[17];
  const my = start[1] + control[18];
  const mz = start[2] + control[19];
  const mw = start[3] + control[20];
  for (let i = 0; i < 5; i++) {
    const q = 7 * i + 3;
    const x = start[0] + control[q];
    const y = start[1] + control[q + 1];
    const z = start[2] + control[q + 2];
    const w = start[3] + control[q + 3];
    shortest = Math.min(shortest, x * mx + y * my + z * mz + w * mw);
    for (let j = 0; j < 4; j++) {
      addProduct(4 * (i + j), D + 7 * j + 3, (2 * of4[i] * of3[j]) / of7[i + j], i);
    }
    for (let j = 0; j < 3; j++) {
      addProduct(rates + 4 * (i + j), E + 7 * j + 3, (2 * of4[i] * of2[j]) / of6[i + j], i);
    }
  }
  length[0] = Math.max(0, shortest / (roundingMargin * Math.sqrt(mx * mx + my * my + mz * mz + mw * mw)));
  let radial = 0;
  for (let k = 0; k < 8; k++) radial = Math.max(radial, Math.abs(spins[4 * k + 3]));
  length[1] = (roundingMargin * 0.5 * radial) / length[0];
}

/** spins[o …] += weight · p q*, with p a derivative at control[d …] and q control point i. */
function addProduct(o: number, d: number, weight: number, i: number): void {
  const x = -(start[0] + control[7 * i + 3]);
  const y = -(start[1] + control[7 * i + 4]);
  const z = -(start[2] + control[7 * i + 5]);
  const w = start[3] + control[7 * i + 6];
  const px = weight * control[d];
  const py = weight * control[d + 1];
  const pz = weight * control[d + 2];
  const pw = weight * control[d + 3];
  spins[o] += pw * x + w * px + (py * z - pz * y);
  spins[o + 1] += pw * y + w * py + (pz * x - px * z);
  spins[o + 2] += pw * z + w * pz + (px * y - py * x);
  spins[o + 3] += pw * w - (px * x + py * y + pz * z);
}
