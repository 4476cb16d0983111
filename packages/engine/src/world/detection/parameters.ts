/** Tolerances, fractions, times and counts of detection. */
import { lengthScale, timeScale } from "../model/index.js";

// touching and approaching contacts

/**
 * Part of the contact tolerance, 0 … 1, up to which features touch; a micro-bounce of this height is none. Empirical; not derived.
 */
export const near = 0.01;

/** Time of arrival, or since departure, s, within which features touch. Empirical; not derived. */
export const touchingTime = 1e-10 * timeScale;

/** Rounding of a gap beside the lengths that it is the difference of, 0 … 1: some hundred units in the last place. */
export const gapRounding = 1e-13;

/** Gap that is rounding in a scene of bodies of the length scale, m. */
export const leastGap = gapRounding * lengthScale;

/** Part of the time of a clock, 0 … 1, that the clock does not resolve: 4 units in its last place. */
export const clockRounding = 2 ** -50;

/**
 * Shortest time to the arrival of a contact, s, after which it is an approaching contact where there are many contacts.
 * Empirical: faces of dominoes that close ever more slowly were activated before they were flush.
 */
export const earliestArrival = 5e-4 * timeScale;

/** Longest time to the arrival of such a contact, s: what would take longer touches. Empirical; not derived. */
export const latestArrival = 1 * timeScale;

/** Number of moving bodies up to which micro-bounces are followed to the lowest. Empirical; not derived: more take too long. */
export const fewMovingBodies = 2;

// lower bounds of distances, and boxes

/** Entries that a new table has room for. */
export const initialRoom = 16;

/** Growth of a box that a step leaves, in lengths by which the step leaves it. Empirical; not derived. */
export const boxGrowth = 4;

// flat caps

/** Slope of a rate over a cap beside |g| R, 0 … 1, that is rounding. Empirical; not derived. */
export const slopeRounding = 1e-10;

/** First key of generated points of a rim, after the keys that `collide` gives. */
export const firstRimKey = 64;

/** Area beside the squared extent of contacts, 0 … 1, below which they determine no slope. Empirical; not derived. */
export const leastSpan = 1e-6;

/** Difference from 1 of n₁·n₂, up to which two contacts lie in one plane: an angle of 4.5e-5 rad. Empirical; not derived. */
export const coplanarNormals = 1e-9;

// depenetration

/** Depth beside the contact tolerance, 0 … 1, that is rounding. Empirical; not derived. */
export const sunkenPart = 1e-3;

/** Displacements in a row. Empirical; not derived. */
export const depenetrationRounds = 3;

/**
 * Largest displacement of a point, in depths: as far as the topmost body of a high stack goes, of which each has sunk into the
 * next. Empirical: in a slot with nearly parallel sides a box 9e-8 m deep was moved by 0.09 m without this limit.
 */
export const farDepths = 32;

/** Number of sunken contacts up to which rows are added one by one. Empirical: a seventh of the time of an interior point guess. */
export const fewSunken = 32;

// flush features

/** Angle between normals, rad, up to which two contacts of a time step have one normal. Empirical; not derived. */
export const flushNormals = 1e-4;

/** Way out of its own plane, m, up to which a contact of a time step has the normal of another. Empirical; not derived. */
export const flushOffset = 1e-9 * lengthScale;

/** Angle between faces, rad, up to which they are flush at a feature transition. Empirical; not derived. */
export const flushFaces = 1e-6;

// feature transitions

/** Way, in contact tolerances, after which features that separate are distinguished. Empirical; not derived. */
export const transitionWay = 8;

/** Longest time that this way may take, s. Empirical; not derived. */
export const longestTransition = 0.01 * timeScale;

/**
 * Ratio of the sines of crossing edges, now and later, 0 … 1, below which they cross at different places. Empirical; not derived.
 */
export const crossingSineRatio = 0.5;

// pairs that touch without a force

/** Rounding of an acceleration beside the largest that one of the given forces would cause, 0 … 1. Empirical; not derived. */
export const accelerationRounding = 1e-11;

/** Rounding of an acceleration in an island with friction, 0 … 1: forces of its contacts are known to less. Empirical. */
export const frictionalRounding = 4e-10;

/** Multiple of the acceleration found at an event up to which later ones are rounding. Empirical; not derived. */
export const roundingGrowth = 4;
