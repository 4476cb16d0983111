/**
 * The tolerances and limits of the room. All of them are relative to the numbers at hand, and dimensionless but for an angle
 * in radians; they follow from the precision of a double, ε = 2⁻⁵².
 */

/**
 * The angle between two quaternions, rad, below which `slerp` takes the chord for the arc. Their difference is of the order φ³,
 * so at 1e-6 it is below round-off.
 */
export const slerpChord = 1e-6;

/**
 * The length of a rotation vector, rad, below which sin(θ/2)/θ is ½. It is ½ to round-off from 1e-8 down; the bound keeps the
 * quotient away from subnormal numbers, which have lost digits. Range: from 1e-300 to 1e-8.
 */
export const leastAngle = 1e-100;

/**
 * The part of the sum of its absolute terms below which a determinant or a pivot counts as round-off, and the matrix as
 * singular: 2⁻⁵⁰, four ε.
 */
export const singularPart = 2 ** -50;

/**
 * The largest number of Newton steps to the polar factor: ten suffice for any matrix that `invert` accepts, and this is twice
 * that.
 */
export const polarSteps = 20;

/**
 * The change of a Newton step to the polar factor, squared and summed over the entries, at which the iteration ends: the steps
 * converge quadratically, so after a change of 2⁻²⁷ an entry the next would be below round-off.
 */
export const polarChange = 2 ** -54;

/**
 * The largest number of Jacobi sweeps over the three off-diagonal entries: the convergence is quadratic, and six are rarely
 * needed.
 */
export const jacobiSweeps = 30;

/**
 * The size of an off-diagonal entry, in parts of the geometric mean of its two diagonal entries, below which it is set to zero
 * without a rotation: 2⁻⁵⁸ moves no eigenvalue by an ulp.
 */
export const negligiblePart = 2 ** -58;

/** The largest entry, 2⁵⁰⁰, with which Jacobi rotations run unscaled: beyond, squares might overflow. */
export const largestUnscaled = 2 ** 500;

/** The largest entry, 2⁻⁴⁰⁰, below which a matrix is scaled up before Jacobi rotations: squares might underflow. */
export const smallestUnscaled = 2 ** -400;

/** The cotangent of twice the Jacobi angle, 2⁶⁰, from which θ² + 1 is θ² in a double with room to spare. */
export const largeCotangent = 2 ** 60;
