/** Tolerances, limits and fractions of contact/features. */

/** Length scale of a scene, m: the default tolerances are chosen for bodies of about a metre. */
const lengthScale = 1;

/** Speed scale of a scene, m/s. */
const speedScale = 1;

/**
 * Approach below which bodies count as at rest along a normal, m/s. Slower ones are rounding, or rest: the default restitution
 * threshold of `World` has the same size.
 */
export const approachSpeed = 1e-6 * speedScale;

/**
 * Sine of the angle between two lines below which they are parallel and have no normal of their own. Empirical; not derived.
 */
export const parallelSine = 1e-6;

/**
 * Radius of a feature, as a part of the sizes of both shapes, below which it is sharp: it has no direction of its own.
 * Empirical; not derived.
 */
export const sharpPart = 1e-6;

/**
 * Difference between the gap of two curves and that of the shapes, m, up to which the curves are what the shapes meet in: a
 * hundredth of the default tolerance of contact.
 */
export const curveGapTolerance = 1e-9 * lengthScale;

/**
 * Depth of the foremost point of a rim below the contact that was found, m, up to which it is the same contact: a tenth of the
 * default tolerance of contact.
 */
export const rimDepthTolerance = 1e-8 * lengthScale;

/** Sine between axis and normal below which a rim lies flat and has no foremost point: its direction would be rounding. */
export const flatSine = 1e-10;

/**
 * Sine between the axis of a rim and the normal of a plane below which the rim is nearly flat: it goes on with the point that it
 * has. Empirical; not derived.
 */
export const nearFlatSine = 0.01;

/**
 * Transversality of two curves, 1 − cos² of their angle, with which a contact of theirs is made. Empirical; larger than
 * `lostCrossing`, so that no contact that was lost is made again at once.
 */
export const leastCrossing = 0.0025;

/** Transversality below which a contact of two curves is lost: see `leastCrossing`. */
export const lostCrossing = 0.002;

/**
 * Transversality from which on no other crossing of the same curves is near, so that the place may be remembered. Empirical; not
 * derived.
 */
export const sureCrossing = 0.01;

/**
 * Factor on the transversality of two straight curves: of these there is but one crossing, in closed form, and a hundredth of
 * `sureCrossing` is enough.
 */
export const straightCrossing = 100;

/**
 * Steps of Newton's method for the place of a contact of curves. It converges quadratically from a guide nearby; the limit is a
 * safeguard.
 */
export const maxNewtonSteps = 40;

/** Largest turn of a point on a rim in a step of Newton's method, rad: within it the tangent changes by a tenth. */
export const longestTurn = 0.1;

/**
 * Relative length, or angle in rad, of a step of Newton's method after which no other is needed: what is left is of the order of
 * its square, 1e-18.
 */
export const placeTolerance = 1e-9;

/**
 * Gap, as a part of the size of the curves or of the radius of the rim, up to which the place of a contact is remembered for the
 * next evaluation.
 */
export const guideGap = 1e-3;

/**
 * Distance that the place of two curves may have moved, as a part of their size, to be remembered. Empirical; not derived:
 * farther away it may belong to another crossing.
 */
export const guideShift = 0.2;

/**
 * Determinant of the Hessian, as a part of the product of squares, below which curves do not cross: the square of the relative
 * rounding of directions, with room.
 */
export const leastDeterminant = 1e-18;

/** Difference of a cosine from 1 up to which a normal is that of a face, or of a feature. */
export const facingTolerance = 1e-3;

/**
 * Distance from an end of a side, as a part of the size of the shape, up to which a place is at the end. Empirical; not derived.
 */
export const endTolerance = 1e-5;

/**
 * Distance from its feature, as a part of the size of the shape, that a place may have by rounding of coordinates far from the
 * origin.
 */
export const spotTolerance = 1e-9;

/** Gap up to which shapes touch for the narrow phase of a general contact, m: the default tolerance of contact. */
export const narrowTolerance = 1e-7 * lengthScale;

/**
 * Gap up to which its rows are looked for, m: three times `narrowTolerance`, so that the row of the contact is among them.
 */
export const wideTolerance = 3e-7 * lengthScale;

/**
 * Distance beside a cap, as a part of its radius, up to which the point of an edge or rim that crosses its rim still belongs to
 * the contact. The point is fixed in its body while the crossing moves on; a plane is held as well by one point as by another,
 * so only the sign of the force is judged late.
 */
export const crossingSlack = 1e-3;

/** z² below which the tangent of a rim counts as along the side of a cone. Empirical; not derived. */
export const alongCone = 0.05;

/**
 * Distance from the axis of a cone, as a part of the radius of the rim, from which on its side has a normal. Empirical; not
 * derived.
 */
export const leastConeRadius = 1e-3;

/** Cosine of the angle that the place of a rim across a line may have moved to be remembered. Empirical; not derived. */
export const guideCosine = 0.98;

/**
 * Step of the differences along the motion of a general contact, rad, or parts of a metre: fourth-order differences are then
 * right to about 1e-12 of the motion.
 */
export const differenceStep = 1e-4;
