/**
 * A sparse matrix as a list of small dense blocks, as the notes build the Jacobian of the constraints: each block knows
 * its place, and the matrix is the sum of its blocks. Several blocks may overlap or coincide; they add.
 *
 * Follows: Constrained Dynamics, section 4.2
 *
 *   k                     block number, in order of creation
 *   blockRow, blockColumn first row and column of block k in the matrix
 *   blockStart            where its numbers begin in `values`: row after row, height × width
 */
import { requireInteger, resize } from "../../math/index.js";
import { type Operator, requireRoom } from "../dense/index.js";

/** Sizes are kept within 2³⁰ so that every index is a small integer. */
const largest = 1 << 30;

/** A sparse matrix as a sum of small dense blocks. */
export class BlockMatrix implements Operator {
  readonly rows: number;
  readonly columns: number;
  blockCount = 0;
  /** How many entries of `values` are in use. */
  valueCount = 0;
  /** The numbers of all blocks. Replaced by a longer array when `addBlock` needs room, never otherwise. */
  values = new Float64Array(64);
  /** Offset in `values` of block k; entry `blockCount` is the end of the last block. */
  blockStart = new Int32Array(9);
  blockRow = new Int32Array(8);
  blockColumn = new Int32Array(8);
  blockHeight = new Int32Array(8);
  blockWidth = new Int32Array(8);
  /** Whether every block is 3×3. */
  private particles = true;
  /** First block at each place, by row · columns + column. */
  private readonly places = new Map<number, number>();

  constructor(rows: number, columns: number) {
    requireInteger("rows", rows, 0, largest);
    requireInteger("columns", columns, 0, largest);
    this.rows = rows;
    this.columns = columns;
  }

  /**
   * Adds a block of zeros with its upper left corner at (row, column), and returns its number. It may replace `values`:
   * read that after the call, not in the same expression before it.
   */
  addBlock(row: number, column: number, height: number, width: number): number {
    requireInteger("row", row, 0, this.rows - 1);
    requireInteger("column", column, 0, this.columns - 1);
    requireInteger("height", height, 1, this.rows - row, "the block must lie within the matrix");
    requireInteger("width", width, 1, this.columns - column, "the block must lie within the matrix");
    const k = this.blockCount;
    if (k === this.blockRow.length) this.growBlocks(2 * k);
    const end = this.valueCount + height * width;
    requireInteger("valueCount", end, 0, largest);
    if (end > this.values.length) this.values = resize(this.values, Math.max(end, 2 * this.values.length));
    this.particles &&= height === 3 && width === 3;
    this.blockRow[k] = row;
    this.blockColumn[k] = column;
    this.blockHeight[k] = height;
    this.blockWidth[k] = width;
    this.blockStart[k + 1] = end;
    this.valueCount = end;
    this.blockCount = k + 1;
    const place = row * this.columns + column;
    if (!this.places.has(place)) this.places.set(place, k);
    return k;
  }

  /** The first block whose upper left corner is at (row, column), or −1. */
  blockAt(row: number, column: number): number {
    return this.places.get(row * this.columns + column) ?? -1;
  }

  /** The block at (row, column) if there is one of this size, else a new one. */
  findOrAddBlock(row: number, column: number, height: number, width: number): number {
    const k = this.blockAt(row, column);
    const fits = k >= 0 && this.blockHeight[k] === height && this.blockWidth[k] === width;
    return fits ? k : this.addBlock(row, column, height, width);
  }

  /** Sets every number to zero; the blocks stay. */
  clear(): void {
    this.values.fill(0);
  }

  /** out = A x. */
  multiply(out: Float64Array, x: Float64Array): void {
    for (let i = 0; i < this.rows; i++) out[i] = 0;
    this.addMultiply(out, x);
  }

  /** out = Aᵀ x. */
  multiplyTransposed(out: Float64Array, x: Float64Array): void {
    for (let i = 0; i < this.columns; i++) out[i] = 0;
    this.addMultiplyTransposed(out, x);
  }

  /** out = out + A x. */
  addMultiply(out: Float64Array, x: Float64Array): void {
    requireRoom("out", out, this.rows);
    requireRoom("x", x, this.columns);
    const { values, blockStart, blockRow, blockColumn, blockHeight, blockWidth, blockCount } = this;
    if (this.particles) {
      for (let k = 0, s = 0; k < blockCount; k++, s += 9) multiply33(out, blockRow[k], values, s, x, blockColumn[k]);
      return;
    }
    for (let k = 0; k < blockCount; k++) {
      const h = blockHeight[k];
      const w = blockWidth[k];
      if (h === 3 && w === 3) multiply33(out, blockRow[k], values, blockStart[k], x, blockColumn[k]);
      else if (w === 6) multiplyWidth6(out, blockRow[k], values, blockStart[k], h, x, blockColumn[k]);
      else multiplyBlock(out, blockRow[k], values, blockStart[k], h, w, x, blockColumn[k]);
    }
  }

