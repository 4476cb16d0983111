/** Tolerances, limits and fractions of contact/detector. */

/** Factor by which bounding balls are larger than they are, for the rounding of reaches. */
export const boundingFactor = 1 + 1e-12;
