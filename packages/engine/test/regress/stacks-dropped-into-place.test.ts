/** Boxes dropped on one another stand, and sleep: what they turn by is rounding, and so is what that would accelerate. */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test.each([
  [1, 0],
  [2, 0],
  [2, 0.1],
  [10, 0.1],
])("a quiet minute of %i boxes costs nothing, turned by %f rad", (count, turn) => {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const shape = createBox({ size: [1, 0.5, 0.8] });
  for (let k = 0; k < count; k++) {
    const half = 0.5 * turn * k;
    const rotation = [0, Math.sin(half), 0, Math.cos(half)];
    world.addBody({ shape, position: [0.01 * k, 0.26 + 0.51 * k, 0], rotation });
  }
  world.advanceTo(3);
  const before = world.system.state.slice(0, -1);
  expect(world.advanceTo(63).steps).toBe(0);
  expect(world.system.state.slice(0, -1)).toEqual(before);
});
