/** Tolerances, limits and fractions of contact/table. */

/** Length scale of a scene, m: the default tolerances are chosen for bodies of about a metre. */
const lengthScale = 1;

/** Relative rounding of the sums and roots of a reach; a few units in the last place. */
export const reachRounding = 1e-15;

/** Radius of the sphere that stands for a particle, m: its gap is right to this, far below any tolerance of contact. */
export const pointRadius = 1e-12 * lengthScale;

/**
 * Contacts that a table has room for with its first one. Empirical; not derived: most pairs of bodies touch in at most eight
 * points.
 */
export const firstCapacity = 8;
