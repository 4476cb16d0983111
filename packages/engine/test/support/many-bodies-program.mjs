/** Builds scenes of separate balls, moves one of them on, and prints what that takes: bytes and processor time a body. */
import { buildScene } from "../../dist/scene/index.js";

function createBalls(count) {
  const side = Math.ceil(Math.cbrt(count));
  const bodies = Array.from({ length: count }, (_, k) => ({
    id: `ball ${k}`,
    shape: { type: "sphere", radius: 0.4 },
    mass: 1,
    position: [k % side, Math.floor(k / side) % side, Math.floor(k / side / side)],
  }));
  return { rigor: 1, bodies };
}

function measure() {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function build(count) {
  const scene = createBalls(count);
  const before = measure();
  const began = process.cpuUsage();
  const { world } = buildScene(scene);
  const { user, system } = process.cpuUsage(began);
  return { bytes: measure() - before, seconds: (user + system) / 1e6, world, before };
}

// what is compiled counts for none of them
build(500);
const few = build(1000);
const many = build(4000);
many.world.advanceTo(0.01);
const run = measure() - many.before;
console.log(
  JSON.stringify({
    bytes: (many.bytes - few.bytes) / 3000,
    ratio: many.seconds / few.seconds,
    moving: (run - few.bytes) / 3000,
  }),
);
