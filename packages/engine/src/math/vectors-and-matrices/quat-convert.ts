/**
 * Quaternions from and to other descriptions of a rotation: matrix, axis and angle, rotation vector (the exponential
 * and logarithm maps), a pair of vectors. Exported through quat.ts; order [x, y, z, w].
 *
 * Follows: Rigid Body Simulation, section 4; Chaney, section 4.1.
 *   m   row-major matrix, m[3r + c]         θ   angle, rad         u   unit axis         r = θu   rotation vector
 */
import { computeAtan2, sinCos, Turn } from "../elementary/index.js";
import { computeFarLength, double, parts, safeSquareHigh, safeSquareLow } from "../numbers/index.js";
import { leastAngle } from "./parameters.js";
import { anyPerpendicular, cross, normalize } from "./vec3.js";

/** An angle with its sine and cosine (see `Turn`), and a length. */
const turn = /* @__PURE__ */ new Float64Array(3);
const size = /* @__PURE__ */ new Float64Array(1);

/** Writes the rotation matrix of a unit quaternion [s, v], as section 4 gives it; Chaney's R, eq. (10). */
export function toMatrix(out: Float64Array, o: number, q: Float64Array, i: number): void {
  const x = q[i];
  const y = q[i + 1];
  const z = q[i + 2];
  const s = q[i + 3];
  const xx = 2 * x * x;
  const yy = 2 * y * y;
  const zz = 2 * z * z;
  const xy = 2 * x * y;
  const xz = 2 * x * z;
  const yz = 2 * y * z;
  const sx = 2 * s * x;
  const sy = 2 * s * y;
  const sz = 2 * s * z;
  out[o] = 1 - yy - zz;
  out[o + 1] = xy - sz;
  out[o + 2] = xz + sy;
  out[o + 3] = xy + sz;
  out[o + 4] = 1 - xx - zz;
  out[o + 5] = yz - sx;
  out[o + 6] = xz - sy;
  out[o + 7] = yz + sx;
  out[o + 8] = 1 - xx - yy;
}

/**
 * Writes the unit quaternion of a rotation matrix, with s ≥ 0 in the first branch and a positive largest entry in the others.
 * As `matrix_to_quaternion` in section 4, which divides by the largest of |s|, |x|, |y|, |z| or, while the trace is not
 * negative, by s ≥ ½; the result is normalised, so a matrix that has drifted a little still gives a unit quaternion.
 */
export function fromMatrix(out: Float64Array, o: number, m: Float64Array, i: number): void {
  const m00 = m[i];
  const m11 = m[i + 4];
  const m22 = m[i + 8];
  let x = m[i + 7] - m[i + 5];
  let y = m[i + 2] - m[i + 6];
  let z = m[i + 3] - m[i + 1];
  let s = 1;
  // four times the largest entry, times (x, y, z, s)
  if (m00 + m11 + m22 >= 0) {
    s = 1 + (m00 + m11 + m22);
  } else if (m00 >= m11 && m00 >= m22) {
    s = x;
    x = 1 + (m00 - (m11 + m22));
    y = m[i + 1] + m[i + 3];
    z = m[i + 2] + m[i + 6];
  } else if (m11 >= m22) {
    s = y;
    x = m[i + 1] + m[i + 3];
    y = 1 + (m11 - (m00 + m22));
    z = m[i + 5] + m[i + 7];
  } else {
    s = z;
    x = m[i + 2] + m[i + 6];
    y = m[i + 5] + m[i + 7];
    z = 1 + (m22 - (m00 + m11));
  }
  const size = Math.sqrt(x * x + y * y + z * z + s * s);
  out[o] = x / size;
  out[o + 1] = y / size;
  out[o + 2] = z / size;
  out[o + 3] = s / size;
}

/**
 * Writes the rotation by θ, rad, about the axis u = a/|a|: [cos(θ/2), sin(θ/2) u], Chaney's Q, eq. (9). An axis without
 * direction gives the identity.
 */
export function fromAxisAngle(out: Float64Array, o: number, a: Float64Array, i: number, theta: number): void {
  turn[Turn.angle] = 0.5 * theta;
  computeFromAxisAngle(out, o, a, i);
}

function computeFromAxisAngle(out: Float64Array, o: number, a: Float64Array, i: number): void {
  if (!normalize(out, o, a, i)) turn[Turn.angle] = 0;
  sinCos(turn, Turn.sine, turn, Turn.angle);
  out[o] *= turn[Turn.sine];
  out[o + 1] *= turn[Turn.sine];
  out[o + 2] *= turn[Turn.sine];
  out[o + 3] = turn[Turn.cosine];
}

