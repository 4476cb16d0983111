/**
 * A pair that touches at the beginning, followed for as long as its gap g stays within the tolerance δ: until it has left,
 * g > δ, or goes in, g < −δ. Every step is proved, so that nothing deeper than 2δ is passed over:
 *
 *   α known    by s along n at both ends of a step (advancement-step.ts): at rest a step lasts √(8·2δ/α) or so
 *   else       Δ = (max(g, 0) + δ)/V, which is short: a pair that stays within the tolerance for longer than all evaluations
 *              together ends at the limit, with the time up to which nothing has happened
 *
 * An overlap that is met is traced back to where the pair began to go in: it has been within the tolerance until then.
 *
 * Follows: Rigid Body Simulation, section 7.
 */

import { chooseAdvancement } from "./advancement-step.js";
import { restingSlack, traceShare } from "./parameters.js";
import {
  MotionRange,
  type MovingPair,
  measureAt,
  SearchSlot,
  type TimeOfImpactSearch,
  TimeOfImpactStatus,
} from "./search-state.js";

const ulp = 2 ** -52;

/**
 * Follows a pair that touches at the beginning to where its gap is above the tolerance, and returns `none` if it has
 * left.
 */
export function leaveContact(search: TimeOfImpactSearch, moving: MovingPair): TimeOfImpactStatus {
  const { time, work, range, settings } = search;
  const delta = settings[1];
  const to = range[MotionRange.to];
  let t = time[0];
  work[SearchSlot.allowed] = 2 * delta;
  work[SearchSlot.step] = 0;
  let last = work[SearchSlot.gap];
  while (work[SearchSlot.gap] <= delta) {
    if (t >= to) return TimeOfImpactStatus.touching;
    if (search.evaluations >= search.maxEvaluations) return TimeOfImpactStatus.limit;
    if (work[SearchSlot.gap] >= Math.min(0, last) - restingSlack * delta) {
      work[SearchSlot.a] = t;
      work[SearchSlot.fa] = work[SearchSlot.gap];
    }
    last = work[SearchSlot.gap];
    // no rate: it is that of rounding at rest
    work[SearchSlot.rate] = 0;
    chooseAdvancement(search, moving);
    t = Math.min(Math.max(t + work[SearchSlot.step], t + ulp * Math.abs(t)), to);
    time[0] = t;
    measureAt(search, moving);
    search.iterations++;
    if (work[SearchSlot.gap] < -delta) {
      work[SearchSlot.b] = t;
      return traceBack(search, moving);
    }
  }
  return work[SearchSlot.gap] > delta ? TimeOfImpactStatus.none : TimeOfImpactStatus.invalid;
}

/** The last time between work.a and work.b at which the gap is not below what it was at a. None: it has left there. */
function traceBack(search: TimeOfImpactSearch, moving: MovingPair): TimeOfImpactStatus {
  const { time, work, range, settings } = search;
  const level = Math.min(0, work[SearchSlot.fa]);
  const least = Math.max(settings[2], (traceShare * settings[1]) / range[MotionRange.speed]);
  for (;;) {
    const a = work[SearchSlot.a];
    const b = work[SearchSlot.b];
    const middle = a + (b - a) / 2;
    if (b - a <= least || !(middle > a && middle < b)) break;
    time[0] = middle;
    measureAt(search, moving);
    search.iterations++;
    const g = work[SearchSlot.gap];
    if (Number.isNaN(g)) return TimeOfImpactStatus.invalid;
    if (g > settings[1]) return TimeOfImpactStatus.none;
    work[g >= level ? SearchSlot.a : SearchSlot.b] = middle;
  }
  time[0] = work[SearchSlot.a];
  measureAt(search, moving);
  return TimeOfImpactStatus.hit;
}
