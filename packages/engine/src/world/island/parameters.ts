/** Tolerances, limits and fractions of world/island. */
import { lengthScale, speedScale } from "../model/index.js";

/** Speed below which motion is rounding, m/s; also rad/s. Empirical; not derived. */
export const stillSpeed = 1e-12 * speedScale;

/** Tables of rows that an island keeps with their factors, by their shape; ≥ 1. Empirical; not derived: it bounds memory. */
export const maxKeptTables = 8;

/**
 * Part of the tolerance of a run that one step may use; in (0, 1]: the error of a run is that of many steps. Empirical; not
 * derived.
 */
export const stepToleranceShare = 5e-4;

/** Relative tolerance of a step below which no integrator is asked to go: about a hundred roundings of a double. */
export const minStepTolerance = 2e-14;

/**
 * Part of the mass of the heaviest body of an island as which a lighter one counts; in (0, 1]. Forces that act on it through
 * others are known to a part of themselves, not of its own weight. Empirical; not derived.
 */
export const lightestPart = 1e-3;

/**
 * Radius of gyration below which angular velocities may have larger errors, m: the speed of the points counts. Empirical; not
 * derived.
 */
export const smallGyration = 0.1 * lengthScale;

/** Inverse of the mass of 10 kg, 1/kg, above which the tolerance of momenta grows with the mass. Empirical; not derived. */
export const inverseHeavyMass = 0.1;

/** Inverse of the golden ratio: multiples of it modulo 1 are weights of which no sum of a few is zero. */
export const weightStep = 0.6180339887498949;

/** Change of the load of a joint, as a part, below which the search for it ends. Empirical; not derived. */
export const exactLoad = 1e-12;

/**
 * Change of the load of a joint, as a part, that is rounding unless it falls by half from one iteration to the next. Empirical;
 * not derived.
 */
export const loadRounding = 1e-9;

/** Factor by which the changes of a load fall where plain iteration is fast enough; in (0, 1). Empirical; not derived. */
export const fastConvergence = 0.2;

/** Part of a velocity across another one that is rounding. Empirical; not derived. */
export const acrossRounding = 1e-12;

/** Part of the sum of their sizes at which forces on a body cancel: about a hundred roundings of a double. */
export const forceRounding = 2e-14;

/** Half the distance from 1 to the next double. */
export const unitRounding = 2 ** -53;

/** Part of their sum that unrefined forces may be off by: rounding times a ratio of masses of 1e9. */
export const unrefinedForce = 1e-6;

/** Rounds of iterative refinement of forces, at most. Empirical; not derived. */
export const maxRefinements = 8;

/** Factor by which every round of refinement must reduce the error of the forces; in (0, 1). Empirical; not derived. */
export const refinementProgress = 0.3;

/** Divisor of forces that are all zero: any number beyond underflow, so that 0/0 does not arise. */
export const tiniest = 1e-300;

/** Bodies that a message names, at most. Empirical; not derived. */
export const maxNamedBodies = 8;

/** Factor from the rounding of positions to that of C: C is a sum of a few of them. Empirical; not derived. */
export const constraintRounding = 4;
