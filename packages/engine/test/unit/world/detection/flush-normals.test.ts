/** One normal for faces that lie flush: rows that what slides along them can keep to, all at once. */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { evaluateWithSlip } from "../../../../src/world/contact-state/evaluate-contacts.js";
import { detect } from "../../../../src/world/detection/detect.js";
import { alignNormals } from "../../../../src/world/detection/flush-normals.js";
import { createRun } from "../../../support/islands.js";

const duration = 1e-3;

/** A slab on a larger one, turned about it and tilted by so much, that slides with u: some corners are on the face of the other. */
function createScene(tilt: number, u: number) {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  world.addBody({ shape: createBox({ size: [1, 0.2, 1] }), mass: 2, position: [0, 0.1, 0] });
  world.addBody({
    shape: createBox({ size: [1, 0.2, 1] }),
    mass: 1,
    position: [0.3, 0.3, 0.2],
    rotation: [Math.cos(0.2), 0, Math.sin(0.2), 0.5 * tilt],
    velocity: [u, 0, 0],
  });
  const context = createRun(world);
  detect(context, 1e-3);
  const { contacts } = context.contactSet;
  const list: number[] = [];
  for (let c = 0; c < contacts.count; c++) if (contacts.bodyA[c] + contacts.bodyB[c] === 3) list.push(c);
  for (const c of list) evaluateWithSlip(context, contacts, c);
  return { context, contacts, list };
}

type Scene = ReturnType<typeof createScene>;

/** The largest difference of a column among the contacts. */
function spread({ list }: Scene, column: Float64Array, width: number): number {
  const most = list.map((c) => Math.max(...list.map((k) => Math.hypot(...pick(column, width, c, k)))));
  return Math.max(...most);
}

function pick(column: Float64Array, width: number, c: number, k: number): number[] {
  return Array.from({ length: width }, (_, x) => column[width * c + x] - column[width * k + x]);
}

test("faces that are flush get one normal, and rows of it", () => {
  const scene = createScene(2e-7, 0.1);
  const { context, contacts, list } = scene;
  expect(list.length).toBeGreaterThanOrEqual(4);
  expect(spread(scene, contacts.normal, 3)).toBeGreaterThan(1e-7);
  alignNormals(contacts, list, context.island.model.system, duration);
  expect(spread(scene, contacts.normal, 3)).toBe(0);
  const { state, velocity } = context.island.model.system;
  for (const c of list) {
    const n = contacts.normal.subarray(3 * c, 3 * c + 3);
    expect(Math.hypot(...n)).toBeCloseTo(1, 15);
    for (const [row, body, sign] of [
      [contacts.rowA, contacts.bodyA[c], 1],
      [contacts.rowB, contacts.bodyB[c], -1],
    ] as const) {
      const [x, y, z] = [0, 1, 2].map((k) => contacts.point[3 * c + k] - state[13 * body + k]);
      const arm = [y * n[2] - z * n[1], z * n[0] - x * n[2], x * n[1] - y * n[0]];
      // the same products, in the same order
      for (let k = 0; k < 3; k++) {
        expect(row[6 * c + k]).toBe(sign * n[k]);
        expect(row[6 * c + 3 + k]).toBeCloseTo(sign * arm[k], 15);
      }
    }
    const moving = contacts.bodyA[c] === 2 ? 1 : -1;
    expect(contacts.rate[c]).toBeCloseTo(moving * n[0] * velocity[6], 16);
  }
  // what slides along all of them keeps to all: a rate of its own would be left by 0.1 m/s times the angle
  expect(spread(scene, contacts.rate, 1)).toBeLessThan(1e-16);
});

test("what is not flush, or slides farther than a leap may be off by, keeps normals of its own", () => {
  for (const [tilt, u] of [
    [3e-4, 0],
    [2e-6, 10],
  ]) {
    const scene = createScene(tilt, u);
    const { context, contacts, list } = scene;
    const before = spread(scene, contacts.normal, 3);
    alignNormals(contacts, list, context.island.model.system, duration);
    // those of edges are in between, and some of them are near enough to another
    expect(spread(scene, contacts.normal, 3)).toBeGreaterThan(0.9 * before);
  }
});
