/**
 * A few contacts with friction that hold and let go of each other, or bounce to and fro, millions of times a second: hundreds of
 * events were followed each time before that was found out, in walls that rattle for a minute of processor time. Two dozen of
 * them with less than a microsecond between them are gone through at once, and told.
 */
import { createPlane, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

const told =
  "time-stepping/few-contacts: a few contacts change again and again; a phase of time-stepping (Moreau–Jean) has passed it";

/** A ball between two plates that rub, with so much room, m. */
function createGap(gap: number): World {
  const world = new World({ gravity: [0, 0, 0] });
  const surface = { restitution: 1, friction: 0.5 };
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, ...surface });
  world.addBody({ shape: createPlane({ normal: [0, -1, 0], offset: -1 - gap }), fixed: true, ...surface });
  const shape = createSphere({ radius: 0.5 });
  world.addBody({ shape, mass: 1, position: [0, 0.5 + gap / 2, 0], velocity: [0.3, 1, 0], ...surface });
  return world;
}

test("a ball in a gap of 5e-7 m: leaps after two dozen bounces", () => {
  const world = createGap(5e-7);
  const { status, worst, events } = world.advanceTo(0.01);
  expect(status).toBe("done");
  expect(worst.fallbacks).toContain(told);
  expect(events.length).toBeLessThan(100);
  expect(worst.penetration).toBeLessThanOrEqual(1e-7);
  expect(worst.residual).toBeLessThan(1e-9);
  expect(worst.energyError).toBeLessThan(1e-9);
  expect(world.getEnergy().dissipated).toBeGreaterThan(-1e-12);
});

test("a gap of 2e-5 m: each is followed", () => {
  const { status, worst, events } = createGap(2e-5).advanceTo(0.002);
  expect(status).toBe("done");
  expect(worst.fallbacks).not.toContain(told);
  expect(Math.abs(events.filter(({ type }) => type === "collision").length - 100)).toBeLessThanOrEqual(1);
});
