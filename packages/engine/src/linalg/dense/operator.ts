/**
 * The operator interface: a matrix as its size and its product with a vector. Nothing else is needed by the iterative solvers, so
 * a matrix need never be formed ("matrix-free": J M⁻¹ Jᵀ is three products, not a table of numbers).
 */
import { fail } from "../../math/index.js";

/** A linear map from `columns` numbers to `rows` numbers. */
export interface Operator {
  readonly rows: number;
  readonly columns: number;
  /** out = A x. `out` and `x` are different arrays; entries beyond `rows` and `columns` are left alone. */
  multiply(out: Float64Array, x: Float64Array): void;
  /** out = Aᵀ x. Only the least-squares solver asks for it. */
  multiplyTransposed?(out: Float64Array, x: Float64Array): void;
}

/** How a factorisation or a solve ended. */
export const SolveStatus = {
  /** Solved, or factored, to the accuracy asked for. */
  ok: 0,
  /** The iterations ran out; the best vector so far is in place. */
  iterationLimit: 1,
  /** A direction of negative curvature: the matrix is not positive (semi)definite. */
  indefinite: 2,
  /** A pivot, or the curvature of a direction, is zero to working precision. */
  singular: 3,
  /** The input, or a product, was not finite. */
  notFinite: 4,
  /** Rounding errors keep the residual above the tolerance; more iterations would not help. */
  stagnated: 5,
  /** There is no factor to solve with yet. */
  notFactored: 6,
} as const;
/** The status of a factorisation or a solve; see the constants. */
export type SolveStatus = (typeof SolveStatus)[keyof typeof SolveStatus];

/** Throws unless `values` has room for `length` numbers. */
export function requireRoom(path: string, values: ArrayLike<number>, length: number): void {
  if (values.length < length) fail("wrong-length", path, `must have at least ${length} entries`, values.length);
}

/** Throws unless `matrix` has so many rows and columns. */
export function requireShape(
  path: string,
  matrix: Pick<Operator, "rows" | "columns">,
  rows: number,
  columns: number,
): void {
  if (matrix.rows !== rows || matrix.columns !== columns) {
    fail("wrong-size", path, `must be ${rows} × ${columns}`, `${matrix.rows} × ${matrix.columns}`);
  }
}
