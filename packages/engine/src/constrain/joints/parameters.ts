/** Tolerances, limits and fractions of constrain/joints. */

/**
 * Cosine of the angle between axes up to which they are perpendicular: room for the rounding of directions that are given.
 */
export const perpendicularCosine = 1e-9;
