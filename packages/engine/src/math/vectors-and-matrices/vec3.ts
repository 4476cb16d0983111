/**
 * Vectors of three numbers, standing at an offset in a flat array.
 *
 * Output first: `cross(out, o, a, i, b, j)` reads a[i … i+2] and b[j … j+2] and writes out[o … o+2]. Every function
 * reads all its inputs before it writes, so the output may be, or overlap, any input.
 *
 * Lengths neither overflow nor underflow on the way: see numbers/safe-length.ts.
 */
import { computeAtan2 } from "../elementary/index.js";
import { computeFarLength, double, parts, rescaleParts, safeSquareHigh, safeSquareLow } from "../numbers/index.js";

/** Writes the vector (x, y, z). */
export function set(out: Float64Array, o: number, x: number, y: number, z: number): void {
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** Writes a copy of the vector a. */
export function copy(out: Float64Array, o: number, a: Float64Array, i: number): void {
  const x = a[i];
  const y = a[i + 1];
  const z = a[i + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** Writes the sum a + b. */
export function add(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const x = a[i] + b[j];
  const y = a[i + 1] + b[j + 1];
  const z = a[i + 2] + b[j + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** Writes the difference a − b. */
export function subtract(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const x = a[i] - b[j];
  const y = a[i + 1] - b[j + 1];
  const z = a[i + 2] - b[j + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** Writes the multiple s a. */
export function scale(out: Float64Array, o: number, a: Float64Array, i: number, s: number): void {
  const x = s * a[i];
  const y = s * a[i + 1];
  const z = s * a[i + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** Writes the sum a + s b. */
export function addScaled(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  s: number,
  b: Float64Array,
  j: number,
): void {
  const x = a[i] + s * b[j];
  const y = a[i + 1] + s * b[j + 1];
  const z = a[i + 2] + s * b[j + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** Writes the opposite vector −a. */
export function negate(out: Float64Array, o: number, a: Float64Array, i: number): void {
  const x = -a[i];
  const y = -a[i + 1];
  const z = -a[i + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** Writes the linear interpolation (1 − t) a + t b: exactly a at t = 0 and exactly b at t = 1. */
export function lerp(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  t: number,
): void {
  const s = 1 - t;
  const x = s * a[i] + t * b[j];
  const y = s * a[i + 1] + t * b[j + 1];
  const z = s * a[i + 2] + t * b[j + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** Writes the cross product a × b. */
export function cross(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const ax = a[i];
  const ay = a[i + 1];
  const az = a[i + 2];
  const bx = b[j];
  const by = b[j + 1];
  const bz = b[j + 2];
  out[o] = ay * bz - az * by;
  out[o + 1] = az * bx - ax * bz;
  out[o + 2] = ax * by - ay * bx;
}

/** Returns the dot product a · b. */
export function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** Returns the triple product a · (b × c): the signed volume of the parallelepiped on a, b, c. */
export function tripleProduct(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  c: Float64Array,
  k: number,
): number {
  return (
    a[i] * (b[j + 1] * c[k + 2] - b[j + 2] * c[k + 1]) +
    a[i + 1] * (b[j + 2] * c[k] - b[j] * c[k + 2]) +
    a[i + 2] * (b[j] * c[k + 1] - b[j + 1] * c[k])
  );
}

/** Returns the squared length a · a, which may overflow or underflow. */
export function lengthSquared(a: Float64Array, i: number): number {
  return a[i] * a[i] + a[i + 1] * a[i + 1] + a[i + 2] * a[i + 2];
}

/** Returns the length |a|, for any a whose length is a double. */
export function length(a: Float64Array, i: number): number {
  const s = a[i] * a[i] + a[i + 1] * a[i + 1] + a[i + 2] * a[i + 2];
  if (s > safeSquareLow && s < safeSquareHigh) return Math.sqrt(s);
  parts[0] = a[i];
  parts[1] = a[i + 1];
  parts[2] = a[i + 2];
  parts[3] = 0;
  computeFarLength();
  return double[0];
}

/** Returns the distance |a − b| of two points, for any whose distance is a double. */
export function distance(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = a[i] - b[j];
  const y = a[i + 1] - b[j + 1];
  const z = a[i + 2] - b[j + 2];
  const s = x * x + y * y + z * z;
  if (s > safeSquareLow && s < safeSquareHigh) return Math.sqrt(s);
  parts[0] = x;
  parts[1] = y;
  parts[2] = z;
  parts[3] = 0;
  computeFarLength();
  return double[0];
}

/** Returns the squared distance |a − b|² of two points, which may overflow or underflow. */
export function distanceSquared(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = a[i] - b[j];
  const y = a[i + 1] - b[j + 1];
  const z = a[i + 2] - b[j + 2];
  return x * x + y * y + z * z;
}

/**
 * Writes the unit vector a / |a| and returns true. Where a has no direction (the zero vector, an infinite or NaN entry) it
 * writes zeros and returns false.
 */
export function normalize(out: Float64Array, o: number, a: Float64Array, i: number): boolean {
  let x = a[i];
  let y = a[i + 1];
  let z = a[i + 2];
  let s = x * x + y * y + z * z;
  if (!(s > safeSquareLow && s < safeSquareHigh)) {
    parts[0] = x;
    parts[1] = y;
    parts[2] = z;
    parts[3] = 0;
    rescaleParts();
    x = parts[0];
    y = parts[1];
    z = parts[2];
    s = x * x + y * y + z * z;
  }
  const size = Math.sqrt(s);
  const sound = size > 0 && size < Infinity;
  out[o] = sound ? x / size : 0;
  out[o + 1] = sound ? y / size : 0;
  out[o + 2] = sound ? z / size : 0;
  return sound;
}

/** Scratch of `angleBetween`: the two vectors, of unit length. */
const unit = /* @__PURE__ */ new Float64Array(6);

/**
 * Returns the angle between a and b, rad, in [0, π], accurate also near 0 and π where acos is not: 2 atan(|â − b̂| / |â + b̂|)
 * (Kahan). It is 0 if a or b has no direction.
 */
export function angleBetween(a: Float64Array, i: number, b: Float64Array, j: number): number {
  if (!normalize(unit, 0, a, i) || !normalize(unit, 3, b, j)) return 0;
  let minus = 0;
  let plus = 0;
  for (let k = 0; k < 3; k++) {
    const d = unit[k] - unit[k + 3];
    const s = unit[k] + unit[k + 3];
    minus += d * d;
    plus += s * s;
  }
  parts[0] = Math.sqrt(minus);
  parts[2] = Math.sqrt(plus);
  computeAtan2();
  return 2 * double[0];
}

/**
 * Writes a unit vector perpendicular to a: the direction of the cross product of a with the axis along which its component
 * is smallest (the first of equals). The zero vector gives the x axis.
 */
export function anyPerpendicular(out: Float64Array, o: number, a: Float64Array, i: number): void {
  const x = a[i];
  const y = a[i + 1];
  const z = a[i + 2];
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  if (ax <= ay && ax <= az) {
    out[o] = 0;
    out[o + 1] = z;
    out[o + 2] = -y;
  } else if (ay <= az) {
    out[o] = -z;
    out[o + 1] = 0;
    out[o + 2] = x;
  } else {
    out[o] = y;
    out[o + 1] = -x;
    out[o + 2] = 0;
  }
  if (!normalize(out, o, out, o)) out[o] = 1;
}
