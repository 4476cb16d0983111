/**
 * What strikes within 1e-10 s is near enough to be listed as a contact. It does not press yet: `getContacts` and
 * `getReactions` had forces that would stop it, as if it rested there, and four times what moved the body.
 */
import { createConvex, createPlane } from "@rigor/engine/collide";
import { slider } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import { rodFalls } from "../oracles/resting.js";

const g = 10;

/** A thin rod of 1 kg and 2 m on its lower end: below it is flat, so that its other end comes down on the floor at last. */
function dropRod(angle: number, mu: number): World {
  const world = new World({ gravity: [0, 0, -g] });
  world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true, friction: mu });
  const vertices = [-0.1, 0.1].flatMap((y) => [-1, 1, 0].map((x) => [x, y, x === 0 ? 0.05 : 0]));
  world.addBody({
    shape: createConvex({ vertices }),
    mass: 1,
    inertia: [1 / 3, 1 / 3, 1 / 3],
    center: [0, 0, 0],
    position: [0, 0, Math.sin(angle)],
    rotation: [0, -Math.sin(angle / 2), 0, Math.cos(angle / 2)],
    friction: mu,
  });
  return world;
}

describe.each([0, 1e-12])("a rod that comes down to lie, μ = %d", (mu) => {
  test.each(rodFalls)("from $angle rad: the force of the floor up to the strike", ({ angle, t, last }) => {
    for (const before of [1e-6, 1e-9, 1e-10, 5e-11, 1e-11]) {
      const world = dropRod(angle, mu);
      world.advanceTo(t - before);
      expect(world.events.filter(({ type }) => type === "collision")).toEqual([]);
      const contacts = world.getContacts();
      const total = contacts.reduce((sum, { force }) => sum + force, 0);
      // the force falls by 12 N/s there
      expect(Math.abs(total - last)).toBeLessThan(2e-8 * last + 20 * before);
      const out = new Float64Array(6);
      world.readAcceleration(out, 0, 1);
      expect(Math.abs(total - (out[2] + g))).toBeLessThan(1e-7);
      for (const { point, force } of contacts) if (point[0] > 0) expect(force).toBe(0);
    }
  });
});

test("what a joint carries up to the strike", () => {
  const world = new World({ gravity: [0, 0, -g] });
  world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true });
  const vertices = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));
  // its middle is beside the rail: that holds it upright
  world.addBody({
    shape: createConvex({ vertices }),
    mass: 2,
    inertia: [1, 1, 1],
    center: [0, 0, 0],
    position: [0, 0, 2],
  });
  const rail = world.add(slider({ a: { body: 1 }, at: [0.5, 0, 2], axis: [Math.SQRT1_2, 0, Math.SQRT1_2] }));
  // down the rail with g/√2: 1 m along z
  world.advanceTo(Math.sqrt(4 / g) - 5e-11);
  expect(world.events).toEqual([]);
  const [x, , z] = world.getReactions().get(rail)!;
  // m g cos 45° across the rail
  expect(Math.abs(x + g)).toBeLessThan(1e-8);
  expect(Math.abs(z - g)).toBeLessThan(1e-8);
});
