/**
 * The policy by which an island changes from event-driven integration to time-stepping (Moreau–Jean). Event-driven integration is
 * the rule: it is exact. Time-stepping takes over
 *
 *   fault       where the event at hand could not be handled, or time does not go on              IslandFlow.resolveFault
 *   phase       as long as a time-stepping phase goes on                                          isGoingOn
 *   step        where no step of the solver succeeds, unless sliding contacts jam                 IslandFlow.flow
 *   stuck       where steps of a system with many contacts become too short, or cost too much     isDueAfterStep
 *   location    where an event costs too much to locate                                           IslandFlow.locateEvent
 *   due         where events follow one another too closely, or cost too much                     isDueAfterEvent
 *
 * The rows fault and step force time-stepping: IslandFlow.timeStep(…, true). Which contacts a phase of each kind needs is decided
 * in MoreauStep.canRun.
 *
 * See also: Acary and Brogliato 2008, Numerical Methods for Nonsmooth Dynamical Systems, chapters 7, 8 and 10.
 */
import type { MoreauStep } from "../time-stepping/index.js";
import type { FlowContext } from "./context.js";

/** Returns whether a time-stepping phase goes on at t[n]. */
export function isGoingOn({ chattering }: MoreauStep, t: Float64Array, n: number): boolean {
  return chattering.isGoingOn(t, n);
}

/** Counts a step that began at t[n], and returns whether such steps are too short for time to go on, or cost too much. */
export function isDueAfterStep({ chattering }: MoreauStep, context: FlowContext, t: Float64Array, n: number): boolean {
  return chattering.isStuck(context, t, n) || context.budget.isTooMuch(t, n);
}

/**
 * Counts an event at t[n], the `idle`-th without time between, and returns whether events follow one another too closely, or cost
 * too much.
 */
export function isDueAfterEvent(
  { chattering }: MoreauStep,
  context: FlowContext,
  t: Float64Array,
  n: number,
  idle: number,
): boolean {
  return chattering.isDue(context, t[n], idle) || context.budget.isTooMuch(t, n);
}
