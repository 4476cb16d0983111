/**
 * A contact of two edges that rose beside others that were held was seen to have come back only when it was ¾ of the
 * tolerance deep: at every hop it fell farther than it had risen, and bounced on and on, with energy from nowhere.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test("a box that comes to lie on another, which slides", () => {
  const world = new World({ collisions: "propagation" });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, restitution: 0.3 });
  world.addBody({
    shape: createBox({ size: [0.7463543314021082, 0.5651341971941293, 0.4500724859535694] }),
    mass: 0.6715700674802065,
    position: [0.18695977251045404, 0.2877334262446966, -0.08905181069858373],
    rotation: [0, -0.5725889467543178, 0, 0.8198426056596356],
    velocity: [-0.8823105907067657, 0, -0.045163373462855816],
    restitution: 0.3,
  });
  world.addBody({
    shape: createBox({ size: [0.5165596205741168, 0.30834272131323814, 0.71366444719024] }),
    mass: 1.3403238694183528,
    position: [-0.21544809602200984, 0.7296382131460124, 0.18141214004717765],
    rotation: [0, -0.17608485546476893, 0, 0.9843749913909594],
    restitution: 0.3,
  });
  const { total } = world.getEnergy();
  const { status, events } = world.advanceTo(0.1);
  expect(status).toBe("done");
  // 48 instants at which something collides; 74 with hops that feed themselves
  const collisions = events.filter(({ type }) => type === "collision");
  expect(new Set(collisions.map(({ t }) => t)).size).toBeLessThan(60);
  expect(Math.abs(world.getEnergy().total - total)).toBeLessThan(1e-9 * total);
});
