/** Tolerances, limits and fractions of contact/resting. */

/** Scaled acceleration of the approximation above which a contact vanishes, r > 0. */
export const vanishingAcceleration = 1e-7;

/**
 * Difference of scaled accelerations from those that the solver of linear programs has promised: its own tolerances are of this
 * size.
 */
export const programTolerance = 1e-6;

/** Relative residual above which a polish has stalled and is sharpened by the dual method. */
export const stalledResidual = 2e-14;

/** Work, rows × columns × the smaller of both, up to which a polish is sharpened: that takes some 10 ms. */
export const sharpeningWork = 3e7;

/** Relative residual up to which forces are accepted although no method has met its tolerance. */
export const acceptedResidual = 1e-10;
