/**
 * Parameters of the room `curved`. Lengths are parts of the size of the pair, `pairSize`: the reaches of both and the distance
 * of their centres.
 */

/** The gain in s below which a step of Newton's method is the last, as a part of the size. */
export const lastGain = 1e-18;

/** The gain in s below which a coarse climb ends, as a part of the size. Empirical; not derived. */
export const coarseGain = 1e-13;

/**
 * The number of grid points in a unit to which a normal is rounded before its last steps, so that these lead to one normal
 * wherever the first began. Empirical; not derived.
 */
export const normalGrid = 2 ** 20;

/** The longest step of a normal, rad; > 0. Empirical; not derived. */
export const normalStepLimit = 0.5;

/** The number of Newton steps on the circle of a line; ≥ 1. Empirical; not derived. */
export const circleRounds = 10;

/** The number of Newton steps, halved ones included, where no line takes part; ≥ 1. Empirical; not derived. */
export const freeRounds = 40;

/**
 * The curvature of s, and the clearance on lines, that a shallow overlap must have, in depths (warm-start.ts). Empirical; not
 * derived.
 */
export const shallowCaution = 1000;

/** The rounding of s, as a part of the size. */
export const separationRounding = 1e-15;

/**
 * The square of the sine between two lines below which every direction across them is nearly on both circles of normals.
 * Empirical; not derived.
 */
export const crossingSineSquare = 1e-12;

/** The square of the sine between two axes, or an axis and an edge, below which they are parallel; > 1e-32. */
export const parallelSineSquare = 1e-30;

/** The square of the sine between the axis of a circle and another one below which any first axis serves. */
export const parallelAxesSineSquare = 1e-24;

/** The angle within which a Newton step of a station is taken, rad; > 0. Empirical; not derived. */
export const stationStepLimit = 0.5;

/** The number of Newton steps of a station; ≥ 1: each doubles the digits of a root that has some. */
export const stationNewtonSteps = 6;

/**
 * The part of the terms of the unsquared equation that is left at a root which only the squares have; < 1. Empirical; not
 * derived.
 */
export const spuriousRootShare = 0.9;

/**
 * The size of the terms, as a part of R times the coordinates, below which a root may be a double one. Empirical; not derived.
 */
export const doubleRootTerms = 1e-3;

/** The number of halvings after which an interval that still has sign changes holds a cluster of roots. */
export const depthLimit = 26;

/** The number of halvings after which an interval without sign changes that comes near zero holds a double root. */
export const liftedDepth = 20;

/**
 * The value up to which rounding may have lifted a double root off zero, as a part of the largest coefficient. Empirical; not
 * derived.
 */
export const liftedRounding = 1e-13;

/** The distance of clusters below which they are one: neighbours at the depths above. */
export const clusterWidth = 1e-5;

/** The number of rounds in a bracket: each halves it at least. */
export const bracketRounds = 60;

/** The width at which a root is good: the caller polishes it. */
export const rootTolerance = 1e-12;

/**
 * The amount by which a candidate may be worse than the best direction and still be polished, as a part of the size.
 * Empirical; not derived.
 */
export const closeToBest = 1e-6;

/**
 * The sine between n and what lies flat along it above which only a point of the rim is selected. Empirical; not derived.
 */
export const soleRimSine = 2e-5;

/**
 * The clearance that there is to be in any case, as a part of the size, so that another n is worse by more than rounding.
 */
export const leastClearance = 4e-9;

/** The factor on the clearance that is needed; > 1. Empirical; not derived. */
export const clearanceFactor = 1.01;

/** The difference ε of two values of s that counts as none, as a part of the size: some roundings. */
export const equalSlack = 4e-15;

/**
 * The curvature of s about n, as a part of the size, above which an n′ that selects other features is worse by more than
 * rounding. Empirical; not derived.
 */
export const leastCurvature = 1e-4;

/** The depth of an overlap up to which it counts as shallow, as a part of the reaches. Empirical; not derived. */
export const shallowLimit = 1e-6;

/**
 * The widest slack within which features count as foremost when they are chosen, as a part of the size. Empirical; not derived.
 */
export const wideSlack = 1e-5;

/** The second slack within which features count as foremost, as a part of the size. Empirical; not derived. */
export const narrowSlack = 1e-10;

/**
 * The slack within which features count as foremost when points are chosen, as a part of the reaches. Empirical; not derived.
 */
export const pointSlack = 1e-10;

/**
 * The sine between two edges below which they count as parallel in a contact: their cross product is no normal. Empirical; not
 * derived.
 */
export const parallelEdgeSine = 1e-6;

/**
 * The distance of a spot from the axis of a cone, as a part of its radius, below which the curvature there is left out.
 */
export const leastAxisDistance = 1e-12;

/** The cosine between n and the normal of a face above which n is that normal: a few roundings. */
export const alongCosine = 1 - 1e-15;

/** The number of steps from feature to feature: more than any pair needs, but for rounding. */
export const featureStepLimit = 64;

/** The rounding of a distance of the centre from a polyhedron, as a part of the size. */
export const distanceRounding = 1e-15;

/**
 * The distance of the centre from an edge or corner above which n has enough digits, as a part of the size. Empirical; not
 * derived.
 */
export const leastCentreDistance = 1e-6;

/** The length of the sum of two unit normals below which they are opposite: a few roundings. */
export const oppositeNormalError = 1e-14;
