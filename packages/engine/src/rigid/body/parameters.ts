/** The limits of the body table. */

/**
 * Length of an array below which a loop is faster than the method of a typed array, which takes longer to call than the loop to
 * run. Empirical; not derived.
 */
export const shortArray = 200;
