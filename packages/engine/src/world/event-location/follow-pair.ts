/**
 * How long two convex parts that touch or nearly so are proved not to come deeper than δ, by the directions of their gap. At
 * both ends of a step Δ the gap g and its direction n are measured. Between them let n turn evenly, at ν = ∠(n₀, n₁)/Δ: then the
 * gap is bounded by both ends (collide/time-of-impact/step-proof.ts). It leaves the chord by ½ α' Δ²/4 at most: where that is below δ, and the
 * pair overlaps at the end, it comes to touch where g is zero, and nowhere before. What parts with a finite acceleration alone is
 * so seen off in few steps, however its features turn: edges that cross have
 * no fixed direction in which they stay apart.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import {
  boundAngle,
  collideShapes,
  findLeastBetween,
  frameSize,
  ImpactRange,
  type ImpactSearch,
  ImpactStatus,
  Kind,
  type MovingPair,
  PairSlot,
  Span,
} from "../../collide/index.js";
import { vec3 } from "../../math/index.js";
import { type Followed, narrow, Slot } from "../trajectory/index.js";

/** Looks, all together. */
const maxLooks = 500;
/** Part of the step expected to be proved that is tried. */
const most = 0.95;
/** Part of δ by which what touches may come deeper and still be at rest. */
const slack = 2 ** -6;
const n0 = new Float64Array(3);
const d = new Float64Array(3);
const span = new Float64Array(Span.size);
/** Room, rate and bend of a step, and the step: numbers would be boxed on their way. */
const plan = new Float64Array(4);

/** The gap of a pair as a function of time. */
class PairGap implements Followed {
  readonly work = new Float64Array(6);
  readonly at = new Float64Array(1);
  private search: ImpactSearch | null = null;
  private moving: MovingPair | null = null;

  /** Its root in the bracket of `work`, to the last bits, where it is not negative. */
  closeIn(search: ImpactSearch, moving: MovingPair): void {
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
 * Follows a pair within search.range as long as nothing deeper than δ, or 2δ while the gap is below δ, is proved. None: to
 * the end. Hit: it comes to touch at search.time. Limit: up to where search.range begins now nothing has happened; what
 * overlaps or touches there, meshes, and steps that are too short to be worth it are left to others.
 */
export function followPair(search: ImpactSearch, moving: MovingPair): ImpactStatus {
  const { range, time, frames, pair, settings } = search;
  const { shapeA, shapeB } = moving;
  if (shapeA.mesh !== null || shapeB.mesh !== null) return ImpactStatus.limit;
  const isPlane = shapeA.kind === Kind.plane || shapeB.kind === Kind.plane;
  const V = range[ImpactRange.speed];
  const alpha = range[ImpactRange.acceleration];
  const to = range[ImpactRange.to];
  const delta = settings[1];
  if (!(alpha < Infinity)) return ImpactStatus.limit;
  time[0] = range[ImpactRange.from];
  measure(search, moving);
  let g0 = pair.values[PairSlot.gap];
  vec3.copy(n0, 0, pair.values, PairSlot.normal);
  let t = time[0];
  let step = Math.sqrt((8 * (Math.max(g0, 0) + delta)) / alpha);
  let rate = 0;
  let bend = alpha;
  let looks = 1;
  while (t < to && g0 >= -delta && looks < maxLooks) {
    const sure = (Math.max(g0, 0) + delta) / V;
    if (sure >= to - t) {
      t = to;
      break;
    }
    if (!(step > sure)) step = sure;
    // through, where that is soon
    const through = rate < 0 && g0 > delta ? (1.05 * (g0 + 2 * delta)) / -rate : Infinity;
    const isStroke = through * through * bend <= 8 * delta;
    if (isStroke) step = through;
    const next = Math.min(t + step, to);
    const length = next - t;
    time[0] = next;
    measure(search, moving);
    looks++;
    const g1 = pair.values[PairSlot.gap];
    const allowed = g0 > delta ? delta : 2 * delta;
    // 2 sin(angle/2) of the directions, and not less than the angle
    vec3.subtract(d, 0, pair.values, PairSlot.normal, n0, 0);
    const chord = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    const nu = boundAngle(chord) / length;
    let far = V * length;
    if (nu > 0 && !isPlane) {
      vec3.subtract(d, 0, frames, 0, frames, frameSize);
      far += Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) + shapeA.reach + shapeB.reach;
    }
    bend = alpha + nu * (2 * V + nu * far);
    const q = 0.5 * bend * length * length;
    rate = (g1 - g0) / length;
    if (isStroke && g1 < 0 && q <= 4 * delta && (!isPlane || nu * length <= 1e-9)) {
      gap.work[Slot.a] = t;
      gap.work[Slot.b] = next;
      gap.work[Slot.fa] = g0;
      gap.work[Slot.fb] = g1;
      gap.closeIn(search, moving);
      return ImpactStatus.hit;
    }
    span[Span.s0] = g0;
    span[Span.s1] = g1;
    span[Span.q] = q;
    findLeastBetween(span);
    // a plane that turns reaches farther than its direction tells
    const isStill = !isPlane || nu * length <= 1e-9;
    // where it comes to touch, or goes in, is for others to find
    const floor = g0 > delta ? delta : Math.min(0, g0) - slack * delta;
    const isProved = span[Span.least] >= -allowed && g1 >= floor && chord < 1 && isStill;
    if (isProved) {
      t = next;
      g0 = g1;
      vec3.copy(n0, 0, pair.values, PairSlot.normal);
      plan[0] = g0 + (g0 > delta ? delta : 2 * delta);
      plan[1] = rate;
      plan[2] = bend;
      chooseStep();
      step = plan[3];
    } else if (step > 2 * sure) {
      plan[0] = g0 + allowed;
      plan[1] = rate;
      plan[2] = bend;
      chooseStep();
      step = Math.min(0.5 * length, plan[3]);
    } else break;
  }
  range[ImpactRange.from] = t;
  return t < to ? ImpactStatus.limit : ImpactStatus.none;
}

/** The longest step that will be proved if the gap, so far above what is allowed, goes on at this rate and bends by α'. */
function chooseStep(): void {
  const room = plan[0];
  const rate = plan[1];
  const bend = plan[2];
  // the chord alone decides where it falls faster than that
  if (rate < 0 && bend * room <= 2 * rate * rate) plan[3] = (most * room) / -rate;
  else plan[3] = (most * 2 * (rate + Math.sqrt(2 * bend * room))) / bend;
}

/** The pair at time[0]. */
function measure({ frames, time, pair }: ImpactSearch, moving: MovingPair): void {
  moving.place(frames, time);
  const { shapeA, shapeB, cache, slot } = moving;
  collideShapes(pair, shapeA, frames, 0, shapeB, frames, frameSize, cache, slot, 0);
}
