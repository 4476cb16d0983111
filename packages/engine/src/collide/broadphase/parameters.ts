/**
 * Parameters of the room `broadphase`.
 */

/**
 * The default of `GridOptions.margin`: how far registered boxes reach beyond the boxes, as a share of their greatest length;
 * ≥ 0. Empirical: `npm run bench collide`, boxes that move by 1 mm and 1 cm a pass.
 */
export const defaultMargin = 0.1;

/**
 * The default of `GridOptions.searchLimit`: cells and boxes looked at for each box, after which a tree of boxes does the rest;
 * ≥ 0. Empirical; not derived.
 */
export const defaultSearchLimit = 256;

/**
 * The default of `SweepOptions.exchangeLimit`: exchanges a box after which a pass begins from scratch; ≥ 0. Empirical; not
 * derived.
 */
export const defaultExchangeLimit = 100;

/**
 * Exchanges that a pass may make beside those for each box; ≥ 0: few boxes are never worth a rebuild. Empirical; not derived.
 */
export const extraExchanges = 1000;

/**
 * The number of boxes that are inserted one by one; of more a pass begins from scratch; ≥ 1. Empirical; not derived.
 */
export const maxInserted = 128;

/**
 * The number of boxes below which a search is not ordered: so few fit into the cache in any order. Empirical; not derived.
 */
export const fewestOrdered = 1024;

/** The binary logarithm of the number of boxes for each key of the counting sort. Empirical; not derived. */
export const boxesPerKeyBits = 4;
