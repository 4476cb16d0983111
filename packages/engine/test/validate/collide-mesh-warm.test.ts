/** Bodies that tumble over a terrain: with a memory everything is as without, and little is looked at. */
import { createRng, nextInRange, nextOnSphere, quat } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { MeshCache } from "../../src/collide/mesh/mesh-cache.js";
import { collideMesh, findMeshContacts } from "../../src/collide/mesh/mesh-contact.js";
import { ContactBuffer } from "../../src/collide/result/contact-buffer.js";
import { PairResult, PairSlot, Status } from "../../src/collide/result/pair-result.js";
import {
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createSphere,
} from "../../src/collide/shapes/create-shape.js";
import { writeFrame } from "../../src/collide/shapes/frame.js";
import type { Shape } from "../../src/collide/shapes/shape.js";
import { createSurface, createTerrain } from "../support/collide-meshes.js";
import { place } from "../support/regions.js";

const rng = createRng(2);
const points = new Float64Array(72);
for (let k = 0; k < 72; k += 3) nextOnSphere(points, k, rng);
const shapes: Record<string, Shape> = {
  sphere: createSphere({ radius: 0.5 }),
  capsule: createCapsule({ radius: 0.3, height: 0.8 }),
  box: createBox({ size: [1, 0.7, 0.5] }),
  hull: createConvex({ vertices: points.map((x) => 0.5 * x) }),
  cylinder: createCylinder({ radius: 0.4, height: 0.8 }),
  cone: createCone({ radius: 0.5, height: 0.9 }),
};

/** A walk of a body at a changing distance from the ground, turning; `look` is called at each step. */
function tumble(shape: Shape, ground: Shape, steps: number, look: (frame: Float64Array) => void): void {
  const [x, q] = [Float64Array.of(0.2, 0.1, 1.5), Float64Array.of(0, 0, 0, 1)];
  const [v, w, turn] = [new Float64Array(2), new Float64Array(3), new Float64Array(4)];
  const frame = new Float64Array(12);
  const home = place(ground, [0, 0, 0]).frame;
  const result = new PairResult();
  const cache = new MeshCache(1);
  for (let k = 0; k < steps; k++) {
    for (let c = 0; c < 3; c++) w[c] = 0.99 * w[c] + nextInRange(rng, -0.3, 0.3);
    for (let c = 0; c < 2; c++) {
      v[c] = 0.99 * v[c] + nextInRange(rng, -0.2, 0.2) - 0.02 * x[c];
      x[c] += 0.005 * v[c];
    }
    turn.set([0.0025 * w[0], 0.0025 * w[1], 0.0025 * w[2], 1]);
    quat.multiply(q, 0, turn, 0, q.slice(), 0);
    quat.normalize(q, 0, q, 0);
    writeFrame(frame, 0, x, 0, q, 0);
    // now near, now touching, now in it, now far
    const want = [0, 1e-3, -1e-3, 0.05, -0.02, 0.4][Math.floor(k / 12) % 6];
    for (let round = 0; round < 6; round++) {
      collideMesh(result, shape, frame, 0, ground, home, 0, 1e-7, cache, 0);
      const up = (want - result.values[PairSlot.gap]) / Math.max(0.5, result.values[PairSlot.normal + 2]);
      x[2] += Math.max(-0.05, Math.min(0.05, up));
      writeFrame(frame, 0, x, 0, q, 0);
    }
    look(frame);
  }
}

const bumps = createTerrain(30, 0.25, (x, y) => 0.3 * Math.sin(1.3 * x) * Math.cos(1.1 * y) + 0.03 * Math.sin(7 * x));
const flat = createTerrain(16, 0.5, () => 0);

