/**
 * Sparse LU of a complex unsymmetric matrix given by columns, P A Q = L U: sparse-lu.ts with the real and the imaginary
 * parts of every array apart. The two share their orders and patterns (sparse-lu-structure.ts), not their arithmetic,
 * so that the real one pays nothing for the complex one. Sizes are |Re| + |Im|; pivots are kept as their inverses.
 */
import { requireLength } from "../../math/index.js";
import { invertComplex, SolveStatus } from "../dense/index.js";
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

/** The factors of one complex matrix. Written by `factorSparseComplexLu`. */
export interface SparseComplexLu {
  readonly structure: SparseLuStructure;
  lowerRe: Float64Array;
  lowerIm: Float64Array;
  upperRe: Float64Array;
  upperIm: Float64Array;
  /** 1 / pivot. */
  readonly inverseRe: Float64Array;
  readonly inverseIm: Float64Array;
  /** How often the pivots were chosen. */
  pivotings: number;
  /** One column in the making; all zero between columns. */
  readonly columnRe: Float64Array;
  readonly columnIm: Float64Array;
  /** The right side, permuted. */
  readonly sideRe: Float64Array;
  readonly sideIm: Float64Array;
}

/**
 * Room for the factors of an n×n matrix with rows `rowIndex[columnStart[j] … columnStart[j+1]−1]`, rising, in column j.
 */
export function createSparseComplexLu(
  n: number,
  columnStart: Int32Array,
  rowIndex: Int32Array,
  options: SparseLuOptions = {},
): SparseComplexLu {
  const structure = createSparseLuStructure(n, columnStart, rowIndex, options);
  const lower = structure.lowerIndex.length;
  const upper = structure.upperIndex.length;
  return {
    structure,
    lowerRe: new Float64Array(lower),
    lowerIm: new Float64Array(lower),
    upperRe: new Float64Array(upper),
    upperIm: new Float64Array(upper),
    inverseRe: new Float64Array(n),
    inverseIm: new Float64Array(n),
    pivotings: 0,
    columnRe: new Float64Array(n),
    columnIm: new Float64Array(n),
    sideRe: new Float64Array(n),
    sideIm: new Float64Array(n),
  };
}

/** Factors the matrix with these values: `ok`, or `singular` or `notFinite`, when the factors are of no use. */
export function factorSparseComplexLu(lu: SparseComplexLu, re: Float64Array, im: Float64Array): SolveStatus {
  requireLength("re", re, lu.structure.rowIndex.length);
  requireLength("im", im, lu.structure.rowIndex.length);
  for (let p = 0; p < re.length; p++) if (!Number.isFinite(re[p] + im[p])) return SolveStatus.notFinite;
  if (lu.structure.complete && refactor(lu, re, im)) return SolveStatus.ok;
  clearColumn(lu);
  const status = factorAnew(lu, re, im);
  if (status !== SolveStatus.ok) clearColumn(lu);
  return status;
}

