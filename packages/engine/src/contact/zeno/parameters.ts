/** Tolerances, limits and fractions of contact/zeno. */

/** Length scale of a scene, m: the default tolerances are chosen for bodies of about a metre. */
const lengthScale = 1;

/** Time scale of a scene, s. */
const timeScale = 1;

/** Part of the length of a vector that is left beside others on which it depends. */
export const dependentPart = 1e-9;

/** Contacts of a Zeno model at most. Empirical; not derived: arrays are quadratic in it. */
export const maxZenoContacts = 16;

/** Entries of the velocities of all bodies of a Zeno model at most: 32 bodies. Empirical; not derived. */
export const maxZenoDimension = 192;

/** Approach, in units of speed, below which a contact does not bounce, and rate that counts as zero. */
export const slowestApproach = 1e-7;

/** Approach, in units of speed, that is rounding. */
export const approachRounding = 1e-15;

/** Gap, in units of height, up to which a contact touches when another one lands. */
export const touchingGap = 1e-10;

/** Error of the gaps that the caller gives, m: a contact with such a gap touches up to here. */
export const givenGapError = 1e-13 * lengthScale;

/** Time in which the approach of a contact passes the error of a given gap, s. */
export const givenGapTime = 1e-10 * timeScale;

/** Part of the largest acceleration below which an acceleration is zero. */
export const restingAcceleration = 1e-11;

/** Relative difference up to which dependent rows agree about what is driven. */
export const drivenTolerance = 1e-9;

/** Unit of time below which everything is at rest, s. */
export const shortestUnit = 1e-11 * timeScale;

/**
 * Part of the units of speed and height below which all motion must be for smaller units to be chosen: a power of two, so that
 * scaling is exact.
 */
export const smallestPart = 0.25;

/** Impacts that are followed, times the number of contacts. Empirical; not derived. */
export const maxWork = 40000;

/** Impacts between two judgements of whether there is an end in sight. Empirical; not derived. */
export const judgeInterval = 256;
