/**
 * The heap of collide-heap.ts, of 1000 hulls: the same poses for every engine, in one run. What is timed is one pass of
 * detection; nothing moves under forces.
 *
 *   at rest          the poses are those of the pass before
 *   moved a little   every hull has moved and turned by up to 0.1 mm and 0.1 mrad since, as at 0.1 m/s and 1 ms
 *
 * Ours has the distance of every pair whose boxes overlap, and all corners of every contact region. What the others do is
 * in collide-engines.ts; Rapier is timed with both, as it keeps the contacts of pairs that have moved by less than 1 µm.
 * Others need not know the distance of pairs that are apart, but solve a little besides.
 */
import { createCannon, createJolt, createRapier, type Engine } from "./collide-engines.js";
import { createHeap, createPoses, Detection, type Heap } from "./collide-heap.js";
import { formatTime, measureAllocation, printTable, timeContenders } from "./support.js";

/** The largest garbage of a pass, bytes, and the largest penetration of hulls at rest, m. */
const bounds = { bytesPerPass: 1, depth: 1e-4 };

/** The moves of hulls between passes, m and rad. */
const step = 1e-4;

/** Passes before any is timed, so that all is compiled. */
const warmUp = 60;

export async function benchPile(quick: boolean): Promise<string[]> {
  const heap = createHeap(quick ? 6 : 10);
  const poses = createPoses(heap, step);
  const still = new Detection([heap]);
  const moving = new Detection(poses);
  const engines: Engine[] = [
    { name: "ours, at rest", pass: () => still.pass(), count: () => still.contacts.count },
    { name: "ours, moved a little", pass: () => moving.pass(), count: () => moving.contacts.count },
    ...(await createRapier([heap])),
    ...(await createRapier(poses)),
    await createJolt(heap),
  ];
  const slow = createCannon(heap);
  for (const { pass } of engines) for (let k = 0; k < warmUp; k++) pass();
  const timings = [
    ...timeContenders(engines.map(toContender), { repeats: quick ? 5 : 15, turn: 0.05 }),
    // a pass of this one takes longer than all of the others together
    ...timeContenders([slow].map(toContender), { repeats: 1, turn: 0 }),
  ];
  const { pairs, near, deepest } = still.describe();
  const about = `${pairs} pairs of boxes, ${near} of hulls within 1 mm, the deepest ${(1e6 * deepest).toFixed(1)} µm`;
  console.log(`\nA heap of ${heap.shapes.length} hulls of 12 corners: ${about}. A pass of detection:\n`);
  printTable(
    ["engine", "a pass", "of ours", "contacts"],
    timings.map(({ name, best }, k) => [
      name,
      formatTime(best),
      `${(best / timings[0]!.best).toFixed(2)}×`,
      formatCount([...engines, slow][k]!.count()),
    ]),
  );
  const bytes = measureGarbage(heap, moving);
  console.log(`\nBytes left on the heap a pass, moved a little: ${bytes.toFixed(1)}`);
  return [
    ...(bytes <= bounds.bytesPerPass ? [] : [`bytes left a pass over the heap: ${bytes.toFixed(1)}, should be none`]),
    ...(deepest <= bounds.depth ? [] : [`hulls of the heap overlap by ${deepest} m, more than ${bounds.depth}`]),
  ];
}

/**
 * Bytes left on the heap by a pass. Code that is not yet optimised boxes its numbers, and what happens to one pair in a
 * thousand is not, unless it has happened to many: poses far from one another come first.
 */
function measureGarbage(heap: Heap, moving: Detection): number {
  const rough = new Detection(createPoses(heap, 100 * step));
  let bytes = Infinity;
  for (let round = 0; round < 5 && bytes > bounds.bytesPerPass; round++) {
    for (let k = 0; k < warmUp; k++) rough.pass();
    bytes = Math.min(
      bytes,
      measureAllocation(() => moving.pass(), 3),
    );
  }
  return bytes;
}

const formatCount = (count: number) => (Number.isNaN(count) ? "–" : String(count));

const toContender = ({ name, pass }: Engine) => ({ name, run: pass });
