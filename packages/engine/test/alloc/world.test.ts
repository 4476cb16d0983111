/** No garbage in the steps of an island between events; settling makes some. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { ball, hinge } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import { bytesPerCall } from "../support/allocation.js";
import { createSchedule } from "../support/islands.js";

/** Bytes a call that moves the only island of a world on by a second: the time is a small integer, which is not boxed. */
function measure(world: World, calls: number): number {
  const { schedule, neighbours } = createSchedule(world);
  const [flow] = schedule.flows;
  // as the windows of a schedule do: boxes for all that is to come
  for (const p of flow.run.parts) neighbours.fit(p, 1e4);
  world.detector.update();
  neighbours.collect(flow.run);
  const steps = flow.steps;
  const { events } = flow;
  let t = 0;
  let fault: string | null = null;
  const once = (): void => {
    t += 1;
    fault ??= flow.advanceTo(t, 1e6);
  };
  const bytes = bytesPerCall(once, calls);
  expect(fault).toBe(null);
  expect(flow.steps - steps).toBeGreaterThanOrEqual(16 * calls);
  expect(flow.events).toBe(events);
  return bytes;
}

describe("a step leaves nothing on the heap:", () => {
  const floor = { shape: createPlane({ normal: [0, 1, 0] }), fixed: true };
  const options = { step: 1 / 16 };
  const scenes: Record<string, [calls: number, build: () => World]> = {
    "a ball in free flight": [
      40,
      () => {
        const world = new World({ ...options, gravity: [0, 0.01, 0] });
        world.addBody(floor);
        world.addBody({
          shape: createSphere({ radius: 0.5 }),
          mass: 1,
          position: [0, 2, 0],
          angularVelocity: [1, 2, 3],
        });
        return world;
      },
    ],
    "a sliding box": [
      40,
      () => {
        const world = new World(options);
        world.addBody(floor);
        const shape = createBox({ size: [1, 1, 1] });
        world.addBody({ shape, mass: 1, position: [0, 0.5, 0], velocity: [1, 0, 0.5] });
        return world;
      },
    ],
    "a sphere that spins and slides": [
      40,
      () => {
        const world = new World(options);
        world.addBody(floor);
        const motion = { velocity: [1, 0, 0], angularVelocity: [1, 2, 3] };
        world.addBody({ shape: createSphere({ radius: 0.5 }), mass: 1, position: [0, 0.5, 0], ...motion });
        return world;
      },
    ],
    "a swinging chain": [
      4,
      () => {
        const world = new World(options);
        world.addBody({ ...floor, position: [0, -9, 0] });
        const shape = createBox({ size: [1, 0.2, 0.2] });
        // links do not meet one another: that would be events
        const group = { group: 1, collidesWith: [0] };
        for (let k = 0; k < 4; k++) world.addBody({ shape, mass: 1, position: [k + 0.5, 0, 0], ...group });
        world.add(hinge({ a: { body: 1 }, at: [0, 0, 0], axis: [0, 0, 1] }));
        for (let k = 2; k < 5; k++)
          world.add(ball({ a: { body: k, point: [-0.5, 0, 0] }, b: { body: k - 1, point: [0.5, 0, 0] } }));
        return world;
      },
    ],
  };
  test.each(Object.keys(scenes))("%s", (name) => {
    const [calls, build] = scenes[name];
    expect(measure(build(), calls)).toBe(0);
  });
});
