import { createRng, nextInRange } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import type { BroadPhase } from "../../src/collide/broadphase/broad-phase.js";
import { Grid } from "../../src/collide/broadphase/grid.js";
import { Sweep } from "../../src/collide/broadphase/sweep.js";
import { growBounds } from "../../src/collide/shapes/bounds.js";
import { BoundsTree } from "../../src/collide/shapes/bounds-tree.js";
import { collectTreePairs, nextOnRay, RayWalk, startRay } from "../../src/collide/shapes/bounds-tree-query.js";
import {
  createBox,
  createCapsule,
  createCone,
  createCylinder,
  createPlane,
  createSphere,
} from "../../src/collide/shapes/create-shape.js";
import { frameSize, writeFrame } from "../../src/collide/shapes/frame.js";
import { PairBuffer } from "../../src/collide/shapes/pair-buffer.js";
import { computeBounds } from "../../src/collide/shapes/shape-bounds.js";
import { bytesPerCall } from "../support/allocation.js";

const n = 60;
const calls = 200;

/** Boxes that swing about their homes by so much; the function does one pass. */
function swing(watcher: BroadPhase, reach: number): () => void {
  const rng = createRng(1);
  const home = Float64Array.from({ length: 3 * n }, () => nextInRange(rng, 0, 5));
  const one = new Float64Array(6);
  for (let id = 0; id < n; id++) {
    for (let k = 0; k < 6; k++) one[k] = home[3 * id + (k % 3)] + (k < 3 ? 0 : 1);
    watcher.add(id, one);
  }
  let phase = 0;
  return () => {
    phase = (phase + 1) % 8;
    const { boxes } = watcher;
    for (let id = 0; id < n; id++) {
      const shift = reach * (((phase * (1 + (id % 3)) + id) % 8) - 4);
      for (let k = 0; k < 3; k++) {
        boxes[6 * id + k] = home[3 * id + k] + shift;
        boxes[6 * id + k + 3] = home[3 * id + k] + shift + 1;
      }
    }
    watcher.update();
  };
}

describe("nothing is allocated in a pass", () => {
  test.each([
    ["sweep, a little at a time", () => new Sweep(), 0.01],
    ["sweep, far", () => new Sweep({ exchangeLimit: 1e9 }), 0.5],
    ["sweep, from scratch", () => new Sweep({ exchangeLimit: 0 }), 3],
    ["grid, a little at a time", () => new Grid(), 0.01],
    ["grid, far", () => new Grid(), 0.5],
    ["grid, by the tree", () => new Grid({ searchLimit: 0 }), 0.5],
  ] as const)("%s", (_name, create, reach) => {
    const watcher = create();
    const pass = swing(watcher, reach);
    for (let k = 0; k < 8; k++) pass();
    expect(watcher.pairs.count).toBeGreaterThan(0);
    expect(bytesPerCall(pass, calls)).toBe(0);
  });

  test("bounds of every kind of shape", () => {
    const shapes = [
      createSphere({ radius: 1 }),
      createCapsule({ radius: 1, height: 1 }),
      createCylinder({ radius: 1, height: 1 }),
      createCone({ radius: 1, height: 1 }),
      createBox({ size: [1, 2, 3] }),
      createPlane({ normal: [0, 1, 0] }),
    ];
    const frame = new Float64Array(frameSize);
    writeFrame(frame, 0, Float64Array.of(1, 2, 3), 0, Float64Array.of(0.5, 0.5, 0.5, 0.5), 0);
    const out = new Float64Array(6);
    let k = 0;
    const bytes = bytesPerCall(() => {
      k = (k + 1) % shapes.length;
      computeBounds(out, 0, shapes[k], frame, 0);
      growBounds(out, 0, 0.1);
    });
    expect(bytes).toBe(0);
  });

  test("building, refitting and asking a tree", () => {
    const rng = createRng(1);
    const boxes = Float64Array.from({ length: 6 * n }, (_, k) => nextInRange(rng, 0, 5) + (k % 6 > 2 ? 5 : 0));
    const frame = new Float64Array(frameSize);
    writeFrame(frame, 0, Float64Array.of(1, 2, 3), 0, Float64Array.of(0.5, 0.5, 0.5, 0.5), 0);
    const tree = new BoundsTree();
    const pairs = new PairBuffer();
    const walk = new RayWalk();
    const ray = Float64Array.of(-1, -1, -1, 1, 2, 1, 0, 100);
    let sum = 0;
    const bytes = bytesPerCall(() => {
      tree.build(boxes, null, n);
      tree.refit(boxes);
      sum += tree.queryBox(boxes, 12);
      startRay(walk, tree, ray, 0);
      while (nextOnRay(walk, tree, ray, 0) >= 0) sum++;
      pairs.clear();
      tree.collectPairs(pairs);
      collectTreePairs(pairs, tree, tree, null, 0);
      collectTreePairs(pairs, tree, tree, frame, 0);
    }, 50);
    expect(sum).toBeGreaterThan(0);
    expect(bytes).toBe(0);
  });
});
