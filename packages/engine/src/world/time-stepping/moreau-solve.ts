/**
 * The solution of the problem of a time step (moreau-step.ts), from the impulses of the last step or from none. Where impulses that
 * satisfy the Signorini–Coulomb conditions are hard to find they need not be more exact than the step itself: the error of the
 * velocities is a part of the change by gravity within the step, by which velocities are off in any case. A fallback reports it.
 */
import { FrictionContactFigure, type FrictionContactResult, FrictionContactStatus } from "../../linalg/index.js";
import type { WorldSettings } from "../model/index.js";
import { manyContacts } from "../model/index.js";
import { addFallback } from "../record/index.js";
import type { SteppingContext } from "./context.js";
import {
  conditionTolerance,
  largestImpulse,
  mostFactorizations,
  quickFactorizations,
  relaxedParts,
  strictAttempts,
} from "./parameters.js";

/** The relaxation with which exact impulses are to be found by few factorizations. */
export const quickly: number = -strictAttempts - 1;

/**
 * Solves the problem at hand, and returns whether impulses were found. With a relaxation of 0 or more the error of velocities may
 * be the part `relaxedParts[relaxation]` of g δ; with less than 0 the impulses satisfy the conditions, and with less than
 * −`strictAttempts` they have to be found by few factorizations. With few contacts all methods of the solver are tried.
 */
export function solveMoreau(context: SteppingContext, duration: number, relaxation: number, slack: number): boolean {
  const { world } = context;
  const { coneSolver, cones } = context.solvers;
  const { result } = coneSolver;
  const isQuick = relaxation < -strictAttempts;
  const part = relaxation < 0 ? 0 : relaxedParts[Math.min(relaxation, relaxedParts.length - 1)];
  const most = part * measureFall(world.settings, duration);
  coneSolver.limit = mostFactorizations;
  const status = coneSolver.approach(cones.problem, isQuick ? quickFactorizations : 0, slack);
  if (status === FrictionContactStatus.solved || satisfiesConditions(result) || isNear(context, most)) return true;
  if (isQuick) return false;
  const again = coneSolver.solve(cones.problem, false, cones.count > manyContacts);
  if (again !== FrictionContactStatus.solved && again !== FrictionContactStatus.stalled) return false;
  return satisfiesConditions(result) || isNear(context, most);
}

/** Returns the speed of free fall after a time, m/s: velocities of a step are off by as much, and positions by δ times it. */
export function measureFall({ gravity }: WorldSettings, duration: number): number {
  return duration * Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
}

/** Returns whether impulses satisfy the Signorini–Coulomb conditions, whatever the status of the search. */
function satisfiesConditions(result: FrictionContactResult): boolean {
  return result.residual < conditionTolerance && isBounded(result);
}

/** Returns whether impulses satisfy the conditions but for velocities of `most`, m/s, and reports that as a fallback. */
function isNear(context: SteppingContext, most: number): boolean {
  const { world } = context;
  const { result } = context.solvers.coneSolver;
  if (!(result.residual * result.figures[FrictionContactFigure.scale] <= most) || !isBounded(result)) return false;
  addFallback(world.worst, "time-stepping/inexact");
  return true;
}

function isBounded({ figures }: FrictionContactResult): boolean {
  return figures[FrictionContactFigure.force] < largestImpulse;
}
