/**
 * The matrix of the n×n form of backward Euler, after multiplication of (4–5) by the weights:
 *
 *   A = W − h D − h² K,     K = W ∂f/∂x,   D = W ∂f/∂v
 *
 * K and D are symmetric, so A is, and only its lower triangle is stored: blocks of 3×3 numbers (1×1 if the number of
 * coordinates is no multiple of 3), row after row, the diagonal block last in its row. Rows and columns of prescribed
 * coordinates (weight 0) are those of the identity.
 *
 * K and D are summed once a step, and a product with a vector reads half of a symmetric matrix: a quarter of the memory
 * that W x − h D x − h² K x reads.
 *
 * Follows: Implicit Methods, section 4.
 */
import { BlockMatrix, type Operator } from "../../linalg/index.js";

/** The matrix A, as a matrix of blocks (lower triangle) and as an operator (whole). */
export interface ImplicitMatrix extends Operator {
  /** The lower triangle. */
  readonly lower: BlockMatrix;
  /** The number of rows of a block, 3 or 1. */
  readonly size: number;
  /** The start of each block row: row r has the blocks `rowStart[r] … rowStart[r+1]−1`, the last on the diagonal. */
  readonly rowStart: Int32Array;
  /** The block column of each block. */
  readonly column: Int32Array;
  /** Triples `source`, `target`, `length`: the runs of values of K and their place in A. */
  readonly runsOfK: Int32Array;
  /** Triples `source`, `target`, `length`: the runs of values of D and their place in A. */
  readonly runsOfD: Int32Array;
  /** The factors −h and −h². */
  readonly factors: Float64Array;
  /** The block rows with a prescribed coordinate: 1, else 0. */
  readonly touched: Uint8Array;
}

/** Returns the matrix A with the structure of K and D, all zero. */
export function createImplicitMatrix(K: BlockMatrix, D: BlockMatrix): ImplicitMatrix {
  const n = K.rows;
  const size = n % 3 === 0 ? 3 : 1;
  const nodes = n / size;
  const places = new Set<number>();
  for (let r = 0; r < nodes; r++) places.add(r * nodes + r);
  collectPlaces(places, K, size, nodes);
  collectPlaces(places, D, size, nodes);
  const sorted = Float64Array.from(places).sort();
  const lower = new BlockMatrix(n, n);
  const rowStart = new Int32Array(nodes + 1);
  const column = new Int32Array(sorted.length);
  const blockOf = new Map<number, number>();
  for (let k = 0; k < sorted.length; k++) {
    const row = Math.floor(sorted[k] / nodes);
    column[k] = sorted[k] - row * nodes;
    rowStart[row + 1] = k + 1;
    blockOf.set(sorted[k], lower.addBlock(row * size, column[k] * size, size, size));
  }
  const multiply = size === 3 ? multiplyBlocks : multiplyEntries;
  return {
    rows: n,
    columns: n,
    lower,
    size,
    rowStart,
    column,
    runsOfK: findRuns(K, size, nodes, blockOf),
    runsOfD: findRuns(D, size, nodes, blockOf),
    factors: new Float64Array(2),
    touched: new Uint8Array(nodes),
    multiply(out, x) {
      multiply(out, x, lower.values, rowStart, column, nodes);
    },
  };
}

/** Computes A = W − h D − h² K, with h = step[o], s. */
export function assembleImplicitMatrix(
  A: ImplicitMatrix,
  weights: Float64Array,
  K: BlockMatrix,
  D: BlockMatrix,
  step: Float64Array,
  o: number,
): void {
  const { lower, size, rowStart, factors } = A;
  const values = lower.values;
  const h = step[o];
  values.fill(0);
  factors[0] = -h;
  factors[1] = -h * h;
  addRuns(values, D.values, A.runsOfD, factors, 0);
  addRuns(values, K.values, A.runsOfK, factors, 1);
  for (let i = 0; i < weights.length; i++) {
    const r = Math.floor(i / size);
    values[(rowStart[r + 1] - 1) * size * size + (i - r * size) * (size + 1)] += weights[i];
  }
  isolatePrescribed(A, weights);
}

/** Adds factors[o] times the lower triangle of K or D. */
function addRuns(values: Float64Array, source: Float64Array, runs: Int32Array, factors: Float64Array, o: number): void {
  const factor = factors[o];
  for (let r = 0; r < runs.length; r += 3) {
    const s = runs[r];
    const t = runs[r + 1];
    const length = runs[r + 2];
    for (let i = 0; i < length; i++) values[t + i] += factor * source[s + i];
  }
}

