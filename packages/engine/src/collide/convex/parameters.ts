/**
 * Parameters of the room `convex`. Lengths are parts of the size of the pair, `relative[12]`: the largest coordinate that enters.
 */

/**
 * The sine of the angle below which two edges count as parallel; > 1e-16. Below it their cross product is rounding alone.
 */
export const parallelSine = 1e-14;

/**
 * The sine of the angle below which the test whether two arcs cross may err, so that s is measured to the extreme corners.
 * Empirical; not derived.
 */
export const nearlyParallelSine = 1e-4;

/** The difference of heights below which two corners are level, as a part of the size: some roundings. */
export const levelHeight = 2e-15;

/** The difference of heights along n below which features are level, as a part of the size: some roundings. */
export const levelRounding = 2e-15;

/**
 * The size, as a multiple of the distance, up to which the direction between closest points is certain enough to find level
 * features; ≥ 1. Empirical; not derived.
 */
export const mostSizeByDistance = 1e6;

/**
 * The gap below which a pair is close, and the distance beside a face that is then forgiven, as parts of the size. Empirical;
 * not derived.
 */
export const touchingRounding = 1e-10;

/**
 * The cosine of the angle between n and a face normal above which the face may be level; < 1. Empirical; not derived.
 */
export const levelFaceCosine = 1 - 1e-10;

/** The square of the sine below which two edges are parallel; > 1e-32. */
export const parallelSineSquare = 1e-20;

/** The difference below which two coordinates are one, as a part of the size: some roundings. */
export const coordinateRounding = 2e-15;

/**
 * The error of the direction between closest points above which it is not trusted; the square root of the rounding unit,
 * roughly. Empirical; not derived.
 */
export const directionError = 1e-8;

/** The rounding of a distance, as a part of the size: a little more than 2⁻⁵². */
export const distanceRounding = 2.3e-16;

/** The number of passes of GJK: more than any pair needs. A bound, not a setting. */
export const passLimit = 400;

/** The number of passes of GJK that may leave |v| as it was, to rounding; ≥ 1. Empirical; not derived. */
export const stallLimit = 12;

/** The part of the product of the lengths in a determinant below which its sign is uncertain: some roundings. */
export const determinantRounding = 2e-15;

/** The gain in s over an earlier plane that makes a plane better, as a part of the size: twice the rounding of s. */
export const separationGain = 1e-15;

/**
 * The depth by which a point may be outside a face and still bound the search, as a part of the size: some roundings of a
 * depth.
 */
export const outsideRounding = 4e-15;

/**
 * The factor on the squared distance of the sides from the origin; > 1, so that no plane through other features is as good but
 * for rounding. Empirical; not derived.
 */
export const depthCaution = 1.02;

/**
 * The magnitude of s up to which other planes may be as good but for rounding, as a part of the size. Empirical; not derived.
 */
export const doubtfulDepth = 1e-7;

/** The distance η by which A is thought to be moved into B for the proof of a touching pair, as a part of the size. */
export const proofShift = 10 * doubtfulDepth;

/**
 * The square of the sine between two sides of a triangle below which the triangle is a line: its normal is rounding alone.
 */
export const thinSineSquare = 1e-22;

/**
 * The number of support points that the proof of an overlapping pair may ask for; ≥ 1: a search from scratch takes no longer.
 * Empirical; not derived.
 */
export const mostSupportPoints = 12;

/**
 * The number of support points that the proof of a touching pair may ask for; ≥ 1: where other planes are as good, more would
 * not help. Empirical; not derived.
 */
export const fewSupportPoints = 3;

/** The square of the sine below which an edge may be along a face. Empirical; not derived. */
export const alongSineSquare = 1e-10;

/** The rounding of d·v for a unit d, as a part of the size: some roundings. */
export const supportRounding = 2e-15;

/** The sine of the angle below which two directions are one, and two edges parallel. Empirical; not derived. */
export const sameDirectionSine = 1e-9;
