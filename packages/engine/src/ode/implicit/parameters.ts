/**
 * The tolerances and limits of the implicit methods. All are dimensionless; errors are in units of the error allowed. The
 * constants of `radau5` are those of Hairer and Wanner, "Solving Ordinary Differential Equations II", IV.8, and of their code
 * RADAU5, where it is named.
 */

/**
 * The change of the largest entry of y, in parts of its size, at which Newton's iteration of `backwardEuler` has converged: some
 * 5,000 ε. Empirical; not derived.
 */
export const newtonTolerance = 1e-12;

/**
 * The largest number of Newton iterations of `backwardEuler`. The convergence is quadratic, and few are needed. Empirical; not
 * derived.
 */
export const newtonLimit = 30;

/**
 * The size of an entry of y for the differences of `backwardEuler`, in parts of the largest entry, below which it counts as that.
 * Empirical; not derived.
 */
export const typicalPart = 1e-4;

/**
 * The residual of conjugate gradients, in parts of the right side, where the user gives none: as the default of error control. A
 * convention.
 */
export const gradientTolerance = 1e-8;

/** The largest number of iterations that `maxIterations` may ask for: 2³⁰ fits an integer of 32 bits. */
export const mostIterations = 1 << 30;

/** The size of an entry of y below which the increment of a difference is not made smaller, so that it is a normal number. */
export const leastSize = 1e-290;

/** The relative rounding error of f that the check of a Jacobian allows for: 2⁻⁴⁹, eight ε. Empirical; not derived. */
export const roundingPart = 2 ** -49;

/** The safety factor of the controller of `radau5`: RADAU5 (SAFE). */
export const safety = 0.9;

/** The least factor on the step from one step to the next: RADAU5 (FACL, 1/5). */
export const leastFactor = 0.2;

/** The greatest factor on the step from one step to the next: RADAU5 (FACR, 8). */
export const greatestFactor = 8;

/** The factor on the step below which the factorisations are kept instead: RADAU5 (QUOT2). */
export const keepFactor = 1.2;

/** The contraction of Newton's iteration, θ, below which f′ is kept: RADAU5 (THET). */
export const goodContraction = 0.001;

/** The contraction of Newton's iteration, θ, from which on it has failed: RADAU5. */
export const worstContraction = 0.99;

/** The largest number of Newton iterations for the stages: RADAU5 (NIT). */
export const stageIterations = 7;

/** The greatest error that Newton's iteration may leave by default, in units of the error allowed: RADAU5 (FNEWT). */
export const greatestKappa = 0.03;

/** The numerator of the least such error, which is this over the relative tolerance: some ten ε, as RADAU5 (10 UROUND). */
export const leastKappa = 2e-15;

/** The relative tolerance that stands in for 0 in the choice of that error. Empirical; not derived. */
export const kappaRelative = 1e-6;

/**
 * The relative tolerance that stands in for 0 where the absolute tolerance is made a size of y. A convention: the default
 * tolerance.
 */
export const sizeRelative = 1e-8;

/** The factor from tolerance^(2/3) to the tolerance of the error estimate of order 3: RADAU5 (0.1 RTOL^(2/3)). */
export const estimatePart = 0.1;

/** The least error norm that the controller divides by: RADAU5. */
export const leastError = 1e-10;

/** The least error norm that the predictive controller remembers: RADAU5 (ERRACC). */
export const leastLastError = 0.01;

/** The least change, and the least rate, that the contraction of Newton's iteration is measured from: RADAU5 (UROUND). */
export const leastRate = 1e-16;

/** The factor on the step where the stages were not found: RADAU5. */
export const failureFactor = 0.5;

/** The factor on the step after a trial whose f or y was not finite. Empirical; not derived. */
export const retreatFactor = 0.25;

/** The factor on the first step of a run where its error is too large: RADAU5. */
export const firstFactor = 0.1;

/** The factor on the step where Newton's iteration would end too late, over a root of the expected error: RADAU5. */
export const shortfallFactor = 0.8;

/** The greatest expected error of Newton's iteration whose root is taken there: RADAU5. */
export const greatestShortfall = 20;

/** The least order of that root, reached where no iteration is left: RADAU5. */
export const shortfallOrder = 4;
