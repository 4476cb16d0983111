/**
 * A pass over a heap, all parts together: boxes, grid, caches of pairs that come and go, gaps and contacts. Each part makes
 * no garbage alone; here they run in one program, over shapes of several kinds, as V8 meets them in a simulation.
 */
import { createRng, nextInRange, nextOnSphere, nextRotation, quat } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { Grid } from "../../src/collide/broadphase/grid.js";
import { collideShapes, findContacts, PairCache } from "../../src/collide/pair/pair.js";
import { ContactBuffer } from "../../src/collide/result/contact-buffer.js";
import { PairResult } from "../../src/collide/result/pair-result.js";
import { growBounds } from "../../src/collide/shapes/bounds.js";
import { createBox, createConvex, createSphere } from "../../src/collide/shapes/create-shape.js";
import { frameSize, writeFrame } from "../../src/collide/shapes/frame.js";
import type { Shape } from "../../src/collide/shapes/shape.js";
import { computeBounds } from "../../src/collide/shapes/shape-bounds.js";
import { bytesPerCall } from "../support/allocation.js";

const tolerance = 1e-3;
const side = 2;
const count = 12;
/** How far poses are from the first, m and rad: from little to so far that pairs come and go. */
const steps = [0, 1e-4, 1e-4, 1e-3, 1e-3, 1e-2, 3e-2, 3e-2];

const rng = createRng(5);

function createHull(): Shape {
  const vertices = new Float64Array(3 * 12);
  for (let v = 0; v < 12; v++) nextOnSphere(vertices, 3 * v, rng);
  return createConvex({ vertices: vertices.map((x) => 0.5 * x) });
}

/** Bodies on a narrow lattice, so that some touch and some overlap; passes go round their poses. */
function createPass(shapes: readonly Shape[]): { pass: () => void; contacts: ContactBuffer; grid: Grid } {
  const frames = steps.map(() => new Float64Array(frameSize * count));
  const x = new Float64Array(3);
  const first = new Float64Array(4);
  const q = new Float64Array(4);
  for (let k = 0; k < count; k++) {
    const home = [k % side, Math.floor(k / side) % side, Math.floor(k / (side * side))].map((c) => 0.8 * c);
    nextRotation(first, 0, rng);
    steps.forEach((step, s) => {
      for (let c = 0; c < 4; c++) q[c] = first[c] + nextInRange(rng, -step, step);
      for (let c = 0; c < 3; c++) x[c] = home[c] + nextInRange(rng, -step, step);
      quat.normalize(q, 0, q, 0);
      writeFrame(frames[s], frameSize * k, x, 0, q, 0);
    });
  }
  const grid = new Grid();
  const cache = new PairCache();
  const result = new PairResult();
  const contacts = new ContactBuffer();
  const box = new Float64Array(6);
  for (let id = 0; id < count; id++) {
    computeBounds(box, 0, shapes[id], frames[0], frameSize * id);
    grid.add(id, box);
  }
  let turn = 0;
  const pass = () => {
    turn = (turn + 1) % steps.length;
    const frame = frames[turn];
    for (let id = 0; id < count; id++) {
      computeBounds(grid.boxes, 6 * id, shapes[id], frame, frameSize * id);
      growBounds(grid.boxes, 6 * id, 0.5 * tolerance);
    }
    grid.update();
    const { pairs } = grid;
    cache.reserve(pairs.slotCount);
    for (let k = 0; k < pairs.beganCount; k++) cache.reset(pairs.slots[pairs.began[k]]);
    contacts.clear();
    for (let p = 0; p < pairs.count; p++) {
      const i = pairs.values[2 * p];
      const j = pairs.values[2 * p + 1];
      const slot = pairs.slots[p];
      const oA = frameSize * i;
      const oB = frameSize * j;
      collideShapes(result, shapes[i], frame, oA, shapes[j], frame, oB, cache, slot, tolerance);
      findContacts(contacts, result, shapes[i], frame, oA, shapes[j], frame, oB, cache, slot, tolerance);
    }
  };
  return { pass, contacts, grid };
}

describe("nothing is allocated in a pass over a heap", () => {
  const hulls = Array.from({ length: 5 }, createHull);
  const kinds = [...hulls, createBox({ size: [0.8, 0.9, 1] }), createSphere({ radius: 0.45 })];

  test.each([
    ["hulls", hulls],
    ["hulls, boxes and spheres", kinds],
  ] as const)("%s", (_name, choice) => {
    const { pass, contacts, grid } = createPass(Array.from({ length: count }, (_, k) => choice[k % choice.length]));
    let came = 0;
    for (let k = 0; k < 2 * steps.length; k++) {
      pass();
      if (k > steps.length) came += grid.pairs.beganCount;
    }
    expect(contacts.count).toBeGreaterThan(5);
    expect(came).toBeGreaterThan(0);
    // what happens to one pair in a hundred must have been optimised too
    expect(bytesPerCall(pass, 25 * steps.length)).toBe(0);
  });
});
