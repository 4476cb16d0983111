/** The tolerances of convex hulls and of the bounds of point trees. */

/**
 * Merge tolerance of a hull relative to the extent of its points, dimensionless. It is wide of what rounding does: turned boxes,
 * lattices and dodecahedra need 16 ε of the extent (ε = 2⁻⁵³) to become themselves again, a prism of a thousand sides 128 ε, of the
 * 9000 ε that this gives.
 */
export const extentTolerance = 1e-12;

/**
 * Merge tolerance of a hull relative to the largest coordinate, dimensionless: 128 ε (ε = 2⁻⁵³). Solids that are shifted far away
 * need 8 ε to become themselves again.
 */
export const sizeTolerance: number = 2 ** -46;

/**
 * Factor by which the merge tolerance shrinks where the faces cannot be gathered within it; dimensionless, above 1. Empirical; not
 * derived.
 */
export const toleranceDivisor = 8;

/** Merge tolerance, in the scale of the sorted points (largest coordinate from 1 to 2), below which it becomes 0: 2⁻³ ε. */
export const leastTolerance: number = 2 ** -56;

/**
 * Part of the merge tolerance within which facets are gathered about the plane of the largest; dimensionless, from 0 to 1. The
 * rest is for the plane of all of them, which differs a little.
 */
export const gatherPart = 0.5;

/**
 * Coordinate, in the scale of the sorted points (largest coordinate from 1 to 2), below which it counts as zero: above it the exact
 * signs of orientations are proven.
 */
export const leastCoordinate: number = 2 ** -300;

/** Largest number of points in a leaf of a point tree. Empirical; not derived. */
export const leafSize = 4;

/**
 * Error of the bounds by discs of a point tree, relative to the largest coordinate, dimensionless: some hundred roundings, 512 ε.
 */
export const discRounding: number = 2 ** -44;
