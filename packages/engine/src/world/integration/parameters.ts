/** Parameters of the room `integration`. */
import { timeScale } from "../model/index.js";

/* progress of time: progress.ts, island-flow.ts */

/** Unit of time beside which spans of time are judged, s; it is added to the time of the clock. */
export const clockUnit = timeScale;

/** Span of time in which events and steps are counted, beside the unit and the clock: hardly any time. Empirical; not derived. */
export const instant = 1e-9;

/** Number of events within `instant` above which the island ends. Empirical; not derived. */
export const mostEvents = 2000;

/** Number of steps within `instant` above which the island ends: the motion is too stiff or singular. Empirical; not derived. */
export const mostSteps = 20000;

/** Span of time in which changes of contacts are counted, beside the unit and the clock. Empirical; not derived. */
export const changeSpan = 1e-6;

/**
 * Number of changes of contacts within `changeSpan`, without a reported event, above which the island ends. Empirical; not
 * derived.
 */
export const mostChanges = 1000;

/**
 * Number of attempts at one time to handle an event anew after time-stepping has failed there. Empirical: random scenes that could
 * not go on in any way did not end.
 */
export const mostRescues = 4;

/** Number of events in a row without time between them above which pairs of nearby features touch. Empirical; not derived. */
export const mostSimultaneousEvents = 4;

/** Number of events in a row without time between them above which the island ends. Empirical; not derived. */
export const mostIdleEvents = 200;

/** Number of steps after which a window ends, so that other islands learn how far this one has come. Empirical; not derived. */
export const mostWindowSteps = 1024;

/* ends of steps: step-end.ts */

/** Ratio of the next step to one that was cut at an event, at most; > 1. Empirical: islands with events at short intervals. */
export const stepAfterEvent = 8;

/** Least ratio of the next step to the one that the solver would take, where a step was cut. Empirical; not derived. */
export const leastStepPart = 1e-6;

/**
 * Ratio of a fixed step to the one before, once it was shortened; > 1. Empirical: a brick that tipped over an edge with backward
 * Euler kept its steps of 10⁻⁴ s after a time-stepping phase.
 */
export const fixedStepGrowth = 1.1;

/** Length of a step that is hardly any time, beside the unit and the clock: some 50 units in the last place. */
export const shortestStep = 1e-14;

/** Ratio of a repeated step to the time of its event, which is to be just before its end; > 1. Empirical; not derived. */
export const repeatedStepRatio = 1.001;

/**
 * Least part of a step after which it is repeated to end at its event: a shorter one is accurate enough. Empirical; not derived.
 */
export const leastRepeatedPart = 1e-3;

/**
 * Error of a step, as a part of the tolerance, up to which its dense output locates events. Empirical: with larger errors the
 * impact times of slender rocking blocks were off by 10⁻⁸ s.
 */
export const denseOutputError = 0.1;

/* rest: sleep.ts */

/**
 * Acceleration at rest, as a part of the accelerations by the given forces alone: the error of the solver with friction. Without
 * friction balanced forces are exactly zero: see round-off-equilibrium.ts. Empirical; not derived.
 */
export const restingPart = 1e-10;

/* meeting a sleeping island: sleeper-guard.ts */

/** Speed of a point of a frozen interface above which it is released, per unit of the tolerance, m/s. Empirical; not derived. */
export const frozenSpeedPart = 100;

/**
 * Change of that speed by an impact above which the interface is released, per unit of the tolerance, m/s. Empirical; not
 * derived.
 */
export const struckSpeedPart = 100;

/** Number of times that a step is halved to find the time of a drift: a part of 2⁻³² of it is left. */
export const driftHalvings = 32;

/** Distance at which a moving island meets a sleeping one, as a part of the contact tolerance. Empirical; not derived. */
export const meetingPart = 1e-3;
