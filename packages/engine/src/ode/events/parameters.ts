/**
 * The tolerances and limits of event location. All are dimensionless: values of an event function g are in parts of the
 * largest |g| seen, places within a step in parts of the step (θ from 0 to 1).
 */

/**
 * The error of y after many steps, in units of the error allowed a step, that g is assumed to see. Empirical: random event
 * functions on the reference problems, test/validate/ode-event-accuracy.test.ts.
 */
export const errorsInRun = 100;

/**
 * The relative error of y assumed where the step is fixed and no error is known, in parts of the largest |yᵢ| seen. Empirical;
 * not derived.
 */
export const fixedError = 1e-6;

/** The largest number of perturbed states that are evaluated to see how an error of y changes g. Empirical; not derived. */
export const maxTrials = 8;

/** The part of the variation of a Chebyshev fit below which its last coefficients make it a good one. Empirical; not derived. */
export const goodFit = 0.01;

/** The least degree of a Chebyshev fit, a power of two: five samples. */
export const leastDegree = 4;

/** The greatest degree of a Chebyshev fit before a piece is halved, a power of two: 17 samples. Empirical; not derived. */
export const greatestDegree = 16;

/**
 * The largest number of pieces of a step, after which the samples are taken as they are. It bounds the cost of a function that no
 * polynomial fits. Empirical; not derived.
 */
export const maxPieces = 160;

/** The shortest piece that is halved: 2⁻⁴⁶, 64 ε. */
export const shortestPiece = 2 ** -46;

/** The zero band: |g| within rounding of zero. Some 5,000 ε, the rounding of an ordinary function. Empirical; not derived. */
export const relativeZero = 1e-12;

/** The touch band: |g| at a turn that counts as a touch by default. Empirical; not derived. */
export const relativeTouch = 1e-9;

/** The band of |g| within which the uncertainty of g is estimated at a turn. Empirical; not derived. */
export const relativeUncertain = 1e-2;

/** The factor on |g| where its side became unknown, beyond which it has left zero again. Empirical; not derived. */
export const armBase = 16;

/** The factor on the tail of the fit, beyond which g has left zero again. Empirical; not derived. */
export const armTail = 10;

/** The least |g| that has left zero again: some four ε. */
export const armScale = 1e-15;

/** The part of the touch band below which the tail of a fit does not matter. Empirical; not derived. */
export const tailPart = 0.1;

/** The tail of a fit, 2⁻⁴⁶, that is round-off of its samples: 64 ε. */
export const tailRoundOff = 2 ** -46;

/** The factor on the tail of a fit within which its turns are too near to zero to be trusted. Empirical; not derived. */
export const nearTail = 32;

/**
 * The distance of an arrival at zero from the end of the step below which the next step decides about it. Empirical; not derived.
 */
export const lateArrival = 1e-9;

/** The distance of an arrival at zero from the end of the step below which it may be a flat one. Empirical; not derived. */
export const flatArrival = 1e-6;

/** The nearer of two distances from the end of the step at which g is compared to see whether it arrives flat. */
export const flatNear = 1e-4;

/** The farther of those distances, 100 times as far: along a parabola g is 10⁴ times larger there, along a line 10². */
export const flatFar = 1e-2;

/** The ratio of g at the nearer and the farther distance below which the arrival is flat: between 10⁻⁴ and 10⁻². */
export const flatRatio = 1e-3;

/** The number of bisections that place a root on a fit: 2⁻⁵⁰ of the piece. */
export const fitBisections = 50;

/** The largest number of bisections that place a turn of a fit, after which no double lies between the ends. */
export const turnBisections = 60;

/** The least reach of a search around the root of a fit, in parts of the step. Empirical; not derived. */
export const leastReach = 1e-12;

/** The least half-width of the difference that measures the slope of g, in parts of the step. Empirical; not derived. */
export const leastSlopeReach = 1e-12;

/** The greatest half-width of that difference. Empirical; not derived. */
export const greatestSlopeReach = 1e-4;

/**
 * The part of the distance from the start of the step that bounds that half-width: a small excursion that starts at zero ends
 * soon after. Empirical; not derived.
 */
export const slopePart = 0.01;

/**
 * The value of g at the end of a run, in parts of the largest |g| seen, within which it is still at zero after the state was
 * changed. Empirical; not derived.
 */
export const recallZero = 1e-12;

/** The growth of |g| over the change of the state within which it is still at zero. Empirical; not derived. */
export const recallGrowth = 2;

/**
 * The largest number of secant steps to the event by a method with a fixed step. The secant rule converges in four or five.
 * Empirical; not derived.
 */
export const secantRounds = 8;

/** The largest number of times that an adaptive method with a coarse interpolant steps anew to an event. Empirical; not derived. */
export const stepRounds = 6;

/**
 * The distance behind an event, in parts of the last step, at which the interpolant is as good as the step. Empirical; not
 * derived.
 */
export const cutDistance = 1e-3;

/**
 * The part of the expected distance to the event, doubled each round, by which such a step goes too far rather than too short.
 * Empirical; not derived.
 */
export const overshoot = 0.01;
