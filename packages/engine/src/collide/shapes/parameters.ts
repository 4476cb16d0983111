/**
 * Parameters of the room `shapes`: limits of sizes, tolerances of the checks, and sizes at which one way becomes quicker than
 * another.
 */

/** The length scale of the default scene, m: absolute lengths are multiples of it. */
export const lengthScale = 1;

/**
 * The least length of a shape, m; > 0. Between this and `mostLength` no product of six lengths, of which the formulas have
 * some, leaves the range of a double.
 */
export const leastLength = 1e-30 * lengthScale;

/** The greatest length of a shape and the greatest coordinate, m; see `leastLength`. */
export const mostLength = 1e30 * lengthScale;

/**
 * The height of a corner above the plane of a face, or below that of its own, that still counts as in it, as a part of the
 * size; ≥ some 1e-16, the rounding of the data. Empirical; not derived.
 */
export const faceFlatness = 1e-12;

/**
 * The number of corners times faces up to which the corner deepest below each face is sought among all corners; ≥ 1. Above
 * it the walk from face to face is quicker. Empirical; not derived.
 */
export const mostCornerFaceProducts = 2 ** 22;

/**
 * The height of a triangle over its longest side, as a part of it, below which the triangle counts as without area; > 0.
 * Rounding of data. Empirical; not derived.
 */
export const leastTriangleHeight = 1e-12;

/**
 * The sine of the angle at an edge of a mesh below which the edge counts as flat; > 0. The normals of triangles of one plane
 * part differ by rounding only. Empirical; not derived.
 */
export const flatEdgeSine = 1e-8;

/**
 * The height of the end of an edge above the tangent plane, as a part of its length, above which the mesh is said to rise
 * there; > 0. Empirical; not derived.
 */
export const outstandingSlope = 1e-7;

/**
 * The difference of each coordinate of two unit normals up to which they count as one; ≥ some 1e-16. A normal that is turned
 * to another frame and back has a few roundings.
 */
export const sameNormalError = 1e-14;

/**
 * The number of corners up to which a core is scanned for its support point; above it is climbed. Scanning so few is as quick.
 * Empirical; not derived.
 */
export const scanLimit = 12;

/**
 * The number of pairs up to which insertion sort is quicker than two counting passes over a table of ids; ≥ 1. Empirical; not
 * derived.
 */
export const insertionSortLimit = 24;

/** The greatest depth of a tree of boxes: 3 log₂ n + 8 with n below 2²⁶. Beyond two thirds of it lists are halved. */
export const treeDepthLimit = 96;

/** The number of bins between whose borders a list of boxes is split; ≥ 2. Empirical; not derived. */
export const splitBins = 12;

/** The length of a list of boxes below which it is halved at once; ≥ 2. Empirical; not derived. */
export const fewestBinned = 6;

/** The length that stands for an infinite one where areas are compared, m: its square is finite. */
export const infiniteLength = 1e100;

/**
 * The part by which distances along a ray, and placed boxes, are widened: 4 units in the last place, for two roundings and an
 * allowance.
 */
export const outwardRounding = 2 ** -50;
