/**
 * Sparse LU of a real unsymmetric matrix given by columns: P A Q = L U, left-looking, with threshold pivoting (see
 * sparse-lu-structure.ts). Column k of L and U is the solution x of a sparse triangular system with the columns before
 * it,
 *
 *   L x = P A q_k,   U(0…k−1, k) = x(0…k−1),   U(k, k) = the pivot,   L(k+1…, k) = x(k+1…) / pivot.
 *
 * New values in the same pattern are put into the L, U, P and Q there are (`refactor`), without search or allocation.
 * If a pivot has become too small beside its column for that, the pivots are chosen anew (`factorAnew`), and storage
 * may grow.
 */
import { requireLength } from "../../math/index.js";
import { SolveStatus } from "../dense/index.js";
import { keepFraction } from "./parameters.js";
import {
  beginFactor,
  completeFactor,
  createSparseLuStructure,
  findReach,
  growValues,
  reserveColumn,
  type SparseLuOptions,
  type SparseLuStructure,
} from "./sparse-lu-structure.js";

/** The factors of one matrix. Written by `factorSparseLu`. */
export interface SparseLu {
  readonly structure: SparseLuStructure;
  /** Values of L and U, one for each index of the structure, and the pivots. */
  lower: Float64Array;
  upper: Float64Array;
  readonly pivots: Float64Array;
  /** How often the pivots were chosen. */
  pivotings: number;
  /** One column in the making; all zero between columns. */
  readonly column: Float64Array;
  /** The right side, permuted. */
  readonly side: Float64Array;
}

/**
 * Room for the factors of an n×n matrix with rows `rowIndex[columnStart[j] … columnStart[j+1]−1]`, rising, in column j.
 */
export function createSparseLu(
  n: number,
  columnStart: Int32Array,
  rowIndex: Int32Array,
  options: SparseLuOptions = {},
): SparseLu {
  const structure = createSparseLuStructure(n, columnStart, rowIndex, options);
  return {
    structure,
    lower: new Float64Array(structure.lowerIndex.length),
    upper: new Float64Array(structure.upperIndex.length),
    pivots: new Float64Array(n),
    pivotings: 0,
    column: new Float64Array(n),
    side: new Float64Array(n),
  };
}

/** Factors the matrix with these values: `ok`, or `singular` or `notFinite`, when the factors are of no use. */
export function factorSparseLu(lu: SparseLu, values: Float64Array): SolveStatus {
  requireLength("values", values, lu.structure.rowIndex.length);
  for (let p = 0; p < values.length; p++) if (!Number.isFinite(values[p])) return SolveStatus.notFinite;
  if (lu.structure.complete && refactor(lu, values)) return SolveStatus.ok;
  lu.column.fill(0);
  const status = factorAnew(lu, values);
  if (status !== SolveStatus.ok) lu.column.fill(0);
  return status;
}

/** Replaces b by A⁻¹ b; if the last factorisation failed, leaves it alone and says `notFactored`. */
export function solveSparseLu(lu: SparseLu, b: Float64Array): SolveStatus {
  if (!lu.structure.complete) return SolveStatus.notFactored;
  const { lower, upper, pivots, side } = lu;
  const { n, rowPosition, columnOrder, lowerStart, lowerIndex, upperStart, upperIndex } = lu.structure;
  for (let i = 0; i < n; i++) side[rowPosition[i]] = b[i];
  for (let k = 0; k < n; k++) {
    const x = side[k];
    if (x === 0) continue;
    for (let p = lowerStart[k], end = lowerStart[k + 1]; p < end; p++) side[lowerIndex[p]] -= lower[p] * x;
  }
  for (let k = n - 1; k >= 0; k--) {
    const x = side[k] / pivots[k];
    b[columnOrder[k]] = x;
    if (x === 0) continue;
    for (let p = upperStart[k], end = upperStart[k + 1]; p < end; p++) side[upperIndex[p]] -= upper[p] * x;
  }
  return SolveStatus.ok;
}

function factorAnew(lu: SparseLu, values: Float64Array): SolveStatus {
  const s = lu.structure;
  const { n, columnStart, rowIndex, columnOrder, lowerStart, upperStart } = s;
  const { column } = lu;
  lu.pivotings++;
  beginFactor(s);
  for (let k = 0; k < n; k++) {
    reserveColumn(s, k);
    lu.lower = growValues(lu.lower, s.lowerIndex.length);
    lu.upper = growValues(lu.upper, s.upperIndex.length);
    const top = findReach(s, k);
    const j = columnOrder[k];
    for (let p = columnStart[j]; p < columnStart[j + 1]; p++) column[rowIndex[p]] = values[p];
    upperStart[k + 1] = solveColumn(lu, k, top);
    const row = choosePivot(lu, k, top);
    if (row < 0) return row === -1 ? SolveStatus.singular : SolveStatus.notFinite;
    lowerStart[k + 1] = storeColumn(lu, k, top, row);
  }
  completeFactor(s);
  return SolveStatus.ok;
}

