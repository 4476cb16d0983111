/**
 * Quaternions as rotations, standing at an offset in a flat array in the order [x, y, z, w] of glTF and three.js. The
 * notes write [s, v]: here s = w comes last. Rotations multiply as matrices do: q₂q₁ is q₁ followed by q₂, and p turns
 * to q p q⁻¹.
 *
 * Output first; the output may be, or overlap, any input. Functions that take a rotation want a unit quaternion.
 *
 * Follows: Rigid Body Simulation, section 4 and appendix B.
 */
import { computeAtan2, computeSine } from "../elementary/index.js";
import { computeFarLength, double, parts, rescaleParts, safeSquareHigh, safeSquareLow } from "../numbers/index.js";
import { slerpChord } from "./parameters.js";

export {
  fromAxisAngle,
  fromMatrix,
  fromRotationVector,
  fromVectors,
  toAxisAngle,
  toMatrix,
  toRotationVector,
} from "./quat-convert.js";

/** The t of `slerp`, on its way to a function too large to be inlined. */
const fraction = /* @__PURE__ */ new Float64Array(1);

/** Writes the quaternion [x, y, z, w]. */
export function set(out: Float64Array, o: number, x: number, y: number, z: number, w: number): void {
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
  out[o + 3] = w;
}

/** Writes the identity [0, 0, 0, 1]. */
export function setIdentity(out: Float64Array, o: number): void {
  out[o] = 0;
  out[o + 1] = 0;
  out[o + 2] = 0;
  out[o + 3] = 1;
}

/** Writes a copy of the quaternion q. */
export function copy(out: Float64Array, o: number, q: Float64Array, i: number): void {
  const x = q[i];
  const y = q[i + 1];
  const z = q[i + 2];
  const w = q[i + 3];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
  out[o + 3] = w;
}

// [s₁, v₁][s₂, v₂] = [s₁s₂ − v₁·v₂, s₁v₂ + s₂v₁ + v₁×v₂]                                                    (4–1)
/** Writes the product q₁ q₂: the rotation q₂ followed by q₁. */
export function multiply(out: Float64Array, o: number, q1: Float64Array, i: number, q2: Float64Array, j: number): void {
  const x1 = q1[i];
  const y1 = q1[i + 1];
  const z1 = q1[i + 2];
  const s1 = q1[i + 3];
  const x2 = q2[j];
  const y2 = q2[j + 1];
  const z2 = q2[j + 2];
  const s2 = q2[j + 3];
  out[o] = s1 * x2 + s2 * x1 + (y1 * z2 - z1 * y2);
  out[o + 1] = s1 * y2 + s2 * y1 + (z1 * x2 - x1 * z2);
  out[o + 2] = s1 * z2 + s2 * z1 + (x1 * y2 - y1 * x2);
  out[o + 3] = s1 * s2 - (x1 * x2 + y1 * y2 + z1 * z2);
}

/** Writes the conjugate [−v, s]: of a unit quaternion, the inverse rotation. */
export function conjugate(out: Float64Array, o: number, q: Float64Array, i: number): void {
  const x = -q[i];
  const y = -q[i + 1];
  const z = -q[i + 2];
  const w = q[i + 3];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
  out[o + 3] = w;
}

/** Writes the opposite quaternion −q, which stands for the rotation of q as well. */
export function negate(out: Float64Array, o: number, q: Float64Array, i: number): void {
  const x = -q[i];
  const y = -q[i + 1];
  const z = -q[i + 2];
  const w = -q[i + 3];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
  out[o + 3] = w;
}

/** Returns the dot product of two quaternions as vectors of four. */
export function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2] + a[i + 3] * b[j + 3];
}

/** Returns the length |q|, for any q whose length is a double. */
export function length(q: Float64Array, i: number): number {
  const s = q[i] * q[i] + q[i + 1] * q[i + 1] + q[i + 2] * q[i + 2] + q[i + 3] * q[i + 3];
  if (s > safeSquareLow && s < safeSquareHigh) return Math.sqrt(s);
  parts[0] = q[i];
  parts[1] = q[i + 1];
  parts[2] = q[i + 2];
  parts[3] = q[i + 3];
  computeFarLength();
  return double[0];
}

/** Writes the unit quaternion q / |q| and returns true. Where |q| is 0, ∞ or NaN it writes the identity and returns false. */
export function normalize(out: Float64Array, o: number, q: Float64Array, i: number): boolean {
  let x = q[i];
  let y = q[i + 1];
  let z = q[i + 2];
  let w = q[i + 3];
  let s = x * x + y * y + z * z + w * w;
  if (!(s > safeSquareLow && s < safeSquareHigh)) {
    parts[0] = x;
    parts[1] = y;
    parts[2] = z;
    parts[3] = w;
    rescaleParts();
    x = parts[0];
    y = parts[1];
    z = parts[2];
    w = parts[3];
    s = x * x + y * y + z * z + w * w;
  }
  const size = Math.sqrt(s);
  const sound = size > 0 && size < Infinity;
  out[o] = sound ? x / size : 0;
  out[o + 1] = sound ? y / size : 0;
  out[o + 2] = sound ? z / size : 0;
  out[o + 3] = sound ? w / size : 1;
  return sound;
}