/** Replaces b = bRe + i bIm by A⁻¹ b; if the last factorisation failed, leaves it alone and says `notFactored`. */
export function solveSparseComplexLu(lu: SparseComplexLu, bRe: Float64Array, bIm: Float64Array): SolveStatus {
  if (!lu.structure.complete) return SolveStatus.notFactored;
  const { lowerRe, lowerIm, upperRe, upperIm, inverseRe, inverseIm, sideRe, sideIm } = lu;
  const { n, rowPosition, columnOrder, lowerStart, lowerIndex, upperStart, upperIndex } = lu.structure;
  for (let i = 0; i < n; i++) {
    sideRe[rowPosition[i]] = bRe[i];
    sideIm[rowPosition[i]] = bIm[i];
  }
  for (let k = 0; k < n; k++) {
    const xRe = sideRe[k];
    const xIm = sideIm[k];
    if (xRe === 0 && xIm === 0) continue;
    for (let p = lowerStart[k], end = lowerStart[k + 1]; p < end; p++) {
      const i = lowerIndex[p];
      sideRe[i] -= lowerRe[p] * xRe - lowerIm[p] * xIm;
      sideIm[i] -= lowerRe[p] * xIm + lowerIm[p] * xRe;
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    const xRe = sideRe[k] * inverseRe[k] - sideIm[k] * inverseIm[k];
    const xIm = sideRe[k] * inverseIm[k] + sideIm[k] * inverseRe[k];
    bRe[columnOrder[k]] = xRe;
    bIm[columnOrder[k]] = xIm;
    if (xRe === 0 && xIm === 0) continue;
    for (let p = upperStart[k], end = upperStart[k + 1]; p < end; p++) {
      const i = upperIndex[p];
      sideRe[i] -= upperRe[p] * xRe - upperIm[p] * xIm;
      sideIm[i] -= upperRe[p] * xIm + upperIm[p] * xRe;
    }
  }
  return SolveStatus.ok;
}

function factorAnew(lu: SparseComplexLu, re: Float64Array, im: Float64Array): SolveStatus {
  const s = lu.structure;
  const { n, columnStart, rowIndex, columnOrder, lowerStart, upperStart } = s;
  const { columnRe, columnIm } = lu;
  lu.pivotings++;
  beginFactor(s);
  for (let k = 0; k < n; k++) {
    reserveColumn(s, k);
    growFactors(lu);
    const top = findReach(s, k);
    const j = columnOrder[k];
    for (let p = columnStart[j]; p < columnStart[j + 1]; p++) {
      columnRe[rowIndex[p]] = re[p];
      columnIm[rowIndex[p]] = im[p];
    }
    upperStart[k + 1] = solveColumn(lu, k, top);
    const row = choosePivot(lu, k, top);
    if (row < 0) return row === -1 ? SolveStatus.singular : SolveStatus.notFinite;
    lowerStart[k + 1] = storeColumn(lu, k, top, row);
  }
  completeFactor(s);
  return SolveStatus.ok;
}

function growFactors(lu: SparseComplexLu): void {
  const { lowerIndex, upperIndex } = lu.structure;
  lu.lowerRe = growValues(lu.lowerRe, lowerIndex.length);
  lu.lowerIm = growValues(lu.lowerIm, lowerIndex.length);
  lu.upperRe = growValues(lu.upperRe, upperIndex.length);
  lu.upperIm = growValues(lu.upperIm, upperIndex.length);
}

/** The triangular solve: moves what is above the pivot from the column to U, and returns the end of U. */
function solveColumn(lu: SparseComplexLu, k: number, top: number): number {
  const { columnRe, columnIm, lowerRe, lowerIm, upperRe, upperIm } = lu;
  const { n, reach, rowPosition, lowerStart, lowerIndex, upperIndex } = lu.structure;
  let u = lu.structure.upperStart[k];
  for (let r = top; r < n; r++) {
    const row = reach[r];
    const position = rowPosition[row];
    if (position < 0) continue;
    const xRe = columnRe[row];
    const xIm = columnIm[row];
    columnRe[row] = 0;
    columnIm[row] = 0;
    upperIndex[u] = position;
    upperRe[u] = xRe;
    upperIm[u] = xIm;
    u++;
    for (let p = lowerStart[position], end = lowerStart[position + 1]; p < end; p++) {
      const i = lowerIndex[p];
      columnRe[i] -= lowerRe[p] * xRe - lowerIm[p] * xIm;
      columnIm[i] -= lowerRe[p] * xIm + lowerIm[p] * xRe;
    }
  }
  return u;
}

/**
 * The row of the pivot: the diagonal of A if it is large enough, else the largest; −1 if all are zero, −2 if not
 * finite.
 */
function choosePivot(lu: SparseComplexLu, k: number, top: number): number {
  const { columnRe, columnIm } = lu;
  const { n, reach, rowPosition, columnOrder, pivotTolerance } = lu.structure;
  const diagonal = columnOrder[k];
  let best = 0;
  let row = -1;
  let check = 0;
  for (let r = top; r < n; r++) {
    const i = reach[r];
    if (rowPosition[i] >= 0) continue;
    const size = Math.abs(columnRe[i]) + Math.abs(columnIm[i]);
    check += size - size;
    if (size > best) {
      best = size;
      row = i;
    }
  }
  if (check !== 0) return -2;
  if (row < 0 || rowPosition[diagonal] >= 0) return row;
  const size = Math.abs(columnRe[diagonal]) + Math.abs(columnIm[diagonal]);
  return size > 0 && size >= pivotTolerance * best ? diagonal : row;
}

/** Moves what is below the pivot from the column to L, and returns the end of L. */
function storeColumn(lu: SparseComplexLu, k: number, top: number, pivotRow: number): number {
  const { columnRe, columnIm, lowerRe, lowerIm, inverseRe, inverseIm } = lu;
  const { n, reach, rowPosition, lowerIndex } = lu.structure;
  invertComplex(inverseRe, inverseIm, k, columnRe, columnIm, pivotRow);
  const qRe = inverseRe[k];
  const qIm = inverseIm[k];
  rowPosition[pivotRow] = k;
  columnRe[pivotRow] = 0;
  columnIm[pivotRow] = 0;
  let l = lu.structure.lowerStart[k];
  for (let r = top; r < n; r++) {
    const i = reach[r];
    if (rowPosition[i] >= 0) continue;
    lowerIndex[l] = i;
    lowerRe[l] = columnRe[i] * qRe - columnIm[i] * qIm;
    lowerIm[l] = columnRe[i] * qIm + columnIm[i] * qRe;
    columnRe[i] = 0;
    columnIm[i] = 0;
    l++;
  }
  return l;
}

/** New numbers for the L and U there are. False if a pivot is too small beside its column, or not finite. */
function refactor(lu: SparseComplexLu, re: Float64Array, im: Float64Array): boolean {
  const { columnRe, columnIm, lowerRe, lowerIm, upperRe, upperIm } = lu;
  const { n, columnStart, rowIndex, columnOrder, rowPosition, lowerStart, lowerIndex, upperStart, upperIndex } =
    lu.structure;
  for (let k = 0; k < n; k++) {
    const j = columnOrder[k];
    for (let p = columnStart[j], end = columnStart[j + 1]; p < end; p++) {
      const i = rowPosition[rowIndex[p]];
      columnRe[i] = re[p];
      columnIm[i] = im[p];
    }
    for (let u = upperStart[k], last = upperStart[k + 1]; u < last; u++) {
      const position = upperIndex[u];
      const xRe = columnRe[position];
      const xIm = columnIm[position];
      columnRe[position] = 0;
      columnIm[position] = 0;
      upperRe[u] = xRe;
      upperIm[u] = xIm;
      for (let p = lowerStart[position], end = lowerStart[position + 1]; p < end; p++) {
        const i = lowerIndex[p];
        columnRe[i] -= lowerRe[p] * xRe - lowerIm[p] * xIm;
        columnIm[i] -= lowerRe[p] * xIm + lowerIm[p] * xRe;
      }
    }
    if (!scaleColumn(lu, k)) return false;
  }
  return true;
}

/** Divides what is below pivot k by it, and clears the column. False if the pivot is too small, or not finite. */
function scaleColumn(lu: SparseComplexLu, k: number): boolean {
  const { columnRe, columnIm, lowerRe, lowerIm } = lu;
  const { lowerStart, lowerIndex, pivotTolerance } = lu.structure;
  const size = Math.abs(columnRe[k]) + Math.abs(columnIm[k]);
  invertComplex(lu.inverseRe, lu.inverseIm, k, columnRe, columnIm, k);
  const qRe = lu.inverseRe[k];
  const qIm = lu.inverseIm[k];
  columnRe[k] = 0;
  columnIm[k] = 0;
  let largest = 0;
  let check = size - size;
  for (let p = lowerStart[k], end = lowerStart[k + 1]; p < end; p++) {
    const i = lowerIndex[p];
    const xRe = columnRe[i];
    const xIm = columnIm[i];
    columnRe[i] = 0;
    columnIm[i] = 0;
    const entry = Math.abs(xRe) + Math.abs(xIm);
    largest = Math.max(largest, entry);
    check += entry - entry;
    lowerRe[p] = xRe * qRe - xIm * qIm;
    lowerIm[p] = xRe * qIm + xIm * qRe;
  }
  return size > 0 && check === 0 && size >= keepFraction * pivotTolerance * largest;
}

function clearColumn(lu: SparseComplexLu): void {
  lu.columnRe.fill(0);
  lu.columnIm.fill(0);
}
