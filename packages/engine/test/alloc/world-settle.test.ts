/** What settling leaves on the heap where there is nothing to tell: lists, forces and rows have room of their own. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { bytesPerCall } from "../support/allocation.js";
import { createSchedule } from "../support/islands.js";

// 0.6 and 0.9 kB, once all of it is compiled, which takes longer than a test may: names of contacts that are held, of which a
// snapshot tells, and numbers that are passed on. With lists and sets made anew it is 6 to 7 kB
const most = 2000;

test.each([
  ["a ball", createSphere({ radius: 0.5 })],
  ["a box", createBox({ size: [1, 1, 1] })],
] as const)("%s that slides", (_, shape) => {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  world.addBody({ shape, mass: 1, position: [0, 0.5, 0], velocity: [0.1, 0, 0] });
  const [flow] = createSchedule(world).schedule.flows;
  const settle = () => {
    flow.handleEvent();
  };
  for (let k = 0; k < 2500; k++) settle();
  const bytes = bytesPerCall(settle, 5);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(most);
});
