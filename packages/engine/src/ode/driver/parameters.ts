/**
 * The limits of a run.
 */

/** The largest number of steps of a run where the user gives none: at a microsecond a step, ten seconds. A convention. */
export const defaultMaxSteps = 1e7;