describe.each([
  ["bumps", bumps],
  ["a plane", flat],
  ["a block", createSurface(createBox({ size: [4, 4, 1] }))],
])("over %s", (_, ground) => {
  test.each(Object.keys(shapes))("%s", (name) => {
    const shape = shapes[name];
    const cache = new MeshCache(1);
    const home = place(ground, [0, 0, 0]).frame;
    const [warm, cold] = [new PairResult(), new PairResult()];
    const [warmRows, coldRows] = [new ContactBuffer(), new ContactBuffer()];
    const met = new Set<number>();
    let [worst, worstRow] = [0, 0];
    tumble(shape, ground, 110, (frame) => {
      collideMesh(cold, shape, frame, 0, ground, home, 0, 1e-7);
      coldRows.clear();
      findMeshContacts(coldRows, shape, frame, 0, ground, home, 0, 1e-7);
      collideMesh(warm, shape, frame, 0, ground, home, 0, 1e-7, cache, 0);
      warmRows.clear();
      findMeshContacts(warmRows, shape, frame, 0, ground, home, 0, 1e-7, cache, 0);
      expect(warm.status).toBe(cold.status);
      met.add(cold.status);
      if (cold.values[0] !== warm.values[0]) worst = Math.max(worst, Math.abs(cold.values[0] - warm.values[0]));
      for (let c = 1; c < 4; c++) worst = Math.max(worst, Math.abs(cold.values[c] - warm.values[c]));
      expect(warmRows.count).toBe(coldRows.count);
      for (let c = 0; c < coldRows.count; c++) {
        expect([warmRows.keyA[c], warmRows.keyB[c]]).toEqual([coldRows.keyA[c], coldRows.keyB[c]]);
        worstRow = Math.max(worstRow, Math.abs(warmRows.gap[c] - coldRows.gap[c]));
        for (let k = 3 * c; k < 3 * c + 3; k++)
          worstRow = Math.max(
            worstRow,
            Math.abs(warmRows.point[k] - coldRows.point[k]),
            Math.abs(warmRows.normal[k] - coldRows.normal[k]),
          );
      }
    });
    expect([...met].sort()).toEqual([Status.disjoint, Status.touching, Status.overlapping]);
    // measured 2.2e-16 for a cylinder and 0 for the others
    expect(worst).toBeLessThan(1e-15);
    expect(worstRow).toBeLessThan(1e-15);
  });
});

test("at rest on ten thousand triangles, few are looked at, and the tree is not", () => {
  const ground = createTerrain(71, 0.25, (x, y) => 0.3 * Math.sin(1.3 * x) * Math.cos(1.1 * y));
  const home = place(ground, [0, 0, 0]).frame;
  const result = new PairResult();
  const cache = new MeshCache(1);
  const { shape, frame } = place(shapes.box, [0.3, 0.2, 0.8]);
  for (let k = 0; k < 60; k++) {
    collideMesh(result, shape, frame, 0, ground, home, 0, 1e-7, cache, 0);
    frame[2] -= result.values[PairSlot.gap];
  }
  expect(result.status).toBe(Status.touching);
  cache.resetCounts();
  for (let k = 0; k < 100; k++) {
    frame[0] += k % 2 === 0 ? 1e-9 : -1e-9;
    collideMesh(result, shape, frame, 0, ground, home, 0, 1e-7, cache, 0);
  }
  expect(cache.walked).toBe(0);
  // measured 7 a call: those whose planes it reaches below
  expect(cache.met).toBeLessThan(1000);
});

test("a slot that serves another body, or another mesh, begins anew", () => {
  const cache = new MeshCache(1);
  const [warm, cold] = [new PairResult(), new PairResult()];
  const home = place(flat, [0, 0, 0]).frame;
  for (const ground of [flat, bumps]) {
    for (const name of Object.keys(shapes)) {
      const { shape, frame } = place(shapes[name], [0.3, 0.2, 0.6]);
      collideMesh(warm, shape, frame, 0, ground, home, 0, 1e-7, cache, 0);
      collideMesh(cold, shape, frame, 0, ground, home, 0, 1e-7);
      expect([...warm.values]).toEqual([...cold.values]);
    }
  }
});
