/**
 * What a search for the time of impact works with and what it answers: one object, used again for every pair.
 *
 *   range       from, to        the interval of time, s
 *               speed           no point of A and no point of B move faster than this together: |v_A|max + |v_B|max, m/s
 *               acceleration    the same for accelerations, m/s²; Infinity if nothing is known
 *   time        the answer; on the way, the time at which the pair is wanted
 *   frames      of A, then of B, at that time
 *   pair        gap, normal and points at that time
 *
 * Of a body at x with velocity v, turning at ω, no point of a shape of reach r moves faster than |v| + |ω| r, and none
 * is accelerated more than |v̇| + |ω̇| r + |ω|² r.
 */
import {
  fail,
  requireFinite,
  requireInteger,
  requireNonNegative,
  requireOptions,
  requirePositive,
} from "../../math/index.js";
import { collideMesh, MeshCache, swapPair } from "../mesh/index.js";
import { collideShapes, type PairCache } from "../pair/index.js";
import { PairResult, PairSlot } from "../result/index.js";
import { frameSize, type Shape } from "../shapes/index.js";

/**
 *   none         apart from the beginning to the end
 *   hit          the gap falls to the target at `time`, where it is still just above, and goes on falling; of a pair that
 *                has touched since the beginning (`leaving`), it is within the tolerance at `time`, then goes below
 *   graze        it comes within the tolerance of the target, least at `time`, and grows again
 *   touching     it is within the tolerance already at the beginning
 *   overlapping  it is below that at the beginning
 *   limit        too many evaluations; nothing happens before `time`, then it is not known
 *   invalid      the gap is not a number at `time`
 */
export const ImpactStatus = { none: 0, hit: 1, graze: 2, touching: 3, overlapping: 4, limit: 5, invalid: 6 } as const;
export type ImpactStatus = (typeof ImpactStatus)[keyof typeof ImpactStatus];

/**
 * Slots of `ImpactSearch.range`: the interval and bounds of what happens in it; of |a − b|˙ and |a − b|¨, a and b points of the
 * two. If it is known that and how they turn, `lever` is finite, and there are besides
 *
 *   withA, withB   |f″| of f = n·(a − b), n a normal that turns with A, or with B
 *   spin, turn     |ω| and |ω̇| + |ω|² of each
 *   lever          |a − b|
 */
export const ImpactRange = {
  from: 0,
  to: 1,
  speed: 2,
  acceleration: 3,
  withA: 4,
  withB: 5,
  spinA: 6,
  spinB: 7,
  turnA: 8,
  turnB: 9,
  lever: 10,
} as const;

/** conservative: see impact-time.ts. The others begin with the ends of the interval if the pair overlaps at the later. */
export type ImpactMethod = "conservative" | "regula-falsi" | "bisection";

/** Two shapes that move. The fields may be exchanged from search to search. */
export interface MovingPair {
  shapeA: Shape;
  shapeB: Shape;
  /** Writes the frames of A at frames[0] and of B at frames[12] for the time time[0]. */
  place: (frames: Float64Array, time: Float64Array) => void;
  cache: PairCache;
  slot: number;
}

export interface ImpactOptions {
  readonly method?: ImpactMethod;
  /** The gap that counts as impact, m. Default 0. */
  readonly target?: number;
  /** No overlap deeper than this is passed over, and what comes no deeper is a graze, m. Default 1e-9. */
  readonly distanceTolerance?: number;
  /** How exact the time is to be, s. Default 0: to the last bits. */
  readonly timeTolerance?: number;
  /**
   * A pair that touches at the beginning is about to part: look for the next impact. Until it has left nothing deeper than
   * twice the tolerance is passed over. Without a bound on accelerations a pair that stays at rest ends at the limit.
   * Default false.
   */
  readonly leaving?: boolean;
  /** Default 100 000. */
  readonly maxEvaluations?: number;
}

/**
 * Slots of `work`: the gap above the target at `time`; the step chosen; a bracket and the gaps there; the least gap, its
 * time, and the times looked at before and after it; s(n) at the end of a step on trial,
 * its rate in the last one; when that step begins and how long it is to be; how deep an overlap a step may pass over; the
 * bound on |f″| in a step, how long one may be for it, and what its normal is made of (impact-normal.ts).
 */
