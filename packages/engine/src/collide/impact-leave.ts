/**
 * A pair that touches at the beginning, followed for as long as its gap g stays within the tolerance δ: until it has left,
 * g > δ, or goes in, g < −δ.
 *
 *   α known    every step is proved (impact-step.ts): nothing deeper than 2δ is passed over
 *   else       a pair at rest would be looked at every δ/V. It is looked at in growing steps, up to a part of the interval
 *              of length Δ = (to − from)/1024: an overlap that comes and goes in between is no deeper than V Δ/2 + δ
 *
 * An overlap that is met is traced back to where the pair began to go in: it has been within the tolerance until then.
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import { ImpactRange, type ImpactSearch, ImpactStatus, type MovingPair, measureAt, Work } from "./impact-search.js";
import { chooseStep } from "./impact-step.js";

/** At how many times at least a pair at rest is looked at where no acceleration is known. */
const looks = 1024;
/** How much deeper a pair may come in a step and still be at rest, as a part of δ. */
const slack = 2 ** -6;
/** Where tracing back ends, as a part of the time δ/V. */
const fine = 2 ** -20;
const ulp = 2 ** -52;

/** From a touch at the beginning to where the gap is above the tolerance. None: it has left. */
export function leaveTouch(search: ImpactSearch, moving: MovingPair): ImpactStatus {
  const { time, work, range, settings } = search;
  const delta = settings[1];
  const to = range[ImpactRange.to];
  const longest = (to - range[ImpactRange.from]) / looks;
  const proved = range[ImpactRange.acceleration] < Infinity;
  let t = time[0];
  work[Work.allowed] = 2 * delta;
  work[Work.step] = 0;
  let last = work[Work.gap];
  while (work[Work.gap] <= delta) {
    if (t >= to) return ImpactStatus.touching;
    if (search.evaluations >= search.maxEvaluations) return ImpactStatus.limit;
    const before = work[Work.step];
    if (work[Work.gap] >= Math.min(0, last) - slack * delta) {
      work[Work.a] = t;
      work[Work.fa] = work[Work.gap];
    }
    last = work[Work.gap];
    // no rate: it is that of rounding at rest
    work[Work.rate] = 0;
    chooseStep(search, moving);
    if (!proved) work[Work.step] = Math.max(work[Work.step], Math.min(2 * before, longest));
    t = Math.min(Math.max(t + work[Work.step], t + ulp * Math.abs(t)), to);
    time[0] = t;
    measureAt(search, moving);
    search.iterations++;
    if (work[Work.gap] < -delta) {
      work[Work.b] = t;
      return traceBack(search, moving);
    }
  }
  return work[Work.gap] > delta ? ImpactStatus.none : ImpactStatus.invalid;
}

/** The last time between work.a and work.b at which the gap is not below what it was at a. None: it has left there. */
function traceBack(search: ImpactSearch, moving: MovingPair): ImpactStatus {
  const { time, work, range, settings } = search;
  const level = Math.min(0, work[Work.fa]);
  const least = Math.max(settings[2], (fine * settings[1]) / range[ImpactRange.speed]);
  for (;;) {
    const a = work[Work.a];
    const b = work[Work.b];
    const middle = a + (b - a) / 2;
    if (b - a <= least || !(middle > a && middle < b)) break;
    time[0] = middle;
    measureAt(search, moving);
    search.iterations++;
    const g = work[Work.gap];
    if (Number.isNaN(g)) return ImpactStatus.invalid;
    if (g > settings[1]) return ImpactStatus.none;
    work[g >= level ? Work.a : Work.b] = middle;
  }
  time[0] = work[Work.a];
  measureAt(search, moving);
  return ImpactStatus.hit;
}
