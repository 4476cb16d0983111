/**
 * The structure of a sparse LU, which the real and the complex one share: everything but the numbers.
 *
 *   P A Q = L U
 *
 * Q, the order of the columns, reduces fill; it is the minimum-degree order of A + Aᵀ, found once. P, the order of the rows, is
 * chosen column by column while factoring. The entries of column k of L and U are known before a number is computed: they are the
 * nodes that can be reached in the graph of L from the rows of column k of A (J. R. Gilbert and T. Peierls, Sparse partial
 * pivoting in time proportional to arithmetic operations, 1988). A depth-first search finds them in an order in which the
 * triangular solve may visit them.
 */
import { fail, requireLength, resize } from "../../math/index.js";
import { orderMinimumDegree } from "./ordering.js";
import { defaultPivotTolerance } from "./parameters.js";

/** The options of the sparse LU factorisations. */
export interface SparseLuOptions {
  /**
   * A diagonal entry is taken as pivot if it is at least this fraction of the largest candidate in its column, from 0
   * (always, unless zero) to 1 (partial pivoting). Small values keep the factors sparse, large ones keep them accurate.
   * Default 0.1.
   */
  readonly pivotTolerance?: number;
}

/** Patterns and orders of P A Q = L U. Written by `beginFactor`, `findReach` and the numeric kernels. */
export interface SparseLuStructure {
  readonly n: number;
  readonly pivotTolerance: number;
  /** A, by columns: rows `rowIndex[columnStart[j] … columnStart[j+1]−1]`. */
  readonly columnStart: Int32Array;
  readonly rowIndex: Int32Array;
  /** Q: column k of L and U comes from this column of A. */
  readonly columnOrder: Int32Array;
  /** P: the position of row i of A among the pivots; −1 while it has none. */
  readonly rowPosition: Int32Array;
  /** Whether L, U and P describe a complete factorisation, so that new numbers can be put into them. */
  complete: boolean;
  /** L without its diagonal of ones, by columns. Rows of A while factoring, positions once `complete`. */
  readonly lowerStart: Int32Array;
  lowerIndex: Int32Array;
  /** U without its diagonal, by columns, each in an order in which a triangular solve may visit it. Positions. */
  readonly upperStart: Int32Array;
  upperIndex: Int32Array;
  /** The rows found by `findReach`, from the returned index to n − 1, and its scratch. */
  readonly reach: Int32Array;
  readonly resume: Int32Array;
  readonly mark: Int32Array;
}

/** Takes over the pattern of an n×n matrix (its arrays are kept, not copied) and orders its columns. */
export function createSparseLuStructure(
  n: number,
  columnStart: Int32Array,
  rowIndex: Int32Array,
  options: SparseLuOptions,
): SparseLuStructure {
  const { pivotTolerance = defaultPivotTolerance } = options;
  if (!(pivotTolerance >= 0 && pivotTolerance <= 1)) {
    fail("out-of-range", "options.pivotTolerance", "must lie between 0 and 1", pivotTolerance);
  }
  requireColumns("", n, columnStart, rowIndex);
  const entries = columnStart[n];
  return {
    n,
    pivotTolerance,
    columnStart,
    rowIndex,
    columnOrder: orderMinimumDegree(n, columnStart, rowIndex),
    rowPosition: new Int32Array(n),
    complete: false,
    lowerStart: new Int32Array(n + 1),
    lowerIndex: new Int32Array(2 * entries + n),
    upperStart: new Int32Array(n + 1),
    upperIndex: new Int32Array(2 * entries + n),
    reach: new Int32Array(n),
    resume: new Int32Array(n),
    mark: new Int32Array(n),
  };
}

