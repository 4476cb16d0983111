/**
 * A brick tips over the edge of a table and leaves it. Steps of backward Euler are straight lines: what turns about the edge
 * cuts into it as it leaves, by ω² h² r/8, and goes through a storm of contacts, which is told. Its steps were as short ever
 * after as those of the storm, 8 300 of them in 1.2 s.
 */
import { createBox } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

/** The brick of the scene `brick-over-edge` that falls. */
function build(step: number, integrator: "backward-euler" | "midpoint" | "rk4"): World {
  const world = new World({ integrator, step });
  world.addBody({ shape: createBox({ size: [4, 1, 4] }), fixed: true, position: [-2, -0.5, 0] });
  world.addBody({ shape: createBox({ size: [1, 0.2, 1] }), mass: 1, position: [0.1, 0.1, 0] });
  return world;
}

test.each([60, 240, 1000])("steps of 1/%i s are as long again", (rate) => {
  const world = build(1 / rate, "backward-euler");
  const { status, worst, steps } = world.advanceTo(1.2);
  expect(status).toBe("done");
  expect(worst.fallbacks).toContain(
    "time-stepping/chattering: events accumulate; a phase of time-stepping (Moreau–Jean) has passed them",
  );
  // the storm takes some 450 of them
  expect(steps).toBeLessThan(1.2 * rate + 600);
  expect(world.advanceTo(2.2).steps).toBeLessThan(rate + 3);
});

test.each(["midpoint", "rk4"] as const)("there is no storm with %s", (integrator) => {
  const { status, worst, steps } = build(1 / 240, integrator).advanceTo(1.2);
  expect([status, worst.fallbacks]).toEqual(["done", []]);
  expect(steps).toBeLessThan(1.2 * 240 + 10);
});
