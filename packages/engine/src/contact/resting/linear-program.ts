/**
 * The interface to solvers of linear programs. The engine has none of its own: one is given where a method needs it (`@rigor/highs`
 * wraps a good one), and no other method does.
 */

/** A linear program: minimise cost · x under matrix x ≥ bound (or = bound) and x ≥ 0 (or of any sign). */
export interface LinearProgram {
  readonly rows: number;
  readonly columns: number;
  /** Cost of each column: `columns` numbers. */
  readonly cost: Float64Array;
  /** Row by row, `rows` × `columns` numbers. Arrays may be longer than what is used. */
  readonly matrix: Float64Array;
  readonly bound: Float64Array;
  /** Kind of each row: 1 for = bound, 0 for ≥ bound. */
  readonly isEquality: Uint8Array;
  /** Kind of each column: 1 for any sign, 0 for ≥ 0. */
  readonly isFree: Uint8Array;
}

/** Status of a linear program. */
export const LinearProgramStatus = {
  optimal: 0,
  /** No x satisfies the rows. */
  infeasible: 1,
  /** The program is unbounded, out of iterations, or not solved for any other reason. */
  failed: 2,
} as const;
/** Status of a linear program: see the constant of this name. */
export type LinearProgramStatus = (typeof LinearProgramStatus)[keyof typeof LinearProgramStatus];

/** A solver of linear programs. */
export interface LinearProgramSolver {
  /** Writes `columns` numbers to x where the program is solved. */
  solve(x: Float64Array, program: LinearProgram): LinearProgramStatus;
}
