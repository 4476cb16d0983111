/**
 * Lower bounds of the distances of pairs, from step to step: a measured gap, less the ways of both parts since. A pair that cannot
 * have met is left out at the cost of a subtraction.
 *
 *   way   |x − x₀|max + |ω|max r h, which no point of a part exceeds in a step, plus the jump at the beginning of the step
 *
 * Conservative advancement: Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems (1996).
 */
import { collideShapes, frameSize, PairResult, PairSlot, type Shape } from "../../collide/index.js";
import { resize } from "../../math/index.js";
import type { StepPath } from "../trajectory/index.js";
import { PathBound } from "../trajectory/index.js";
import type { DetectionContext } from "./context.js";
import { initialRoom } from "./parameters.js";

const bounds = new Float64Array(5);
const frames = new Float64Array(2 * frameSize);
const result = new PairResult();
const range = new Float64Array(2);
const at = new Float64Array(1);
const noSlots = new Int32Array(0);

/**
 * Table of the ways of parts and the least distances of pairs, one for all islands: each entry names its owner. A table for each
 * island, by part and by slot, would grow with the square of their number.
 */
export class ClearanceTable {
  /** Largest way of each part in the step of its island, m. */
  ways = new Float64Array(0);
  /** Number of the owner of the way of each part. */
  wayOwner = new Int32Array(0);
  /** Least distance of each pair at the end of the last step, by its slot, m; 0 if it is not known. */
  least = new Float64Array(initialRoom);
  /** Number of the owner that updated each slot last. */
  owner = new Int32Array(initialRoom);
  /** Step of this owner in which each slot was updated last: the entry is valid in the next step only. */
  stamp = new Int32Array(initialRoom);
  /** Part A of the pair of each slot. */
  partA = new Int32Array(initialRoom);
  /** Part B of the pair of each slot. */
  partB = new Int32Array(initialRoom);
  private owners = 0;

  /** Returns the number of a new owner. */
  enter(): number {
    return ++this.owners;
  }

  /** Makes room for the ways of `count` parts. */
  reserveParts(count: number): void {
    if (this.ways.length >= count) return;
    this.ways = resize(this.ways, 2 * count);
    this.wayOwner = resize(this.wayOwner, 2 * count);
  }

  /** Makes room for `count` slots of pairs. */
  reserveSlots(count: number): void {
    if (this.least.length >= count) return;
    const n = Math.max(count, 2 * this.least.length);
    this.least = resize(this.least, n);
    this.owner = resize(this.owner, n);
    this.stamp = resize(this.stamp, n);
    this.partA = resize(this.partA, n);
    this.partB = resize(this.partB, n);
  }
}

/** Lower bounds of the distances of the pairs of one island. */
export class Clearance {
  private readonly table: ClearanceTable;
  private readonly id: number;
  private stepCount = 1;
  /** Slots whose gaps were measured at the end of the last step. */
  private measured = noSlots;
  private measuredCount = 0;
  private readonly tolerance: number;

  /** Creates the bounds of an island. Pairs nearer than `tolerance`, m, are never left out. */
  constructor(table: ClearanceTable, tolerance: number) {
    this.table = table;
    this.id = table.enter();
    this.tolerance = tolerance;
  }

  /** Computes the ways of the parts of an island in the step of a path. */
  begin(context: DetectionContext, path: StepPath): void {
    const { world, island } = context;
    const { parts } = context.candidates;
    const { jump } = context.contactSet;
    const { table, id } = this;
    const from = path.times[0];
    const to = path.times[path.segmentCount];
    table.reserveParts(world.parts.count);
    const { ways, wayOwner } = table;
    range[0] = from;
    range[1] = to;
    this.measuredCount = 0;
    this.stepCount++;
    for (let k = 0; k < parts.length; k++) {
      const p = parts[k];
      path.writePartBounds(bounds, 0, world.parts, p, range);
      const turn = bounds[PathBound.spin] * (to - from);
      const reach = turn === 0 ? 0 : world.parts.reach[p];
      wayOwner[p] = id;
      ways[p] = Math.min(bounds[PathBound.displacement], bounds[PathBound.speed] * (to - from)) + turn * reach;
      if (jump[0] > 0 && (world.parts.body[p] < 0 || island.model.moves(world.parts.body[p]))) ways[p] += jump[0];
    }
    jump[0] = 0;
  }

  /** Largest ways of the parts of the island in the present step, by their numbers, m. */
  get ways(): Float64Array {
    return this.table.ways;
  }

  /** Largest way of part p, m; 0 of a part of another island. */
  private wayOf(p: number): number {
    const { ways, wayOwner } = this.table;
    return wayOwner[p] === this.id ? ways[p] : 0;
  }

  /** Returns whether a pair cannot come nearer than the tolerance in the step, and reduces its distance if so. */
  passes(a: number, b: number, slot: number): boolean {
    const { least, stamp, owner, partA, partB } = this.table;
    if (slot >= least.length || owner[slot] !== this.id || stamp[slot] !== this.stepCount - 1) return false;
    if (partA[slot] !== a || partB[slot] !== b) return false;
    const left = least[slot] - this.wayOf(a) - this.wayOf(b);
    if (!(left > this.tolerance)) return false;
    least[slot] = left;
    stamp[slot] = this.stepCount;
    return true;
  }

  /** Measures the gap of a pair at the end of the step, in which it has not met. */
  measure({ world }: DetectionContext, path: StepPath, a: number, b: number, slot: number): void {
    const { parts, detector } = world;
    const { table } = this;
    table.reserveSlots(slot + 1);
    const n = this.measuredCount;
    if (n === this.measured.length) this.measured = resize(this.measured, Math.max(16, 2 * n));
    at[0] = path.times[path.segmentCount];
    path.writeFrame(frames, 0, parts, a, at);
    path.writeFrame(frames, frameSize, parts, b, at);
    const A = parts.shapes[a] as Shape;
    collideShapes(result, A, frames, 0, parts.shapes[b] as Shape, frames, frameSize, detector.cache, slot, 0);
    table.least[slot] = result.values[PairSlot.gap];
    table.owner[slot] = this.id;
    table.stamp[slot] = this.stepCount;
    table.partA[slot] = a;
    table.partB[slot] = b;
    this.measured[this.measuredCount++] = slot;
  }

  /** Discards the distances that were measured at the end of a step which is cut. */
  cut(): void {
    const { least } = this.table;
    for (let k = 0; k < this.measuredCount; k++) least[this.measured[k]] = 0;
  }

  /** Discards all distances, as bodies were moved. */
  clear(): void {
    // no entry has the stamp of the step before the next one
    this.stepCount++;
  }
}
