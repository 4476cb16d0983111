/**
 * How far a pair can be followed in one step without an overlap deeper than the tolerance δ in between. With V the bound
 * on speed, Δ = (max(g, 0) + δ)/V. Where the accelerations of points are bounded by α, a longer step is proved by the
 * direction n of the gap alone: s(n), along.ts, at both its ends bounds all that lies between (step-proof.ts). Near a graze
 * it saves most of the steps. Where the two turn, n may turn with them, with a bound α of its own (impact-normal.ts). One of the two may be a mesh: then each
 * of its triangles that could be reached is proved to be missed (impact-mesh.ts).
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import { frameSize, measureAlong } from "../shapes/index.js";
import { beginMeshSteps, hasMesh, tryMeshStep } from "./impact-mesh.js";
import { chooseNormal, writeNormal } from "./impact-normal.js";
import { ImpactRange, type ImpactSearch, type MovingPair, Work } from "./impact-search.js";
import { findLeastBetween, Span } from "./step-proof.js";

/** Part of the way to an estimated root that is tried. */
const most = 0.99;

const n = new Float64Array(3);
const span = new Float64Array(Span.size);

/** The step to take from where the pair has just been measured, to work.step; the last one is there. */
export function chooseStep(search: ImpactSearch, moving: MovingPair): void {
  const { time, work, range } = search;
  const s0 = work[Work.gap];
  const sure = (Math.max(s0, 0) + search.settings[1]) / range[ImpactRange.speed];
  const rate = work[Work.rate];
  const rest = range[ImpactRange.to] - time[0];
  // nearly as far as the gap, and half of what it may be deep, would last at the rate of the last step; else farther
  const room = Math.max(s0, 0) + 0.5 * search.settings[1];
  const wish = rate < 0 ? (most * room) / -rate : Math.max(4 * work[Work.step], 8 * sure);
  work[Work.now] = time[0];
  work[Work.step] = sure;
  if (!(range[ImpactRange.acceleration] < Infinity)) return;
  const mesh = hasMesh(moving);
  if (!mesh) chooseNormal(search, moving);
  const alpha = mesh ? range[ImpactRange.acceleration] : work[Work.alpha];
  // at a gap that stays the same, no longer step can be proved
  const level = Math.sqrt((8 * (Math.max(s0, 0) + search.settings[1])) / alpha);
  work[Work.wish] = Math.min(wish, rest, rate > 0 ? 4 * level : level);
  if (!mesh) work[Work.wish] = Math.min(work[Work.wish], work[Work.longest]);
  work[Work.rate] = 0;
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
  writeNormal(n, search);
  measureAlong(work, Work.trial, moving.shapeA, frames, 0, moving.shapeB, frames, frameSize, n, 0);
  const step = work[Work.wish];
  const s0 = work[Work.gap];
  const d = work[Work.trial] - search.settings[0] - s0;
  span[Span.s0] = s0;
  span[Span.s1] = s0 + d;
  span[Span.q] = 0.5 * work[Work.alpha] * step * step;
  findLeastBetween(span);
  if (span[Span.least] >= -work[Work.allowed]) {
    work[Work.step] = step;
    work[Work.rate] = d / step;
    return true;
  }
  // nearly to where the chord comes down so far; half of it where the bound on what lies between is the trouble
  const room = Math.max(s0, 0) + 0.5 * search.settings[1];
  work[Work.wish] = step * (d < -room ? (most * room) / -d : 0.5);
  return false;
}
