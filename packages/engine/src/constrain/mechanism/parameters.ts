/** Tolerances, limits and fractions of constrain/mechanism. */

/** Length scale of a scene, m: the default tolerances are chosen for bodies of about a metre. */
const lengthScale = 1;

/** Speed scale of a scene, m/s. */
const speedScale = 1;

/** Steps of Newton's method of an assembly. A safeguard. */
export const maxSteps = 400;

/** Halvings of a step that does not bring the pieces nearer. */
export const maxHalvings = 30;

/** Error of an assembled mechanism above which its constraints are in conflict, m or rad, and m/s or rad/s. */
export const assemblyTolerance = 1e-9 * lengthScale;

/** Largest rotation of a body in a step of an assembly, rad: beyond it the linearised rows say nothing. */
export const longestTurn = 0.5;

/**
 * Distances to the places from which an assembly that has come to a halt begins again, as parts of its error. Empirical; not
 * derived.
 */
export const restartOffsets: readonly number[] = [0.01, 0.1, 0.3, 1];

/** Error of a constraint, m or rad, beyond which it is broken: it is neither rounding nor the error of a step. */
export const brokenError = 1e-6 * lengthScale;

/**
 * Error of a rate, m/s or rad/s, beyond which a constraint is broken: larger than `brokenError`, as velocities are met less well
 * near a singular position.
 */
export const brokenRate = 1e-3 * speedScale;

/** Part of the accelerations at hand that may be missing from a row that is met. */
export const conflictTolerance = 1e-8;

/**
 * Part of the accelerations that the forces of single rows give to the lightest thing they act on that may be missing from a row
 * that is met, as it is a small difference of these. Empirical: ten welds of 1 and 1e6 kg by turns are solved to 1e-7 of the
 * forces, and leave less than 1e-8 of all the terms.
 */
export const termTolerance = 1e-8;
