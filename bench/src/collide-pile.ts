/**
 * A heap of hulls of 12 corners, drawn together until each touches its neighbours or nearly so: the same poses for every
 * engine, in one run. Nothing moves under forces; what is timed is a pass of detection.
 *
 *   ours      boxes of all shapes, `Grid.update`, then gap and contacts of every pair of boxes: with the poses as they
 *             were the pass before, and with all of them moved by up to 0.1 mm and 0.1 mrad
 *   others    what collide-engines.ts says; with the poses as they were
 *
 * Ours has the distance of every pair whose boxes overlap; others need not have it of those that are apart.
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
  writeFrame,
} from "@rigor/engine/collide";
import { createRng, nextInRange, nextRotation, quat, vec3 } from "@rigor/engine/math";
import { createCannon, createJolt, createRapier, type Engine, type Heap } from "./collide-engines.js";
import { createHull } from "./collide-scenes.js";
import { formatTime, measureAllocation, printTable, timeContenders } from "./support.js";

/** What is left of garbage by a pass at most, bytes. */
const bounds = { bytesPerPass: 1 };

/** Passes before any is timed, so that all is compiled. */
const warmUp = 60;

/** Gap up to which there is contact, m: that of engines that keep shapes a little apart. */
const tolerance = 1e-3;

export async function benchPile(quick: boolean): Promise<string[]> {
  const side = quick ? 6 : 10;
  const heap = createHeap(side);
  const still = new Detection(heap, 0);
  const moving = new Detection(heap, 1e-4);
  const ours: Engine[] = [
    { name: "ours, at rest", pass: () => still.pass(), count: () => still.contacts.count },
    { name: "ours, moved a little", pass: () => moving.pass(), count: () => moving.contacts.count },
  ];
  const others = [await createRapier(heap), await createJolt(heap), createCannon(heap)];
  const slow = others.pop() as Engine;
  for (const { pass } of [...ours, ...others]) for (let k = 0; k < warmUp; k++) pass();
  const timings = [
    ...timeContenders([...ours, ...others].map(toContender), { repeats: quick ? 3 : 7, turn: 0.05 }),
    // a pass of this one takes longer than all of the others together
    ...timeContenders([slow].map(toContender), { repeats: 1, turn: 0 }),
  ];
  console.log(`\nA heap of ${heap.shapes.length} hulls of 12 corners: ${still.describe()}. A pass of detection:\n`);
  printTable(
    ["engine", "a pass", "of ours", "contacts"],
    timings.map(({ name, best }, k) => [
      name,
      formatTime(best),
      `${(best / timings[0]!.best).toFixed(2)}×`,
      formatCount([...ours, ...others, slow][k]!.count()),
    ]),
  );
  let bytes = Infinity;
  // code that is not yet optimised boxes numbers that it will not box later
  for (let round = 0; round < 3 && bytes > bounds.bytesPerPass; round++) {
    bytes = Math.min(
      bytes,
      measureAllocation(() => moving.pass(), 3),
    );
  }
  console.log(`\nBytes left on the heap a pass, moved a little: ${bytes.toFixed(1)}`);
  return bytes <= bounds.bytesPerPass ? [] : [`bytes left a pass over the heap: ${bytes.toFixed(1)}, should be none`];
}

const formatCount = (count: number) => (Number.isNaN(count) ? "–" : String(count));

const toContender = ({ name, pass }: Engine) => ({ name, run: pass });

/** Hulls on a grid, drawn to the middle and pushed out of one another in turns. */
function createHeap(side: number): Heap {
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
  const detection = new Detection(heap, 0);
  for (let round = 0; round < 60; round++) {
    const draw = round < 30 ? 0.99 : 1;
    for (let c = 0; c < positions.length; c++) positions[c] *= draw;
    detection.writeFrames();
    detection.pass();
    detection.pushApart(positions);
  }
  return heap;
}

/** A pass of ours over a heap. */
class Detection {
  readonly contacts = new ContactBuffer();
  private readonly heap: Heap;
  private readonly step: number;
  private readonly grid = new Grid();
  private readonly cache = new PairCache(64);
  private readonly result = new PairResult();
  private readonly frames: Float64Array[];
  private turn = 0;

