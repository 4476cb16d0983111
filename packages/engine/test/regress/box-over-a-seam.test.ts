/** A box that slides from one table onto another, level with it, was struck by the edge of the second. */
import { createBox } from "@rigor/engine/collide";
import { cos, sin } from "@rigor/engine/math";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

/** Two tables that meet at x = 0, a box on the first; all turned about z. */
function build(angle: number, speed: number, friction: number): World {
  const turn = ([x, y]: [number, number]) => [x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle), 0];
  const rotation = [0, 0, sin(0.5 * angle), cos(0.5 * angle)];
  const world = new World({ gravity: turn([0, -9.81]) });
  for (const x of [-1, 1]) {
    const shape = createBox({ size: [2, 0.1, 1] });
    world.addBody({ shape, fixed: true, position: turn([x, -0.05]), rotation, friction });
  }
  const shape = createBox({ size: [0.4, 0.1, 0.3] });
  world.addBody({ shape, mass: 3, position: turn([-0.8, 0.05]), rotation, velocity: turn([speed, 0]), friction });
  return world;
}

describe.each([0, 0.7])("tables that lean by %s", (angle) => {
  test.each([0.55, 1.3, 4])("at %s m/s it slides on", (speed) => {
    const world = build(angle, speed, 0);
    const { status, events } = world.advanceTo(1.2 / speed);
    expect([status, events.map(({ type }) => type)]).toEqual(["done", ["touch", "touch", "separate"]]);
    const [x, y] = [world.system.velocity[6], world.system.velocity[7]];
    // rounding, of some dozen steps (measured: 2.1e-14)
    expect(Math.abs(x - speed * cos(angle)) + Math.abs(y - speed * sin(angle))).toBeLessThan(5e-14);
  });

  test("it stops beyond the seam where friction stops it", () => {
    const world = build(angle, 2.5, 0.4);
    world.advanceTo(1);
    const [x, y] = [world.system.state[26], world.system.state[27]];
    const way = (2.5 * 2.5) / (2 * 0.4 * 9.81);
    // rounding (measured: 5e-16 m)
    expect(Math.abs(x * cos(angle) + y * sin(angle) - (way - 0.8))).toBeLessThan(2e-15);
  });
});

/**
 * Where its last corners leave the first table, those on the second may carry all of it: the pair was not seen to part then, as
 * none of its contacts had a row of its own.
 */
test("it parts from the first table when its last edge leaves it, at any speed", () => {
  for (let k = 0; k < 200; k++) {
    const speed = 0.2 + 0.026 * k;
    const world = build(0, speed, 0);
    const { events } = world.advanceTo(1.2 / speed);
    expect(events.map(({ type, a }) => [type, a])).toEqual([
      ["touch", 0],
      ["touch", 1],
      ["separate", 0],
    ]);
    // within what counts as touching, 5e-8 m
    expect(Math.abs(events[1].t * speed - 0.6)).toBeLessThan(1e-12);
    expect(Math.abs(events[2].t * speed - 1)).toBeLessThan(1e-7);
  }
});

test("an edge that stands higher strikes all the same", () => {
  const world = new World();
  world.addBody({ shape: createBox({ size: [2, 0.1, 1] }), fixed: true, position: [-1, -0.05, 0] });
  world.addBody({ shape: createBox({ size: [2, 0.1, 1] }), fixed: true, position: [1, -0.04, 0] });
  world.addBody({ shape: createBox({ size: [0.4, 0.1, 0.3] }), position: [-0.8, 0.05, 0], velocity: [1, 0, 0] });
  const [, strike] = world.advanceTo(0.7).events;
  expect(strike.type).toBe("collision");
  expect(Math.abs(strike.t - 0.6)).toBeLessThan(1e-12);
});
