/**
 * Two islands that met were joined, and their collision answered, before a third that met them at the same instant was seen:
 * three bodies in one blow were two blows, one after the other, in the order of the bodies.
 */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test.each([
  [0, 1, 2],
  [2, 1, 0],
  [1, 0, 2],
])("a ball struck from both sides, bodies %i %i %i", (...order) => {
  const world = new World({ gravity: [0, 0, 0] });
  for (const k of order) {
    const x = k - 1;
    world.addBody({
      shape: createSphere({ radius: 0.25 }),
      mass: 1,
      position: [x, 0, 0],
      velocity: [-x, 0, 0],
      restitution: 0.3,
    });
  }
  expect(world.advanceTo(0.75).status).toBe("done");
  order.forEach((k, i) => {
    expect(Math.abs(world.system.velocity[3 * i] - 0.3 * (k - 1))).toBeLessThan(1e-14);
  });
  expect(new Set(world.events.map(({ t }) => t)).size).toBe(1);
});

test("a brick that comes down on two that come up does not turn", () => {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, restitution: 1 });
  const size = [1, 0.4, 0.5];
  for (const position of [
    [-0.6, 0.21, 0],
    [0.6, 0.21, 0],
    [0, 0.62, 0],
  ]) {
    world.addBody({ shape: createBox({ size }), mass: 1, position, restitution: 1 });
  }
  expect(world.advanceTo(0.07).status).toBe("done");
  expect(world.events.filter(({ a, b }) => a === 3 || b === 3).length).toBeGreaterThan(0);
  for (let k = 9; k < 12; k++) expect(Math.abs(world.system.angularVelocity[k])).toBeLessThan(1e-12);
});
