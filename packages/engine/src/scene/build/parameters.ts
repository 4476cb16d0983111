/** Tolerances and limits of building a model from a scene file. */

/**
 * The largest violation of a constraint at t = 0 that is repaired by moving things, m or rad: numbers written with few digits.
 * Empirical; not derived.
 */
export const repairableViolation = 1e-3;

/**
 * The largest violation of a constraint at t = 0 that is repaired without a warning, m, rad, m/s or rad/s. Empirical; not
 * derived.
 */
export const silentViolation = 1e-9;

/**
 * The largest number of overlapping pairs that are gathered, of which `mostFaults` are listed. Bodies in one place have as
 * many overlaps as pairs. Empirical; not derived.
 */
export const mostOverlaps = 1000;

/** The largest number of convex pieces of one mesh. Empirical; not derived. */
export const mostPieces = 1024;

/**
 * The length below which the part of a unit vector in a plane counts as zero, so that the vector is normal to it. Empirical; not
 * derived.
 */
export const normalSlack = 1e-9;

/** The distance of the last component of a unit vector from −1 below which the vector counts as −z: a few units of rounding. */
export const oppositeSlack = 1e-15;
