/** What could be squeezed, by the normals of its contacts. */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { detect } from "../../../../src/world/detection/detect.js";
import { mayHaveSelfStress } from "../../../../src/world/event-handling/self-stress.js";
import { createSchedule } from "../../../support/islands.js";

const friction = 0.5;
const box = { shape: createBox({ size: [1, 1, 1] }), mass: 1, friction };
const floor = { shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction };
const left = { shape: createPlane({ normal: [1, 0, 0], offset: -0.5 }), fixed: true, friction };
/** A wall at x. */
const right = (x: number) => ({ shape: createPlane({ normal: [-1, 0, 0], offset: -x }), fixed: true, friction });
const at = (x: number, y: number) => ({ ...box, position: [x, y, 0] });

function judge(world: World): boolean {
  const { schedule } = createSchedule(world);
  const { context } = schedule.flows[0];
  detect(context);
  const list = Array.from({ length: context.contactSet.contacts.count }, (_, c) => c);
  expect(list.length).toBeGreaterThan(0);
  return mayHaveSelfStress(context, list);
}

test.each([
  ["a box on a floor", [floor, at(0, 0.5)], false],
  ["a stack", [floor, at(0, 0.5), at(0.3, 1.5), at(0, 2.5)], false],
  ["a box in a corner", [floor, left, at(0, 0.5)], false],
  ["a row of boxes against a wall", [floor, left, at(0, 0.5), at(1, 0.5), at(2, 0.5)], false],
  ["a box between two walls", [floor, left, right(0.5), at(0, 0.5)], true],
  ["a row between two walls", [left, right(2.5), at(0, 0.5), at(1, 0.5), at(2, 0.5)], true],
  ["a row that is one short", [left, right(3.5), at(0, 0.5), at(1, 0.5), at(2, 0.5)], false],
  ["a stack on a box between two walls", [floor, left, right(0.5), at(0, 0.5), at(0, 1.5)], true],
])("%s: %s", (_, bodies, expected) => {
  const world = new World();
  for (const body of bodies) world.addBody(body);
  expect(judge(world)).toBe(expected);
});

test.each([
  [0.4, true],
  [0.5, false],
])("a box in a V, whose walls lean apart by %d rad each, with μ = tan 0.464: %s", (lean, expected) => {
  const [c, s] = [Math.cos(lean), Math.sin(lean)];
  const world = new World();
  // through its lower corners
  for (const side of [-1, 1]) {
    world.addBody({ shape: createPlane({ normal: [side * c, s, 0], offset: -0.5 * c }), fixed: true, friction });
  }
  world.addBody(at(0, 0.5));
  expect(judge(world)).toBe(expected);
});
