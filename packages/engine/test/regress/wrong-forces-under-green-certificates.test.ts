/**
 * Stacks in which a light box carries a heavy one ran to their end with every contact force 0, boxes that had a speed and did not move,
 * and −26.9 J dissipated, without a word. A stack is right, or says that it is not.
 */
import { expect, test } from "vitest";
import { createBox, createPlane } from "../../src/collide/index.js";
import { World } from "../../src/world/index.js";

const g = 9.81;

test.each([
  [[1, 1e6, 1, 1e6, 1, 1e6], 0.4],
  [[1, 1e6, 1, 1e6], 0.4],
  [[1, 1e4, 1e8], 0.2],
])("boxes of %s kg, friction %s", (masses, friction) => {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction });
  const shape = createBox({ size: [1, 1, 1] });
  masses.forEach((mass, k) => {
    world.addBody({ shape, mass, position: [0, 0.5 + k, 0], friction });
  });
  const { status, worst, message } = world.advanceTo(0.01, { maxSteps: 5000 });
  if (status !== "done") {
    expect(message.length).toBeGreaterThan(0);
    return;
  }
  const isRight = masses.every((_, k) => {
    const weight = g * masses.slice(k).reduce((sum, mass) => sum + mass, 0);
    // the forces of box k + 1 on the one below it, be it a or b
    const carried = world
      .getContacts()
      .filter(({ a, b }) => Math.min(a, b) === k)
      .reduce((sum, { force }) => sum + force, 0);
    return Math.abs(carried - weight) <= 1e-9 * weight;
  });
  const isStill = masses.every((_, k) => {
    const v = world.system.velocity.subarray(3 * (k + 1), 3 * (k + 2));
    return v.every((speed) => Math.abs(speed) <= 1e-9);
  });
  const { fallbacks } = { ...worst, fallbacks: [...worst.fallbacks, ...world.worst.fallbacks] };
  if (isRight && isStill) expect(fallbacks.filter((what) => what.startsWith("balance/"))).toEqual([]);
  else expect(fallbacks.join("\n")).toMatch(/^balance\//m);
  // what comes back is told
  const isDrained = world.getEnergy().dissipated < -1e-12 * g * masses.reduce((sum, mass) => sum + mass, 0);
  expect(isDrained && !fallbacks.includes("balance/dissipation: dissipated energy comes back")).toBe(false);
});