/** Makes the rows and columns of weight 0 those of the identity. */
function isolatePrescribed(A: ImplicitMatrix, weights: Float64Array): void {
  const { touched, size, rowStart, column, lower } = A;
  touched.fill(0);
  let any = false;
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] !== 0) continue;
    touched[Math.floor(i / size)] = 1;
    any = true;
  }
  if (!any) return;
  for (let r = 0; r < touched.length; r++) {
    for (let k = rowStart[r]; k < rowStart[r + 1]; k++) {
      if (touched[r] === 0 && touched[column[k]] === 0) continue;
      for (let e = 0; e < size * size; e++) {
        const a = Math.floor(e / size);
        const i = r * size + a;
        const j = column[k] * size + (e - a * size);
        if (weights[i] === 0 || weights[j] === 0) lower.values[k * size * size + e] = i === j ? 1 : 0;
      }
    }
  }
}

/** Computes out = A x for blocks of 3×3. */
function multiplyBlocks(
  out: Float64Array,
  x: Float64Array,
  a: Float64Array,
  rowStart: Int32Array,
  column: Int32Array,
  rows: number,
): void {
  for (let r = 0; r < rows; r++) {
    const i = 3 * r;
    const x0 = x[i];
    const x1 = x[i + 1];
    const x2 = x[i + 2];
    const last = rowStart[r + 1] - 1;
    const d = 9 * last;
    let y0 = a[d] * x0 + a[d + 1] * x1 + a[d + 2] * x2;
    let y1 = a[d + 3] * x0 + a[d + 4] * x1 + a[d + 5] * x2;
    let y2 = a[d + 6] * x0 + a[d + 7] * x1 + a[d + 8] * x2;
    for (let k = rowStart[r]; k < last; k++) {
      const s = 9 * k;
      const j = 3 * column[k];
      const u0 = x[j];
      const u1 = x[j + 1];
      const u2 = x[j + 2];
      y0 += a[s] * u0 + a[s + 1] * u1 + a[s + 2] * u2;
      y1 += a[s + 3] * u0 + a[s + 4] * u1 + a[s + 5] * u2;
      y2 += a[s + 6] * u0 + a[s + 7] * u1 + a[s + 8] * u2;
      out[j] += a[s] * x0 + a[s + 3] * x1 + a[s + 6] * x2;
      out[j + 1] += a[s + 1] * x0 + a[s + 4] * x1 + a[s + 7] * x2;
      out[j + 2] += a[s + 2] * x0 + a[s + 5] * x1 + a[s + 8] * x2;
    }
    out[i] = y0;
    out[i + 1] = y1;
    out[i + 2] = y2;
  }
}

/** Computes out = A x for blocks of 1×1. */
function multiplyEntries(
  out: Float64Array,
  x: Float64Array,
  a: Float64Array,
  rowStart: Int32Array,
  column: Int32Array,
  rows: number,
): void {
  for (let i = 0; i < rows; i++) {
    const last = rowStart[i + 1] - 1;
    let sum = a[last] * x[i];
    for (let k = rowStart[i]; k < last; k++) {
      const j = column[k];
      sum += a[k] * x[j];
      out[j] += a[k] * x[i];
    }
    out[i] = sum;
  }
}

/** Adds the blocks of the lower triangle that M overlaps, as row · nodes + column. */
function collectPlaces(places: Set<number>, M: BlockMatrix, size: number, nodes: number): void {
  for (let k = 0; k < M.blockCount; k++) {
    const row = M.blockRow[k];
    const column = M.blockColumn[k];
    const lastRow = Math.floor((row + M.blockHeight[k] - 1) / size);
    const lastColumn = Math.floor((column + M.blockWidth[k] - 1) / size);
    for (let r = Math.floor(row / size); r <= lastRow; r++) {
      for (let c = Math.floor(column / size); c <= Math.min(lastColumn, r); c++) places.add(r * nodes + c);
    }
  }
}

/** Returns the places in A of the lower triangle of M, as runs of consecutive values. */
function findRuns(M: BlockMatrix, size: number, nodes: number, blockOf: Map<number, number>): Int32Array {
  const runs: number[] = [];
  let place = -1;
  let block = -1;
  for (let k = 0; k < M.blockCount; k++) {
    const w = M.blockWidth[k];
    for (let e = 0; e < M.blockHeight[k] * w; e++) {
      const a = Math.floor(e / w);
      const i = M.blockRow[k] + a;
      const j = M.blockColumn[k] + (e - a * w);
      const r = Math.floor(i / size);
      const c = Math.floor(j / size);
      if (c > r) continue;
      const source = M.blockStart[k] + e;
      if (r * nodes + c !== place) {
        place = r * nodes + c;
        block = blockOf.get(place) as number;
      }
      const target = (block * size + (i - r * size)) * size + (j - c * size);
      const end = runs.length;
      const continues = end > 0 && source === runs[end - 3] + runs[end - 1] && target === runs[end - 2] + runs[end - 1];
      if (continues) runs[end - 1]++;
      else runs.push(source, target, 1);
    }
  }
  return Int32Array.from(runs);
}
