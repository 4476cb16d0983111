/** Boxes on boxes, asleep when a snapshot was taken, fell for some microseconds: islands forgot who lies on whom. */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test.each([0, 0.5])("a stack that sleeps goes on sleeping after a snapshot, μ = %s", (friction) => {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction });
  for (let k = 0; k < 3; k++) {
    world.addBody({ shape: createBox({ size: [1, 1, 1] }), position: [0, k + 0.5, 0], friction });
  }
  world.advanceTo(0.1);
  const before = Array.from(world.system.state.slice(0, -1));
  world.save();
  for (const t of [0.2, 0.3, 0.4]) expect(world.advanceTo(t)).toMatchObject({ status: "done", steps: 0, events: [] });
  expect(Array.from(world.system.state.slice(0, -1))).toEqual(before);
});
