/** A state that is written by hand counts, whether all that depends on it was made to agree with it or not: of what slept it was undone. */
import { createBox, createPlane } from "@rigor/engine/collide";
import { createPendulum } from "@rigor/engine/lagrange";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test.each([
  ["asleep", 0, false],
  ["asleep, made to agree", 0, true],
  ["moving", 0.5, false],
  ["moving, made to agree", 0.5, true],
])("%s", (_, speed, isDerived) => {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const velocity = [speed, 0, 0];
  world.addBody({ shape: createBox({ size: [1, 1, 1] }), mass: 1, position: [0, 0.5, 0], velocity });
  world.addCoordinates(createPendulum({ lengths: [1], masses: [1], angles: [0], rates: [speed], pivot: [9, 9, 9] }));
  world.advanceTo(1);
  const { system, mechanism } = world;
  const { 0: x } = system.getPose(1).position;
  // P of the box, 2 m/s, and θ, θ̇
  system.state[13 + 7] = 2;
  mechanism.own.set([0, 0.01]);
  if (isDerived) mechanism.derive();
  const { status, worst } = world.advanceTo(1.5);
  expect(status).toBe("done");
  expect(worst.fallbacks).toEqual([]);
  expect(Math.abs(system.getPose(1).position[0] - x - 1)).toBeLessThan(1e-12);
  // a small swing, to its third order
  const w = Math.sqrt(9.81);
  expect(Math.abs(mechanism.own[0] - (0.01 / w) * Math.sin(0.5 * w))).toBeLessThan(1e-8);
});
