/** Tolerances, limits, lengths and fractions of world/scheduling. */

import { speedScale, timeScale } from "../model/index.js";

// windows

/** Length of the first window of a world, s. Empirical; not derived: only the first few windows depend on it. */
export const firstWindow = timeScale / 64;

/** Length of the shortest window, s. Empirical; not derived: below it the comparison of paths costs more than it saves. */
export const shortestWindow = timeScale / 4096;

/** Length of the longest window, s, and of all windows of an island alone. Empirical; not derived. */
export const longestWindow = timeScale;

/** Meetings in a window up to which its length is not reduced, however few the islands. Empirical; not derived. */
export const fewMeetings = 4;

/** Meetings in a window, 0 …, as a part of the islands, up to which its length is not reduced. Empirical; not derived. */
export const fewMeetingsPart = 0.5;

/**
 * Part of the work of a window, 0 … 1, that may be undone by rollbacks before the next window is shorter. Empirical; not derived.
 */
export const tolerableWaste = 0.25;

/**
 * Events of an island after which a window ends for all islands: the cost to compare paths grows with the pieces that they have.
 * Empirical; not derived.
 */
export const maxEventsPerWindow = 48;

/** Gap, in contact tolerances, up to which a contact keeps two bodies in one island at the end of a window. */
export const boundGap = 2;

// meetings

/** Tolerance of the time of a meeting, as a part of the contact tolerance: the gap at which two parts meet. */
export const meetingTolerance = 1e-3;

/** Overlap at a meeting, as a part of the contact tolerance, beyond which the islands go back to an earlier instant. */
export const lateOverlap = 0.1;

/** Speed that islands are taken to have at least where the time of an overlap is estimated, m/s. Empirical; not derived. */
export const slowestMeeting = 1e-2 * speedScale;

/** Rollbacks to a meeting, each by twice the time of the one before, as bodies may meet slowly. A safeguard. */
export const maxRollbacks = 8;

/** Length of the longest piece of a prescribed path whose bounds are taken at once, s: between its ends there are samples only. */
export const longestDrivenPiece = timeScale / 64;

/** Overlap at the end of a window, in contact tolerances, that ends the run: contact leaves one tolerance at most. */
export const deepOverlap = 100;

// partial sleep

/** Speed up to which a body hardly moves, m/s, for a tolerance of 1. Empirical: rows of dominoes (docs/friction.md). */
export const slowSpeed = 10 * speedScale;

/** Contact tolerances a second up to which a body hardly moves, 1/s. */
export const slowRate = 1 / timeScale;

/** Speed of a body, in speeds up to which one hardly moves, up to which bodies that touch it may rest. Empirical; not derived. */
export const neighbourSpeed = 10;

/** Time in which accelerations must leave the speed of a body that hardly moves below its bound, s. Empirical; not derived. */
export const calmTime = 0.02 * timeScale;

/** Least number of bodies that are put to rest together: one body between two loads is in no equilibrium. */
export const fewestResting = 2;

/** Least number of moving bodies of an island in which some are put to rest. Empirical; not derived. */
export const smallestIsland = 16;

/** Time without partial sleep after a trial that failed, or after a frozen interface was released, s. Empirical; not derived. */
export const coolDown = 0.05 * timeScale;
