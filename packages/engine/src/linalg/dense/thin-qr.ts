/**
 * A thin QR factorisation whose columns come and go: N = Q R, the columns of N vectors of `dimension` numbers, those of Q
 * orthonormal, R upper triangular. The factor of an active set in the space of motions: it does not square the condition
 * of the set, as NᵀN would.
 *
 *   project n:   d = Qᵀ n,  z = n − Q d   again until z no longer shrinks (Daniel, Gragg, Kaufman and Stewart 1976)
 *   append:      column z/|z| joins Q, column (d, |z|) joins R
 *   remove k:    column k of R goes; plane rotations of rows j, j + 1 (and columns of Q) make R triangular again
 *
 * A vector is cut into up to 32 parts; a bit each tells which parts of a column of Q are not zero. Rows that touch two
 * bodies of hundreds leave most of them out. What is left out is zero: the bits of the answer are those of full sums.
 */
import { requireInteger } from "../../math/index.js";
import { requireRoom } from "./operator.js";
import { qrRounding } from "./parameters.js";

/** Slots of `ThinQr.result`. */
export const QrResult = {
  /** |z|² of the last `project`. */
  rest: 0,
} as const;

/** As many as there are bits. */
const partCount = 32;

/** A thin QR factorisation of the rows of an active set, whose columns come and go. */
export class ThinQr {
  dimension = 0;
  /** Columns in the factor, and room for them. */
  size = 0;
  capacity = 0;
  /** After `project`: the part of n that is orthogonal to the columns, and d. */
  z = new Float64Array(0);
  d = new Float64Array(0);
  readonly result = new Float64Array(1);
  /** Column k of Q at q[k · dimension], column k of R at r[k · capacity]. */
  private q = new Float64Array(0);
  private r = new Float64Array(0);
  /** The parts of each column of Q that are not zero, and behind the last those of z. */
  private parts = new Int32Array(1);
  private sum = new Float64Array(0);
  /** Numbers in a part. */
  private width = 1;
  /** The parts of z that may not be zero. */
  private filled = 0;

  /** Empties the factor, and makes room for `capacity` columns of `dimension` numbers. */
  reset(dimension: number, capacity: number): void {
    requireInteger("dimension", dimension, 0, 1 << 20);
    requireInteger("capacity", capacity, 0, 1 << 14, "the factor is dense: use a sparse one");
    if (dimension * capacity > this.q.length) this.q = new Float64Array(dimension * capacity);
    if (capacity * capacity > this.r.length) this.r = new Float64Array(capacity * capacity);
    if (capacity > this.d.length) {
      this.d = new Float64Array(capacity);
      this.sum = new Float64Array(capacity);
      this.parts = new Int32Array(capacity + 1);
    }
    this.clear();
    if (dimension > this.z.length) this.z = new Float64Array(dimension);
    this.dimension = dimension;
    this.width = Math.max(1, Math.ceil(dimension / partCount));
    this.capacity = capacity;
    this.size = 0;
  }

  /** Splits n, whose entries are values[from … to − 1] in the given columns, into Q d + z. */
  project(values: Float64Array, column: Int32Array, from: number, to: number): void {
    const n = this.dimension;
    const { q, z, d, size, parts, width } = this;
    this.clear();
    let own = 0;
    let length = 0;
    for (let k = from; k < to; k++) {
      if (values[k] === 0) continue;
      z[column[k]] += values[k];
      length += values[k] * values[k];
      own |= 1 << Math.floor(column[k] / width);
    }
    parts[size] = own;
    const isFull = to - from >= n;
    for (let j = 0; j < size; j++) {
      if (isFull) this.multiply(d, j);
      else {
        let sum = 0;
        if ((parts[j] & own) !== 0) for (let k = from, o = j * n; k < to; k++) sum += q[o + column[k]] * values[k];
        d[j] = sum;
      }
    }
    for (let j = 0; j < size; j++) if (d[j] !== 0) this.takeAway(j, d);
    this.measureRest();
    for (let pass = 0; pass < 3 && size > 0; pass++) {
      const before = this.result[QrResult.rest];
      // nothing but rounding is left
      if (before <= qrRounding * length) break;
      this.orthogonalise();
      this.measureRest();
      if (this.result[QrResult.rest] > 0.5 * before) break;
    }
    this.filled = parts[size];
  }

  /** z ← 0. */
  private clear(): void {
    const { z, width } = this;
    for (let left = this.filled; left !== 0; left &= left - 1) {
      const from = width * (31 - Math.clz32(left & -left));
      const to = Math.min(z.length, from + width);
      for (let i = from; i < to; i++) z[i] = 0;
    }
    this.filled = 0;
  }

