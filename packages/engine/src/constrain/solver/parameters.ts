/** Tolerances, limits and fractions of constrain/solver. */

/** Passes of iterative refinement around the two problems of least squares. */
export const maxRefinements = 6;

/** Residual, relative to what z and b − B z are made of, that is rounding. */
export const refinedResidual = 1e-14;

/** Residual, relative to what z and b − B z are made of, above which there is no solution. */
export const failedResidual = 1e-9;

/** Constraints on one body beyond which the body is a hub, with a node of its own. Empirical; not derived. */
export const hubDegree = 8;

/** Rows up to which a singular A is solved densely. Empirical; not derived: the cost of the dense factor is cubic. */
export const denseRows = 120;

/** Part of the largest pivot below which a pivot of the dense factor is zero. */
export const densePivotTolerance = 1e-10;

/**
 * Factor on |C|², m² or rad², up to which a pivot may come from C ≠ 0: rows that depend on one another where C = 0 leave pivots
 * of about |C|² where it is not.
 */
export const doubtfulPivots = 100;

/** Compliance ε of dependent rows, as a part of the mean of the diagonal of A. */
export const dependentCompliance = 1e-9;

/** Passes that take back a compliance, and iterations of the conjugate gradients of weak rows. A safeguard. */
export const maxCompliantPasses = 100;

/**
 * Compliance of `solveNear`, as a part of the mean of the diagonal of A: what A makes of a motion by less than that is left as
 * it is.
 */
export const contradictionCompliance = 1e-4;

/** Part of its diagonal below which what A makes of a direction is weak: rows then depend on one another nearly. */
export const weakEigenvalue = 1e-5;

/** Part of its diagonal below which what A makes of a direction is rounding: rows then depend on one another. */
export const zeroEigenvalue = 1e-13;

/**
 * Compliance ε of rows that depend on one another nearly, as a part of the mean of the diagonal of A: weak rows are then not
 * taken for dependent, and still weaker ones are found by conjugate gradients.
 */
export const weakCompliance = 1e-13;

/**
 * Power k of the filter (c D (K + c D)⁻¹)ᵏ of weak directions: directions that are not weak have no part in it but for c to this
 * power.
 */
export const weakPower = 3;

/** Iterations of conjugate gradients in a row without progress that are the last. */
export const idlePasses = 4;

/** Part of the mean of the diagonal of A below which an eigenvalue is zero. */
export const rankTolerance = 1e-11;

/** Part of the terms that made it below which a pivot of the sparse factor is zero. */
export const sparsePivotTolerance = 1e-10;

/**
 * Ratio of a motion that meets rows together to those that meet them one by one beyond which rows contradict each other: see
 * `ConstraintSolver.isLong`. A row of n equal bodies makes it about n.
 */
export const longestRatio = 300;

/** Factor by which rounding of C may be amplified in accelerations, 1/s³ at speed 1 m/s. */
export const amplification = 1e6;
