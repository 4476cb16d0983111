/**
 * When two moving shapes meet: the first time at which their gap falls to a target, along the path that the caller gives.
 * Conservative advancement: with V the speed that no two points together exceed and δ the tolerance in distance, a gap g
 * cannot come below −δ within the time
 *
 *   Δ = (max(g, 0) + δ)/V
 *
 * so that no overlap deeper than δ is stepped over, however short; where accelerations are bounded, longer steps are proved
 * (advancement-step.ts). A pair that touches at the beginning is followed until it has separated (leave-contact.ts).
 *
 * The gap is followed from above δ to below −δ: a hit, whose bracket then goes to bracket-root.ts; or up again: a graze.
 *
 * Follows: Rigid Body Simulation, section 7; Baraff 1989, section 4.
 */

import { chooseAdvancement } from "./advancement-step.js";
import { closeBracket, refineLeast } from "./bracket-root.js";
import { leaveContact } from "./leave-contact.js";
import {
  MotionRange,
  type MovingPair,
  measureAt,
  requireMotionRange,
  SearchSlot,
  type TimeOfImpactSearch,
  TimeOfImpactStatus,
} from "./search-state.js";

/** Finds the first impact within search.range. The result is left in `search`; the status is returned. */
export function findTimeOfImpact(search: TimeOfImpactSearch, moving: MovingPair): TimeOfImpactStatus {
  requireMotionRange(search);
  search.iterations = 0;
  search.evaluations = 0;
  search.status = follow(search, moving);
  return search.status;
}

function follow(search: TimeOfImpactSearch, moving: MovingPair): TimeOfImpactStatus {
  const { time, work, range } = search;
  const delta = search.settings[1];
  time[0] = range[MotionRange.from];
  measureAt(search, moving);
  if (work[SearchSlot.gap] < -delta) return TimeOfImpactStatus.overlapping;
  if (work[SearchSlot.gap] <= delta) {
    if (!search.leaving) return TimeOfImpactStatus.touching;
    const status = leaveContact(search, moving);
    if (status !== TimeOfImpactStatus.none) return status;
  }
  if (search.method !== "conservative") {
    const status = bracketByEnds(search, moving);
    if (status !== TimeOfImpactStatus.none) return status;
  }
  return advance(search, moving);
}

/**
 * The bracket from here to the end, if the gap is negative at the end: it crosses zero an odd number of times, assumed to be one.
 */
function bracketByEnds(search: TimeOfImpactSearch, moving: MovingPair): TimeOfImpactStatus {
  const { time, work } = search;
  work[SearchSlot.a] = time[0];
  work[SearchSlot.fa] = work[SearchSlot.gap];
  time[0] = search.range[MotionRange.to];
  measureAt(search, moving);
  if (work[SearchSlot.gap] < 0) {
    work[SearchSlot.b] = time[0];
    work[SearchSlot.fb] = work[SearchSlot.gap];
    return closeBracket(search, moving);
  }
  time[0] = work[SearchSlot.a];
  measureAt(search, moving);
  return TimeOfImpactStatus.none;
}

/** Steps of which each is proved, from a gap above the tolerance. */
function advance(search: TimeOfImpactSearch, moving: MovingPair): TimeOfImpactStatus {
  const { time, work, range } = search;
  const delta = search.settings[1];
  const to = range[MotionRange.to];
  let t = time[0];
  let crossed = false;
  work[SearchSlot.previous] = t;
  work[SearchSlot.step] = 0;
  work[SearchSlot.rate] = 0;
  work[SearchSlot.least] = Infinity;
  for (;;) {
    const g = work[SearchSlot.gap];
    if (Number.isNaN(g)) return TimeOfImpactStatus.invalid;
    if (!crossed) {
      crossed = g <= 0;
      work[crossed ? SearchSlot.b : SearchSlot.a] = t;
      work[crossed ? SearchSlot.fb : SearchSlot.fa] = g;
    }
    if (g < -delta || (t >= to && g < 0)) {
      return closeBracket(search, moving);
    }
    keepApproach(search);
    if (isGrazeOver(search)) return finishGraze(search, moving);
    if (t >= to) return TimeOfImpactStatus.none;
    // a root that is bracketed exists
    if (search.evaluations >= search.maxEvaluations)
      return crossed ? closeBracket(search, moving) : TimeOfImpactStatus.limit;
    // before zero is crossed, an overlap up to δ, after it up to 2 δ; a gap that falls and grows again is refined at its least
    // value
    work[SearchSlot.allowed] = crossed ? 2 * delta : delta;
    chooseAdvancement(search, moving);
    work[SearchSlot.previous] = t;
    t = Math.min(Math.max(t + work[SearchSlot.step], t + 2 ** -52 * Math.abs(t)), to);
    time[0] = t;
    measureAt(search, moving);
    search.iterations++;
  }
}

/** Keeps the least gap of a stretch within the tolerance, with its time and those before and after it. */
function keepApproach({ work, time, range, settings }: TimeOfImpactSearch): void {
  const t = time[0];
  const g = work[SearchSlot.gap];
  const to = range[MotionRange.to];
  if (g <= settings[1] && g < work[SearchSlot.least]) {
    work[SearchSlot.least] = g;
    work[SearchSlot.leastTime] = t;
    work[SearchSlot.before] = work[SearchSlot.previous];
    work[SearchSlot.after] = to;
  } else if (work[SearchSlot.after] === to && work[SearchSlot.least] < Infinity) work[SearchSlot.after] = t;
}

/** Returns whether a stretch within the tolerance has ended at time[0]: the gap is above it, or grows at the end of the range. */
function isGrazeOver({ work, time, range, settings }: TimeOfImpactSearch): boolean {
  const g = work[SearchSlot.gap];
  if (!(work[SearchSlot.least] < Infinity)) return false;
  return g > settings[1] || (time[0] >= range[MotionRange.to] && g > work[SearchSlot.least]);
}

/** A stretch within the tolerance is over: where it was least. Should it prove deeper than that, it is a hit. */
function finishGraze(search: TimeOfImpactSearch, moving: MovingPair): TimeOfImpactStatus {
  const { time, work } = search;
  const a = work[SearchSlot.a];
  const fa = work[SearchSlot.fa];
  work[SearchSlot.a] = work[SearchSlot.before];
  work[SearchSlot.b] = work[SearchSlot.after];
  refineLeast(search, moving);
  if (work[SearchSlot.least] < -search.settings[1] && a < work[SearchSlot.leastTime]) {
    work[SearchSlot.a] = a;
    work[SearchSlot.fa] = fa;
    work[SearchSlot.b] = work[SearchSlot.leastTime];
    work[SearchSlot.fb] = work[SearchSlot.least];
    return closeBracket(search, moving);
  }
  time[0] = work[SearchSlot.leastTime];
  measureAt(search, moving);
  return TimeOfImpactStatus.graze;
}
