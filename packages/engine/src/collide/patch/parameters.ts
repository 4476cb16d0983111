/**
 * Parameters of the room `patch`.
 */

/** The error of a unit normal, rad: a few roundings. */
export const normalError = 1e-15;

/**
 * The part of a segment up to which a span of it is a point, its middle; so is a span that rounding leaves empty. Empirical; not
 * derived.
 */
export const pointSpan = 1e-12;

/** The square of the sine below which two segments are parallel whatever the tolerance; > 1e-32. */
export const parallelSineSquare = 1e-24;

/** The sine of the tilt of a disc below which no point of its rim is foremost: a few roundings. */
export const leastTilt = 1e-14;

/**
 * The number of points of a rim that stand for it: the corners of an octagon, whose sides lie 0.076 R inside the rim.
 */
export const rimCount = 8;
