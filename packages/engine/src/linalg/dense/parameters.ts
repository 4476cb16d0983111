/** The tuning constants of the dense factorisations. All are pure numbers; ε = 2⁻⁵². */

/** Part of the terms that made a pivot, 0 … 1, above which a definite matrix needs no exchanges: it has lost two digits at most. */
export const safePivot = 1e-2;
/** Roundings allowed for in a pivot of an updated factor: 8 ε beside the terms of its bound. */
export const pivotNoise = 8 * 2 ** -52;
/** Part of its diagonal entry, 0 … 1, below which a pivot of an updated factor is zero, by default. Empirical; not derived. */
export const updatableTolerance = 1e-13;
/** Sweeps over the rows in which powers of two are balanced, at most. Empirical; not derived. */
export const balanceSweeps = 200;
/** Part of |n|², 0 … 1, that rounding leaves of a vector that depends on the columns of Q: the square of 3e-15. */
export const qrRounding = 1e-29;
