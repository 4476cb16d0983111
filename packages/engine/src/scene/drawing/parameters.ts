/** Parameters of the triangles of shapes. */

/**
 * The cosine of the angle between the normals of two faces above which their common edge is smooth: 25°. Empirical; not derived.
 */
export const smoothCosine = 0.906;

/** The default number of sides of a circle. Range: 3 to `mostSegments`. Empirical; not derived. */
export const defaultSegments = 48;

/** The largest number of sides of a circle. Empirical; not derived. */
export const mostSegments = 4096;

/** The default side of the square that stands for a plane, m. Empirical; not derived. */
export const defaultPlaneSize = 20;
