/** Tolerances and limits of runs. */

/**
 * The number of samples from one saved state to the next. Every run saves and restarts its solvers there, so the value is part of
 * the results. Empirical; not derived.
 */
export const checkpointEvery = 30;

/** The relative distance of duration × sample rate from a whole number below which it counts as whole. Empirical; not derived. */
export const wholeSlack = 1e-9;

/** The largest number of pairs with friction on one side only that are named in warnings. Empirical; not derived. */
export const mostNamedPairs = 4;

/**
 * The fraction of the largest quantity of its kind below which a value is shown as zero: a solve is exact to some 1e-12 of its
 * largest term, and this is a thousand times as much.
 */
export const negligible = 1e-9;

/** The number of characters that are hashed at a time. Any value gives the same hash. */
export const hashChunk = 4096;