/** Throws unless the arrays describe an n×n matrix by columns, rows rising in each. */
export function requireColumns(path: string, n: number, columnStart: Int32Array, rowIndex: Int32Array): void {
  requireLength(`${path}columnStart`, columnStart, n + 1, "a square matrix of n columns has n + 1 starts");
  if (columnStart[0] !== 0) fail("not-zero", `${path}columnStart[0]`, "must be 0", columnStart[0]);
  for (let j = 0; j < n; j++) {
    if (columnStart[j + 1] < columnStart[j]) {
      fail("decreasing", `${path}columnStart[${j + 1}]`, `must be >= ${columnStart[j]}`, columnStart[j + 1]);
    }
  }
  requireLength(`${path}rowIndex`, rowIndex, columnStart[n], "columnStart[n] is the number of entries");
  for (let j = 0; j < n; j++) {
    for (let p = columnStart[j], last = -1; p < columnStart[j + 1]; p++) {
      const i = rowIndex[p];
      if (i < 0 || i >= n) fail("out-of-range", `${path}rowIndex[${p}]`, `must be a row from 0 to ${n - 1}`, i);
      if (i <= last)
        fail("unsorted", `${path}rowIndex[${p}]`, `must be > ${last}, the row before it`, i, "sort each column");
      last = i;
    }
  }
}

/** Forgets the pivots: the start of a factorisation. */
export function beginFactor(s: SparseLuStructure): void {
  s.complete = false;
  s.rowPosition.fill(-1);
  s.mark.fill(-1);
}

/** Makes room for another column, which can have no more than n entries in L and in U. */
export function reserveColumn(s: SparseLuStructure, k: number): void {
  const l = s.lowerStart[k] + s.n;
  const u = s.upperStart[k] + s.n;
  if (l > s.lowerIndex.length) s.lowerIndex = growIndices(s.lowerIndex, l);
  if (u > s.upperIndex.length) s.upperIndex = growIndices(s.upperIndex, u);
}

/** `values` with room for at least `length` entries. */
export function growValues(values: Float64Array, length: number): Float64Array {
  return length <= values.length ? values : resize(values, length);
}

/**
 * Finds the rows in which column k of L and U is not structurally zero. Writes them to `reach[top … n−1]`, each row
 * that has a pivot before all rows that its column of L touches, and returns `top`.
 */
export function findReach(s: SparseLuStructure, k: number): number {
  const { columnStart, rowIndex, rowPosition, lowerStart, lowerIndex, reach, resume, mark } = s;
  const j = s.columnOrder[k];
  let top = s.n;
  for (let a = columnStart[j]; a < columnStart[j + 1]; a++) {
    if (mark[rowIndex[a]] === k) continue;
    // the stack of the search grows from the front of `reach`, its result from the end
    let depth = 0;
    reach[0] = rowIndex[a];
    mark[rowIndex[a]] = k;
    resume[0] = rowPosition[rowIndex[a]] < 0 ? 0 : lowerStart[rowPosition[rowIndex[a]]];
    while (depth >= 0) {
      const row = reach[depth];
      const column = rowPosition[row];
      const end = column < 0 ? 0 : lowerStart[column + 1];
      let p = resume[depth];
      while (p < end && mark[lowerIndex[p]] === k) p++;
      if (p >= end) {
        depth--;
        reach[--top] = row;
      } else {
        const next = lowerIndex[p];
        const position = rowPosition[next];
        resume[depth] = p + 1;
        mark[next] = k;
        depth++;
        reach[depth] = next;
        resume[depth] = position < 0 ? 0 : lowerStart[position];
      }
    }
  }
  return top;
}

/** Renames the rows of L by their positions: the end of a factorisation. */
export function completeFactor(s: SparseLuStructure): void {
  const { lowerIndex, rowPosition } = s;
  for (let p = 0, end = s.lowerStart[s.n]; p < end; p++) lowerIndex[p] = rowPosition[lowerIndex[p]];
  s.complete = true;
}

function growIndices(indices: Int32Array, length: number): Int32Array {
  return resize(indices, Math.max(length, 2 * indices.length));
}
