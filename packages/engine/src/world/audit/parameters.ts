/** Tolerances, bounds and counts of world/audit. */
import { lengthScale, speedScale, timeScale } from "../model/index.js";

/**
 * Time over which forces count at least, s: impulses that are not reported are compared with the impulse of the forces in it.
 * Empirical; not derived.
 */
export const minDuration = timeScale / 64;

/** Speed that counts as rounding, as a part of the tolerance of the integrator, m/s. Empirical; not derived. */
export const slowPart = 1e-3 * speedScale;

/** Speed that counts as rounding at every tolerance, m/s. Empirical; not derived. */
export const slowSpeed = 1e-12 * speedScale;

/** Part of momenta and rates that is rounding: the sum of many steps is rounded in each. Empirical; not derived. */
export const momentumRounding = 1e-12;

/**
 * Part of positions, rotations and coordinates that is rounding: the sum of many steps is rounded in each. Empirical; not
 * derived.
 */
export const positionRounding = 1e-13;

/** Bound of the force balance as a multiple of the tolerance of the integrator. Empirical; not derived. */
export const forceFactor = 10;

/** Least bound of the force balance: events are located no better than to leave this. Empirical; not derived. */
export const minForceBound = 1e-9;

/** Greatest bound of the force balance: a hundredth of the largest force is an error at every tolerance. */
export const maxForceBound = 1e-2;

/** Bound of the energy error as a multiple of the tolerance of the integrator. Empirical; not derived. */
export const energyFactor = 10;

/** Least bound of the energy error: events are located no better than to leave this. Empirical; not derived. */
export const minEnergyBound = 1e-9;

/** Greatest bound of the energy error: a hundredth of the largest energy is an error at every tolerance. */
export const maxEnergyBound = 1e-2;

/** Bound of the error of joints as a multiple of the tolerance of the integrator, m or rad. Empirical; not derived. */
export const jointFactor = 0.1 * lengthScale;

/** Least bound of the error of joints, m or rad. Empirical; not derived. */
export const minJointBound = 1e-9 * lengthScale;

/** Greatest bound of the kinematic error that a tolerance of the integrator gives, m: 1 mm is an error at every tolerance. */
export const maxKinematicBound = 1e-3 * lengthScale;

/**
 * Bound of the decrease of dissipated energy as a part of the tolerance. The power of slow friction is integrated with weights of
 * either sign. Empirical: 8e-5 of the tolerance was measured at 1e-3, with a tippe top, and none at 1e-5.
 */
export const dropFactor = 1e-4;

/**
 * Bound of the decrease of dissipated energy by Adams' method. Empirical: 3e-3 of the tolerance was measured, with a tippe top at
 * 1e-8.
 */
export const adamsDropFactor = 1e-2;

/** Least bound of the decrease of dissipated energy: rounding of the largest energy exchanged. */
export const minDropBound = 1e-12;

/** Part of the largest force on a body at rest that the reported forces may leave unbalanced. Empirical; not derived. */
export const mostUncarried = 1e-9;

/** Panels of the quadrature along a driven path, at most: a change within a hundredth of the window is resolved. */
export const maxPanels = 128;

/** Change of a quadrature at a halving of its panels below which the integral is known, m or rad. Empirical; not derived. */
export const knownIntegral = 1e-10 * lengthScale;

/** Cosine of half the angle between two rotations up to which q and −q are distinguished. Empirical; not derived. */
export const sameSide = 0.3;

/** First step h of differences in a coordinate, rad or m; a power of two. Empirical; not derived. */
export const firstDifference = 2 ** -9;

/** Factor of h where a derivative is not known well enough; a power of two. Empirical; not derived. */
export const finerDifference = 2 ** -3;

/** Values of h that are tried; ≥ 1. Empirical; not derived. */
export const differenceTrials = 3;

/** Uncertainty of a derivative that is small enough, as a part of it or of the energies. Empirical; not derived. */
export const knownDerivative = 1e-10;

/** Relative rounding of an energy, as a sum over parts: a few roundings of a double. */
export const energyRounding = 2 ** -50;

/**
 * Coordinates of a system that are verified at a sample, at most; the others take turns. Empirical; not derived: it bounds the
 * effort.
 */
export const mostJudged = 2;
