/** Tolerances of describing a world as a scene file. */

/**
 * The absolute value below which a coordinate (m), a velocity (m/s, rad/s) or a part of a quaternion is rounding and counts as
 * zero. Empirical; not derived.
 */
export const roundingSlack = 1e-12;

/**
 * The distance between two centres of mass up to which they count as one, m; for bodies with mass it is relative to their size,
 * and so is that of inertias. Empirical; not derived.
 */
export const sameSlack = 1e-9;
