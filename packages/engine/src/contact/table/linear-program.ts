/**
 * What the engine asks of a solver of linear programs. It has none of its own: one is handed over where a method wants it
 * (`@rigor/highs` wraps a good one), and no other method needs it.
 *
 *   minimise  cost · x   under   matrix x ≥ bound   (or = bound),   x ≥ 0   (or of any sign)
 */
export interface LinearProgram {
  readonly rows: number;
  readonly columns: number;
  /** `columns` numbers. */
  readonly cost: Float64Array;
  /** Row by row, `rows` × `columns` numbers. Arrays may be longer than what is used. */
  readonly matrix: Float64Array;
  readonly bound: Float64Array;
  /** Of each row, 1: = bound, 0: ≥ bound. */
  readonly isEquality: Uint8Array;
  /** Of each column, 1: of any sign, 0: ≥ 0. */
  readonly isFree: Uint8Array;
}

export const LinearProgramStatus = {
  optimal: 0,
  /** No x satisfies the rows. */
  infeasible: 1,
  /** Unbounded, out of iterations, or anything else. */
  failed: 2,
} as const;
export type LinearProgramStatus = (typeof LinearProgramStatus)[keyof typeof LinearProgramStatus];

export interface LinearProgramSolver {
  /** Writes `columns` numbers to x where the program is solved. */
  solve(x: Float64Array, program: LinearProgram): LinearProgramStatus;
}