export const Work = {
  gap: 0,
  step: 1,
  a: 2,
  b: 3,
  fa: 4,
  fb: 5,
  least: 6,
  leastTime: 7,
  before: 8,
  after: 9,
  trial: 10,
  rate: 11,
  now: 12,
  wish: 13,
  allowed: 14,
  alpha: 15,
  longest: 16,
  direction: 17,
} as const;

export class ImpactSearch {
  status: ImpactStatus = ImpactStatus.none;
  /** Steps taken, and times at which the pair was placed and looked at. */
  iterations = 0;
  evaluations = 0;
  readonly range: Float64Array = new Float64Array(11).fill(Infinity, ImpactRange.acceleration);
  readonly time: Float64Array = new Float64Array(1);
  readonly frames: Float64Array = new Float64Array(2 * frameSize);
  readonly pair: PairResult = new PairResult();
  readonly method: ImpactMethod;
  readonly leaving: boolean;
  readonly maxEvaluations: number;
  /** target, distance tolerance, time tolerance. */
  readonly settings: Float64Array;
  readonly work: Float64Array = new Float64Array(23);
  /** What the normal of a step turns with: see impact-normal.ts. */
  carrier = -1;
  /** What is known of a pair with a mesh. */
  readonly meshes: MeshCache = new MeshCache(1);

  constructor(options: ImpactOptions = {}) {
    requireOptions("options", options, '{ method: "conservative" }');
    const { method = "conservative", target = 0, distanceTolerance = 1e-9, timeTolerance = 0 } = options;
    const { leaving = false, maxEvaluations = 100_000 } = options;
    if (method !== "conservative" && method !== "regula-falsi" && method !== "bisection") {
      fail("unknown-name", "options.method", 'must be "conservative", "regula-falsi" or "bisection"', method);
    }
    requireFinite("options.target", target);
    requirePositive("options.distanceTolerance", distanceTolerance);
    requireNonNegative("options.timeTolerance", timeTolerance);
    requireInteger("options.maxEvaluations", maxEvaluations, 1, 2 ** 30);
    this.method = method;
    this.leaving = leaving;
    this.maxEvaluations = maxEvaluations;
    this.settings = Float64Array.of(target, distanceTolerance, timeTolerance);
  }

  /** Sets the range: the interval, and the bounds that hold within. */
  setRange(from: number, to: number, speed: number, acceleration = Infinity): void {
    this.range[ImpactRange.from] = from;
    this.range[ImpactRange.to] = to;
    this.range[ImpactRange.speed] = speed;
    this.range[ImpactRange.acceleration] = acceleration;
    this.range.fill(Infinity, ImpactRange.withA);
  }
}

/** Throws unless the range is one: said here, where the caller can mend it. */
export function requireRange({ range }: ImpactSearch): void {
  const from = range[ImpactRange.from];
  const to = range[ImpactRange.to];
  if (!(from <= to && from > -Infinity && to < Infinity)) {
    fail("not-an-interval", "search.range", "must be from ≤ to, both finite", Array.from(range));
  }
  if (!(range[ImpactRange.speed] >= 0 && range[ImpactRange.speed] < Infinity)) {
    fail("no-bound", "search.range", "must have a finite speed >= 0", range[ImpactRange.speed], "bound |v| + |ω| r");
  }
  if (!(range[ImpactRange.acceleration] >= 0)) {
    const cure = "use Infinity if no bound is known";
    fail("no-bound", "search.range", "must have an acceleration >= 0", range[ImpactRange.acceleration], cure);
  }
}

/** Places the pair at time[0] and writes its gap above the target to work: NaN if a frame is not finite. */
export function measureAt(search: ImpactSearch, moving: MovingPair): void {
  const { frames, pair } = search;
  moving.place(frames, search.time);
  const { shapeA, shapeB } = moving;
  if (shapeB.mesh !== null) {
    collideMesh(pair, shapeA, frames, 0, shapeB, frames, frameSize, 0, search.meshes, 0);
  } else if (shapeA.mesh !== null) {
    collideMesh(pair, shapeB, frames, frameSize, shapeA, frames, 0, 0, search.meshes, 0);
    swapPair(pair);
  } else collideShapes(pair, shapeA, frames, 0, shapeB, frames, frameSize, moving.cache, moving.slot, 0);
  // 0, or NaN if one of the numbers is not finite
  let sound = 0;
  for (let k = 0; k < 2 * frameSize; k++) sound += 0 * frames[k];
  search.work[Work.gap] = pair.values[PairSlot.gap] - search.settings[0] + sound;
  search.evaluations++;
}
