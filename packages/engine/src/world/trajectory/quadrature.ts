/** Nodes and weights of Gauss' quadrature of three points. */

/** Nodes of Gauss' quadrature of three points on [0, 1]. */
export const gauss: readonly number[] = [0.5 - 0.5 * Math.sqrt(0.6), 0.5, 0.5 + 0.5 * Math.sqrt(0.6)];

/** Weights of Gauss' quadrature of three points on [0, 1]. */
export const gaussWeights: readonly number[] = [5 / 18, 8 / 18, 5 / 18];
