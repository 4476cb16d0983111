/** What a look settles is of the next report: its events were, what it had to do without was not. */
import { createConvex, createPlane, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { turnY } from "../support/worlds.js";

/** A rod that slides on its end, steep and fast: no forces satisfy the law there, and an impact without a collision is taken. */
function addRod(world: World): void {
  const [angle, rate, speed] = [1.1, -2, -1];
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const middle = [-0.01, 0.01].flatMap((x) => [-0.01, 0.01].map((y) => [x, y, 0]));
  world.addBody({
    shape: createConvex({ vertices: [[0, 0, -1], [0, 0, 1], ...middle] }),
    mass: 1,
    inertia: [1 / 3, 1 / 3, 0.1],
    position: [0, 0, s],
    rotation: turnY(Math.PI / 2 - angle),
    velocity: [speed - rate * s, 0, rate * c],
    angularVelocity: [0, -rate, 0],
    friction: 1.4,
  });
}

test.each([false, true])("what is told at an instant does not depend on a look at it: %s", (looks) => {
  const world = new World({ gravity: [0, 0, -10] });
  world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true, friction: 1.4 });
  world.addBody({ shape: createSphere({ radius: 1 }), mass: 1, position: [50, 0, 1] });
  world.advanceTo(0.1);
  addRod(world);
  if (looks) for (let k = 0; k < 2; k++) world.getContacts();
  const told = "friction: an impact without a collision (Painlevé)";
  if (looks) expect(world.worst.fallbacks).toContain(told);
  const { events, worst } = world.advanceTo(0.11);
  expect(events.map(({ type }) => type)).toContain("collision");
  expect(worst.fallbacks).toContain(told);
  // and once
  expect(world.advanceTo(0.12).worst.fallbacks).not.toContain(told);
});
