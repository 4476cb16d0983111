/** Tolerances, limits and fractions of constrain/joint-coordinates. */

/**
 * Cosine of the angle beyond which two axes are opposite to one another: the smallest rotation between them is then not unique.
 */
export const oppositeCosine = -1 + 1e-9;
