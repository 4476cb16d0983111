/**
 * Smooth key frames: positions as cubic Hermite pieces, rotations as cubic Bézier pieces in cumulative form (Kim, Kim and
 * Shin, "A General Construction Scheme for Unit Quaternion Curves", 1995), with continuous v and ω:
 *   q(s) = q₀ exp(β₁ρ₁) exp(β₂ρ₂) exp(β₃ρ₃),   β₁ = 1 − (1−s)³,   β₂ = 3s² − 2s³,   β₃ = s³
 *   ρ₁ = h Ω₀/3,   ρ₃ = h Ω₁/3,   exp ρ₂ = exp(−ρ₁) q₀⁻¹ q₁ exp(−ρ₃)
 * Tangents v, and alike Ω, are those of the parabola through a key and its neighbours (Catmull–Rom for uneven times),
 * from the mean velocities d∓ of the pieces before and behind the key and their durations h∓:
 *   v = (h₊ d₋ + h₋ d₊)/(h₋ + h₊);   at a free end v₀ = 2d₊ − v₁;   with two keys v = d
 * In a loop the last piece comes before the first. So constant acceleration on a line, or about one axis, is kept, and
 * turning or shifting all keys turns or shifts the motion.
 *
 *   Ω   angular velocity in body axes, rad/s        ρ   rotation vectors in body axes        s   from 0 to 1 in a piece
 */
import { atan2, quat, vec3 } from "../../math/index.js";
import { PathSlot } from "./body-path.js";
import { type KeyFrames, Local } from "./key-frame-table.js";
import { wholeTurnSine } from "./parameters.js";

/** The pieces of a smooth path: nine numbers a piece in each array. */
export interface Spline {
  /** Coefficients c₁ c₂ c₃ of x = x₀ + s (c₁ + s (c₂ + s c₃)). */
  readonly cubic: Float64Array;
  /** Rotation vectors ρ₁ ρ₂ ρ₃, rad. */
  readonly arcs: Float64Array;
}

/** Fits the pieces through the keys; with `rest` they begin and end at rest. */
export function fitSpline(keys: KeyFrames, loop: boolean, rest: boolean): Spline {
  const { times, positions, turns } = keys;
  const pieces = times.length - 1;
  const h = times.subarray(1).map((t, i) => t - times[i]);
  const shifts = positions.subarray(3).map((x, k) => x - positions[k]);
  const v = findTangents(h, shifts, loop, rest);
  const omega = findTangents(h, turns, loop, rest);
  const spline = { cubic: new Float64Array(9 * pieces), arcs: new Float64Array(9 * pieces) };
  for (let i = 0; i < pieces; i++) {
    for (let k = 0; k < 3; k++) {
      const shift = shifts[3 * i + k];
      const a = h[i] * v[3 * i + k];
      const b = h[i] * v[3 * i + 3 + k];
      spline.cubic[9 * i + k] = a;
      spline.cubic[9 * i + 3 + k] = 3 * shift - 2 * a - b;
      spline.cubic[9 * i + 6 + k] = a + b - 2 * shift;
      spline.arcs[9 * i + k] = (h[i] * omega[3 * i + k]) / 3;
      spline.arcs[9 * i + 6 + k] = (h[i] * omega[3 * i + 3 + k]) / 3;
    }
    setMiddleArc(spline.arcs, 9 * i, keys, i);
  }
  return spline;
}

/** Returns the derivative at every key, from durations and differences: of positions, or of rotations as rotation vectors. */
function findTangents(h: Float64Array, differences: Float64Array, loop: boolean, rest: boolean): Float64Array {
  const n = h.length;
  const tangents = new Float64Array(3 * n + 3);
  for (let k = 0; k < 3; k++) {
    const mean = (i: number) => differences[3 * i + k] / h[i];
    const blend = (before: number, behind: number) =>
      (h[behind] * mean(before) + h[before] * mean(behind)) / (h[before] + h[behind]);
    for (let i = 1; i < n; i++) tangents[3 * i + k] = blend(i - 1, i);
    if (rest) continue;
    const free = n > 1 && !loop;
    tangents[k] = free ? 2 * mean(0) - tangents[3 + k] : blend(n - 1, 0);
    tangents[3 * n + k] = free ? 2 * mean(n - 1) - tangents[3 * n - 3 + k] : tangents[k];
  }
  return tangents;
}

/**
 * Writes ρ₂ of the piece whose ρ₁ and ρ₃ are in `arcs`. Of the rotation vectors with one exponential, 4π apart along their
 * axis, it is the one nearest to δ − ρ₁ − ρ₃, so that rotations about one axis blend as angles do, whatever their size.
 */
