/**
 * Two contacts that nearly depend on each other, one of them with a gap that counts as none: to close it the body would have
 * to go 50 000 times as far. It was moved there at once, and into what stood in the way.
 */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

const slope = 1e-5;
const radius = 0.5;

/** A ball in a valley that is all but flat, x beside its bottom, and a wall 1e-5 m from it. */
function createValley(x: number) {
  const world = new World();
  for (const side of [-1, 1]) world.addBody({ shape: createPlane({ normal: [side * slope, 1, 0] }), fixed: true });
  const wall = createBox({ size: [1, 2, 1] });
  world.addBody({ shape: wall, fixed: true, position: [x + radius + 1e-5 + 0.5, 1, 0] });
  const y = radius * Math.sqrt(1 + slope * slope) - slope * x;
  const ball = world.addBody({ shape: createSphere({ radius }), mass: 1, position: [x, y, 0] });
  return { world, ball };
}

test("stay open, and the body where it is", () => {
  const x = -4.5e-5;
  const { world, ball } = createValley(x);
  const { contactTolerance } = world.settings;
  const { total } = world.getEnergy();
  expect(world.advanceTo(0.1).status).toBe("done");
  const moved = Math.abs(world.system.state[13 * ball] - x);
  // a tenth of the tolerance, and no more at any later settling: it sleeps
  expect(moved).toBeLessThan(0.11 * contactTolerance);
  const contacts = world.getContacts();
  expect(contacts.map(({ b }) => b)).toEqual([0, 1]);
  for (const { gap, force } of contacts) {
    // both carry; a gap of 9e-10 m is none
    expect(Math.abs(force - 9.81 / 2)).toBeLessThan(1e-8);
    expect(Math.abs(gap)).toBeLessThan(0.01 * contactTolerance);
  }
  // what it was moved by, 1e-13 m, times its weight is lost, and is no dissipation
  expect(Math.abs(world.getEnergy().total - total)).toBeLessThan(1.1e-13 * 9.81);
});

test("are closed where that is near", () => {
  const { world, ball } = createValley(-8e-9);
  world.advanceTo(0.1);
  // 1e-16 m of the gaps
  expect(Math.abs(world.system.state[13 * ball])).toBeLessThan(1e-11);
  for (const { gap } of world.getContacts()) expect(Math.abs(gap)).toBeLessThan(1e-15);
});
