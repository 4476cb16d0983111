/**
 * Samples of the gap of two parts in contact that no plane separates: the gap is evaluated at the ends of regular intervals of a
 * step, and must not fall below its value after the last event by more than a part of the contact tolerance.
 */
import { collideShapes, frameSize, type PairCache, PairResult, PairSlot, type Shape } from "../../collide/index.js";
import type { PartTable } from "../../contact/index.js";
import type { PoseSource } from "../trajectory/index.js";
import { type Followed, narrow, Slot } from "../trajectory/index.js";
import { EventDepths } from "./event-depths.js";
import { gapSamples, gapSlackPart } from "./parameters.js";
import { Tolerance } from "./plane-witness.js";
import { TouchStatus } from "./touch-status.js";

const frames = new Float64Array(2 * frameSize);
const result = new PairResult();

/** The pair in hand, and the path that it is on. */
interface SampledPair {
  path: PoseSource | null;
  parts: PartTable | null;
  cache: PairCache | null;
  pA: number;
  pB: number;
  slot: number;
}

/** Samples of the gaps of pairs, with the work arrays of the search: one for all pairs. */
export class GapSamples implements Followed {
  /** Bracket, level and value of the search: see `Slot` of trajectory. */
  readonly work: Float64Array = new Float64Array(6);
  /** The time of an evaluation, s. */
  readonly at: Float64Array = new Float64Array(1);
  /** Number of evaluations. */
  looks = 0;
  private readonly range: Float64Array;
  private readonly time: Float64Array;
  private readonly tolerances: Float64Array;
  private readonly pair: SampledPair = { path: null, parts: null, cache: null, pA: 0, pB: 0, slot: 0 };
  /** Depths of the pairs after the last event, by slot. */
  private readonly depths = new EventDepths();

  /**
   * Creates samples for the range of the caller, s, with the array of the instant found, s, and the tolerances: see `Tolerance`.
   */
  constructor(range: Float64Array, time: Float64Array, tolerances: Float64Array) {
    this.range = range;
    this.time = time;
    this.tolerances = tolerances;
  }

  /** Begins anew after event handling: pairs may stay as deep as they are. */
  restart(): void {
    this.depths.restart();
  }

  /** Samples the gap of parts pA and pB. Returns whether it is too deep, `sunk`, from the instant found on, or `none`. */
  find(path: PoseSource, parts: PartTable, pA: number, pB: number, cache: PairCache, slot: number): TouchStatus {
    const { range, work, at, time, pair } = this;
    const slack = gapSlackPart * this.tolerances[Tolerance.contact];
    pair.path = path;
    pair.parts = parts;
    pair.cache = cache;
    pair.pA = pA;
    pair.pB = pB;
    pair.slot = slot;
    this.setLevel(slack);
    if (work[Slot.fa] < 0) {
      time[0] = range[0];
      return TouchStatus.sunk;
    }
    for (let k = 1; k <= gapSamples; k++) {
      at[0] = k === gapSamples ? range[1] : range[0] + (k / gapSamples) * (range[1] - range[0]);
      this.measure();
      if (work[Slot.value] < -slack) {
        work[Slot.b] = at[0];
        work[Slot.fb] = work[Slot.value];
        narrow(this);
        time[0] = work[Slot.a];
        return TouchStatus.sunk;
      }
      if (work[Slot.value] < 0) continue;
      work[Slot.a] = at[0];
      work[Slot.fa] = work[Slot.value];
    }
    return TouchStatus.none;
  }

  /** Writes the level below which the pair is too deep, and the gap at the beginning above it. */
  private setLevel(slack: number): void {
    const { work, at, range, depths, pair } = this;
    work[Slot.level] = 0;
    at[0] = range[0];
    this.measure();
    if (depths.mark(pair.slot)) depths.values[pair.slot] = Math.min(0, work[Slot.value]);
    work[Slot.level] = depths.values[pair.slot] - slack;
    work[Slot.a] = range[0];
    work[Slot.fa] = work[Slot.value] - work[Slot.level];
  }

  /** Writes the gap at the time `at`, above the level, to work.value. */
  measure(): void {
    const { work, at } = this;
    const { path, parts, cache, pA, pB, slot } = this.pair;
    this.looks++;
    if (path === null || parts === null || cache === null) return;
    path.writeFrame(frames, 0, parts, pA, at);
    path.writeFrame(frames, frameSize, parts, pB, at);
    const shapeA = parts.shapes[pA] as Shape;
    collideShapes(result, shapeA, frames, 0, parts.shapes[pB] as Shape, frames, frameSize, cache, slot, 0);
    work[Slot.value] = result.values[PairSlot.gap];
    work[Slot.value] -= work[Slot.level];
  }
}
