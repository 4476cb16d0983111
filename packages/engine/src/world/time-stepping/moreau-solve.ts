/**
 * The impulses of a leap (moreau-step.ts), near those of the one before, or anew. Where those that satisfy the law are hard to find
 * they need not be more exact than the leap is, and it is said if they are not: what they leave is a part of what gravity
 * changes within it, by which velocities are wrong in any case.
 */
import { ConeFigure, type ConeResult, ConeStatus } from "../../linalg/index.js";
import type { WorldSettings } from "../model/index.js";
import { manyContacts } from "../model/index.js";
import { addFallback } from "../record/index.js";
import type { SteppingContext } from "./context.js";

/** Impulses with a larger residual do not satisfy the law; larger ones, beside what they act against, are none. */
const conditionTolerance = 1e-9;
const largest = 1e6;
/** Parts of g δ that may be left: the more the harder it is. */
const roughParts = [1e-3, 1e-2, 0.1];
/** How often is factored in haste, and by all means. */
const quickFactors = 60;
const mostFactors = 1000;
/** Attempts at a leap in which impulses are to satisfy the law, and are looked for by all means. */
export const strict = 4;
/** The same as `rough` in which they are to be found soon. */
export const hastily: number = -strict - 1;

/**
 * Whether there are impulses for the problem at hand: lawful ones that are found soon where `rough` is less than −4, lawful ones
 * where it is less than 0, else as exact as that tells. Those of a few contacts are found by all means there are.
 */
export function solveMoreau(context: SteppingContext, duration: number, rough: number, slack: number): boolean {
  const { world } = context;
  const { coneSolver, cones } = context.solvers;
  const { result } = coneSolver;
  const isQuick = rough < -strict;
  const part = rough < 0 ? 0 : roughParts[Math.min(rough, roughParts.length - 1)];
  const most = part * measureFall(world.settings, duration);
  coneSolver.limit = mostFactors;
  const status = coneSolver.approach(cones.problem, isQuick ? quickFactors : 0, slack);
  if (status === ConeStatus.solved || satisfiesConditions(result) || isNear(context, most)) return true;
  if (isQuick) return false;
  const again = coneSolver.solve(cones.problem, false, cones.count > manyContacts);
  if (again !== ConeStatus.solved && again !== ConeStatus.stalled) return false;
  return satisfiesConditions(result) || isNear(context, most);
}

/** How fast things fall after a time, m/s: velocities are wrong by as much, and positions by that times it. */
export function measureFall({ gravity }: WorldSettings, duration: number): number {
  return duration * Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
}

/** Whether impulses satisfy the law, whatever became of the search for them. */
function satisfiesConditions(result: ConeResult): boolean {
  return result.residual < conditionTolerance && isBounded(result);
}

/** Whether they do but for velocities of `most`, m/s; which is then said. */
function isNear(context: SteppingContext, most: number): boolean {
  const { world } = context;
  const { result } = context.solvers.coneSolver;
  if (!(result.residual * result.figures[ConeFigure.scale] <= most) || !isBounded(result)) return false;
  addFallback(world.worst, "time-stepping/inexact");
  return true;
}

function isBounded({ figures }: ConeResult): boolean {
  return figures[ConeFigure.force] < largest;
}
