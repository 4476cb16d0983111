/** The steps of finite differences for forces and paths. */

/**
 * Step of central differences, relative to the size of the argument and at least to 1 (m or m/s); dimensionless. It is the cube
 * root of the unit round-off 2⁻⁵² (6.06·10⁻⁶), which balances truncation and cancellation.
 */
export const differenceStep = 6e-6;

/**
 * Default spacing, s, of the samples from which `createFunctionPath` takes its differences of order six. It gives the velocity of
 * motion on the scale of a second to about 10⁻¹².
 */
export const pathSpacing: number = 1 / 256;
