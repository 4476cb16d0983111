/** Numbers of samples, limits and safety factors of world/trajectory. */
import { timeScale } from "../model/index.js";

/**
 * Segments into which a step of Adams' method is divided; ≥ 1. Its interpolant has a degree of its own, above four: over a
 * quarter of a step a polynomial of degree four loses little. Empirical; not derived.
 */
export const adamsPieces = 4;

/** Samples of the motion of a driven body, at least; ≥ 2. Empirical; not derived. */
export const minDrivenSamples = 9;

/**
 * Time between two samples of the motion of a driven body, at most, s: steps of a system at rest are long. Empirical; not
 * derived.
 */
export const maxSampleInterval = timeScale / 512;

/** Factor by which a bound of a driven body exceeds its samples; ≥ 1. Empirical; not derived. */
export const sampleMargin = 1.5;

/**
 * Lower bound of |q| below which a segment is bisected; in (0, 1), the length of q being 1 but for errors. Empirical; not
 * derived.
 */
export const minQuaternionLength = 0.7;

/** Part of a segment that is not bisected further. Empirical; not derived. */
export const minSpan = 2 ** -6;

/** Factor by which bounds exceed their computed values: more than the rounding of their sums and square roots. */
export const roundingMargin = 1 + 1e-13;

/** Every so many rounds a bracket is bisected; ≥ 2: regula falsi alone may converge slowly. Empirical; not derived. */
export const bisectionPeriod = 4;

/** Parts for which swept boxes first have room; ≥ 1. Empirical; not derived: it saves the first reallocations. */
export const initialParts = 64;

/** Particles for which a path first has room; ≥ 1. Empirical; not derived: it saves the first reallocations. */
export const initialParticles = 8;
