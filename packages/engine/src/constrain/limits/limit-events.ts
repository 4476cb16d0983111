/**
 * Event handling of bounds between two steps: impacts are solved, and the active set of bounds is chosen.
 *
 *   near          g ≤ tolerance, or reached by an event
 *   impact        ṡ < −threshold: solved with restitution (limit-impact.ts); slower approaches are stopped
 *   micro-bounce  ṡ² ≤ 2 |s̈| tolerance, s̈ < 0: a bounce too low to be distinguished from rest is stopped
 *   active        ṡ = 0 and f > 0; where there is no force either way, until it pulls
 *
 * Follows: Baraff 1989, sections 7 and 8; Particle System Dynamics, section 7.
 */
import type { Bound } from "../actuators/index.js";
import type { Mechanism } from "../mechanism/index.js";
import { projectPositions } from "../projection/index.js";
import {
  answerImpact,
  type BoundMotion,
  evaluateBounds,
  findRestingForces,
  measureMotion,
  stopApproach,
  stopRates,
} from "./limit-impact.js";
import { lastRound, maxRounds } from "./parameters.js";

/** Options of the event handling of bounds. */
interface EventOptions {
  /** Gap, rad or m, below which a bound is reached. */
  readonly tolerance: number;
  /** Rate, rad/s or m/s, below which no approach bounces. */
  readonly threshold: number;
  /** Time, s, within which a bounce that ends is a micro-bounce: two steps of a method of order 1 and fixed step, else 0. */
  readonly shortestBounce: number;
}

/** Knowledge about bounds that the numbers at one state do not show. */
export interface BoundHints {
  /** Bounds whose force has fallen to zero. */
  readonly released: readonly Bound[];
  /** Bounds that are active, though no force or rate may show it: a step went through them. */
  readonly active: readonly Bound[];
  /** Bounds that an event has reached. */
  readonly reached: readonly Bound[];
}

/** No knowledge about bounds. */
export const noHints: Readonly<BoundHints> = { released: [], active: [], reached: [] };

/** A receiver of every impact, rest and release. */
type ReportEvent = (bound: Bound, kind: "impact" | "rest" | "release", impulse: number) => void;

/** Result of the event handling: the bounds for which there is no solution, and the noise of the force of each active bound. */
interface Handled {
  readonly failed: readonly Bound[];
  readonly noise: ReadonlyMap<Bound, number>;
}

/** Solves impacts and chooses the active bounds: they are then constraints of the mechanism. */
export function handleEvents(
  mechanism: Mechanism,
  bounds: readonly Bound[],
  options: EventOptions,
  hints: BoundHints,
  report: ReportEvent,
): Handled {
  const { tolerance, threshold } = options;
  const noise = new Map<Bound, number>();
  // a step that was cut is off the joints by the error of the interpolant, and so are its gaps
  mechanism.finishStep();
  const held = bounds.filter((bound) => mechanism.constraints.includes(bound));
  for (const bound of held) mechanism.remove(bound);
  closeGaps(mechanism, bounds, [...held, ...hints.reached], tolerance);
  const { value } = evaluateBounds(mechanism, bounds);
  const near = bounds.filter((bound, k) => value[k] <= tolerance || hints.reached.includes(bound));
  // what answers one impact may strike another: energy falls each time, or stays; the last round leaves no approach
  for (let round = 0; round <= lastRound && near.length > 0; round++) {
    const approach = evaluateBounds(mechanism, near).rate;
    const impulses = answerImpact(mechanism, near, threshold, round === lastRound);
    if (impulses.some(Number.isNaN)) return { failed: near.filter((_, k) => approach[k] < -threshold), noise };
    impulses.forEach((impulse, k) => {
      if (impulse > 0) report(near[k], "impact", impulse);
    });
    if (impulses.every((impulse) => impulse === 0)) break;
  }
  if (near.length > 0 && !stopMicroBounces(mechanism, near, options, hints)) return { failed: near, noise };
  const failed = activate(mechanism, near, held, options, hints, noise, report);
  if (failed.length > 0) return { failed, noise };
  for (const bound of held) if (!mechanism.constraints.includes(bound)) report(bound, "release", 0);
  mechanism.finishStep();
  return { failed: [], noise };
}

/** Moves the bounds that are `known` to be reached to a gap of zero, and takes back the penetration of others. */
function closeGaps(mechanism: Mechanism, bounds: readonly Bound[], known: readonly Bound[], tolerance: number): void {
  let moved = known;
  for (let round = 0; round < 5; round++) {
    const { value } = evaluateBounds(mechanism, bounds);
    const isOff = (bound: Bound, gap: number) =>
      gap < -0.1 * tolerance || (gap > 0.1 * tolerance && known.includes(bound));
    const off = bounds.filter((bound, k) => isOff(bound, value[k]));
    if (off.length === 0) return;
    moved = [...moved, ...off.filter((bound) => !moved.includes(bound))];
    for (const bound of moved) mechanism.add(() => bound);
    mechanism.prepare();
    mechanism.evaluate();
    projectPositions(mechanism);
    for (const bound of moved) mechanism.remove(bound);
  }
}

/** Stops slow approaches, and bounces that would be too low. Returns false if a bound cannot be stopped. */
function stopMicroBounces(
  mechanism: Mechanism,
  near: readonly Bound[],
  options: EventOptions,
  hints: BoundHints,
): boolean {
  for (let round = 0; round < maxRounds; round++) {
    if (!stopApproach(mechanism, near, options.threshold)) return false;
    const motion = measureMotion(mechanism, near);
    const low = near.filter((bound, k) => {
      const rises = motion.rate[k] > 1e-6 * options.threshold && motion.response[k * near.length + k] > 0;
      return rises && (hints.active.includes(bound) || isLow(motion, k, options));
    });
    if (low.length === 0) break;
    stopRates(mechanism, low);
  }
  return true;
}

function isLow({ rate, acceleration, noise }: BoundMotion, k: number, options: EventOptions): boolean {
  const fall = -acceleration[k];
  if (fall <= noise[k]) return false;
  return rate[k] * rate[k] <= 2 * fall * options.tolerance || rate[k] <= options.shortestBounce * fall;
}

/** Makes constraints of the active bounds. Returns those that ought to be active, and cannot. */
function activate(
  mechanism: Mechanism,
  near: readonly Bound[],
  held: readonly Bound[],
  options: EventOptions,
  hints: BoundHints,
  noise: Map<Bound, number>,
  report: ReportEvent,
): readonly Bound[] {
  if (near.length === 0) return [];
  const { rate, response } = measureMotion(mechanism, near);
  const failed = near.filter((bound, k) => response[k * near.length + k] === 0 && hints.active.includes(bound));
  if (failed.length > 0) return failed;
  const still = near.filter((bound, k) => Math.abs(rate[k]) <= options.threshold && !hints.released.includes(bound));
  if (still.length === 0) return [];
  const motion = measureMotion(mechanism, still);
  const forces = findRestingForces(motion);
  if (forces.some(Number.isNaN)) return still;
  const isBlocked = (k: number) => motion.response[k * still.length + k] === 0;
  still.forEach((bound, k) => {
    const isTie = Math.abs(motion.acceleration[k]) <= motion.noise[k];
    if (isBlocked(k) || !(forces[k] > 0 || isTie || hints.active.includes(bound))) return;
    mechanism.add(() => bound);
    noise.set(bound, motion.noise[k] / motion.response[k * still.length + k]);
    if (!held.includes(bound)) report(bound, "rest", 0);
  });
  return [];
}