  constructor(heap: Heap, step: number) {
    this.heap = heap;
    this.step = step;
    const count = heap.shapes.length;
    this.frames = Array.from({ length: step === 0 ? 1 : 4 }, () => new Float64Array(frameSize * count));
    this.writeFrames();
    const box = new Float64Array(6);
    for (let id = 0; id < count; id++) {
      computeBounds(box, 0, heap.shapes[id]!, this.frames[0]!, frameSize * id);
      this.grid.add(id, box);
    }
  }

  /** Frames of the heap; of one that moves, several a little different. */
  writeFrames(): void {
    const { positions, rotations } = this.heap;
    const rng = createRng(3);
    const x = positions.slice();
    const q = rotations.slice();
    for (const frames of this.frames) {
      for (let k = 0; 3 * k < x.length; k++) {
        writeFrame(frames, frameSize * k, x, 3 * k, q, 4 * k);
        for (let c = 0; c < 3; c++) {
          x[3 * k + c] = positions[3 * k + c]! + nextInRange(rng, -this.step, this.step);
          q[4 * k + c] = rotations[4 * k + c]! + 0.5 * nextInRange(rng, -this.step, this.step);
        }
        quat.normalize(q, 4 * k, q, 4 * k);
      }
    }
  }

  pass(): void {
    const { grid, cache, result, contacts } = this;
    const { shapes } = this.heap;
    this.turn = this.turn + 1 < this.frames.length ? this.turn + 1 : 0;
    const frames = this.frames[this.turn]!;
    for (let id = 0; id < shapes.length; id++) {
      computeBounds(grid.boxes, 6 * id, shapes[id]!, frames, frameSize * id);
      growBounds(grid.boxes, 6 * id, 0.5 * tolerance);
    }
    grid.update();
    const { pairs } = grid;
    cache.reserve(pairs.slotCount);
    for (let k = 0; k < pairs.beganCount; k++) cache.reset(pairs.slots[pairs.began[k]!]!);
    contacts.clear();
    for (let p = 0; p < pairs.count; p++) {
      const i = pairs.values[2 * p]!;
      const j = pairs.values[2 * p + 1]!;
      const a = shapes[i]!;
      const b = shapes[j]!;
      collideShapes(result, a, frames, frameSize * i, b, frames, frameSize * j, cache, pairs.slots[p]!, tolerance);
      findContacts(
        contacts,
        result,
        a,
        frames,
        frameSize * i,
        b,
        frames,
        frameSize * j,
        cache,
        pairs.slots[p]!,
        tolerance,
      );
    }
  }

  /** Moves the hulls of each pair that overlaps out of one another, half the depth each. */
  pushApart(positions: Float64Array): void {
    const frames = this.frames[0]!;
    const { pairs } = this.grid;
    for (let p = 0; p < pairs.count; p++) {
      const i = pairs.values[2 * p]!;
      const j = pairs.values[2 * p + 1]!;
      const gap = this.measure(i, j, pairs.slots[p]!, frames);
      if (gap >= 0) continue;
      vec3.addScaled(positions, 3 * i, positions, 3 * i, -0.5 * gap, this.result.values, PairSlot.normal);
      vec3.addScaled(positions, 3 * j, positions, 3 * j, 0.5 * gap, this.result.values, PairSlot.normal);
      writeFrame(frames, frameSize * i, positions, 3 * i, this.heap.rotations, 4 * i);
      writeFrame(frames, frameSize * j, positions, 3 * j, this.heap.rotations, 4 * j);
    }
  }

  private measure(i: number, j: number, slot: number, frames: Float64Array): number {
    const { shapes } = this.heap;
    const { result, cache } = this;
    collideShapes(result, shapes[i]!, frames, frameSize * i, shapes[j]!, frames, frameSize * j, cache, slot, tolerance);
    return result.values[PairSlot.gap]!;
  }

  /** How many pairs of boxes overlap, how many of them touch, and how deep. */
  describe(): string {
    this.pass();
    const { pairs } = this.grid;
    let touching = 0;
    let deepest = 0;
    for (let p = 0; p < pairs.count; p++) {
      const gap = this.measure(pairs.values[2 * p]!, pairs.values[2 * p + 1]!, pairs.slots[p]!, this.frames[0]!);
      if (gap <= tolerance) touching++;
      deepest = Math.max(deepest, -gap);
    }
    return `${pairs.count} pairs of boxes, ${touching} within 1 mm, the deepest ${(1000 * deepest).toFixed(1)} mm`;
  }
}
