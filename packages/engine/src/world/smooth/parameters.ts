/**
 * Tolerances, times and limits of world/smooth. Speeds that depend on the tolerance are parts of it: it is absolute in m/s for
 * speeds.
 */
import { speedScale, timeScale } from "../model/index.js";

/** Contacts that the columns of modes have room for at first; columns grow by doubling. */
export const initialContacts = 8;

// thresholds of slip speeds

/** Part of the tolerance, 0 … 1, below which the slip speed of a contact is rest. Empirical; not derived. */
export const restPart = 0.1;

/** Part of the tolerance, 0 … 1, below which slip ⟂ the direction of a contact is none. Empirical; not derived. */
export const asidePart = 0.1;

/** Part of the tolerance below which a contact that is stopping keeps its direction: such speeds are not resolved. */
export const stopPart = 1;

/**
 * Ratio, > 1, of the thresholds among many contacts to the others: each contact that stops makes others turn, which stop in turn.
 * Empirical; not derived.
 */
export const manyPart = 10;

/**
 * Distance, as a part of the contact tolerance, 0 … 1, that a contact among many may still go before it stops, or bounce, and is at
 * rest all the same. Empirical; not derived.
 */
export const negligibleWay = 0.1;

/** Slip speed below which there is only rounding, m/s. */
export const leastSpeed = 1e-13 * speedScale;

// forces with frozen modes

/** Cosine of the largest angle, 0 … 1, by which a slip may turn within a step: 8°. Empirical; not derived. */
export const turnCosine = 0.99;

/**
 * Part of the driving accelerations, 0 … 1, up to which rows that depend on one another, as those of a line that rolls, may
 * contradict each other. Empirical; not derived.
 */
export const contradictionPart = 1e-4;

/**
 * Part of the radius, 0 … 1, by which a friction force must be outside of its cone before the contact slips: rounding, with room.
 */
export const outsideCone = 1e-10;

/** Rounds in which the friction of joints and the loads that they carry are made consistent. A safeguard. */
export const maxLoadRounds = 40;

// slow slip

/** Slip speed above which no slip is slow, m/s. Empirical; not derived. */
export const fastSlip = 1e2 * speedScale;

/** Time within which a slip that comes to rest at its present deceleration is about to stop, s. Empirical; not derived. */
export const stoppingTime = 1e-5 * timeScale;

/** Part of the slip allowed ⟂ the direction, 0 … 1, up to which a slip does not turn within a step. Empirical; not derived. */
export const hardlyTurned = 0.05;

/**
 * Slip backwards, as a part of the slip allowed ⟂ the direction, 0 … 1, at which a contact that slides on has stopped. Empirical:
 * a row of dominoes.
 */
export const turnedBack = 0.5;

/** Time for which a slip must be expected to keep its direction to count as straight, s. Empirical; not derived. */
export const lasting = 0.02 * timeScale;

/**
 * Cosine of the largest angle between normals, below 1 by this much, at which two contacts of a pair lie in one plane: rounding.
 */
export const samePlane = 1e-15;

/**
 * Ratio of the acceleration by friction to that by one contact, as bodies turn and have several contacts. Empirical; not derived.
 */
export const frictionShare = 4;

/** First τ of the slip law with a lag, in |u|/a, > 1. Empirical; not derived. */
export const firstLag = 2;

/** Largest τ of the slip law with a lag, s. Empirical; not derived. */
export const mostLag = 0.1 * timeScale;

/** Part of u, 0 … 1, that the law with a lag may change along u itself. Empirical; not derived. */
export const lagPart = 0.1;

/** Part of the rest threshold, 0 … 1, below which the error of u allows twice the τ. Empirical; not derived. */
export const lagGrowthPart = 0.1;

/** Longest step in τ: explicit Runge–Kutta methods are stable up to about 3. */
export const lagSteps = 2.5;

/** Part, 0 … 1, of the speed at which the law with a lag was left, below which it is tried again. Empirical; not derived. */
export const retryPart = 0.3;

/** Growth, > 1, of that speed from step to step, as the law may have been left in a transient. Empirical; not derived. */
export const retryGrowth = 1.2;

// slow slip of ball joints

/** Sweeps over the ball joints of an island. A safeguard. */
export const maxSweeps = 60;

/** Change of a moment beside T, 0 … 1, at which the sweeps have converged: rounding, with room. */
export const exactMoment = 1e-14;
