/**
 * Leaps of boxes that just fit between two walls, each with a motion of its own: how hard rows of them press is open to choice but
 * for how loose they are. Where impulses are hard to find contacts may close by a part of g δ, and satisfy the law.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { Leap } from "../../../src/world/leap.js";
import { createSchedule } from "../../support/islands.js";

const size = 0.5;

/** n × n boxes with friction μ, as fast as `speed`, m/s, each shifted by up to 2 `off`, m. */
function createField(n: number, mu: number, speed: number, off: number): World {
  const world = new World();
  const wall = { fixed: true, friction: mu };
  world.addBody({ shape: createPlane({ normal: [1, 0, 0] }), ...wall });
  world.addBody({ shape: createPlane({ normal: [-1, 0, 0] }), position: [n * size, 0, 0], ...wall });
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      const draw = (a: number, b: number, count: number) => ((a * column + b * row) % count) - (count - 1) / 2;
      world.addBody({
        shape: createBox({ size: [size, size, size] }),
        mass: 2 + draw(5, 1, 3),
        friction: mu,
        position: [size * (column + 0.5) + off * draw(3, 7, 5), size * (row + 0.5) + off * draw(1, 2, 5), 0],
        velocity: [0, -speed * (2 + draw(7, 3, 5)), 0.1 * speed * draw(3, 5, 7)],
        angularVelocity: [0, 0, 0.1 * draw(1, 1, 3)],
      });
    }
  }
  return world;
}

function leapTwelveTimes(world: World) {
  const { schedule, kit } = createSchedule(world);
  const { run } = schedule.flows[0];
  const leap = new Leap(run.island.dimension);
  leap.begin(run);
  let most = 0;
  for (let k = 0; k < 12; k++) {
    expect(leap.run(run, 1)).toBe(true);
    most = Math.max(most, run.cones.count);
  }
  return { time: run.time, most, worst: kit.worst };
}

/** 10⁻⁵ s and half as long again each time, up to 10⁻⁴ s: none was cut short. */
const full = Array.from({ length: 12 }, (_, k) => Math.min(1e-4, 1e-5 * 1.5 ** k)).reduce((sum, h) => sum + h, 0);
const crowd = "friction: a crowd of changes gone through at once";

test.each([
  [4, 0.4, 0.5, 1e-9, 100],
  [4, 0.5, 0.5, 1e-9, 100],
  // of more than seven hundred contacts
  [8, 0.6, 0.1, 1e-8, 700],
])("%i rows of boxes, μ = %d: impulses that satisfy the law, at full length", (n, mu, speed, off, count) => {
  const { time, most, worst } = leapTwelveTimes(createField(n, mu, speed, off));
  expect(Math.abs(time - full)).toBeLessThan(1e-15);
  expect(most).toBeGreaterThan(count);
  expect(worst.fallbacks).toEqual([crowd]);
  // measured 2.5e-10, 7.7e-10, 2.9e-10
  expect(worst.residual).toBeLessThan(1e-9);
  // as deep as the boxes are shifted to begin with, and no deeper
  expect(worst.penetration).toBeLessThan(4.01 * off);
});

test("what is too deep to begin with, and cannot be moved apart, is leapt on with", () => {
  const { worst } = leapTwelveTimes(createField(4, 0.5, 0.1, 1e-8));
  // deeper than 0.3 of the tolerance of 1e-7, where leaps of others end
  expect(worst.penetration).toBeGreaterThan(3.5e-8);
  expect(worst.penetration).toBeLessThan(4.1e-8);
  expect(worst.residual).toBeLessThan(1e-9);
});
