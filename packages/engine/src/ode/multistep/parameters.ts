/**
 * The constants of the choice of order and step, most of them those of Shampine and Gordon, "Computer Solution of Ordinary
 * Differential Equations" (1975), chapters 7 and 10 (routine STEP). All are dimensionless; errors are in units of the error
 * allowed, and the controller aims at half of it.
 */

/** The error at which the next step aims, and the ratio of errors at which order 1 and 2 are exchanged: STEP. */
export const errorGoal = 0.5;

/** The factor on the step where its error leaves room for it: STEP changes steps by 2, since equal steps keep the coefficients. */
export const growthFactor = 2;

/** The least factor on the step after an accepted one: STEP. */
export const leastFactor = 0.5;

/** The greatest factor on the step after an accepted one whose error is above the goal: STEP. */
export const greatestFactor = 0.9;

/** The factor on the step after a rejected one: STEP. */
export const rejectedFactor = 0.5;

/** The number of rejections after which the method begins anew at order 1: STEP. */
export const restartFailures = 3;

/** The error above which, after more rejections than `restartFailures`, the step is chosen from the error itself: STEP. */
export const farError = 2;

/** The factor on the step after a trial whose f or y was not finite. Empirical; not derived. */
export const retreatFactor = 0.25;

/**
 * The ratio of a step to the one before it that the differences bear: a doubling, with a little for rounding. Beyond it they
 * magnify rounding errors.
 */
export const greatestRatio = 2.001;

/**
 * The ratio of the time left to the step asked for above which, up to 2, the time left is halved instead: a rest shorter than
 * that is one of rounding. Empirical; not derived.
 */
export const halvingRatio = 1.001;

/** The first step at order 1, in parts of |t|, below which the rounding of t spoils the differences: 2⁻⁴⁶, 64 ε. */
export const leastFirstPart = 2 ** -46;

/** The order up to which another method starts a run whose first steps would be below `leastFirstPart`. Empirical; not derived. */
export const startOrder = 5;

/**
 * The tolerance, relative and absolute, of the method that starts a run with a fixed step: a few ε, so that its errors do not
 * show.
 */
export const startTolerance = 1e-15;