function setMiddleArc(arcs: Float64Array, o: number, { rotations, turns }: KeyFrames, i: number): void {
  const near = new Float64Array(3);
  const axis = new Float64Array(3);
  const [q, e] = [new Float64Array(4), new Float64Array(4)];
  for (let k = 0; k < 3; k++) near[k] = turns[3 * i + k] - arcs[o + k] - arcs[o + 6 + k];
  quat.fromRotationVector(e, 0, arcs, o);
  quat.conjugate(e, 0, e, 0);
  quat.conjugate(q, 0, rotations, 4 * i);
  quat.multiply(q, 0, e, 0, q, 0);
  quat.multiply(q, 0, q, 0, rotations, 4 * i + 4);
  quat.fromRotationVector(e, 0, arcs, o + 6);
  quat.conjugate(e, 0, e, 0);
  quat.multiply(q, 0, q, 0, e, 0);
  // a whole number of turns, to rounding, leaves the axis open
  const sine = vec3.length(q, 0);
  vec3.normalize(axis, 0, sine > wholeTurnSine ? q : near, 0);
  const angle = 2 * atan2(sine > wholeTurnSine ? sine : 0, q[3]);
  const turn = 4 * Math.PI;
  const whole = Math.round((vec3.dot(near, 0, axis, 0) - angle) / turn);
  vec3.scale(arcs, o + 3, axis, 0, angle + whole * turn);
}

/** Weights β, β̇ and β̈ at k, 3 + k, 6 + k for k = 0, 1, 2; and of one factor the rotation vector, its quaternion, W, Ẇ, β̇ρ. */
const basis = /* @__PURE__ */ new Float64Array(9);
const arc = /* @__PURE__ */ new Float64Array(3);
const factor = /* @__PURE__ */ new Float64Array(4);
const spin = /* @__PURE__ */ new Float64Array(3);
const change = /* @__PURE__ */ new Float64Array(3);
const own = /* @__PURE__ */ new Float64Array(6);

/** Writes the frame of piece i at the fraction in `local`. */
export function evaluateSpline(
  keys: KeyFrames,
  spline: Spline,
  i: number,
  local: Float64Array,
  frame: Float64Array,
): void {
  const { cubic } = spline;
  const s = local[Local.fraction];
  const h = local[Local.duration];
  for (let k = 0; k < 3; k++) {
    const c1 = cubic[9 * i + k];
    const c2 = cubic[9 * i + 3 + k];
    const c3 = cubic[9 * i + 6 + k];
    frame[PathSlot.position + k] = keys.positions[3 * i + k] + s * (c1 + s * (c2 + s * c3));
    frame[PathSlot.velocity + k] = (c1 + s * (2 * c2 + 3 * s * c3)) / h;
    frame[PathSlot.acceleration + k] = (2 * c2 + 6 * s * c3) / h / h;
  }
  quat.copy(frame, PathSlot.rotation, keys.rotations, 4 * i);
  setBasis(local);
  turnThrough(spline.arcs, 9 * i, frame);
}

function setBasis(local: Float64Array): void {
  const s = local[Local.fraction];
  const h = local[Local.duration];
  const r = 1 - s;
  basis[0] = s * (3 - s * (3 - s));
  basis[1] = s * s * (3 - 2 * s);
  basis[2] = s * s * s;
  basis[3] = (3 * r * r) / h;
  basis[4] = (6 * s * r) / h;
  basis[5] = (3 * s * s) / h;
  basis[6] = (-6 * r) / h / h;
  basis[7] = (6 - 12 * s) / h / h;
  basis[8] = (6 * s) / h / h;
}

/**
 * Advances the frame from q = q₀ to q(s), ω and α. With each factor E = exp(βρ), whose own rate is u = β̇ρ, the angular velocity
 * W in body axes and its rate become
 *   W ← E⁻¹WE + u,   Ẇ ← E⁻¹ẆE + (E⁻¹WE) × u + β̈ρ,
 * and ω = q W q⁻¹, α = q Ẇ q⁻¹, since W × W = 0.
 */
function turnThrough(arcs: Float64Array, o: number, frame: Float64Array): void {
  spin.fill(0);
  change.fill(0);
  for (let m = 0; m < 3; m++) {
    for (let k = 0; k < 3; k++) {
      const rho = arcs[o + 3 * m + k];
      arc[k] = basis[m] * rho;
      own[k] = basis[3 + m] * rho;
    }
    quat.fromRotationVector(factor, 0, arc, 0);
    quat.multiply(frame, PathSlot.rotation, frame, PathSlot.rotation, factor, 0);
    quat.rotateVectorInverse(spin, 0, factor, 0, spin, 0);
    quat.rotateVectorInverse(change, 0, factor, 0, change, 0);
    vec3.cross(own, 3, spin, 0, own, 0);
    for (let k = 0; k < 3; k++) {
      spin[k] += own[k];
      change[k] += own[3 + k] + basis[6 + m] * arcs[o + 3 * m + k];
    }
  }
  quat.rotateVector(frame, PathSlot.angularVelocity, frame, PathSlot.rotation, spin, 0);
  quat.rotateVector(frame, PathSlot.angularAcceleration, frame, PathSlot.rotation, change, 0);
}
