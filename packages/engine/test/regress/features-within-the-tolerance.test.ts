/**
 * What was nearer than the contact tolerance was taken to touch: stopped too early by gap/speed, then held, and closed, by
 * which what hung on it was pressed into others, by a lever 2e-7 m deep.
 */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { hinge } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test("a ball that is 9e-8 m above the floor and comes with 2e-6 m/s strikes after 0.045 s", () => {
  const world = new World({ gravity: [0, 0, 0] });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const position = [0, 0.1 + 9e-8, 0];
  world.addBody({ shape: createSphere({ radius: 0.1 }), position, velocity: [0, -2e-6, 0], restitution: 0.25 });
  const [strike] = world.advanceTo(0.1).events;
  expect(strike.type).toBe("collision");
  // 1e-17 m of rounding at 2e-6 m/s: 7e-12 s; 7e-13 s measured
  expect(Math.abs(strike.t - 0.045)).toBeLessThan(1e-11);
});

test("a flap that comes to its stop slowly, while others settle, is neither early nor moved", () => {
  const world = new World({ gravity: [0, 0, 0] });
  world.addBody({ shape: createBox({ size: [1, 1, 1] }), fixed: true, position: [0.5, -0.5, 0] });
  // about an axis at its left end, its right corner 6e-8 m above the block: 1e-6 rad/s
  const size = [1, 0.1, 0.4];
  const half = 3e-8;
  const rotation = [0, 0, Math.sin(half), Math.cos(half)];
  const [dx, dy] = [0.5 * Math.cos(2 * half) - 0.05 * Math.sin(2 * half), 0.5 * Math.sin(2 * half) + 0.05];
  const flap = world.addBody({
    shape: createBox({ size }),
    mass: 1,
    position: [dx, dy, 0],
    rotation,
    velocity: [1e-6 * dy, -1e-6 * dx, 0],
    angularVelocity: [0, 0, -1e-6],
  });
  world.add(hinge({ a: { body: flap }, at: [0, 0, 0], axis: [0, 0, 1] }));
  const turn = () => 2 * world.system.state[13 * flap + 5];
  for (let k = 1; k <= 5; k++) {
    world.advanceTo(0.01 * k);
    // settles at each look; the turn goes on evenly. 1e-16 rad is rounding
    expect(Math.abs(turn() - (6e-8 - 1e-8 * k))).toBeLessThan(1e-14);
  }
});

test("a ball leaves the edge of a box when it is there, also where a run is cut at that time", () => {
  for (const rate of [7, 10, 20, 1000]) {
    const world = new World();
    world.addBody({ shape: createBox({ size: [1, 0.2, 1] }), fixed: true, position: [0, -0.1, 0] });
    world.addBody({ shape: createSphere({ radius: 0.1 }), mass: 1, position: [0.4, 0.1, 0], velocity: [1, 0, 0] });
    const events = Array.from(
      { length: Math.ceil(0.15 * rate) },
      (_, k) => world.advanceTo((k + 1) / rate).events,
    ).flat();
    const leave = events.find(({ type }) => type === "separate");
    // half the tolerance later before: 5e-8 s
    expect(Math.abs((leave?.t ?? 0) - 0.1)).toBeLessThan(1e-12);
  }
});
