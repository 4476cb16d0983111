/**
 * When two moving shapes meet: the first time at which their gap falls to a target, along the path that the caller gives.
 * Conservative advancement: with V the speed that no two points together exceed and δ the tolerance in distance, a gap g
 * cannot come below −δ within the time
 *
 *   Δ = (max(g, 0) + δ)/V
 *
 * so that no overlap deeper than δ is stepped over, however short. Where the accelerations of points are bounded by α, a
 * longer step is proved by the direction n of the gap alone: s(n), along.ts, at both its ends bounds all that lies between,
 *
 *   gap ≥ (1 − ξ) s₀ + ξ s₁ − ½ α Δ² ξ (1 − ξ),   0 ≤ ξ ≤ 1,
 *
 * because that holds of each n·(a − b), a a point of A and b one of B. Near a graze it saves most of the steps. One of the
 * two may be a mesh: then each of its triangles that could be reached is proved to be missed (impact-mesh.ts).
 *
 * The gap is followed from above δ to below −δ: a hit, whose bracket then goes to impact-root.ts; or up again: a graze.
 *
 * Follows: Rigid Body Simulation, section 7; Baraff 1989, section 4.
 */
import { measureAlong } from "./along.js";
import { frameSize } from "./frame.js";
import { beginMeshSteps, hasMesh, tryMeshStep } from "./impact-mesh.js";
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
import { PairSlot } from "./pair-result.js";

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
    const status = leave(search, moving);
    if (status !== ImpactStatus.none) return status;
  }
  if (search.method !== "conservative") {
    const status = bracketByEnds(search, moving);
    if (status !== ImpactStatus.none) return status;
  }
  return advance(search, moving);
}

/** From a touch at the beginning to where the gap is above the tolerance, in growing steps. None: it has left. */
function leave(search: ImpactSearch, moving: MovingPair): ImpactStatus {
  const { time, work, range } = search;
  const delta = search.settings[1];
  const from = range[ImpactRange.from];
  const to = range[ImpactRange.to];
  let step = Math.max(delta / range[ImpactRange.speed], 2 ** -52 * Math.abs(from));
  while (work[Work.gap] <= delta) {
    if (time[0] >= to) return ImpactStatus.touching;
    time[0] = Math.min(time[0] + step, to);
    step *= 2;
    measureAt(search, moving);
    search.iterations++;
    // it has not left at all
    if (work[Work.gap] < -delta) {
      time[0] = from;
      measureAt(search, moving);
      return ImpactStatus.hit;
    }
  }
  return work[Work.gap] > delta ? ImpactStatus.none : ImpactStatus.invalid;
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
    if (search.evaluations >= search.maxEvaluations) return ImpactStatus.limit;
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

/** Part of the way to an estimated root that is tried. */
const most = 0.99;

/** The step to take from where the pair has just been measured, to work.step; the last one is there. */
function chooseStep(search: ImpactSearch, moving: MovingPair): void {
  const { time, work, range } = search;
  const s0 = work[Work.gap];
  const sure = (Math.max(s0, 0) + search.settings[1]) / range[ImpactRange.speed];
  const rate = work[Work.rate];
  const rest = range[ImpactRange.to] - time[0];
  // nearly as far as the gap would last at the rate of the last step; else farther than that step
  const wish = rate < 0 ? (most * s0) / -rate : Math.max(4 * work[Work.step], 8 * sure);
  work[Work.now] = time[0];
  work[Work.step] = sure;
  const alpha = range[ImpactRange.acceleration];
  if (!(alpha < Infinity)) return;
  // at a gap that stays the same, no longer step can be proved
  const level = Math.sqrt((8 * (Math.max(s0, 0) + search.settings[1])) / alpha);
  work[Work.wish] = Math.min(wish, rest, rate > 0 ? 4 * level : level);
  work[Work.rate] = 0;
  const mesh = hasMesh(moving);
  if (mesh && work[Work.wish] > 2 * work[Work.step]) beginMeshSteps(search, moving);
  for (let trial = 0; trial < 4 && work[Work.wish] > 2 * work[Work.step]; trial++) {
    if (mesh ? tryMeshStep(search, moving) : tryStep(search, moving)) return;
  }
}

/** Takes the step wished for if it is proved, else wishes for a shorter one. */
function tryStep(search: ImpactSearch, moving: MovingPair): boolean {
  const { time, work, frames } = search;
  time[0] = work[Work.now] + work[Work.wish];
  moving.place(frames, time);
  search.evaluations++;
  const n = search.pair.values;
  measureAlong(work, Work.trial, moving.shapeA, frames, 0, moving.shapeB, frames, frameSize, n, PairSlot.normal);
  const step = work[Work.wish];
  const s0 = work[Work.gap];
  const d = work[Work.trial] - search.settings[0] - s0;
  const q = 0.5 * search.range[ImpactRange.acceleration] * step * step;
  // the least of s₀ + d ξ − q ξ (1 − ξ)
  let least = Math.min(s0, s0 + d);
  if (q > Math.abs(d)) {
    const xi = 0.5 - d / (2 * q);
    least = s0 + d * xi - q * xi * (1 - xi);
  }
  if (least >= -search.settings[1]) {
    work[Work.step] = step;
    work[Work.rate] = d / step;
    return true;
  }
  // nearly to where the chord comes down; half of it where the bound on what lies between is the trouble
  work[Work.wish] = step * (d < -s0 ? (most * Math.max(s0, 0)) / -d : 0.5);
  return false;
}
