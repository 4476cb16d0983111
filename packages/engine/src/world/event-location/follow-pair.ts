/**
 * Proof that two convex parts near contact come no deeper than δ, along the directions of their gap. The gap g and its direction
 * n are evaluated at both ends of a step Δ. Let n turn evenly between them, at ν = ∠(n₀, n₁)/Δ: the values at both ends then
 * bound the gap in between (collide/time-of-impact/step-bound.ts), which departs from its chord by ½ α' Δ²/4 at most. If that is
 * below δ and the pair overlaps at the end, the pair touches at the zero of g, and nowhere before. A pair that separates with a
 * finite acceleration takes few steps, however its features turn: crossing edges have no fixed direction along which they stay
 * apart.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import {
  boundAngle,
  collideShapes,
  findLeastBetween,
  frameSize,
  Kind,
  MotionRange,
  type MovingPair,
  PairSlot,
  Span,
  type TimeOfImpactSearch,
  TimeOfImpactStatus,
} from "../../collide/index.js";
import { vec3 } from "../../math/index.js";
import { type Followed, narrow, Slot } from "../trajectory/index.js";
import { expectedStepShare, maxPairSteps, overlapMargin, restingSlack, translatingTurn } from "./parameters.js";

/**
 * Slots of `state`, in an array so that no number is boxed.
 *
 *   time, next     the step, s; time is the end of what is proved
 *   gap, rate      g at `time`, m, and its mean rate over the last step, m/s
 *   bend, sag      α', m/s², and ½ α' Δ² of the step, m
 *   step, sure     the length to be tried, and the one that V proves, s
 *   chord, turn    |n₁ − n₀|, and ν, rad/s
 *   room           the height of the gap above the depth that is allowed, m
 */
const State = {
  time: 0,
  next: 1,
  gap: 2,
  rate: 3,
  bend: 4,
  sag: 5,
  step: 6,
  sure: 7,
  chord: 8,
  turn: 9,
  room: 10,
  size: 11,
} as const;

const state = new Float64Array(State.size);
const n0 = new Float64Array(3);
const d = new Float64Array(3);
const span = new Float64Array(Span.size);

/** The gap of a pair as a function of time. */
class PairGap implements Followed {
  readonly work = new Float64Array(6);
  readonly at = new Float64Array(1);
  private search: TimeOfImpactSearch | null = null;
  private moving: MovingPair | null = null;

  /** Narrows the bracket of `work` to the last time at which the gap is not negative. */
  closeIn(search: TimeOfImpactSearch, moving: MovingPair): void {
    this.search = search;
    this.moving = moving;
    narrow(this);
    search.time[0] = this.work[Slot.a];
    measure(search, moving);
  }

  measure(): void {
    const { search, moving, work, at } = this;
    if (search === null || moving === null) return;
    search.time[0] = at[0];
    measure(search, moving);
    work[Slot.value] = search.pair.values[PairSlot.gap];
  }
}

const gap = new PairGap();

/**
 * Follows a pair within search.range as long as no depth greater than δ, or 2δ where the gap is below δ, is possible. None: proved to
 * the end. Hit: the pair touches at search.time. Limit: proved up to the new beginning of search.range; overlaps at the beginning,
 * meshes, and steps that would be too short are left to other methods.
 */
export function followPair(search: TimeOfImpactSearch, moving: MovingPair): TimeOfImpactStatus {
  const { range, time, settings } = search;
  const { shapeA, shapeB } = moving;
  if (!isBoundedConvex(range, moving)) return TimeOfImpactStatus.limit;
  const isPlane = shapeA.kind === Kind.plane || shapeB.kind === Kind.plane;
  const to = range[MotionRange.to];
  const delta = settings[1];
  begin(search, moving);
  let looks = 1;
  while (state[State.time] < to && state[State.gap] >= -delta && looks < maxPairSteps) {
    state[State.sure] = (Math.max(state[State.gap], 0) + delta) / range[MotionRange.speed];
    if (state[State.sure] >= to - state[State.time]) {
      state[State.time] = to;
      break;
    }
    const isCrossing = chooseNext(search);
    time[0] = state[State.next];
    measure(search, moving);
    looks++;
    boundBend(search, moving, isPlane);
    // the surface of a turning half-space reaches farther than its direction shows
    const isBounded = !isPlane || state[State.turn] * (state[State.next] - state[State.time]) <= translatingTurn;
    if (isCrossing && isBounded && closeCrossing(search, moving)) return TimeOfImpactStatus.hit;
    if (isBounded && isProved(search)) advance(search);
    else if (state[State.step] > 2 * state[State.sure]) shorten(search);
    else break;
  }
  range[MotionRange.from] = state[State.time];
  return state[State.time] < to ? TimeOfImpactStatus.limit : TimeOfImpactStatus.none;
}

/** Whether both parts are convex and the acceleration of their points is bounded. */
function isBoundedConvex(range: Float64Array, { shapeA, shapeB }: MovingPair): boolean {
  return shapeA.mesh === null && shapeB.mesh === null && range[MotionRange.acceleration] < Infinity;
}

