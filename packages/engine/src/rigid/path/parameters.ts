/** The tolerances of paths and of unit quaternions. */

/**
 * Tolerance of unit quaternions, on | |q|² − 1 |; dimensionless. A quaternion within it counts as normalised and stays as it is.
 * The rounding of a normalised quaternion is at most twelve times 2⁻⁵³, so that normalising twice gives the bits of normalising
 * once.
 */
export const unitSlack = 1.4e-15;

/**
 * Default spacing, s, of the samples from which `createMotionPath` takes its differences of order eight. It balances truncation and
 * rounding for motion on the scale of a second: 2·10⁻¹⁴ m/s in the velocity of a motion of a metre and a radian a second.
 */
export const motionSpacing: number = 1 / 128;

/**
 * Largest sine of half an angle, dimensionless, at which a rotation between two keys counts as a whole number of turns, whose
 * axis is open: a few roundings of a unit quaternion.
 */
export const wholeTurnSine = 1e-15;
