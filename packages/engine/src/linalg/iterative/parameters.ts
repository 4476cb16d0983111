/** The tuning constants of the iterative solvers. All are pure numbers. */

/** Residual beside |b|, 0 … 1, at which conjugate gradients stop, by default. */
export const cgTolerance = 1e-10;
/** Residual beside |b| + |M||x|, 0 … 1, at which LSQR stops, by default. */
export const leastSquaresTolerance = 1e-12;
/** Iterations for each unknown, by default. In exact arithmetic one is enough. */
export const iterationsPerUnknown = 10;
/** Iterations that small problems may take at least, by default. */
export const leastIterations = 100;
/** Curvature beside its terms, 0 … 1, below minus which a matrix is indefinite and not only singular. Empirical; not derived. */
export const curvatureRounding = 1e-14;