  /** z ← z − x_j times column j of Q. */
  private takeAway(j: number, x: Float64Array): void {
    const { q, z, parts, width, dimension: n, size } = this;
    const xj = x[j];
    const o = j * n;
    for (let left = parts[j]; left !== 0; left &= left - 1) {
      const from = width * (31 - Math.clz32(left & -left));
      const to = Math.min(n, from + width);
      for (let i = from; i < to; i++) z[i] -= xj * q[o + i];
    }
    parts[size] |= parts[j];
  }

  /** out_j ← column j of Q times z: a number that is returned is boxed. */
  private multiply(out: Float64Array, j: number): void {
    const { q, z, size, parts, width, dimension: n } = this;
    const o = j * n;
    let product = 0;
    for (let left = parts[j] & parts[size]; left !== 0; left &= left - 1) {
      const from = width * (31 - Math.clz32(left & -left));
      const to = Math.min(n, from + width);
      for (let i = from; i < to; i++) product += q[o + i] * z[i];
    }
    out[j] = product;
  }

  /** z ← z − Q Qᵀ z, with what is taken away added to d. */
  private orthogonalise(): void {
    const { d, size, sum } = this;
    for (let j = 0; j < size; j++) {
      this.multiply(sum, j);
      if (sum[j] === 0) continue;
      d[j] += sum[j];
      this.takeAway(j, sum);
    }
  }

  private measureRest(): void {
    const { z, parts, size, width, dimension: n } = this;
    let sum = 0;
    for (let left = parts[size]; left !== 0; left &= left - 1) {
      const from = width * (31 - Math.clz32(left & -left));
      const to = Math.min(n, from + width);
      for (let i = from; i < to; i++) sum += z[i] * z[i];
    }
    this.result[QrResult.rest] = sum;
  }

  /** Takes the vector last projected into the factor. */
  append(): void {
    const n = this.dimension;
    const k = this.size;
    requireInteger("size", k, 0, this.capacity - 1, "the factor is full: reset it with a larger capacity");
    const length = Math.sqrt(this.result[QrResult.rest]);
    for (let i = 0, o = k * n; i < n; i++, o++) this.q[o] = this.z[i] / length;
    const column = k * this.capacity;
    for (let i = 0; i < k; i++) this.r[column + i] = this.d[i];
    this.r[column + k] = length;
    this.size = k + 1;
  }

  /** Removes column k; later columns move down by one. */
  remove(k: number): void {
    requireInteger("k", k, 0, this.size - 1);
    const { r, q, parts, width, dimension: n, capacity: s } = this;
    const last = this.size - 1;
    for (let j = k; j < last; j++) for (let i = 0; i <= j + 1; i++) r[j * s + i] = r[(j + 1) * s + i];
    this.size = last;
    for (let j = k; j < last; j++) {
      const x = r[j * s + j];
      const y = r[j * s + j + 1];
      if (y === 0) continue;
      const length = Math.sqrt(x * x + y * y);
      const cos = x / length;
      const sin = y / length;
      r[j * s + j] = length;
      for (let c = j + 1; c < last; c++) {
        const upper = r[c * s + j];
        const lower = r[c * s + j + 1];
        r[c * s + j] = cos * upper + sin * lower;
        r[c * s + j + 1] = cos * lower - sin * upper;
      }
      parts[j] |= parts[j + 1];
      parts[j + 1] = parts[j];
      for (let left = parts[j]; left !== 0; left &= left - 1) {
        const from = width * (31 - Math.clz32(left & -left));
        const to = Math.min(n, from + width);
        for (let a = j * n + from, b = a + n; a < j * n + to; a++, b++) {
          const x = q[a];
          const y = q[b];
          q[a] = cos * x + sin * y;
          q[b] = cos * y - sin * x;
        }
      }
    }
  }

  /** x ← R⁻¹ x. */
  solveUpper(x: Float64Array): void {
    const { r, capacity: s, size } = this;
    requireRoom("x", x, size);
    for (let j = size - 1; j >= 0; j--) {
      const xj = x[j] / r[j * s + j];
      x[j] = xj;
      if (xj !== 0) for (let i = 0, o = j * s; i < j; i++, o++) x[i] -= r[o] * xj;
    }
  }

  /** x ← R⁻ᵀ x. */
  solveUpperTransposed(x: Float64Array): void {
    const { r, capacity: s, size } = this;
    requireRoom("x", x, size);
    let first = 0;
    while (first < size && x[first] === 0) first++;
    for (let j = first; j < size; j++) {
      let sum = x[j];
      for (let i = first, o = j * s + first; i < j; i++, o++) sum -= r[o] * x[i];
      x[j] = sum / r[j * s + j];
    }
  }

  /** y ← y − Q x. */
  subtractColumns(y: Float64Array, x: Float64Array): void {
    const { q, dimension: n, size } = this;
    for (let j = 0; j < size; j++) {
      const xj = x[j];
      if (xj !== 0) for (let i = 0, o = j * n; i < n; i++, o++) y[i] -= xj * q[o];
    }
  }
}
