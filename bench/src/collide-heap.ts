/**
 * A heap of hulls of 12 corners as one at rest is: each touches its neighbours, and none is in another by more than a
 * micrometre. They begin on a lattice, are drawn to the middle, and pushed out of one another in turns, by the gaps and
 * normals of the engine, until none overlaps by more than that.
 *
 * `Detection` is a pass over it, as a step of a simulation has one: boxes of all shapes, `Grid.update`, then the exact gap
 * of every pair of boxes that overlap, and the contact region of every pair within the tolerance.
 */
import {
  ContactBuffer,
  collideShapes,
  computeBounds,
  findContacts,
  frameSize,
  Grid,
  growBounds,
  PairCache,
  PairResult,
  PairSlot,
  type Shape,
  writeFrame,
} from "@rigor/engine/collide";
import { createRng, nextInRange, nextRotation, quat, vec3 } from "@rigor/engine/math";
import { createHull } from "./collide-scenes.js";

/** Shapes, and where they are: 3 and 4 numbers each. */
export interface Heap {
  readonly shapes: readonly Shape[];
  readonly positions: Float64Array;
  readonly rotations: Float64Array;
}

/** Gap up to which there is contact, m: that of engines that keep shapes a little apart. */
const tolerance = 1e-3;

/** Rounds in which the hulls are drawn together; how deep they may overlap when all is done, m; rounds at most. */
const drawn = 30;
const settled = 1e-6;
const mostRounds = 500;

/** side³ hulls. */
export function createHeap(side: number): Heap {
  const rng = createRng(7);
  const kinds = Array.from({ length: 16 }, () => createHull(rng, 12));
  const count = side * side * side;
  const shapes = Array.from({ length: count }, (_, k) => kinds[k % kinds.length]!);
  const positions = new Float64Array(3 * count);
  const rotations = new Float64Array(4 * count);
  for (let k = 0; k < count; k++) {
    const place = [k % side, Math.floor(k / side) % side, Math.floor(k / (side * side))];
    for (let c = 0; c < 3; c++) positions[3 * k + c] = place[c]! - 0.5 * (side - 1) + nextInRange(rng, -0.05, 0.05);
    nextRotation(rotations, 4 * k, rng);
  }
  const heap = { shapes, positions, rotations };
  const detection = new Detection([heap]);
  let deepest = Infinity;
  for (let round = 0; round < mostRounds && (round < drawn || deepest > settled); round++) {
    if (round < drawn) for (let c = 0; c < positions.length; c++) positions[c] *= 0.99;
    deepest = detection.pushApart();
  }
  return heap;
}

/** The heap itself, and the same with every hull moved and turned about each axis by up to `step`, m and rad: four in all. */
export function createPoses(heap: Heap, step: number): Heap[] {
  const rng = createRng(3);
  const jitter = (values: Float64Array, size: number) => values.map((x) => x + nextInRange(rng, -size, size));
  return Array.from({ length: 4 }, (_, p) => {
    if (p === 0) return heap;
    const rotations = jitter(heap.rotations, 0.5 * step);
    for (let o = 0; o < rotations.length; o += 4) quat.normalize(rotations, o, rotations, o);
    return { shapes: heap.shapes, positions: jitter(heap.positions, step), rotations };
  });
}

export class Detection {
  readonly contacts = new ContactBuffer();
  private readonly poses: readonly Heap[];
  private readonly shapes: readonly Shape[];
  private readonly frames: Float64Array[];
  private readonly grid = new Grid();
  private readonly cache = new PairCache(64);
  private readonly result = new PairResult();
  private turn = 0;

  /** Passes go round the poses. */
  constructor(poses: readonly Heap[]) {
    this.poses = poses;
    this.shapes = poses[0]!.shapes;
    this.frames = poses.map(() => new Float64Array(frameSize * this.shapes.length));
    for (let p = 0; p < poses.length; p++) this.writeFrames(p);
    const box = new Float64Array(6);
    this.shapes.forEach((shape, id) => {
      computeBounds(box, 0, shape, this.frames[0]!, frameSize * id);
      this.grid.add(id, box);
    });
  }

