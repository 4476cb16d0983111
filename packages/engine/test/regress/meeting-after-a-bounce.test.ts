/**
 * Two islands were looked for on their paths of a whole window with bounds on accelerations that hold between events only:
 * a ball that bounced to and fro between walls went through another, twice, and was not seen to meet it.
 */
import { createPlane, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test("a ball comes back from a wall and strikes another", () => {
  const world = new World({ gravity: [0, 0, 0] });
  const radius = 0.002;
  world.addBody({ shape: createPlane({ normal: [1, 0, 0] }), fixed: true, restitution: 1 });
  world.addBody({ shape: createPlane({ normal: [-1, 0, 0], offset: -0.022 }), fixed: true, restitution: 1 });
  const shape = createSphere({ radius });
  world.addBody({ shape, mass: 1, position: [0.006, 0, 0], velocity: [-4, 0, 0], restitution: 1 });
  world.addBody({ shape, mass: 1, position: [0.011, 0, 0], restitution: 1 });
  // alone it would be between the left wall and the other ball again, after two bounces
  expect(world.advanceTo(0.0092).status).toBe("done");
  const [first] = world.events.filter(({ a, b }) => a >= 2 && b >= 2);
  expect(first.type).toBe("collision");
  // 4 mm to the wall, 5 mm back, at 4 m/s
  expect(Math.abs(first.t - 0.00225)).toBeLessThan(1e-12);
});
