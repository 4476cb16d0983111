/**
 * What happens to bounds between two steps: impacts are answered, and it is decided which bounds hold.
 *
 *   near      g ≤ tolerance, or reached by an event
 *   impact    ṡ < −threshold: answered with restitution (limit-impact.ts); what is slower is stopped
 *   no hop    ṡ² ≤ 2 |s̈| tolerance, s̈ < 0: a hop too low to be told from rest is none
 *   holds     ṡ = 0 and f > 0; where there is no force either way, until it pulls
 *
 * Follows: Baraff 1989, sections 7 and 8; Particle System Dynamics, section 7.
 */
import type { Bound } from "./limit.js";
import {
  answerImpact,
  type BoundMotion,
  evaluateBounds,
  findRestingForces,
  measureMotion,
  stopApproach,
  stopRates,
} from "./limit-impact.js";
import type { Mechanism } from "./mechanism.js";
import { projectPositions } from "./project.js";

interface SettleOptions {
  /** Nearer than this, rad or m, a bound is reached. */
  readonly tolerance: number;
  /** Slower than this, rad/s or m/s, nothing bounces. */
  readonly threshold: number;
  /** A hop that ends within this time, s, is none: two steps of a method of order 1 and fixed step, else 0. */
  readonly shortestHop: number;
}

/** What is known of bounds where numbers alone would not tell. */
export interface BoundHints {
  /** The force has fallen to zero. */
  readonly spent: readonly Bound[];
  /** Pressed on, though no force or speed may show it: a step went through it. */
  readonly pressed: readonly Bound[];
  /** Reached by an event. */
  readonly reached: readonly Bound[];
}

export const noHints: BoundHints = { spent: [], pressed: [], reached: [] };

/** Told of every impact, rest and release. */
type TellEvent = (bound: Bound, kind: "impact" | "rest" | "release", impulse: number) => void;

/** What became of the bounds: those that could not be answered, and of those that hold the force that is none. */
interface Settled {
  readonly failed: readonly Bound[];
  readonly noise: ReadonlyMap<Bound, number>;
}

const maxRounds = 100;
/** Rounds of impacts with restitution, after which there is one without. */
const lastRound = 10;

/** Answers impacts and decides which bounds hold: they are then constraints of the mechanism. */
export function settle(
  mechanism: Mechanism,
  bounds: readonly Bound[],
  options: SettleOptions,
  hints: BoundHints,
  tell: TellEvent,
): Settled {
  const { tolerance, threshold } = options;
  const noise = new Map<Bound, number>();
  // a step that was cut is off the joints by the error of the interpolant, and so are its gaps
  mechanism.finishStep();
  const held = bounds.filter((bound) => mechanism.constraints.includes(bound));
  for (const bound of held) mechanism.remove(bound);
  pushOut(mechanism, bounds, [...held, ...hints.reached], tolerance);
  const { value } = evaluateBounds(mechanism, bounds);
  const near = bounds.filter((bound, k) => value[k] <= tolerance || hints.reached.includes(bound));
  // what answers one impact may strike another: energy falls each time, or stays; the last round leaves no approach
  for (let round = 0; round <= lastRound && near.length > 0; round++) {
    const approach = evaluateBounds(mechanism, near).rate;
    const impulses = answerImpact(mechanism, near, threshold, round === lastRound);
    if (impulses.some(Number.isNaN)) return { failed: near.filter((_, k) => approach[k] < -threshold), noise };
    impulses.forEach((impulse, k) => {
      if (impulse > 0) tell(near[k], "impact", impulse);
    });
    if (impulses.every((impulse) => impulse === 0)) break;
  }
  if (near.length > 0 && !calm(mechanism, near, options, hints)) return { failed: near, noise };
  const failed = hold(mechanism, near, held, options, hints, noise, tell);
  if (failed.length > 0) return { failed, noise };
  for (const bound of held) if (!mechanism.constraints.includes(bound)) tell(bound, "release", 0);
  mechanism.finishStep();
  return { failed: [], noise };
}

/** Puts the bounds that are `known` to be reached at a gap of zero, and takes back what others have sunk in. */
function pushOut(mechanism: Mechanism, bounds: readonly Bound[], known: readonly Bound[], tolerance: number): void {
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

/** Stops what approaches slowly, and what would hop too low. False if something cannot be stopped. */
function calm(mechanism: Mechanism, near: readonly Bound[], options: SettleOptions, hints: BoundHints): boolean {
  for (let round = 0; round < maxRounds; round++) {
    if (!stopApproach(mechanism, near, options.threshold)) return false;
    const motion = measureMotion(mechanism, near);
    const low = near.filter((bound, k) => {
      const rises = motion.rate[k] > 1e-6 * options.threshold && motion.response[k * near.length + k] > 0;
      return rises && (hints.pressed.includes(bound) || isLow(motion, k, options));
    });
    if (low.length === 0) break;
    stopRates(mechanism, low);
  }
  return true;
}

function isLow({ rate, acceleration, noise }: BoundMotion, k: number, options: SettleOptions): boolean {
  const fall = -acceleration[k];
  if (fall <= noise[k]) return false;
  return rate[k] * rate[k] <= 2 * fall * options.tolerance || rate[k] <= options.shortestHop * fall;
}

/** Makes constraints of the bounds that hold. Returns those that ought to hold, and cannot. */
function hold(
  mechanism: Mechanism,
  near: readonly Bound[],
  held: readonly Bound[],
  options: SettleOptions,
  hints: BoundHints,
  noise: Map<Bound, number>,
  tell: TellEvent,
): readonly Bound[] {
  if (near.length === 0) return [];
  const { rate, response } = measureMotion(mechanism, near);
  const failed = near.filter((bound, k) => response[k * near.length + k] === 0 && hints.pressed.includes(bound));
  if (failed.length > 0) return failed;
  const still = near.filter((bound, k) => Math.abs(rate[k]) <= options.threshold && !hints.spent.includes(bound));
  if (still.length === 0) return [];
  const motion = measureMotion(mechanism, still);
  const forces = findRestingForces(motion);
  if (forces.some(Number.isNaN)) return still;
  const isBlocked = (k: number) => motion.response[k * still.length + k] === 0;
  still.forEach((bound, k) => {
    const isTie = Math.abs(motion.acceleration[k]) <= motion.noise[k];
    if (isBlocked(k) || !(forces[k] > 0 || isTie || hints.pressed.includes(bound))) return;
    mechanism.add(() => bound);
    noise.set(bound, motion.noise[k] / motion.response[k * still.length + k]);
    if (!held.includes(bound)) tell(bound, "rest", 0);
  });
  return [];
}
