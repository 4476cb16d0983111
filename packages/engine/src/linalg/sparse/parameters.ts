/** The tuning constants of the sparse factorisations. All are pure numbers. */

/** Part of the terms that made it, 0 … 1, below which a pivot of a block LDLᵀ is zero, by default. Empirical; not derived. */
export const ldlTolerance = 1e-13;
/** Part of `safePivot`, 0 … 1, below which a tolerance lets definite blocks be factored without exchanges. Empirical. */
export const plainTolerance = 0.01;
/**
 * Part of the largest candidate in its column, 0 … 1, from which on a diagonal entry is the pivot of a sparse LU, by default. Small
 * values keep the factors sparse, large ones keep them accurate; see the backward errors in docs/linalg.md.
 */
export const defaultPivotTolerance = 0.1;
/**
 * Part of what the pivot tolerance asks of a new pivot, 0 … 1, down to which a pivot is kept for new values. Less would cost
 * accuracy, more would choose pivots anew at every change of the step.
 */
export const keepFraction = 0.1;
/** Least number of neighbours of a node that is ordered last. Empirical; not derived. */
export const leastHub = 16;
/** Multiple of the square root of the number of nodes beyond which a node with so many neighbours is ordered last. Empirical. */
export const hubFactor = 10;
