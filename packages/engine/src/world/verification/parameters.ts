/** Fractions of the verification of reported forces. */

/** Part of a momentum that is rounding: changes of momentum are known up to it. */
export const momentumRounding = 1e-13;

/**
 * Part of the integration tolerance by which the momenta of a step may be in error, relative to themselves and to those of 1 m/s.
 * Empirical: ten times the largest error measured of springs and tops.
 */
export const stepErrorShare = 5e-3;

/**
 * Factor of the uncertainty of the terms of Lagrange's equations: two terms with that uncertainty may be in error to either side.
 */
export const uncertaintyFactor = 2;
