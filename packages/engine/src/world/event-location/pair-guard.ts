/**
 * Guards of the gaps of pairs without active contacts: the instant at which two parts collide on the path of a step. The search
 * is that of collide, with speeds and accelerations bounded by the path. A pair is skipped without an evaluation where
 *
 *   gap > V (to − from)          it is too far away: V bounds the speed of the points relative to one another
 *   swept boxes are apart        the bounding boxes of all its poses in the step do not overlap
 *
 * A pair that touches at the beginning without an active contact is followed until it has separated; as its acceleration is
 * bounded, no depth greater than twice the tolerance is missed on the way. A pair that overlaps at the beginning counts as
 * touching there.
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import {
  boundsOverlap,
  createSphere,
  findTimeOfImpact,
  frameSize,
  Kind,
  MotionRange,
  type MovingPair,
  PairCache,
  PairSlot,
  type Shape,
  type TimeOfImpactMethod,
  TimeOfImpactSearch,
  TimeOfImpactStatus,
} from "../../collide/index.js";
import type { PartTable } from "../../contact/index.js";
import { requirePositive, vec3 } from "../../math/index.js";
import type { StepPath } from "../trajectory/index.js";
import { PairBound, writePairBounds, writeSweptBox, writeTurns } from "../trajectory/index.js";
import { followPair } from "./follow-pair.js";

/**
 * Slots of `PairGuard.range`: beginning and end of the search, s, and a lower bound of the gap at the beginning, m (0 if not
 * known).
 */
export const PairRange = { from: 0, to: 1, gap: 2 } as const;

/** Guards of the gaps of pairs, with the work arrays of the searches: one for all pairs. The caller writes `range`. */
export class PairGuard {
  /** Beginning and end of the search, and the gap at first: see `PairRange`. */
  readonly range: Float64Array = new Float64Array(3);
  /** The instant of a hit or a graze, s; otherwise the end of the time without one. */
  readonly time: Float64Array = new Float64Array(1);
  /** The search of collide, with the frames and the gap at the instant found. */
  readonly search: TimeOfImpactSearch;
  /** Number of searches. */
  searched = 0;
  /** Number of pairs that were skipped without an evaluation. */
  passed = 0;
  private readonly moving: MovingPair;
  private pathA: StepPath | null = null;
  private pathB: StepPath | null = null;
  private parts: PartTable | null = null;
  private partA = 0;
  private partB = 0;

  /** Creates guards with the distance to which collisions are located, m, and the method of the search. */
  constructor(tolerance: number, method: TimeOfImpactMethod = "conservative") {
    requirePositive("tolerance", tolerance);
    this.search = new TimeOfImpactSearch({ distanceTolerance: tolerance, leaving: true, method });
    const shape = createSphere({ radius: 1 });
    const place = (frames: Float64Array, time: Float64Array): void => this.place(frames, time);
    this.moving = { shapeA: shape, shapeB: shape, place, cache: new PairCache(1), slot: 0 };
  }

  /**
   * Finds the first impact of parts pA and pB within the range. `none` also for a pair that touches all the time without becoming
   * deeper. `limit` and `invalid`: the gap is not known beyond `time`.
   */
  find(
    pathA: StepPath,
    pathB: StepPath,
    parts: PartTable,
    pA: number,
    pB: number,
    cache: PairCache,
    slot: number,
  ): TimeOfImpactStatus {
    const { range, time, search } = this;
    const shapeA = parts.shapes[pA];
    const shapeB = parts.shapes[pB];
    time[0] = range[PairRange.to];
    if (shapeA === null || shapeB === null || !(range[PairRange.to] > range[PairRange.from]))
      return TimeOfImpactStatus.none;
    if (this.isApart(pathA, pathB, parts, pA, pB)) {
      this.passed++;
      return TimeOfImpactStatus.none;
    }
    writePairBounds(bound, 0, pathA, parts, pA, pB, pathB, range);
    const delta = search.settings[1];
    const way = bound[PairBound.speed] * (range[PairRange.to] - range[PairRange.from]);
    if (range[PairRange.gap] - way > delta) {
      this.passed++;
      return TimeOfImpactStatus.none;
    }
    if (!(bound[PairBound.speed] < Infinity)) {
      time[0] = range[PairRange.from];
      return TimeOfImpactStatus.invalid;
    }
    this.searched++;
    this.take(pathA, pathB, parts, pA, pB, shapeA, shapeB);
    this.moving.cache = cache;
    this.moving.slot = slot;
    let status = followPair(search, this.moving);
    if (status === TimeOfImpactStatus.none) return status;
    if (status !== TimeOfImpactStatus.hit) status = findTimeOfImpact(search, this.moving);
    if (status === TimeOfImpactStatus.overlapping) {
      // no impact as long as it comes no deeper
      search.settings[0] = search.pair.values[PairSlot.gap];
      status = findTimeOfImpact(search, this.moving);
      search.settings[0] = 0;
    }
    if (status === TimeOfImpactStatus.none || status === TimeOfImpactStatus.touching) return TimeOfImpactStatus.none;
    time[0] = search.time[0];
    return status;
  }

