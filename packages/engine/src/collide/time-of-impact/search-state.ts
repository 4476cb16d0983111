/**
 * The state of a search for the time of impact: its settings, its range and its result. One object serves every pair.
 *
 *   range       from, to        the interval of time, s
 *               speed           no point of A and no point of B move faster than this together: |v_A|max + |v_B|max, m/s
 *               acceleration    the sum of the bounds on accelerations, m/s²; Infinity if none is known
 *   time        the result; on the way, the time at which the pair is wanted
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
import { collideMesh, MeshCache, swapPairResult } from "../mesh/index.js";
import { collideShapes, type PairCache } from "../pair/index.js";
import { PairResult, PairSlot } from "../result/index.js";
import { frameSize, type Shape } from "../shapes/index.js";
import { defaultDistanceTolerance, defaultMaxEvaluations } from "./parameters.js";

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
export const TimeOfImpactStatus = {
  none: 0,
  hit: 1,
  graze: 2,
  touching: 3,
  overlapping: 4,
  limit: 5,
  invalid: 6,
} as const;
/** One of the outcomes of `TimeOfImpactStatus`. */
export type TimeOfImpactStatus = (typeof TimeOfImpactStatus)[keyof typeof TimeOfImpactStatus];

/**
 * Slots of `TimeOfImpactSearch.range`: the interval and bounds of what happens in it; of |a − b|˙ and |a − b|¨, a and b points of
 * the two. If it is known that and how they turn, `lever` is finite, and there are besides
 *
 *   withA, withB   |f″| of f = n·(a − b), n a normal that turns with A, or with B
 *   spin, turn     |ω| and |ω̇| + |ω|² of each
 *   lever          |a − b|
 */
