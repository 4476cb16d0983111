/**
 * A contact of two edges that rose beside others that were held was seen to have come back only when it was ¾ of the
 * tolerance deep: at every hop it fell farther than it had risen, and bounced on and on, with energy from nowhere.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World, type WorldEvent } from "@rigor/engine/world";
import { expect, test } from "vitest";

/** A box that comes to lie on another, which slides. */
function createBoxes(contactTolerance: number, tolerance: number) {
  const world = new World({ collisions: "propagation", contactTolerance, tolerance });
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
  return world;
}

/** Instants at which something collides with more than 1e-4 m/s: lower bounces are followed as far as it takes. */
function countInstants(events: readonly WorldEvent[]): number {
  return new Set(events.filter(({ type, vBefore }) => type === "collision" && vBefore < -1e-4).map(({ t }) => t)).size;
}

test("a box that comes to lie on another, which slides", () => {
  const world = createBoxes(1e-7, 1e-8);
  const { total } = world.getEnergy();
  const { status, events } = world.advanceTo(0.1);
  expect(status).toBe("done");
  // at every contact tolerance; 74 with hops that feed themselves
  expect(countInstants(events)).toBe(48);
  expect(Math.abs(world.getEnergy().total - total)).toBeLessThan(1e-9 * total);
});

test("it lies there at the same time, however fine contacts are told", () => {
  const [a, b] = [1e-7, 4e-9].map((contactTolerance) => {
    const { events } = createBoxes(contactTolerance, 1e-11).advanceTo(0.1);
    expect(countInstants(events)).toBe(48);
    return events[events.length - 1].t;
  });
  // 1.9e-10 s measured
  expect(Math.abs(a - b)).toBeLessThan(5e-10);
});