// q̇(t) = ½ ω(t) q(t), with ω for [0, ω]                                                                     (4–2)
/** Writes the rate of change of q, 1/s, under the angular velocity ω, rad/s, in the world frame. */
export function setDerivative(
  out: Float64Array,
  o: number,
  omega: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
): void {
  const wx = 0.5 * omega[i];
  const wy = 0.5 * omega[i + 1];
  const wz = 0.5 * omega[i + 2];
  const x = q[j];
  const y = q[j + 1];
  const z = q[j + 2];
  const s = q[j + 3];
  out[o] = s * wx + (wy * z - wz * y);
  out[o + 1] = s * wy + (wz * x - wx * z);
  out[o + 2] = s * wz + (wx * y - wy * x);
  out[o + 3] = -(wx * x + wy * y + wz * z);
}

/** Writes the vector p turned by the rotation q, from body to world: q p q⁻¹, as p + 2s (v×p) + 2 v×(v×p). */
export function rotateVector(
  out: Float64Array,
  o: number,
  q: Float64Array,
  i: number,
  p: Float64Array,
  j: number,
): void {
  const vx = q[i];
  const vy = q[i + 1];
  const vz = q[i + 2];
  const s = q[i + 3];
  const x = p[j];
  const y = p[j + 1];
  const z = p[j + 2];
  const tx = 2 * (vy * z - vz * y);
  const ty = 2 * (vz * x - vx * z);
  const tz = 2 * (vx * y - vy * x);
  out[o] = x + s * tx + (vy * tz - vz * ty);
  out[o + 1] = y + s * ty + (vz * tx - vx * tz);
  out[o + 2] = z + s * tz + (vx * ty - vy * tx);
}

/** Writes the vector p turned by the inverse of the rotation q, from world to body: q⁻¹ p q. */
export function rotateVectorInverse(
  out: Float64Array,
  o: number,
  q: Float64Array,
  i: number,
  p: Float64Array,
  j: number,
): void {
  const vx = -q[i];
  const vy = -q[i + 1];
  const vz = -q[i + 2];
  const s = q[i + 3];
  const x = p[j];
  const y = p[j + 1];
  const z = p[j + 2];
  const tx = 2 * (vy * z - vz * y);
  const ty = 2 * (vz * x - vx * z);
  const tz = 2 * (vx * y - vy * x);
  out[o] = x + s * tx + (vy * tz - vz * ty);
  out[o + 1] = y + s * ty + (vz * tx - vx * tz);
  out[o + 2] = z + s * tz + (vx * ty - vy * tx);
}

/** Returns the angle of the rotation from a to b, rad, in [0, π], accurate near 0 and π alike. */
export function angleBetween(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const ax = a[i];
  const ay = a[i + 1];
  const az = a[i + 2];
  const aw = a[i + 3];
  const bx = b[j];
  const by = b[j + 1];
  const bz = b[j + 2];
  const bw = b[j + 3];
  // b a⁻¹ = [s, v]
  const x = aw * bx - bw * ax - (by * az - bz * ay);
  const y = aw * by - bw * ay - (bz * ax - bx * az);
  const z = aw * bz - bw * az - (bx * ay - by * ax);
  const s = ax * bx + ay * by + az * bz + aw * bw;
  parts[0] = Math.sqrt(x * x + y * y + z * z);
  parts[2] = Math.abs(s);
  computeAtan2();
  return 2 * double[0];
}

/**
 * Writes the spherical linear interpolation: the rotation a fraction t of the way from a to b at constant speed, the short
 * way round,
 *   (sin((1−t)φ) a + sin(tφ) b) / sin φ,   φ the angle between a and ±b as vectors of four.
 * φ = 2 atan2(|a−b|, |a+b|) is accurate at any distance; where sin φ vanishes the chord takes the place of the arc. The result has
 * unit length to round-off. Where a and b are half a turn apart both ways are short: b is taken with the sign it has.
 */
export function slerp(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  t: number,
): void {
  fraction[0] = t;
  computeSlerp(out, o, a, i, b, j);
}

function computeSlerp(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const t = fraction[0];
  const ax = a[i];
  const ay = a[i + 1];
  const az = a[i + 2];
  const aw = a[i + 3];
  const sign = ax * b[j] + ay * b[j + 1] + az * b[j + 2] + aw * b[j + 3] < 0 ? -1 : 1;
  const bx = sign * b[j];
  const by = sign * b[j + 1];
  const bz = sign * b[j + 2];
  const bw = sign * b[j + 3];
  const minus = (ax - bx) * (ax - bx) + (ay - by) * (ay - by) + (az - bz) * (az - bz) + (aw - bw) * (aw - bw);
  const plus = (ax + bx) * (ax + bx) + (ay + by) * (ay + by) + (az + bz) * (az + bz) + (aw + bw) * (aw + bw);
  parts[0] = Math.sqrt(minus);
  parts[2] = Math.sqrt(plus);
  computeAtan2();
  const phi = 2 * double[0];
  let u = 1 - t;
  let v = t;
  if (phi > slerpChord) {
    double[0] = phi;
    computeSine();
    const s = double[0];
    double[0] = u * phi;
    computeSine();
    u = double[0] / s;
    double[0] = v * phi;
    computeSine();
    v = double[0] / s;
  }
  const x = u * ax + v * bx;
  const y = u * ay + v * by;
  const z = u * az + v * bz;
  const w = u * aw + v * bw;
  const size = Math.sqrt(x * x + y * y + z * z + w * w);
  out[o] = x / size;
  out[o + 1] = y / size;
  out[o + 2] = z / size;
  out[o + 3] = w / size;
}
