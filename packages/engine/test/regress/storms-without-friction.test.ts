/**
 * What bounces to and fro in a gap of a micrometre, a million times a second, without loss: each bounce is physics, and nobody
 * can wait for all of them. It is gone through by leaps, and told; with few events all are followed.
 */
import { createPlane, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

const told = "time-stepping/chattering: events accumulate; a phase of time-stepping (Moreau–Jean) has passed them";

function createGap(gap: number): World {
  const world = new World({ gravity: [0, 0, 0] });
  const restitution = 1;
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, restitution });
  world.addBody({ shape: createPlane({ normal: [0, -1, 0], offset: -1 - gap }), fixed: true, restitution });
  const shape = createSphere({ radius: 0.5 });
  world.addBody({ shape, mass: 1, position: [0, 0.5 + gap / 2, 0], velocity: [0.3, 1, 0], restitution });
  return world;
}

test("a gap of 1e-6 m: a storm", () => {
  const world = createGap(1e-6);
  const { status, worst, steps, events } = world.advanceTo(0.25);
  expect(status).toBe("done");
  expect(worst.fallbacks).toContain(told);
  // 300 events before it is found out; then leaps
  expect(steps).toBeLessThan(1000);
  expect(events.length).toBeGreaterThan(300);
  expect(worst.penetration).toBeLessThanOrEqual(1e-7);
  expect(worst.energyError).toBeLessThan(1e-7);
  // along the gap nothing acts on it
  expect(Math.abs(world.system.state[26] - 0.25 * 0.3)).toBeLessThan(1e-12);
  expect(world.getEnergy().dissipated).toBeGreaterThan(-1e-12);
});

test("a gap of 1e-4 m: none", () => {
  const world = createGap(1e-4);
  const { status, worst, events } = world.advanceTo(0.05);
  expect(status).toBe("done");
  expect(worst.fallbacks).toEqual([]);
  // v/gap a second
  expect(Math.abs(events.length - 500)).toBeLessThanOrEqual(1);
});
