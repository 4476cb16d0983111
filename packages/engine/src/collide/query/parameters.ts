/**
 * Parameters of the room `query`.
 */

/**
 * The number of rounds of a shape cast: a grazing approach halves the gap each round, from the largest double to the smallest in
 * two thousand.
 */
export const castRounds = 2100;

/** The gap that counts as none, as a part of the sizes and of the coordinates: a few roundings. */
export const touchingGap = 2 ** -50;
