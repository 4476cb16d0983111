/**
 * How far pairs are apart at least, from step to step: a gap that was measured, less what both parts have moved since. A
 * pair that cannot have met is passed by at the cost of a subtraction.
 *
 *   way   |x − x₀|max + |ω|max r h: no point of a part goes farther in the step; and what it was moved by where that began
 */
import { collideShapes, frameSize, PairResult, PairSlot, type Shape } from "../collide/index.js";
import { resize } from "../math/index.js";
import type { StepPath } from "./path.js";
import { PathBound } from "./path-bounds.js";
import type { IslandRun } from "./run.js";

const bounds = new Float64Array(5);
const frames = new Float64Array(2 * frameSize);
const result = new PairResult();

export class Clearance {
  /** What each part moves at most in the step, by its number, m; zero of what stands. */
  ways = new Float64Array(0);
  /** The least distance of each pair at the end of the last step, by its slot, m; 0 if it is not known. */
  private least = new Float64Array(16);
  /** The step in which each slot was last counted, and the parts of its pair: else nothing is known of it. */
  private stamp = new Int32Array(16);
  private partA = new Int32Array(16);
  private partB = new Int32Array(16);
  private stepCount = 1;
  /** Slots that were measured at the end of this step. */
  private measured = new Int32Array(16);
  private measuredCount = 0;
  private readonly range = new Float64Array(2);
  private readonly tolerance: number;

  /** Pairs nearer than `tolerance` are not passed by, m. */
  constructor(tolerance: number) {
    this.tolerance = tolerance;
  }

  /** Works out the ways of the parts of an island in the step that is on the path. */
  begin({ kit, parts, jump, island }: IslandRun, path: StepPath): void {
    const from = path.times[0];
    const to = path.times[path.segmentCount];
    if (this.ways.length < kit.parts.count) this.ways = new Float64Array(2 * kit.parts.count);
    this.range[0] = from;
    this.range[1] = to;
    this.measuredCount = 0;
    this.stepCount++;
    for (let k = 0; k < parts.length; k++) {
      const p = parts[k];
      path.writePartBounds(bounds, 0, kit.parts, p, this.range);
      const turn = bounds[PathBound.spin] * (to - from);
      const reach = turn === 0 ? 0 : kit.parts.reach[p];
      this.ways[p] = Math.min(bounds[PathBound.displacement], bounds[PathBound.speed] * (to - from)) + turn * reach;
      if (jump[0] > 0 && (kit.parts.body[p] < 0 || island.moves(kit.parts.body[p]))) this.ways[p] += jump[0];
    }
    jump[0] = 0;
  }

  /** Whether a pair cannot come nearer than the tolerance in the step. Counts the step, if so. */
  passes(a: number, b: number, slot: number): boolean {
    if (slot >= this.least.length || this.stamp[slot] !== this.stepCount - 1) return false;
    if (this.partA[slot] !== a || this.partB[slot] !== b) return false;
    const left = this.least[slot] - this.ways[a] - this.ways[b];
    if (!(left > this.tolerance)) return false;
    this.least[slot] = left;
    this.stamp[slot] = this.stepCount;
    return true;
  }

  /** Measures a pair at the end of the step, in which it has not met. */
  measure({ kit }: IslandRun, path: StepPath, a: number, b: number, slot: number): void {
    const { parts, detector } = kit;
    while (slot >= this.least.length) this.grow();
    if (this.measuredCount === this.measured.length) this.measured = resize(this.measured, 2 * this.measuredCount);
    this.at[0] = this.range[1];
    path.writeFrame(frames, 0, parts, a, this.at);
    path.writeFrame(frames, frameSize, parts, b, this.at);
    const A = parts.shapes[a] as Shape;
    collideShapes(result, A, frames, 0, parts.shapes[b] as Shape, frames, frameSize, detector.cache, slot, 0);
    this.least[slot] = result.values[PairSlot.gap];
    this.stamp[slot] = this.stepCount;
    this.partA[slot] = a;
    this.partB[slot] = b;
    this.measured[this.measuredCount++] = slot;
  }

  private readonly at = new Float64Array(1);

  private grow(): void {
    const n = 2 * this.least.length;
    this.least = resize(this.least, n);
    this.stamp = resize(this.stamp, n);
    this.partA = resize(this.partA, n);
    this.partB = resize(this.partB, n);
  }

  /** The step was cut: what was measured at its end has not come. */
  cut(): void {
    for (let k = 0; k < this.measuredCount; k++) this.least[this.measured[k]] = 0;
  }

  /** Forgets all: bodies were put elsewhere. */
  clear(): void {
    this.stamp.fill(0);
  }
}
