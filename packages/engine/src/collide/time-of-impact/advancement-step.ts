/**
 * Conservative advancement: how far a pair can be followed in one step without an overlap deeper than the tolerance δ in
 * between. With V the bound on speed, Δ = (max(g, 0) + δ)/V is sure.
 *
 * Where the accelerations of points are bounded by α, a longer step is proved by the direction n of the gap alone: s(n)
 * (separation-along.ts) at both its ends bounds all that lies between (step-bound.ts). Near a graze it saves most of the steps.
 * Where the two turn, n may turn with them, with a bound α of its own (step-normal.ts). One of the two may be a mesh: then each
 * of its triangles that could be reached is proved to be missed (mesh-step.ts).
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import { frameSize, measureSeparationAlong } from "../shapes/index.js";
import { beginMeshSteps, hasMesh, tryMeshStep } from "./mesh-step.js";
import { stepShare, stepTrials } from "./parameters.js";
import { MotionRange, type MovingPair, SearchSlot, type TimeOfImpactSearch } from "./search-state.js";
import { findLeastBetween, Span } from "./step-bound.js";
import { chooseStepNormal, writeStepNormal } from "./step-normal.js";

const n = new Float64Array(3);
const span = new Float64Array(Span.size);

/** Chooses the step to take from where the pair has just been measured, to work.step; the last one is there. */
export function chooseAdvancement(search: TimeOfImpactSearch, moving: MovingPair): void {
  const { time, work, range } = search;
  const s0 = work[SearchSlot.gap];
  const sure = (Math.max(s0, 0) + search.settings[1]) / range[MotionRange.speed];
  const rate = work[SearchSlot.rate];
  const rest = range[MotionRange.to] - time[0];
  // nearly as far as the gap, and half of what it may be deep, would last at the rate of the last step; else farther
  const room = Math.max(s0, 0) + 0.5 * search.settings[1];
  const wish = rate < 0 ? (stepShare * room) / -rate : Math.max(4 * work[SearchSlot.step], 8 * sure);
  work[SearchSlot.now] = time[0];
  work[SearchSlot.step] = sure;
  if (!(range[MotionRange.acceleration] < Infinity)) return;
  const mesh = hasMesh(moving);
  if (!mesh) chooseStepNormal(search, moving);
  const alpha = mesh ? range[MotionRange.acceleration] : work[SearchSlot.alpha];
  // at a gap that stays the same, no longer step can be proved
  const level = Math.sqrt((8 * (Math.max(s0, 0) + search.settings[1])) / alpha);
  work[SearchSlot.wish] = Math.min(wish, rest, rate > 0 ? 4 * level : level);
  if (!mesh) work[SearchSlot.wish] = Math.min(work[SearchSlot.wish], work[SearchSlot.longest]);
  work[SearchSlot.rate] = 0;
  if (mesh && work[SearchSlot.wish] > 2 * work[SearchSlot.step]) beginMeshSteps(search, moving);
  for (let trial = 0; trial < stepTrials && work[SearchSlot.wish] > 2 * work[SearchSlot.step]; trial++) {
    if (mesh ? tryMeshStep(search, moving) : tryStep(search, moving)) return;
  }
}

/** Takes the step wished for if it is proved, else wishes for a shorter one. */
function tryStep(search: TimeOfImpactSearch, moving: MovingPair): boolean {
  const { time, work, frames } = search;
  time[0] = work[SearchSlot.now] + work[SearchSlot.wish];
  moving.place(frames, time);
  search.evaluations++;
  writeStepNormal(n, search);
  measureSeparationAlong(work, SearchSlot.trial, moving.shapeA, frames, 0, moving.shapeB, frames, frameSize, n, 0);
  const step = work[SearchSlot.wish];
  const s0 = work[SearchSlot.gap];
  const d = work[SearchSlot.trial] - search.settings[0] - s0;
  span[Span.s0] = s0;
  span[Span.s1] = s0 + d;
  span[Span.q] = 0.5 * work[SearchSlot.alpha] * step * step;
  findLeastBetween(span);
  if (span[Span.least] >= -work[SearchSlot.allowed]) {
    work[SearchSlot.step] = step;
    work[SearchSlot.rate] = d / step;
    return true;
  }
  // nearly to where the chord comes down so far; half of it where the bound on what lies between is the trouble
  const room = Math.max(s0, 0) + 0.5 * search.settings[1];
  work[SearchSlot.wish] = step * (d < -room ? (stepShare * room) / -d : 0.5);
  return false;
}