export const MotionRange = {
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

/**
 * The methods of a search: conservative advancement, see time-of-impact.ts. The others begin with the ends of the
 * interval if the pair overlaps at the later.
 */
export type TimeOfImpactMethod = "conservative" | "regula-falsi" | "bisection";

/** Two shapes that move. The fields may be exchanged from search to search. */
export interface MovingPair {
  /** The first shape. */
  shapeA: Shape;
  /** The second shape. */
  shapeB: Shape;
  /** Writes the frames of A at frames[0] and of B at frames[12] for the time time[0]. */
  place: (frames: Float64Array, time: Float64Array) => void;
  /** The memory of the pair. */
  cache: PairCache;
  /** The slot of the pair in its memory. */
  slot: number;
}

/** The options of a `TimeOfImpactSearch`. */
export interface TimeOfImpactOptions {
  /** The method. Default "conservative". */
  readonly method?: TimeOfImpactMethod;
  /** The gap that counts as impact, m. Default 0. */
  readonly target?: number;
  /**
   * The depth δ such that no overlap deeper than it is passed over, and one that comes no deeper is a graze, m.
   * Default 1e-9.
   */
  readonly distanceTolerance?: number;
  /** The width of the bracket at which a time counts as found, s. Default 0: to the last bits. */
  readonly timeTolerance?: number;
  /**
   * A pair that touches at the beginning is about to part: look for the next impact. Until it has left nothing deeper than
   * twice the tolerance is passed over. Without a bound on accelerations a pair that stays at rest ends at the limit.
   * Default false.
   */
  readonly leaving?: boolean;
  /** The greatest number of evaluations of the gap. Default 100 000. */
  readonly maxEvaluations?: number;
}

/**
 * Slots of `work`: the gap above the target at `time`; the step chosen; a bracket and the gaps there; the least gap, its
 * time, and the times looked at before and after it; s(n) at the end of a step on trial,
 * its rate in the last one; when that step begins and how long it is to be; how deep an overlap a step may pass over; the
 * bound on |f″| in a step, how long one may be for it, and what its normal is made of (step-normal.ts).
 */
export const SearchSlot = {
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
  previous: 23,
} as const;

/**
 * The state of a search for the time of impact: its settings, its range and its result. One object serves every pair.
 */
export class TimeOfImpactSearch {
  /** The outcome. */
  status: TimeOfImpactStatus = TimeOfImpactStatus.none;
  /** The number of steps taken. */
  iterations = 0;
  /** The number of times at which the pair was placed and measured. */
  evaluations = 0;
  /** The interval and the bounds of the motion in it: see `MotionRange`. */
  readonly range: Float64Array = new Float64Array(11).fill(Infinity, MotionRange.acceleration);
  /** The time found, s; on the way, the time at which the pair is wanted: an array with one number. */
  readonly time: Float64Array = new Float64Array(1);
  /** The frames of A and B at that time, 12 numbers each. */
  readonly frames: Float64Array = new Float64Array(2 * frameSize);
  /** Gap, normal and points at that time. */
  readonly pair: PairResult = new PairResult();
  /** The method. */
  readonly method: TimeOfImpactMethod;
  /** Whether a pair that touches at the beginning is to be followed until it has left. */
  readonly leaving: boolean;
  /** The greatest number of evaluations of the gap. */
  readonly maxEvaluations: number;
  /** The target (m), the distance tolerance (m) and the time tolerance (s). */
  readonly settings: Float64Array;
  /** The numbers of the search: see `SearchSlot`. */
  readonly work: Float64Array = new Float64Array(24);
  /** The carrier of the normal of a step: see step-normal.ts. */
  carrier = -1;
  /** The memory of a pair with a mesh. */
  readonly meshes: MeshCache = new MeshCache(1);

  constructor(options: TimeOfImpactOptions = {}) {
    requireOptions("options", options, '{ method: "conservative" }');
    const {
      method = "conservative",
      target = 0,
      distanceTolerance = defaultDistanceTolerance,
      timeTolerance = 0,
    } = options;
    const { leaving = false, maxEvaluations = defaultMaxEvaluations } = options;
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
    this.range[MotionRange.from] = from;
    this.range[MotionRange.to] = to;
    this.range[MotionRange.speed] = speed;
    this.range[MotionRange.acceleration] = acceleration;
    this.range.fill(Infinity, MotionRange.withA);
  }
}

/** Throws unless the range is valid, with a message for the caller who can mend it. */
export function requireMotionRange({ range }: TimeOfImpactSearch): void {
  const from = range[MotionRange.from];
  const to = range[MotionRange.to];
  if (!(from <= to && from > -Infinity && to < Infinity)) {
    fail("not-an-interval", "search.range", "must be from ≤ to, both finite", Array.from(range));
  }
  if (!(range[MotionRange.speed] >= 0 && range[MotionRange.speed] < Infinity)) {
    fail("no-bound", "search.range", "must have a finite speed >= 0", range[MotionRange.speed], "bound |v| + |ω| r");
  }
  if (!(range[MotionRange.acceleration] >= 0)) {
    const cure = "use Infinity if no bound is known";
    fail("no-bound", "search.range", "must have an acceleration >= 0", range[MotionRange.acceleration], cure);
  }
}

/** Places the pair at time[0] and writes its gap above the target to work: NaN if a frame is not finite. */
export function measureAt(search: TimeOfImpactSearch, moving: MovingPair): void {
  const { frames, pair } = search;
  moving.place(frames, search.time);
  const { shapeA, shapeB } = moving;
  if (shapeB.mesh !== null) {
    collideMesh(pair, shapeA, frames, 0, shapeB, frames, frameSize, 0, search.meshes, 0);
  } else if (shapeA.mesh !== null) {
    collideMesh(pair, shapeB, frames, frameSize, shapeA, frames, 0, 0, search.meshes, 0);
    swapPairResult(pair);
  } else collideShapes(pair, shapeA, frames, 0, shapeB, frames, frameSize, moving.cache, moving.slot, 0);
  // 0, or NaN if one of the numbers is not finite
  let sound = 0;
  for (let k = 0; k < 2 * frameSize; k++) sound += 0 * frames[k];
  search.work[SearchSlot.gap] = pair.values[PairSlot.gap] - search.settings[0] + sound;
  search.evaluations++;
}
