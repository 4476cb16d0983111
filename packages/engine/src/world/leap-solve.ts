/**
 * The impulses of a leap (leap.ts), near those of the one before, or anew. Where those that satisfy the law are hard to find
 * they need not be more exact than the leap is, and it is said if they are not: what they leave is a part of what gravity
 * changes within it, by which velocities are wrong in any case.
 */
import { ConeFigure, type ConeResult, ConeStatus } from "../linalg/index.js";
import { addFallback } from "./report.js";
import type { IslandRun } from "./run.js";
import type { WorldSettings } from "./settings.js";

/** Impulses with a larger residual do not satisfy the law; larger ones, beside what they act against, are none. */
const lawful = 1e-9;
const largest = 1e6;
/** Parts of g δ that may be left: the more the harder it is. */
const roughParts = [1e-3, 1e-2, 0.1];
/** Of more contacts than this so much may be left where a search in haste has factored for long: a shorter one is as hard. */
const many = 300;
const manyPart = 1e-4;
/** How often is factored in haste, and in that of many. */
const hastyFactors = 60;
const manyFactors = 300;
/** Attempts at a leap in which impulses are to satisfy the law, and are looked for by all means. */
export const strict = 4;
/** How often they may be looked for by all means. */
const mostFactors = 1000;

/**
 * Whether there are impulses for the problem at hand: lawful ones that are found soon where `rough` is less than −4, lawful ones
 * where it is less than 0, else as exact as that tells. Those of many contacts are looked for in one way.
 */
export function solveLeap(run: IslandRun, duration: number, rough: number): boolean {
  const { coneSolver, cones, kit } = run;
  const { result } = coneSolver;
  const isMany = cones.count > many;
  const isHasty = rough < -strict;
  const least = isMany ? manyPart : 0;
  const part = rough < 0 ? least : roughParts[Math.min(rough, roughParts.length - 1)];
  const most = part * measureFall(kit.settings, duration);
  coneSolver.limit = mostFactors;
  const haste = isMany ? manyFactors : isHasty ? hastyFactors : 0;
  const isFound = coneSolver.approach(cones.problem, haste) === ConeStatus.solved || isLawful(result);
  if (isFound || isNear(run, most)) return true;
  if (haste > 0) return false;
  const status = coneSolver.solve(cones.problem, false, true);
  if (status !== ConeStatus.solved && status !== ConeStatus.stalled) return false;
  return isLawful(result) || isNear(run, most);
}

/** How fast things fall after a time, m/s: velocities are wrong by as much, and positions by that times it. */
export function measureFall({ gravity }: WorldSettings, duration: number): number {
  return duration * Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
}

/** Whether impulses satisfy the law, whatever became of the search for them. */
function isLawful(result: ConeResult): boolean {
  return result.residual < lawful && isBounded(result);
}

/** Whether they do but for velocities of `most`, m/s; which is then said. */
function isNear({ coneSolver: { result }, kit }: IslandRun, most: number): boolean {
  if (!(result.residual * result.figures[ConeFigure.scale] <= most) || !isBounded(result)) return false;
  addFallback(kit.worst, "friction: the impulses of a time gone through at once are not exact");
  return true;
}

function isBounded({ figures }: ConeResult): boolean {
  return figures[ConeFigure.force] < largest;
}
