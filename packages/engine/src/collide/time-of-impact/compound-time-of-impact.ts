/**
 * When two moving bodies of several parts meet: the first time at which any two of their parts do. Each pair of parts is a
 * pair of shapes, followed as far as the earliest impact so far (time-of-impact.ts). Parts so far from one another that they
 * cannot meet at the speed given are left out.
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import type { Compound, CompoundCache } from "../pair/index.js";
import { composeFrames, frameSize } from "../shapes/index.js";
import {
  MotionRange,
  type MovingPair,
  measureAt,
  requireMotionRange,
  type TimeOfImpactSearch,
  TimeOfImpactStatus,
} from "./search-state.js";
import { findTimeOfImpact } from "./time-of-impact.js";

/** Two compounds that move. The second one may have meshes among its parts. */
export interface MovingCompounds {
  /** The first compound; convex parts only. */
  compoundA: Compound;
  /** The second compound. */
  compoundB: Compound;
  /** Writes the frames of A at frames[0] and of B at frames[12] for the time time[0]. */
  place: (frames: Float64Array, time: Float64Array) => void;
  /** The memory of this pair. */
  cache: CompoundCache;
}

const bodies = new Float64Array(2 * frameSize);
/** The compounds that move; the parts i and j are those of `part`. */
let whole: MovingCompounds | null = null;
let part: MovingPair | null = null;
let partA = 0;
let partB = 0;

/** RegionPlaces the two parts. */
function placeParts(frames: Float64Array, time: Float64Array): void {
  if (whole === null) return;
  whole.place(bodies, time);
  composeFrames(frames, 0, bodies, 0, whole.compoundA.frames, frameSize * partA);
  composeFrames(frames, frameSize, bodies, frameSize, whole.compoundB.frames, frameSize * partB);
}

/**
 * Finds the first impact of two compounds within search.range, whose speed and acceleration hold for all points of
 * the bodies. The result is left in `search`, with the frames of the bodies; the status is returned.
 */
export function findCompoundTimeOfImpact(search: TimeOfImpactSearch, moving: MovingCompounds): TimeOfImpactStatus {
  requireMotionRange(search);
  const { compoundA, compoundB } = moving;
  const { range, time } = search;
  const from = range[MotionRange.from];
  const to = range[MotionRange.to];
  const pair = takePair(moving);
  let status: TimeOfImpactStatus = TimeOfImpactStatus.none;
  let first = -1;
  let evaluations = 0;
  let iterations = 0;
  for (let i = 0; i < compoundA.shapes.length; i++) {
    for (let j = 0; j < compoundB.shapes.length && status !== TimeOfImpactStatus.overlapping; j++) {
      takeParts(pair, moving, i, j);
      time[0] = from;
      placeParts(search.frames, time);
      if (isOutOfReach(search, pair)) continue;
      const met = findTimeOfImpact(search, pair);
      evaluations += search.evaluations;
      iterations += search.iterations;
      if (met === TimeOfImpactStatus.none || (first >= 0 && !isEarlier(met, status, time[0], range[MotionRange.to])))
        continue;
      status = met;
      first = i * compoundB.shapes.length + j;
      range[MotionRange.to] = time[0];
    }
  }
  time[0] = first < 0 ? to : range[MotionRange.to];
  range[MotionRange.to] = to;
  if (first >= 0) {
    takeParts(pair, moving, Math.floor(first / compoundB.shapes.length), first % compoundB.shapes.length);
    measureAt(search, pair);
  }
  moving.place(search.frames, time);
  search.evaluations = evaluations;
  search.iterations = iterations;
  search.status = status;
  return status;
}

/** Before the one so far; at the same time an overlap comes first. */
function isEarlier(met: TimeOfImpactStatus, status: TimeOfImpactStatus, time: number, before: number): boolean {
  return time < before || (met === TimeOfImpactStatus.overlapping && status !== TimeOfImpactStatus.overlapping);
}

function takePair(moving: MovingCompounds): MovingPair {
  whole = moving;
  const [shapeA] = moving.compoundA.shapes;
  const [shapeB] = moving.compoundB.shapes;
  part ??= { shapeA, shapeB, place: placeParts, cache: moving.cache.parts, slot: 0 };
  part.cache = moving.cache.parts;
  return part;
}

function takeParts(pair: MovingPair, moving: MovingCompounds, i: number, j: number): void {
  partA = i;
  partB = j;
  pair.shapeA = moving.compoundA.shapes[i];
  pair.shapeB = moving.compoundB.shapes[j];
  pair.slot = i * moving.compoundB.shapes.length + j;
}

/** Returns whether the spheres around the two parts, which have been placed, cannot come together. */
function isOutOfReach({ frames, range, settings }: TimeOfImpactSearch, { shapeA, shapeB }: MovingPair): boolean {
  const x = frames[0] - frames[frameSize];
  const y = frames[1] - frames[frameSize + 1];
  const z = frames[2] - frames[frameSize + 2];
  const way = range[MotionRange.speed] * (range[MotionRange.to] - range[MotionRange.from]);
  const apart = Math.sqrt(x * x + y * y + z * z) - shapeA.reach - shapeB.reach - settings[0];
  return apart > way + settings[1];
}