/** Writes the unit axis of a rotation and, in out[o + 3], its angle θ, rad, in [0, π]. The identity has angle 0 about x. */
export function toAxisAngle(out: Float64Array, o: number, q: Float64Array, i: number): void {
  const s = q[i + 3];
  measure(q, i);
  parts[0] = size[0];
  parts[2] = Math.abs(s);
  computeAtan2();
  const theta = 2 * double[0];
  if (!normalize(out, o, q, i)) out[o] = 1;
  if (s < 0) {
    out[o] = -out[o];
    out[o + 1] = -out[o + 1];
    out[o + 2] = -out[o + 2];
  }
  out[o + 3] = theta;
}

/** Writes the exponential of a rotation vector: the rotation by |r|, rad, about r. */
export function fromRotationVector(out: Float64Array, o: number, r: Float64Array, i: number): void {
  measure(r, i);
  const theta = size[0];
  turn[Turn.angle] = 0.5 * theta;
  sinCos(turn, Turn.sine, turn, Turn.angle);
  // sin(θ/2)/θ → ½, and is ½ long before θ/2 is too small to be a number of full length
  const k = theta > leastAngle ? turn[Turn.sine] / theta : 0.5;
  const x = k * r[i];
  const y = k * r[i + 1];
  const z = k * r[i + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
  out[o + 3] = turn[Turn.cosine];
}

/** Writes the logarithm of a rotation: its rotation vector, rad, the short way round, |r| ≤ π. The length of q does not matter. */
export function toRotationVector(out: Float64Array, o: number, q: Float64Array, i: number): void {
  const s = q[i + 3];
  measure(q, i);
  parts[0] = size[0];
  parts[2] = Math.abs(s);
  computeAtan2();
  // θ/sin(θ/2) → 2
  const k = size[0] > 0 ? (2 * double[0]) / size[0] : 2;
  const f = s < 0 ? -k : k;
  const x = f * q[i];
  const y = f * q[i + 1];
  const z = f * q[i + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** Scratch of `fromVectors`: unit a, unit b, axis. */
const w = /* @__PURE__ */ new Float64Array(9);

/**
 * Writes the shortest rotation that takes the direction of a to the direction of b. Opposite directions leave the axis open:
 * it is then the `anyPerpendicular` of a. A vector without direction gives the identity.
 *
 * cos(θ/2) = |a+b|/2 and sin(θ/2) = |a−b|/2 for unit a and b; the axis is a×b made perpendicular to a once more,
 * because near half a turn the round-off in a×b is large beside its length.
 */
export function fromVectors(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  if (!normalize(w, 0, a, i) || !normalize(w, 3, b, j)) {
    out[o] = 0;
    out[o + 1] = 0;
    out[o + 2] = 0;
    out[o + 3] = 1;
    return;
  }
  cross(w, 6, w, 0, w, 3);
  if (normalize(w, 6, w, 6)) {
    const along = w[6] * w[0] + w[7] * w[1] + w[8] * w[2];
    for (let k = 0; k < 3; k++) w[6 + k] -= along * w[k];
    normalize(w, 6, w, 6);
  } else {
    anyPerpendicular(w, 6, w, 0);
  }
  for (let k = 0; k < 3; k++) {
    const u = w[k];
    w[k] = u + w[3 + k];
    w[3 + k] = u - w[3 + k];
  }
  measure(w, 0);
  const p = size[0];
  measure(w, 3);
  const m = size[0];
  const r = Math.sqrt(p * p + m * m);
  out[o] = (m / r) * w[6];
  out[o + 1] = (m / r) * w[7];
  out[o + 2] = (m / r) * w[8];
  out[o + 3] = p / r;
}

/** The length of the vector at a[i] into size[0], for any length that is a double. */
function measure(a: Float64Array, i: number): void {
  // as vec3.length, without a float to return
  size[0] = a[i] * a[i] + a[i + 1] * a[i + 1] + a[i + 2] * a[i + 2];
  if (size[0] > safeSquareLow && size[0] < safeSquareHigh) size[0] = Math.sqrt(size[0]);
  else {
    parts[0] = a[i];
    parts[1] = a[i + 1];
    parts[2] = a[i + 2];
    parts[3] = 0;
    computeFarLength();
    size[0] = double[0];
  }
}
