/** An island by itself: the step after an event. */
import { createPlane, createSphere } from "@rigor/engine/collide";
import { Control } from "@rigor/engine/ode";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { createSchedule } from "../../../support/islands.js";

/** A ball that is about to strike the floor, at the time t; its flow after that. */
function strike(t: number, height: number) {
  const world = new World({ time: t });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const shape = createSphere({ radius: 0.5 });
  world.addBody({ shape, mass: 1, position: [0, 0.5 + height, 0], velocity: [0, -1, 0], restitution: 0.5 });
  const [flow] = createSchedule(world).schedule.flows;
  flow.window.keepsPath = true;
  flow.keep();
  expect(flow.advanceTo(t + 0.1, 100, 1)).toBe(null);
  expect(flow.history.discontinuities).toHaveLength(1);
  return flow;
}

test("after an event soon after another a step is short: eight times as long as the time between them", () => {
  const flow = strike(0, 1e-5);
  expect(Math.abs(flow.time - 1e-5)).toBeLessThan(1e-9);
  expect(Math.abs(flow.stepper.control[Control.step] - 8 * flow.time)).toBeLessThan(1e-15);
});

test("yet never so short that the clock does not tell it", () => {
  // seven ticks of 1.5e-8 s
  const flow = strike(1e8, 1.1e-7);
  expect(flow.time - 1e8).toBeLessThan(1.2e-7);
  expect(flow.stepper.control[Control.step]).toBeGreaterThan(1e-6);
});
