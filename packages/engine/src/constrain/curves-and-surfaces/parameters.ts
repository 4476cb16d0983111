/** Tolerances, limits and fractions of constrain/curves-and-surfaces. */

/** Steps of Newton's method for the foot of a point on a curve. The limit is a safeguard. */
export const maxNewtonSteps = 60;

/** Halvings of a step of that method that makes the distance larger. */
export const maxHalvings = 20;

/**
 * Move along a curve, as a part of the coordinates of point and curve, that is the last one: what is left is of the order of its
 * square, and C feels but the square of that.
 */
export const lastMove = 1e-9;

/** Relative change of the parameter of a curve that is the last one. */
export const lastChange = 1e-12;
