/** The sizes of the hash table of spatial buckets. */

/**
 * Part by which cells are larger than the search radius, so that rounding cannot put a close pair two cells apart; dimensionless.
 * It exceeds the rounding of cell numbers up to nine million. Empirical; not derived.
 */
export const cellMargin = 1e-9;

/** Smallest number of buckets; a power of two. Empirical; not derived. */
export const leastBuckets = 1024;

/** Initial room for pairs, per particle; the table of pairs doubles where it is too small. Empirical; not derived. */
export const pairsPerParticle = 16;
