/** Tolerances, limits and fractions of constrain/projection. */

/** Length scale of a scene, m: the default tolerances are chosen for bodies of about a metre. */
const lengthScale = 1;

/** Speed scale of a scene, m/s. */
const speedScale = 1;

/** Part of the error of a step that must be in weak directions for the normal part to be removed. */
export const weakPart = 0.1;

/**
 * Passes in which the normal part of an error is removed: near a singular position (J W Jᵀ)⁺ is known to a part of itself.
 */
export const normalPasses = 3;

/** Passes of Newton's method of a projection of positions. A safeguard. */
export const maxPasses = 12;

/** Factor by which the error must fall in a pass; else J is factored anew. */
export const slowFall = 0.01;

/** Move, m or rad, up to which J changes by so little that its factor serves for velocities too. */
export const smallMove = 1e-9 * lengthScale;

/** Passes of a projection of velocities. Ċ is linear in q̇, so that one is enough where the factor is that of J. */
export const maxStops = 3;

/** Part of the largest rate that may be left after a projection of velocities: with more the factor was that of another J. */
export const leftPart = 1e-4;

/** Rate, m/s or rad/s, up to which whatever is left after a projection of velocities is rounding. */
export const slowRate = 1e-12 * speedScale;

/**
 * Move, m or rad, that does no harm, however long it is beside the errors that it corrects: near a pose in which a closed chain is
 * stretched or flat, rows that agree ask for such moves, and errors that are not corrected grow.
 */
export const harmlessMove = 1e-8 * lengthScale;

/** Change of velocities, m/s or rad/s, that does no harm: see `harmlessMove`. */
export const harmlessRate = 1e-7 * speedScale;

/** Part of its diagonal below which what A makes of a direction is weak, for the normal part of an error. */
export const normalCompliance = 1e-3;
