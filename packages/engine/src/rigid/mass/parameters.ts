/** The tolerances of mass properties. */

/** Default density of a solid, kg/m³, as in the scene format: that of water. */
export const defaultDensity = 1000;

/**
 * Tolerance of the conditions on an inertia tensor, relative to its largest entry, dimensionless. Turning and shifting a tensor a
 * few dozen times costs a hundredth of it.
 */
export const inertiaTolerance = 1e-12;

/**
 * Part of the masses or moments that were added and subtracted, dimensionless, below which their difference is rounding: about nine
 * hundred roundings of 2⁻⁵³.
 */
export const differenceTolerance = 1e-13;

/** Product of inertia relative to the trace of the tensor, dimensionless, below which it is rounding. */
export const productTolerance = 1e-15;

/** Volume relative to area times width, dimensionless, below which rounding has taken most of its digits. */
export const volumeTolerance = 1e-12;

/**
 * Deviation of a winding number Ω/4π from a whole number, dimensionless, within which it decides whether a point is inside.
 * Empirical; not derived.
 */
export const windingTolerance = 1e-3;

/**
 * Distance of a point from a triangle relative to its size, dimensionless, below which the point lies on it. Empirical; not
 * derived.
 */
export const surfaceTolerance = 1e-9;
