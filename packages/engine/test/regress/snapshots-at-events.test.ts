/** A snapshot at the instant of a collision, or just before it: it was answered there, and told by nobody. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { type Snapshot, World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

function build(): World {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const shape = createBox({ size: [1, 1, 1] });
  world.addBody({ shape, mass: 2, position: [0, 1.5, 0], rotation: [0.1, 0.2, 0.3, 0.9], restitution: 0.5 });
  return world;
}

const collisions = (world: World) => world.events.filter(({ type }) => type === "collision");

test.each([-1e-6, -1e-9, -1e-10, -1e-12, 0, 1e-12, 1e-9])("saved %f s after the first collision", (late) => {
  const whole = build();
  whole.advanceTo(1);
  const [first] = collisions(whole);
  const world = build();
  const told = [...world.advanceTo(first.t + late).events];
  const snapshot = JSON.parse(JSON.stringify(world.save())) as Snapshot;
  const other = build();
  other.restore(snapshot);
  told.push(...world.advanceTo(1).events);
  other.advanceTo(1);
  expect(told).toEqual(world.events);
  expect(collisions(world)).toHaveLength(collisions(whole).length);
  // what is as near as this touches: 4e-10 m
  expect(Math.abs(collisions(world)[0].t - first.t)).toBeLessThan(1.1e-10);
  expect(other.system.state).toEqual(world.system.state);
});

describe("what is found out when a world is saved, or looked at before, is told by the next report of each", () => {
  const begin = (speed: number) => {
    const world = new World();
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    const velocity = [0, -speed, 0];
    world.addBody({ shape: createSphere({ radius: 0.5 }), mass: 1, position: [0, 0.5, 0], velocity, restitution: 0.5 });
    return world;
  };
  const end = 0.15;
  const looks: Record<string, (world: World) => unknown> = {
    unseen: () => 0,
    seen: (world) => world.getContacts(),
    settled: (world) => world.settle(),
    "at another time": (world) => world.advanceTo(0.3),
  };

  test.each([
    [1, ["collision", "collision"]],
    [0, ["touch"]],
  ])("at %f m/s", (speed, types) => {
    const world = begin(speed);
    const snapshot = JSON.parse(JSON.stringify(world.save())) as Snapshot;
    const { events } = world.advanceTo(end);
    expect(events.map(({ type }) => type)).toEqual(types);
    for (const [name, look] of Object.entries(looks)) {
      const other = begin(speed);
      look(other);
      other.restore(snapshot);
      expect(other.advanceTo(end).events, name).toEqual(events);
      expect(other.events, name).toEqual(events);
    }
    // and once, however often it goes back
    for (let k = 0; k < 2; k++) {
      world.restore(snapshot);
      expect(world.advanceTo(end).events).toEqual(events);
      expect(world.events).toEqual(events);
    }
  });
});
