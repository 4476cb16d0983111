/** Friction in worlds, apart from its numbers: events, snapshots, steps. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

function startFloor(mu: number): World {
  const world = new World({ gravity: [0, 0, -9.81] });
  world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true, friction: mu });
  return world;
}

/** A ball that rolls into a block that slides, both spinning. */
function startMixed(): World {
  const world = startFloor(0.3);
  const box = { shape: createBox({ size: [0.4, 0.4, 0.2] }), mass: 2, position: [0, 0, 0.1], friction: 0.3 };
  world.addBody({ ...box, velocity: [1, 0.3, 0], angularVelocity: [0, 0, 3] });
  const ball = { shape: createSphere({ radius: 0.1 }), mass: 1, position: [-0.6, 0, 0.1], friction: 0.3 };
  world.addBody({ ...ball, velocity: [3, 0, 0], angularVelocity: [5, 0, 2] });
  return world;
}

test("a world goes on from a snapshot in the same bits, and tells nothing twice", () => {
  for (const t of [0.1, 0.3, 0.45]) {
    const world = startMixed();
    world.advanceTo(t);
    const snapshot = JSON.parse(JSON.stringify(world.save()));
    const other = startMixed();
    other.restore(snapshot);
    const [one, two] = [world, other].map((w) => w.advanceTo(0.8));
    expect(two.events).toEqual(one.events);
    expect(other.system.state).toEqual(world.system.state);
    expect(other.getEnergy()).toEqual(world.getEnergy());
  }
});

test("slip and stick are told once each", () => {
  const world = startFloor(0.2);
  const ball = { shape: createSphere({ radius: 0.1 }), mass: 1, position: [0, 0, 0.1], friction: 0.2 };
  world.addBody({ ...ball, velocity: [1, 0, 0] });
  world.advanceTo(1);
  expect(world.events.map(({ type }) => type)).toEqual(["touch", "stick"]);
});

test("a box that spins and slides comes to rest in few steps", () => {
  const world = startFloor(0.3);
  const box = { shape: createBox({ size: [0.4, 0.4, 0.2] }), mass: 2, position: [0, 0, 0.1], friction: 0.3 };
  const body = world.addBody({ ...box, velocity: [1, 0.3, 0], angularVelocity: [0, 0, 3] });
  const report = world.advanceTo(1);
  expect(report.message).toMatch(/reached/);
  // 153
  expect(report.steps).toBeLessThan(180);
  expect(Array.from(world.system.velocity.subarray(3 * body, 3 * body + 3))).toEqual([0, 0, 0]);
  expect(report.worst.energyError).toBeLessThan(1e-9);
});
