/** Constants of an island's rates and rows. */

/** Speeds below this are rounding, m/s. */
export const stillSpeed = 1e-12;