  private take(
    pathA: StepPath,
    pathB: StepPath,
    parts: PartTable,
    pA: number,
    pB: number,
    shapeA: Shape,
    shapeB: Shape,
  ): void {
    const { range, search, moving } = this;
    this.pathA = pathA;
    this.pathB = pathB;
    this.parts = parts;
    this.partA = pA;
    this.partB = pB;
    moving.shapeA = shapeA;
    moving.shapeB = shapeB;
    if (shapeA.mesh !== null || shapeB.mesh !== null) search.meshes.reset(0);
    search.range[MotionRange.from] = range[PairRange.from];
    search.range[MotionRange.to] = range[PairRange.to];
    search.range[MotionRange.speed] = bound[PairBound.speed];
    search.range[MotionRange.acceleration] = bound[PairBound.acceleration];
    writeTurns(search.range, pathA, parts, pA, pB, pathB, range);
  }

  private place(frames: Float64Array, time: Float64Array): void {
    const { pathA, pathB, parts } = this;
    if (pathA === null || pathB === null || parts === null) return;
    pathA.writeFrame(frames, 0, parts, this.partA, time);
    pathB.writeFrame(frames, frameSize, parts, this.partB, time);
  }

  /** Whether the bounding boxes of all poses of the two parts are apart. Those of meshes are too expensive. */
  private isApart(pathA: StepPath, pathB: StepPath, parts: PartTable, pA: number, pB: number): boolean {
    const shape = parts.shapes[pB] as Shape;
    if (shape.kind === Kind.mesh) return false;
    if (shape.plane !== null)
      return !pathB.moves(parts.body[pB]) && this.isAbove(pathA, pathB, parts, pA, pB, shape.plane);
    writeSweptBox(boxes, 0, pathA, parts, pA);
    writeSweptBox(boxes, 6, pathB, parts, pB);
    // in place: a number that is passed on may be boxed
    const delta = this.search.settings[1];
    for (let k = 0; k < 3; k++) {
      boxes[k] -= delta;
      boxes[3 + k] += delta;
    }
    return !boundsOverlap(boxes, 0, boxes, 6);
  }

  /** Whether the bounding box of all poses of A is on the free side of a half-space at rest. */
  private isAbove(
    pathA: StepPath,
    pathB: StepPath,
    parts: PartTable,
    pA: number,
    pB: number,
    plane: Float64Array,
  ): boolean {
    writeSweptBox(boxes, 0, pathA, parts, pA);
    pathB.writeFrame(frame, 0, parts, pB, this.range);
    // n·p of the corner of the box that is lowest above the plane
    let height = -plane[3] - this.search.settings[1];
    for (let k = 0; k < 3; k++) {
      const n = vec3.dot(frame, 3 + 3 * k, plane, 0);
      height += n * ((n > 0 ? boxes[k] : boxes[3 + k]) - frame[k]);
    }
    return height > 0;
  }
}

const frame = new Float64Array(frameSize);
const bound = new Float64Array(2);
const boxes = new Float64Array(12);