  pass(): void {
    const { cache, result, contacts, shapes, grid } = this;
    this.turn = this.turn + 1 < this.frames.length ? this.turn + 1 : 0;
    const frames = this.frames[this.turn]!;
    this.findPairs(frames);
    const { pairs } = grid;
    contacts.clear();
    for (let p = 0; p < pairs.count; p++) {
      const i = pairs.values[2 * p]!;
      const j = pairs.values[2 * p + 1]!;
      const a = shapes[i]!;
      const b = shapes[j]!;
      const oA = frameSize * i;
      const oB = frameSize * j;
      const slot = pairs.slots[p]!;
      collideShapes(result, a, frames, oA, b, frames, oB, cache, slot, tolerance);
      findContacts(contacts, result, a, frames, oA, b, frames, oB, cache, slot, tolerance);
    }
  }

  /** Moves the hulls of each pair that overlaps out of one another, half the depth each, and returns the greatest depth. */
  pushApart(): number {
    const frames = this.frames[0]!;
    const { positions, rotations } = this.poses[0]!;
    const { pairs } = this.grid;
    const { values } = this.result;
    let deepest = 0;
    this.writeFrames(0);
    this.findPairs(frames);
    for (let p = 0; p < pairs.count; p++) {
      const gap = this.measure(p, frames);
      if (gap >= 0) continue;
      deepest = Math.max(deepest, -gap);
      for (const [id, share] of [
        [pairs.values[2 * p]!, -0.5],
        [pairs.values[2 * p + 1]!, 0.5],
      ] as const) {
        vec3.addScaled(positions, 3 * id, positions, 3 * id, share * gap, values, PairSlot.normal);
        writeFrame(frames, frameSize * id, positions, 3 * id, rotations, 4 * id);
      }
    }
    return deepest;
  }

  /** Pairs of boxes that overlap, how many of them are within the tolerance, and how deep the deepest is, m. */
  describe(): { pairs: number; near: number; deepest: number } {
    const frames = this.frames[0]!;
    this.findPairs(frames);
    const gaps = Array.from({ length: this.grid.pairs.count }, (_, p) => this.measure(p, frames));
    const near = gaps.filter((gap) => gap <= tolerance).length;
    return { pairs: gaps.length, near, deepest: Math.max(0, ...gaps.map((gap) => -gap)) };
  }

  private writeFrames(p: number): void {
    const { positions, rotations, shapes } = this.poses[p]!;
    const frames = this.frames[p]!;
    for (let k = 0; k < shapes.length; k++) writeFrame(frames, frameSize * k, positions, 3 * k, rotations, 4 * k);
  }

  private findPairs(frames: Float64Array): void {
    const { grid, cache, shapes } = this;
    const { boxes } = grid;
    for (let id = 0; id < shapes.length; id++) {
      computeBounds(boxes, 6 * id, shapes[id]!, frames, frameSize * id);
      growBounds(boxes, 6 * id, 0.5 * tolerance);
    }
    grid.update();
    const { pairs } = grid;
    cache.reserve(pairs.slotCount);
    for (let k = 0; k < pairs.beganCount; k++) cache.reset(pairs.slots[pairs.began[k]!]!);
  }

  private measure(p: number, frames: Float64Array): number {
    const { shapes, result, cache } = this;
    const { values, slots } = this.grid.pairs;
    const i = values[2 * p]!;
    const j = values[2 * p + 1]!;
    const oA = frameSize * i;
    const oB = frameSize * j;
    collideShapes(result, shapes[i]!, frames, oA, shapes[j]!, frames, oB, cache, slots[p]!, tolerance);
    return result.values[PairSlot.gap]!;
  }
}
