/** Tolerances, times and budgets of world/context. */
import { timeScale } from "../model/index.js";

// errors of rows

/**
 * Part of the tolerance, 0 … 1, below which a position error of an active row does not change the slope of the motion. Empirical.
 */
export const positionSlack = 1e-4;

/**
 * Part of the tolerance, 0 … 1, below which a velocity error of an active row does not change the slope of the motion. Empirical.
 */
export const velocitySlack = 1e-2;

// loads by the clock

/** Longest step while a load changes with time, s. Empirical; not derived. */
export const longestStep = timeScale / 64;

/** Ratio, > 1, of a step to the longest one beyond which it is too long. Empirical; not derived. */
export const longStepRatio = 1.01;

/** Longest time between two samples of the loads, s: a push of a millisecond is felt wherever it falls. */
export const sampleInterval = timeScale / 1024;

/** Longest time between two samples of active contacts while a load changes, s. Empirical; not derived. */
export const contactSampleInterval = timeScale / 256;

/**
 * Difference between the load and ṗ of the dense output, as a part of the change of the load, 0 … 1, that is allowed. Empirical.
 */
export const mostDefect = 1e-2;

/** Part of the load, 0 … 1, below which it does not change. Empirical; not derived. */
export const leastChange = 1e-6;

/** Part of a step, 0 … 1, of the difference quotient of p. */
export const rateSpacing = 1e-3;

// work budget

/**
 * Factorisations that an event with many contacts, or the interval `moment`, may take: a Moreau–Jean time step of that length takes
 * some dozens. Empirical: struck towers and pits of loose bodies; not derived.
 */
export const mostFactorizations = 1000;

/**
 * Length of the interval in which factorisations are counted, s: the longest time step of a young phase. Empirical; not derived.
 */
export const moment = 1e-4 * timeScale;

/** Number of contacts below which each factorisation is less work, so that there may be more of them in an interval. */
export const fullContacts = 64;

/** Largest ratio of the budget of an interval for few contacts to that for many. Empirical; not derived. */
export const mostBudgetRatio = 10;
