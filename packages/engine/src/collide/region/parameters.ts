/**
 * Parameters of the room `region`.
 */

/** The rounding of coordinates in the view, as a part of the reaches of the two shapes: some roundings. */
export const regionRounding = 4e-15;

/**
 * The length of an edge in the plane, in lateral limits, below which an edge that leaves the footprint is steep: what it meets
 * is met by its corner; ≥ 1. Empirical; not derived.
 */
export const steepness = 100;

/**
 * The cosine of the angle between n and a face normal above which the face has a height at (u, v); > 0. Empirical; not
 * derived.
 */
export const leastFacingCosine = 0.01;