  /** out = out + Aᵀ x. */
  addMultiplyTransposed(out: Float64Array, x: Float64Array): void {
    requireRoom("out", out, this.columns);
    requireRoom("x", x, this.rows);
    const { values, blockStart, blockRow, blockColumn, blockHeight, blockWidth, blockCount } = this;
    if (this.particles) {
      for (let k = 0, s = 0; k < blockCount; k++, s += 9) {
        multiplyTransposed33(out, blockColumn[k], values, s, x, blockRow[k]);
      }
      return;
    }
    for (let k = 0; k < blockCount; k++) {
      const h = blockHeight[k];
      const w = blockWidth[k];
      if (h === 3 && w === 3) multiplyTransposed33(out, blockColumn[k], values, blockStart[k], x, blockRow[k]);
      else if (w === 6) multiplyTransposedWidth6(out, blockColumn[k], values, blockStart[k], h, x, blockRow[k]);
      else multiplyTransposedBlock(out, blockColumn[k], values, blockStart[k], h, w, x, blockRow[k]);
    }
  }

  /** The whole matrix, row after row, with its zeros. For tests and for small systems. */
  toDense(): Float64Array {
    const dense = new Float64Array(this.rows * this.columns);
    for (let k = 0; k < this.blockCount; k++) {
      for (let i = 0, s = this.blockStart[k]; i < this.blockHeight[k]; i++) {
        const o = (this.blockRow[k] + i) * this.columns + this.blockColumn[k];
        for (let j = 0; j < this.blockWidth[k]; j++, s++) dense[o + j] += this.values[s];
      }
    }
    return dense;
  }

  private growBlocks(capacity: number): void {
    this.blockStart = resize(this.blockStart, capacity + 1);
    this.blockRow = resize(this.blockRow, capacity);
    this.blockColumn = resize(this.blockColumn, capacity);
    this.blockHeight = resize(this.blockHeight, capacity);
    this.blockWidth = resize(this.blockWidth, capacity);
  }
}

function multiply33(out: Float64Array, o: number, a: Float64Array, s: number, x: Float64Array, i: number): void {
  const x0 = x[i];
  const x1 = x[i + 1];
  const x2 = x[i + 2];
  out[o] += a[s] * x0 + a[s + 1] * x1 + a[s + 2] * x2;
  out[o + 1] += a[s + 3] * x0 + a[s + 4] * x1 + a[s + 5] * x2;
  out[o + 2] += a[s + 6] * x0 + a[s + 7] * x1 + a[s + 8] * x2;
}

function multiplyTransposed33(
  out: Float64Array,
  o: number,
  a: Float64Array,
  s: number,
  x: Float64Array,
  i: number,
): void {
  const x0 = x[i];
  const x1 = x[i + 1];
  const x2 = x[i + 2];
  out[o] += a[s] * x0 + a[s + 3] * x1 + a[s + 6] * x2;
  out[o + 1] += a[s + 1] * x0 + a[s + 4] * x1 + a[s + 7] * x2;
  out[o + 2] += a[s + 2] * x0 + a[s + 5] * x1 + a[s + 8] * x2;
}

/** h × 6: rows against the motion of one body. */
function multiplyWidth6(
  out: Float64Array,
  o: number,
  a: Float64Array,
  start: number,
  h: number,
  x: Float64Array,
  i: number,
): void {
  const x0 = x[i];
  const x1 = x[i + 1];
  const x2 = x[i + 2];
  const x3 = x[i + 3];
  const x4 = x[i + 4];
  const x5 = x[i + 5];
  for (let r = 0, s = start; r < h; r++, s += 6) {
    const low = a[s] * x0 + a[s + 1] * x1 + a[s + 2] * x2;
    out[o + r] += low + (a[s + 3] * x3 + a[s + 4] * x4 + a[s + 5] * x5);
  }
}

function multiplyTransposedWidth6(
  out: Float64Array,
  o: number,
  a: Float64Array,
  start: number,
  h: number,
  x: Float64Array,
  i: number,
): void {
  for (let r = 0, s = start; r < h; r++, s += 6) {
    const xr = x[i + r];
    out[o] += a[s] * xr;
    out[o + 1] += a[s + 1] * xr;
    out[o + 2] += a[s + 2] * xr;
    out[o + 3] += a[s + 3] * xr;
    out[o + 4] += a[s + 4] * xr;
    out[o + 5] += a[s + 5] * xr;
  }
}

function multiplyBlock(
  out: Float64Array,
  o: number,
  a: Float64Array,
  start: number,
  h: number,
  w: number,
  x: Float64Array,
  i: number,
): void {
  for (let r = 0, s = start; r < h; r++) {
    let sum = 0;
    for (let c = 0; c < w; c++, s++) sum += a[s] * x[i + c];
    out[o + r] += sum;
  }
}

function multiplyTransposedBlock(
  out: Float64Array,
  o: number,
  a: Float64Array,
  start: number,
  h: number,
  w: number,
  x: Float64Array,
  i: number,
): void {
  for (let r = 0, s = start; r < h; r++) {
    const xr = x[i + r];
    for (let c = 0; c < w; c++, s++) out[o + c] += a[s] * xr;
  }
}
