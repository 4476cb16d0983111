/**
 * How far pairs are apart at least, from step to step: a gap that was measured, less what both parts have moved since. A
 * pair that cannot have met is passed by at the cost of a subtraction.
 *
 *   way   |x − x₀|max + |ω|max r h: no point of a part goes farther in the step; and what it was moved by where that began
 */
import { collideShapes, frameSize, PairResult, PairSlot, type Shape } from "../../collide/index.js";
import { resize } from "../../math/index.js";
import type { StepPath } from "../trajectory/index.js";
import { PathBound } from "../trajectory/index.js";
import type { DetectionContext } from "./context.js";

const bounds = new Float64Array(5);
const frames = new Float64Array(2 * frameSize);
const result = new PairResult();
const range = new Float64Array(2);
const at = new Float64Array(1);
const noSlots = new Int32Array(0);

/**
 * What is known of parts and pairs, for all islands in common: each entry says whose it is. A table for each island, by part and
 * by slot, would grow with the square of their number.
 */
export class ClearanceTable {
  /** What each part moves at most in the step of its island, by its number, m; and whose step that is. */
  ways = new Float64Array(0);
  wayOwner = new Int32Array(0);
  /** The least distance of each pair at the end of the last step, by its slot, m; 0 if it is not known. */
  least = new Float64Array(16);
  /** By whom, and in which step of theirs, each slot was last counted, and the parts of its pair: else nothing is known of it. */
  owner = new Int32Array(16);
  stamp = new Int32Array(16);
  partA = new Int32Array(16);
  partB = new Int32Array(16);
  private owners = 0;

  /** A number that nobody else has. */
  enter(): number {
    return ++this.owners;
  }

  reserveParts(count: number): void {
    if (this.ways.length >= count) return;
    this.ways = resize(this.ways, 2 * count);
    this.wayOwner = resize(this.wayOwner, 2 * count);
  }

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

export class Clearance {
  private readonly table: ClearanceTable;
  private readonly id: number;
  private stepCount = 1;
  /** Slots that were measured at the end of the last step. */
  private measured = noSlots;
  private measuredCount = 0;
  private readonly tolerance: number;

  /** Pairs nearer than `tolerance` are not passed by, m. */
  constructor(table: ClearanceTable, tolerance: number) {
    this.table = table;
    this.id = table.enter();
    this.tolerance = tolerance;
  }

  /** Works out the ways of the parts of an island in the step that is on the path. */
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
      if (jump[0] > 0 && (world.parts.body[p] < 0 || island.moves(world.parts.body[p]))) ways[p] += jump[0];
    }
    jump[0] = 0;
  }

  /** What parts of the island move at most in the step at hand, by their numbers, m. */
  get ways(): Float64Array {
    return this.table.ways;
  }

  /** The same of part p: zero of what is not of the island. */
  private wayOf(p: number): number {
    const { ways, wayOwner } = this.table;
    return wayOwner[p] === this.id ? ways[p] : 0;
  }

  /** Whether a pair cannot come nearer than the tolerance in the step. Counts the step, if so. */
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

  /** Measures a pair at the end of the step, in which it has not met. */
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

  /** The step was cut: what was measured at its end has not come. */
  cut(): void {
    const { least } = this.table;
    for (let k = 0; k < this.measuredCount; k++) least[this.measured[k]] = 0;
  }

  /** Forgets all: bodies were put elsewhere. */
  clear(): void {
    // of the step before the next nothing is known
    this.stepCount++;
  }
}
