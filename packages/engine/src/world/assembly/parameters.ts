/** Tolerances, limits and initial sizes of world/assembly. All are pure numbers. */

/** Contacts that the tables of cones have room for at first; tables grow by doubling. */
export const initialCones = 8;

/** Contacts that the table of rows has room for at first; it grows by doubling. */
export const initialRows = 16;

/** Halvings of the bracket of the secular equation; a bracket of doubles is exhausted before. A safeguard. */
export const maxHalvings = 120;

/** Part of T, 0 … 1, by which the moment of a ball joint at rest may exceed its ball by rounding. */
export const outsideBall = 1e-12;

/** Part of |Ω̇|, 0 … 1, by which a slip that begins may go aside of its direction d by rounding. */
export const asideOfSlip = 1e-12;

/** Angular acceleration beside the scale of the problem, 0 … 1, that is rounding. */
export const restingAcceleration = 1e-13;

/** Distance of the moments that are tried from one another, as a part of T, 0 … 1. Empirical; not derived. */
export const probeDistance = 0.1;

/** Searches for the directions of slip of all ball joints in one solution. Empirical; not derived. */
export const maxSearches = 6;
