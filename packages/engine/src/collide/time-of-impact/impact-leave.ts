/**
 * A pair that touches at the beginning, followed for as long as its gap g stays within the tolerance δ: until it has left,
 * g > δ, or goes in, g < −δ. Every step is proved, so that nothing deeper than 2δ is passed over:
 *
 *   α known    by s along n at both ends of a step (impact-step.ts): at rest a step lasts √(8·2δ/α) or so
 *   else       Δ = (max(g, 0) + δ)/V, which is short: a pair that stays within the tolerance for longer than all evaluations
 *              together ends at the limit, with the time up to which nothing has happened
 *
 * An overlap that is met is traced back to where the pair began to go in: it has been within the tolerance until then.
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import { ImpactRange, type ImpactSearch, ImpactStatus, type MovingPair, measureAt, Work } from "./impact-search.js";
import { chooseStep } from "./impact-step.js";

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
  let t = time[0];
  work[Work.allowed] = 2 * delta;
  work[Work.step] = 0;
  let last = work[Work.gap];
  while (work[Work.gap] <= delta) {
    if (t >= to) return ImpactStatus.touching;
    if (search.evaluations >= search.maxEvaluations) return ImpactStatus.limit;
    if (work[Work.gap] >= Math.min(0, last) - slack * delta) {
      work[Work.a] = t;
      work[Work.fa] = work[Work.gap];
    }
    last = work[Work.gap];
    // no rate: it is that of rounding at rest
    work[Work.rate] = 0;
    chooseStep(search, moving);
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
