/**
 * When two moving shapes meet: the first time at which their gap falls to a target, along the path that the caller gives.
 * Conservative advancement: with V the speed that no two points together exceed and δ the tolerance in distance, a gap g
 * cannot come below −δ within the time
 *
 *   Δ = (max(g, 0) + δ)/V
 *
 * so that no overlap deeper than δ is stepped over, however short; where accelerations are bounded, longer steps are proved
 * (impact-step.ts). A pair that touches at the beginning is first seen off (impact-leave.ts).
 *
 * The gap is followed from above δ to below −δ: a hit, whose bracket then goes to impact-root.ts; or up again: a graze.
 *
 * Follows: Rigid Body Simulation, section 7; Baraff 1989, section 4.
 */
import { leaveTouch } from "./impact-leave.js";
import { closeBracket, refineLeast } from "./impact-root.js";
import {
  ImpactRange,
  type ImpactSearch,
  ImpactStatus,
  type MovingPair,
  measureAt,
  requireRange,
  Work,
} from "./impact-search.js";
import { chooseStep } from "./impact-step.js";

/** Finds the first impact within search.range. What it is, when and where is left in `search`; the status is returned. */
export function findImpactTime(search: ImpactSearch, moving: MovingPair): ImpactStatus {
  requireRange(search);
  search.iterations = 0;
  search.evaluations = 0;
  search.status = follow(search, moving);
  return search.status;
}

function follow(search: ImpactSearch, moving: MovingPair): ImpactStatus {
  const { time, work, range } = search;
  const delta = search.settings[1];
  time[0] = range[ImpactRange.from];
  measureAt(search, moving);
  if (work[Work.gap] < -delta) return ImpactStatus.overlapping;
  if (work[Work.gap] <= delta) {
    if (!search.leaving) return ImpactStatus.touching;
    const status = leaveTouch(search, moving);
    if (status !== ImpactStatus.none) return status;
  }
  if (search.method !== "conservative") {
    const status = bracketByEnds(search, moving);
    if (status !== ImpactStatus.none) return status;
  }
  return advance(search, moving);
}

/** The bracket from here to the end, if the pair overlaps there: it has come in once, let us trust. */
function bracketByEnds(search: ImpactSearch, moving: MovingPair): ImpactStatus {
  const { time, work } = search;
  work[Work.a] = time[0];
  work[Work.fa] = work[Work.gap];
  time[0] = search.range[ImpactRange.to];
  measureAt(search, moving);
  if (work[Work.gap] < 0) {
    work[Work.b] = time[0];
    work[Work.fb] = work[Work.gap];
    return closeBracket(search, moving);
  }
  time[0] = work[Work.a];
  measureAt(search, moving);
  return ImpactStatus.none;
}

/** Steps of which each is proved, from a gap above the tolerance. */
function advance(search: ImpactSearch, moving: MovingPair): ImpactStatus {
  const { time, work, range } = search;
  const delta = search.settings[1];
  const to = range[ImpactRange.to];
  let t = time[0];
  let crossed = false;
  let previous = t;
  work[Work.step] = 0;
  work[Work.rate] = 0;
  work[Work.least] = Infinity;
  for (;;) {
    const g = work[Work.gap];
    if (Number.isNaN(g)) return ImpactStatus.invalid;
    if (!crossed) {
      crossed = g <= 0;
      work[crossed ? Work.b : Work.a] = t;
      work[crossed ? Work.fb : Work.fa] = g;
    }
    if (g < -delta || (t >= to && g < 0)) {
      return closeBracket(search, moving);
    }
    if (g <= delta && g < work[Work.least]) {
      work[Work.least] = g;
      work[Work.leastTime] = t;
      work[Work.before] = previous;
      work[Work.after] = to;
    } else if (work[Work.after] === to && work[Work.least] < Infinity) work[Work.after] = t;
    const within = work[Work.least] < Infinity;
    if (within && (g > delta || (t >= to && g > work[Work.least]))) return settleGraze(search, moving);
    if (t >= to) return ImpactStatus.none;
    // what is bracketed has happened
    if (search.evaluations >= search.maxEvaluations) return crossed ? closeBracket(search, moving) : ImpactStatus.limit;
    // on the way in; what proves deeper and comes up again is found where it is least
    work[Work.allowed] = crossed ? 2 * delta : delta;
    chooseStep(search, moving);
    previous = t;
    t = Math.min(Math.max(t + work[Work.step], t + 2 ** -52 * Math.abs(t)), to);
    time[0] = t;
    measureAt(search, moving);
    search.iterations++;
  }
}

/** A stretch within the tolerance is over: where it was least. Should it prove deeper than that, it is a hit. */
function settleGraze(search: ImpactSearch, moving: MovingPair): ImpactStatus {
  const { time, work } = search;
  const a = work[Work.a];
  const fa = work[Work.fa];
  work[Work.a] = work[Work.before];
  work[Work.b] = work[Work.after];
  refineLeast(search, moving);
  if (work[Work.least] < -search.settings[1] && a < work[Work.leastTime]) {
    work[Work.a] = a;
    work[Work.fa] = fa;
    work[Work.b] = work[Work.leastTime];
    work[Work.fb] = work[Work.least];
    return closeBracket(search, moving);
  }
  time[0] = work[Work.leastTime];
  measureAt(search, moving);
  return ImpactStatus.graze;
}