/** The triangular solve: moves what is above the pivot from `column` to U, and returns the end of U. */
function solveColumn(lu: SparseLu, k: number, top: number): number {
  const { column, lower, upper } = lu;
  const { n, reach, rowPosition, lowerStart, lowerIndex, upperIndex } = lu.structure;
  let u = lu.structure.upperStart[k];
  for (let r = top; r < n; r++) {
    const row = reach[r];
    const position = rowPosition[row];
    if (position < 0) continue;
    const x = column[row];
    column[row] = 0;
    upperIndex[u] = position;
    upper[u] = x;
    u++;
    for (let p = lowerStart[position], end = lowerStart[position + 1]; p < end; p++) {
      column[lowerIndex[p]] -= lower[p] * x;
    }
  }
  return u;
}

/**
 * The row of the pivot: the diagonal of A if it is large enough, else the largest; −1 if all are zero, −2 if not
 * finite.
 */
function choosePivot(lu: SparseLu, k: number, top: number): number {
  const { column } = lu;
  const { n, reach, rowPosition, columnOrder, pivotTolerance } = lu.structure;
  const diagonal = columnOrder[k];
  let best = 0;
  let row = -1;
  let check = 0;
  for (let r = top; r < n; r++) {
    const i = reach[r];
    if (rowPosition[i] >= 0) continue;
    const size = Math.abs(column[i]);
    check += size - size;
    if (size > best) {
      best = size;
      row = i;
    }
  }
  if (check !== 0) return -2;
  if (row < 0 || rowPosition[diagonal] >= 0) return row;
  const size = Math.abs(column[diagonal]);
  return size > 0 && size >= pivotTolerance * best ? diagonal : row;
}

/** Moves what is below the pivot from `column` to L, and returns the end of L. */
function storeColumn(lu: SparseLu, k: number, top: number, pivotRow: number): number {
  const { column, lower } = lu;
  const { n, reach, rowPosition, lowerIndex } = lu.structure;
  const pivot = column[pivotRow];
  lu.pivots[k] = pivot;
  rowPosition[pivotRow] = k;
  column[pivotRow] = 0;
  let l = lu.structure.lowerStart[k];
  for (let r = top; r < n; r++) {
    const i = reach[r];
    if (rowPosition[i] >= 0) continue;
    lowerIndex[l] = i;
    lower[l] = column[i] / pivot;
    column[i] = 0;
    l++;
  }
  return l;
}

/** New numbers for the L and U there are. False if a pivot is too small beside its column, or not finite. */
function refactor(lu: SparseLu, values: Float64Array): boolean {
  const { column, lower, upper, pivots } = lu;
  const { n, columnStart, rowIndex, columnOrder, rowPosition, lowerStart, lowerIndex, upperStart, upperIndex } =
    lu.structure;
  const keep = keepFraction * lu.structure.pivotTolerance;
  for (let k = 0; k < n; k++) {
    const j = columnOrder[k];
    for (let p = columnStart[j], end = columnStart[j + 1]; p < end; p++) column[rowPosition[rowIndex[p]]] = values[p];
    for (let u = upperStart[k], last = upperStart[k + 1]; u < last; u++) {
      const position = upperIndex[u];
      const x = column[position];
      column[position] = 0;
      upper[u] = x;
      for (let p = lowerStart[position], end = lowerStart[position + 1]; p < end; p++) {
        column[lowerIndex[p]] -= lower[p] * x;
      }
    }
    const pivot = column[k];
    column[k] = 0;
    pivots[k] = pivot;
    let largest = 0;
    let check = pivot - pivot;
    for (let p = lowerStart[k], end = lowerStart[k + 1]; p < end; p++) {
      const x = column[lowerIndex[p]];
      column[lowerIndex[p]] = 0;
      largest = Math.max(largest, Math.abs(x));
      check += x - x;
      lower[p] = x / pivot;
    }
    if (pivot === 0 || check !== 0 || Math.abs(pivot) < keep * largest) return false;
  }
  return true;
}