/** Evaluates the pair at the beginning of the range. The first step is the longest whose bend alone is proved. */
function begin(search: TimeOfImpactSearch, moving: MovingPair): void {
  const { range, time, pair, settings } = search;
  const alpha = range[MotionRange.acceleration];
  time[0] = range[MotionRange.from];
  measure(search, moving);
  vec3.copy(n0, 0, pair.values, PairSlot.normal);
  state[State.time] = time[0];
  state[State.gap] = pair.values[PairSlot.gap];
  // ⅛ α Δ² = max(g, 0) + δ
  state[State.step] = Math.sqrt((8 * (Math.max(state[State.gap], 0) + settings[1])) / alpha);
  state[State.rate] = 0;
  state[State.bend] = alpha;
}

/** Chooses the end of the next step. Returns whether the step is to end in an overlap, with one zero of the gap in it. */
function chooseNext({ range, settings }: TimeOfImpactSearch): boolean {
  const delta = settings[1];
  if (!(state[State.step] > state[State.sure])) state[State.step] = state[State.sure];
  const g = state[State.gap];
  const rate = state[State.rate];
  const through = rate < 0 && g > delta ? (overlapMargin * (g + 2 * delta)) / -rate : Infinity;
  // ⅛ α' Δ² ≤ δ
  const isCrossing = through * through * state[State.bend] <= 8 * delta;
  if (isCrossing) state[State.step] = through;
  state[State.next] = Math.min(state[State.time] + state[State.step], range[MotionRange.to]);
  return isCrossing;
}

/** Writes the turn of the normal, α', ½ α' Δ² and the rate of the gap for the step whose end has been evaluated. */
function boundBend(
  { range, frames, pair }: TimeOfImpactSearch,
  { shapeA, shapeB }: MovingPair,
  isPlane: boolean,
): void {
  const V = range[MotionRange.speed];
  const length = state[State.next] - state[State.time];
  // 2 sin(angle/2) of the directions, and a bound of the angle
  vec3.subtract(d, 0, pair.values, PairSlot.normal, n0, 0);
  const chord = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  const nu = boundAngle(chord) / length;
  let far = V * length;
  if (nu > 0 && !isPlane) {
    vec3.subtract(d, 0, frames, 0, frames, frameSize);
    far += Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) + shapeA.reach + shapeB.reach;
  }
  const bend = range[MotionRange.acceleration] + nu * (2 * V + nu * far);
  state[State.chord] = chord;
  state[State.turn] = nu;
  state[State.bend] = bend;
  state[State.sag] = 0.5 * bend * length * length;
  state[State.rate] = (pair.values[PairSlot.gap] - state[State.gap]) / length;
}

/** Locates the zero of the gap in a step that ends in an overlap. Returns false if the gap may have other zeros before it. */
function closeCrossing(search: TimeOfImpactSearch, moving: MovingPair): boolean {
  const g1 = search.pair.values[PairSlot.gap];
  // ½ α' Δ²/4 ≤ δ
  if (!(g1 < 0 && state[State.sag] <= 4 * search.settings[1])) return false;
  gap.work[Slot.a] = state[State.time];
  gap.work[Slot.b] = state[State.next];
  gap.work[Slot.fa] = state[State.gap];
  gap.work[Slot.fb] = g1;
  gap.closeIn(search, moving);
  return true;
}

/** Whether the pair comes no deeper in the step than is allowed, and does not go in at its end. */
function isProved({ pair, settings }: TimeOfImpactSearch): boolean {
  const delta = settings[1];
  const g0 = state[State.gap];
  const g1 = pair.values[PairSlot.gap];
  span[Span.s0] = g0;
  span[Span.s1] = g1;
  span[Span.q] = state[State.sag];
  findLeastBetween(span);
  const allowed = g0 > delta ? delta : 2 * delta;
  // other methods locate a contact, and an approach of touching parts
  const floor = g0 > delta ? delta : Math.min(0, g0) - restingSlack * delta;
  return span[Span.least] >= -allowed && g1 >= floor && state[State.chord] < 1;
}

/** Takes the step, and chooses the next one. */
function advance({ pair, settings }: TimeOfImpactSearch): void {
  const delta = settings[1];
  state[State.time] = state[State.next];
  state[State.gap] = pair.values[PairSlot.gap];
  vec3.copy(n0, 0, pair.values, PairSlot.normal);
  state[State.room] = state[State.gap] + (state[State.gap] > delta ? delta : 2 * delta);
  chooseStep();
}

/** Chooses a shorter step from the same beginning: half of it at most. */
function shorten({ settings }: TimeOfImpactSearch): void {
  const delta = settings[1];
  const length = state[State.next] - state[State.time];
  state[State.room] = state[State.gap] + (state[State.gap] > delta ? delta : 2 * delta);
  chooseStep();
  state[State.step] = Math.min(0.5 * length, state[State.step]);
}

/** Chooses the longest step that will be proved if the gap, at this height, goes on at its rate and bends by α'. */
function chooseStep(): void {
  const room = state[State.room];
  const rate = state[State.rate];
  const bend = state[State.bend];
  // the chord alone decides where it falls faster than that
  if (rate < 0 && bend * room <= 2 * rate * rate) state[State.step] = (expectedStepShare * room) / -rate;
  else state[State.step] = (expectedStepShare * 2 * (rate + Math.sqrt(2 * bend * room))) / bend;
}

/** Evaluates the pair at time[0]. */
function measure({ frames, time, pair }: TimeOfImpactSearch, moving: MovingPair): void {
  moving.place(frames, time);
  const { shapeA, shapeB, cache, slot } = moving;
  collideShapes(pair, shapeA, frames, 0, shapeB, frames, frameSize, cache, slot, 0);
}
