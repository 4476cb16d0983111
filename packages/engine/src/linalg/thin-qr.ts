/**
 * A thin QR factorisation whose columns come and go: N = Q R, the columns of N vectors of `dimension` numbers, those of Q
 * orthonormal, R upper triangular. The factor of an active set in the space of motions: it does not square the condition
 * of the set, as NᵀN would.
 *
 *   project n:   d = Qᵀ n,  z = n − Q d   again until z no longer shrinks (Daniel, Gragg, Kaufman and Stewart 1976)
 *   append:      column z/|z| joins Q, column (d, |z|) joins R
 *   remove k:    column k of R goes; plane rotations of rows j, j + 1 (and columns of Q) make R triangular again
 */
import { requireInteger } from "../math/index.js";
import { requireRoom } from "./operator.js";

/** Slots of `ThinQr.result`. */
export const QrResult = {
  /** |z|² of the last `project`. */
  rest: 0,
} as const;

/** Of |n|²: what is left of a vector that depends on the columns, by rounding. */
const nothing = 1e-29;

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

  /** Empties the factor, and makes room for `capacity` columns of `dimension` numbers. */
  reset(dimension: number, capacity: number): void {
    requireInteger("dimension", dimension, 0, 1 << 20);
    requireInteger("capacity", capacity, 0, 1 << 14, "the factor is dense: use a sparse one");
    if (dimension * capacity > this.q.length) this.q = new Float64Array(dimension * capacity);
    if (capacity * capacity > this.r.length) this.r = new Float64Array(capacity * capacity);
    if (capacity > this.d.length) this.d = new Float64Array(capacity);
    if (dimension > this.z.length) this.z = new Float64Array(dimension);
    this.dimension = dimension;
    this.capacity = capacity;
    this.size = 0;
  }

  /** Splits n, whose entries are values[from … to − 1] in the given columns, into Q d + z. */
  project(values: Float64Array, column: Int32Array, from: number, to: number): void {
    const n = this.dimension;
    const { q, z, d, size } = this;
    for (let i = 0; i < n; i++) z[i] = 0;
    for (let k = from; k < to; k++) z[column[k]] += values[k];
    for (let j = 0; j < size; j++) {
      const o = j * n;
      let sum = 0;
      for (let k = from; k < to; k++) sum += q[o + column[k]] * values[k];
      d[j] = sum;
    }
    for (let j = 0; j < size; j++) {
      const dj = d[j];
      if (dj === 0) continue;
      for (let i = 0, o = j * n; i < n; i++, o++) z[i] -= dj * q[o];
    }
    measureSquare(this.result, z, n);
    let length = 0;
    for (let k = from; k < to; k++) length += values[k] * values[k];
    for (let pass = 0; pass < 3 && size > 0; pass++) {
      const before = this.result[QrResult.rest];
      // nothing but rounding is left
      if (before <= nothing * length) break;
      orthogonalise(z, d, q, n, size);
      measureSquare(this.result, z, n);
      if (this.result[QrResult.rest] > 0.5 * before) break;
    }
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
    const { r, q, dimension: n, capacity: s } = this;
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
      for (let i = 0, a = j * n, b = (j + 1) * n; i < n; i++, a++, b++) {
        const left = q[a];
        const right = q[b];
        q[a] = cos * left + sin * right;
        q[b] = cos * right - sin * left;
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
    for (let j = 0; j < size; j++) {
      let sum = x[j];
      for (let i = 0, o = j * s; i < j; i++, o++) sum -= r[o] * x[i];
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

function measureSquare(result: Float64Array, z: Float64Array, n: number): void {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += z[i] * z[i];
  result[QrResult.rest] = sum;
}

/** z ← z − Q Qᵀ z, with what is taken away added to d. */
function orthogonalise(z: Float64Array, d: Float64Array, q: Float64Array, n: number, size: number): void {
  for (let j = 0; j < size; j++) {
    let sum = 0;
    for (let i = 0, o = j * n; i < n; i++, o++) sum += q[o] * z[i];
    d[j] += sum;
    if (sum !== 0) for (let i = 0, o = j * n; i < n; i++, o++) z[i] -= sum * q[o];
  }
}
