/**
 * The linear systems of the implicit methods, (σ I − f′) x = b: σ = 1/h for backward Euler (3–2), a real and a complex
 * σ for Radau. Dense, or sparse if the Jacobian has a pattern; the pattern is then completed by the diagonal.
 *
 * Follows: Implicit Methods, section 3.
 */
import {
  createSparseComplexLu,
  createSparseLu,
  factorComplexLu,
  factorLu,
  factorSparseComplexLu,
  factorSparseLu,
  type SolveStatus,
  type SparseComplexLu,
  type SparseLu,
  solveComplexLu,
  solveLu,
  solveSparseComplexLu,
  solveSparseLu,
} from "../../linalg/index.js";
import type { Pattern } from "../problem/index.js";
import type { Jacobian } from "./jacobian.js";

/** The factored matrix σ I − f′ for a real shift σ: dense, or the values of the completed pattern. */
export interface ShiftedSystem {
  /** The Jacobian f′. */
  readonly jacobian: Jacobian;
  /** The index in the matrix of each value of the Jacobian. */
  readonly place: Int32Array;
  /** The index in the matrix of each diagonal entry. */
  readonly diagonal: Int32Array;
  /** The matrix, then its factors where it is dense. */
  readonly re: Float64Array;
  /** The row exchanges of the dense factorisation. */
  readonly pivots: Int32Array;
  /** The sparse factorisation, if there is a pattern. */
  readonly sparse: SparseLu | undefined;
}

/** The factored matrix σ I − f′ for a complex shift σ: dense, or the values of the completed pattern. */
export interface ComplexShiftedSystem {
  /** The Jacobian f′. */
  readonly jacobian: Jacobian;
  /** The index in the matrix of each value of the Jacobian. */
  readonly place: Int32Array;
  /** The index in the matrix of each diagonal entry. */
  readonly diagonal: Int32Array;
  /** The real part of the matrix, then of its factors where it is dense. */
  readonly re: Float64Array;
  /** The imaginary part of the matrix, then of its factors where it is dense. */
  readonly im: Float64Array;
  /** The row exchanges of the dense factorisation. */
  readonly pivots: Int32Array;
  /** The sparse factorisation, if there is a pattern. */
  readonly sparse: SparseComplexLu | undefined;
}

/** Returns a system with a real shift, not yet factored. */
export function createShifted(jacobian: Jacobian): ShiftedSystem {
  const n = jacobian.typical.length;
  const { pattern, place, diagonal, length } = placeEntries(n, jacobian.pattern);
  const sparse = pattern === undefined ? undefined : createSparseLu(n, pattern.columnStart, pattern.rowIndex);
  return { jacobian, place, diagonal, re: new Float64Array(length), pivots: new Int32Array(n), sparse };
}

/** Returns a system with a complex shift, not yet factored. */
export function createComplexShifted(jacobian: Jacobian): ComplexShiftedSystem {
  const n = jacobian.typical.length;
  const { pattern, place, diagonal, length } = placeEntries(n, jacobian.pattern);
  const sparse = pattern === undefined ? undefined : createSparseComplexLu(n, pattern.columnStart, pattern.rowIndex);
  const re = new Float64Array(length);
  return { jacobian, place, diagonal, re, im: new Float64Array(length), pivots: new Int32Array(n), sparse };
}

/** Factors σ I − f′ with σ = shift[o]. */
export function factorShifted(system: ShiftedSystem, shift: Float64Array, o: number): SolveStatus {
  const { diagonal, re, sparse } = system;
  const sigma = shift[o];
  negateJacobian(re, system.jacobian.values, system.place);
  for (let j = 0; j < diagonal.length; j++) re[diagonal[j]] += sigma;
  return sparse === undefined ? factorLu(re, system.pivots, diagonal.length) : factorSparseLu(sparse, re);
}

/** Factors σ I − f′ with σ = shift[o] + i shift[o + 1]. */
export function factorComplexShifted(system: ComplexShiftedSystem, shift: Float64Array, o: number): SolveStatus {
  const { diagonal, re, im, sparse } = system;
  const sigmaRe = shift[o];
  const sigmaIm = shift[o + 1];
  negateJacobian(re, system.jacobian.values, system.place);
  im.fill(0);
  for (let j = 0; j < diagonal.length; j++) {
    re[diagonal[j]] += sigmaRe;
    im[diagonal[j]] = sigmaIm;
  }
  if (sparse === undefined) return factorComplexLu(re, im, system.pivots, diagonal.length);
  return factorSparseComplexLu(sparse, re, im);
}

/** Replaces b by (σ I − f′)⁻¹ b. */
export function solveShifted(system: ShiftedSystem, b: Float64Array): void {
  if (system.sparse !== undefined) solveSparseLu(system.sparse, b);
  else solveLu(system.re, system.pivots, system.pivots.length, b);
}

/** Replaces bRe + i bIm by (σ I − f′)⁻¹ (bRe + i bIm). */
export function solveComplexShifted(system: ComplexShiftedSystem, bRe: Float64Array, bIm: Float64Array): void {
  if (system.sparse !== undefined) solveSparseComplexLu(system.sparse, bRe, bIm);
  else solveComplexLu(system.re, system.im, system.pivots, system.pivots.length, bRe, bIm);
}

/** Sets the matrix to −f′, with zeros where the Jacobian has no entry. */
function negateJacobian(matrix: Float64Array, values: Float64Array, place: Int32Array): void {
  if (place.length < matrix.length) matrix.fill(0);
  for (let e = 0; e < place.length; e++) matrix[place[e]] = -values[e];
}

/** The completed pattern, and the places in it. */
interface Places {
  readonly pattern: Pattern | undefined;
  readonly place: Int32Array;
  readonly diagonal: Int32Array;
  readonly length: number;
}

/** Returns the pattern completed by the diagonal, with the places of the old entries and of the diagonal. */
function placeEntries(n: number, pattern: Pattern | undefined): Places {
  const diagonal = new Int32Array(n);
  if (pattern === undefined) {
    for (let j = 0; j < n; j++) diagonal[j] = j * n + j;
    return { pattern, place: Int32Array.from({ length: n * n }, (_, e) => e), diagonal, length: n * n };
  }
  const { columnStart, rowIndex } = pattern;
  const place = new Int32Array(rowIndex.length);
  const start = new Int32Array(n + 1);
  const rows = new Int32Array(rowIndex.length + n);
  let end = 0;
  for (let j = 0; j < n; j++) {
    let e = columnStart[j];
    for (; e < columnStart[j + 1] && rowIndex[e] < j; e++) {
      place[e] = end;
      rows[end++] = rowIndex[e];
    }
    diagonal[j] = end;
    rows[end++] = j;
    if (e < columnStart[j + 1] && rowIndex[e] === j) place[e++] = end - 1;
    for (; e < columnStart[j + 1]; e++) {
      place[e] = end;
      rows[end++] = rowIndex[e];
    }
    start[j + 1] = end;
  }
  return { pattern: { columnStart: start, rowIndex: rows.slice(0, end) }, place, diagonal, length: end };
}
