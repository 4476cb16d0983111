/**
 * Parameters of the room `mesh`.
 */
import { lengthScale } from "../shapes/index.js";

/**
 * The distance beyond the tolerance within which triangles are listed, as a part of the reach of A; > 0. Empirical; not
 * derived.
 */
export const listMargin = 0.1;

/** The length above which no list is kept: of bodies that are far from the mesh. Empirical; not derived. */
export const listLimit = 128;

/**
 * The travel of A, in reaches of A, after which bounds are counted anew, so that its last digits do not count. Empirical; not
 * derived.
 */
export const travelLimit = 16;

/** The rounding of coordinates and distances, as a part of the sizes. */
export const meshRounding = 1e-14;

/**
 * The distance of a place beside an edge on which it is, by rounding, as a part of the sizes. Empirical; not derived.
 */
export const leastTolerance = 1e-11;

/** The least tolerance with which contacts of a triangle are sought, m; > 0. Empirical; not derived. */
export const leastPlaceTolerance = leastTolerance * lengthScale;

/**
 * The height of the pyramid behind a triangle over the radius of its inscribed circle; > 0: its edges need an angle. Empirical;
 * not derived.
 */
export const pyramidSlope = 2 ** -10;

/** One less the cosine of the angle, 1e-6 rad, below which two normals are one. Empirical; not derived. */
export const sameNormalDefect = 5e-13;

/**
 * The cosine of the angle behind a triangle up to which its edges are looked at: a normal on an edge is in front of one of the
 * two triangles at least. Empirical; not derived.
 */
export const slantedBackCosine = 0.1;

/** The part of a safe distance that is taken off for rounding. */
export const safetyRounding = 1e-12;
