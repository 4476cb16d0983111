/** Tolerances and limits of world/active-set. */
import { speedScale } from "../model/index.js";

// closing of gaps

/** Largest displacement that closes gaps, as a part of the contact tolerance, 0 … 1. Empirical; not derived. */
export const farPart = 0.1;

/** Largest displacement that closes gaps, in multiples of the largest gap, unless `farPart` allows more. Empirical; not derived. */
export const farGaps = 4;

/**
 * Depth to which the closing of gaps may push another contact, as a part of the contact tolerance, 0 … 1. Empirical: a disc between
 * heavy bodies tilted, and its rim was 1.8e-7 m deep.
 */
export const deepPart = 0.25;

/** Velocity error of driven rows below which it is rounding, m/s or rad/s. Empirical; not derived. */
export const drivenRounding = 1e-9 * speedScale;

/** Rounding of the cross product of the unit vectors of two edges that were rotated. */
export const crossRounding = 5e-16;

/**
 * Largest tilt of the normal of crossing edges that counts as rounding, rad. Empirical: an arch that is nearly in balance begins to
 * fall by forces of 1e-10, on edges that cross at 1e-6 rad.
 */
export const mostTilt = 1e-12;

// forces without friction

/** Acceleration of a row beside its terms, 0 … 1, below which it is rounding: some 5 000 ulp, that of a long sum of like terms. */
export const balancedPart = 1e-12;

/** Largest residual of complementarity, 0 … 1, that is not reported: the bound of `residual` in the certificate. */
export const conditionTolerance = 1e-9;

/**
 * First approach that contradictory rows are allowed, as a part of their terms: above their rounding (`balancedPart`), and below
 * the residual that is reported (`conditionTolerance`).
 */
export const leastContradiction = 1e-10;

/**
 * Largest approach that contradictory rows are allowed, as a part of their terms. Empirical: flaps on parallel axes, 1e-8 rad
 * flush.
 */
export const mostContradiction = 1e-3;

/** Growth of the allowed approach from round to round, so that the sum is 100 times as large. Empirical; not derived. */
export const contradictionGrowth = 99;

/** Rounds in which contradictory rows are found. A safeguard. */
export const contradictionRounds = 40;

/** Share of a row in a certificate beside the largest share, 0 … 1, below which the row does not belong to it. */
export const proofPart = 1e-9;

// sticking contacts

/** Component of a normal along the axis of t₁, 0 … 1, above which t₁ is chosen anew. Empirical; not derived. */
export const turnedPart = 0.9;

/** Distance of the numbers of rolling and spinning pairs from those of sliding pairs: more than there are slots, a power of 2. */
export const turningOffset = 2 ** 29;
