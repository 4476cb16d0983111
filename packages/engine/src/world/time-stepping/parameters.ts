/**
 * Parameters of the room `time-stepping`. δ is the length of a time step, g the acceleration of gravity, and g δ the speed that a
 * falling body gains within a step: velocities at the end of a step are off by as much in any case.
 */
import { speedScale, timeScale } from "../model/index.js";

/* when a time-stepping phase begins, and when it ends: chattering.ts */

/** Number of events, or of solver steps, in a row that are judged in an island with many contacts. Empirical; not derived. */
export const manyContactEvents = 12;

/** Mean time between events in a row below which they are chattering, s. Empirical; not derived. */
export const chatteringTime = 2e-5 * timeScale;

/** Mean length of solver steps in a row below which an island with many contacts is stuck, s. Empirical; not derived. */
export const stuckTime = 1e-7 * timeScale;

/** Number of events in a row that are judged in an island with few contacts and friction. Empirical; not derived. */
export const fewContactEvents = 24;

/**
 * Mean time between events in a row below which few contacts with friction are chattering, s. Empirical: contacts that stick and
 * release in turn at speeds of 10⁻⁹ m/s change millions of times a second.
 */
export const fewContactTime = 1e-6 * timeScale;

/**
 * Number of events in a row, each within `chatteringTime` of the next on average, that are handled singly in any island; ≥ 1. It
 * bounds the cost of a second of simulated time. Empirical; not derived.
 */
export const longestRow = 250;

/** Number of further events in a row for each moving body of the island. Empirical; not derived. */
export const longestRowPerBody = 50;

/** Number of events at one instant above which they are chattering. Empirical; not derived. */
export const simultaneousEvents = 100;

/** Length of the first time step of a phase, s; at most `longestStep`. Empirical; not derived. */
export const firstStep = 1e-5 * timeScale;

/** Number of time steps without a change of modes after which a phase ends. Empirical; not derived. */
export const calmSteps = 32;

/** Largest number of such steps, to which it doubles where a phase comes again soon; ≥ `calmSteps`. Empirical; not derived. */
export const mostCalmSteps = 64;

/** Number of such steps in a phase that was forced: the cause of the failed event may be gone soon. Empirical; not derived. */
export const forcedCalmSteps = 8;

/** Pause below which a phase that begins is the continuation of the last one, s. Empirical; not derived. */
export const shortPause = 1e-3 * timeScale;

/** Pause below which a phase is the continuation of the last one, as a part of the age of that one. Empirical; not derived. */
export const pausePart = 0.5;

/* lengths of time steps, and attempts at one: moreau-step.ts */

/** Longest time step of a phase that is younger than `longStep/agePart`, s. Empirical: heaps that rattle come to rest with it. */
export const longStep = 1e-4 * timeScale;

/** Longest time step of an older phase, as a part of its age. Empirical; not derived. */
export const agePart = 0.01;

/** Longest time step of all, s. Empirical; not derived. */
export const longestStep = 1e-3 * timeScale;

/** Ratio by which a time step may be longer than the last one; > 1. Empirical; not derived. */
export const stepGrowth = 1.5;

/**
 * Number of attempts at a time step that follow the quick ones; even, as every second one may exclude restitution. Empirical; not
 * derived.
 */
export const attempts = 12;

/**
 * Number of attempts with few factorizations that come first: a shorter step is often easier to solve than a step that is hard.
 * Empirical; not derived.
 */
export const quickAttempts = 2;

/** Ratio by which a quick attempt is shorter than the one before. */
export const quickShortening = 0.5;

/** Ratio by which any other attempt is shorter than the one before. */
export const shortening = 0.25;

/* accuracy of a time step: moreau-attempt.ts */

/** Depth at which a time step may end, as a part of the contact tolerance; < 1. Empirical; not derived. */
export const deepPart = 0.3;

/** Depth from which on bodies are depenetrated after a time step, as a part of the contact tolerance. Empirical; not derived. */
export const shallowPart = 0.01;

/** Ratio of depths up to which a contact is not deeper than it was before the step; > 1, to allow for rounding. */
export const sameDepthRatio = 1.01;

/**
 * Resolution of gaps in the rows of a step, as a part of the contact tolerance. Corners of faces that are flush but for rounding
 * would contradict each other by less, and rounding would choose the active ones among them.
 */
export const gapResolution = 0.01;

/** Speed below which an island is at rest and the phase ends, m/s: what rounding leaves. Empirical; not derived. */
export const restingSpeed = 1e-13 * speedScale;

/** Approach below which restitution is zero within a time step, m/s. Empirical; not derived. */
export const bouncingSpeed = 1e-2 * speedScale;

/** Energy gained in a time step that counts as rounding, as a part of the energy before it. */
export const gainRounding = 1e-12;

/** Ratio of the distance within reach to the distance that bodies can come within a step; > 1. Empirical; not derived. */
export const reachRatio = 1.5;

/* search for impulses: moreau-impulses.ts, moreau-solve.ts */

/**
 * Slacks of contacts to begin with, as parts of g δ, in the order in which they are tried: with the last one, weights need no
 * contact forces. Empirical: measured on boxes that just fit between two walls.
 */
export const slackParts: readonly number[] = [0, 1e-2, 0.1, 1];

/** Least slack where contacts may have self-stress, as a part of g δ. Empirical: boxes between walls are not stopped with it. */
export const leastSlackPart = 1e-3;

/** Least slack where contacts may have self-stress, as a part of the largest speed: well above the error of impulses. */
export const slackRounding = 1e-7;

/**
 * Largest slack of a single contact with which approximate impulses are accepted at once, as a part of g δ. Empirical; not
 * derived.
 */
export const fitPart = 1e-3;

/** Largest slack of a single contact in place of the common slack, as a part of that. Empirical; not derived. */
export const fitSlackPart = 1e-2;

/** Ratio of the next slack to the present one; < 1. Empirical: in a heap of 200 that crept by 1 mm/s with all of its slack. */
export const tighterPart = 0.3;

/** Number of times that slack is reduced. Empirical; not derived. */
export const tightenings = 6;

/** Number of rounds to find the loads of joints on which their friction depends. Empirical; not derived. */
export const maxLoadRounds = 40;

/** Residual of the Signorini–Coulomb conditions up to which impulses satisfy them; the residual is reported. */
export const conditionTolerance = 1e-9;

/** Largest impulse, as a multiple of the given ones, that is a solution. Empirical; not derived. */
export const largestImpulse = 1e6;

/** Errors of velocities that are accepted, as parts of g δ, from the first relaxed attempt on. Empirical; not derived. */
export const relaxedParts: readonly number[] = [1e-3, 1e-2, 0.1];

/** Number of factorizations of a quick search. Empirical; not derived. */
export const quickFactorizations = 60;

/** Number of factorizations of any other search. Empirical: struck towers and pits of bodies come to an end with it. */
export const mostFactorizations = 1000;

/**
 * Number of attempts, after the quick ones, in which impulses have to satisfy the conditions; at most `attempts`. Empirical; not
 * derived.
 */
export const strictAttempts = 4;
