/**
 * The tolerances and limits that every method shares. Times are parts of the clock or of a unit of time that is chosen from
 * y and ẏ (1 s by default; see `estimateFirstStep`); norms are in units of the error allowed.
 */

/** The error allowed a step, relative and absolute, where the user gives none. Dimensionless; from 1e-17 to 1. A convention. */
export const defaultTolerance = 1e-8;

/**
 * The absolute tolerance that stands in for 0, in the unit of y, so that an entry which is exactly 0 is divided by
 * something. It is far below any y that matters, and its square is no subnormal number.
 */
export const leastAbsolute = 1e-100;

/**
 * The part of a step by which it may be stretched to end at `Control.end`, so that no remainder is left before the end that
 * is shorter than the rounding of the clock. Below 1e-3 the error of a step does not notice it. Empirical; not derived.
 */
export const endStretch = 1e-10;

/** The step, in parts of |t|, below which it is lost in the rounding of t: 2⁻⁵⁰, four ε. */
export const leastClockPart = 2 ** -50;

/**
 * The norm of y or of ẏ below which the first step is not estimated from their ratio, in units of the error allowed: the
 * algorithm of Hairer, Nørsett and Wanner I, II.4, step (b).
 */
export const smallNorm = 1e-5;

/** The step that takes the place of that ratio, in units of time: step (b) of Hairer, Nørsett and Wanner I, II.4. */
export const blindStep = 1e-6;

/**
 * The part of y by which the first step may change it, and the part of the tolerance that its error may be: 1 %, steps (b) and
 * (e) there.
 */
export const firstChange = 0.01;

/** The norm of ẏ and of ÿ, in units of the error allowed, below which neither says anything of the step: step (e) there. */
export const flatNorm = 1e-15;

/** The factor on the trial step where neither ẏ nor ÿ says anything: step (e) there. */
export const flatFactor = 1e-3;

/** The greatest growth of the first step over the trial step of its estimate: step (f) there. */
export const firstGrowth = 100;

/**
 * The ratio |y|/|ẏ|, s, above which it replaces 1 s as the unit of time. Scenes of human scale lie well within.
 * Empirical; not derived.
 */
export const unitRange = 1e9;

/** The ratio |y|/|ẏ|, s, below which it replaces 1 s as the unit of time. Empirical; not derived. */
export const leastUnit = 1e-9;

/** The largest argument of a root, so that `takeRoot` meets normal numbers only. */
export const rootRange = 1e300;

/** The smallest argument of a root, so that `takeRoot` meets normal numbers only. */
export const leastRoot = 1e-300;
