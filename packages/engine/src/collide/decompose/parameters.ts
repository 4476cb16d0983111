/**
 * Parameters of the room `decompose`. A solid is scaled to a size between ½ and 1, so that its lengths are pure numbers.
 */

/** The part of the tolerance by which a face may be off a plane and still belong to it; > 0. Empirical; not derived. */
export const planeShare = 1 / 64;

/** The number of plane tolerances within which cuts are undone that were not needed; ≥ 1. Empirical; not derived. */
export const joinTolerances = 4;

/**
 * The number of triangles above which it is asked first whether the solid is convex: to cut it out of a box takes the square of
 * their number. Empirical; not derived.
 */
export const manyTriangles = 2048;

/**
 * The relative difference of the volumes of a solid and of its hull up to which the two are one: rounding of sums over many
 * triangles.
 */
export const sameVolume = 1e-9;

/** The number of tetrahedra of one round; those left over count with their upper bound. Empirical; not derived. */
export const tetrahedronLimit = 3000;

/** The relative difference of the bounds of a concavity that is near enough; > 0. Empirical; not derived. */
export const closeness = 0.1;

/** The number of points halfway between corners of two parts that are looked at first. Empirical; not derived. */
export const sampleLimit = 24;

/** The number of the most promising planes that are looked at closely. Empirical; not derived. */
export const trialLimit = 32;

/** The sine of the angle by which a cut along a face may lean to its front, by rounding. */
export const leaningSine = 1e-9;

/**
 * The distance of a corner from a vertex of the mesh, in plane tolerances, up to which it is that vertex. Empirical; not derived.
 */
export const snapTolerances = 4;

/**
 * The rounding of points that are computed to lie in a plane, beside their coordinates, with a margin: 2⁻⁵³ times 128.
 */
export const planeRounding = 2 ** -46;

/** The number of cells above which a mesh is refused: it is too rough, or not flat where it should be. */
export const cellLimit = 50_000;

/** The volume of a cell over its area below which it is rounding. */
export const thinCell = 1e-12;

/** Half of the box around a scaled solid, whose size is below 1. */
export const boxRadius = 1;
