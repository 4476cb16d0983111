/** Things with coordinates of their own that carry bodies: these collide and rest for them, in the same solve. */
import { createBox, createSphere } from "@rigor/engine/collide";
import { ball, weld } from "@rigor/engine/constrain";
import { createLinkage, createPendulum } from "@rigor/engine/lagrange";
import { type Snapshot, World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import { quarterPeriod } from "../oracles/swings.js";

const g = 9.81;

/** A pendulum of 1 m and 1 kg, let go level, whose bob carries a ball; a wall where it hangs straight down. */
function createBob(restitution: number, mass = 2): World {
  const world = new World();
  const pendulum = world.addCoordinates(
    createPendulum({ lengths: [1], masses: [1], angles: [Math.PI / 2], pivot: [0, 0, 0] }),
  );
  world.addBody({ shape: createBox({ size: [1, 4, 4] }), fixed: true, position: [-0.6, 0, 0] });
  const body = world.addBody({ shape: createSphere({ radius: 0.1 }), mass, position: [1, 0, 0], restitution });
  world.add(ball({ a: { body }, b: { on: pendulum, part: 0 } }));
  return world;
}

describe("a pendulum with a ball for a bob", () => {
  test("strikes a wall with all of its mass, after a quarter of its period", () => {
    const e = 0.5;
    const world = createBob(e);
    const { status, events, worst } = world.advanceTo(3);
    expect(status).toBe("done");
    const [first, second] = events;
    const v = Math.sqrt(2 * g);
    // measured 2e-11 s
    expect(Math.abs(first.t - quarterPeriod(1, g, Math.PI / 2))).toBeLessThan(1e-10);
    expect(Math.abs(first.vBefore + v)).toBeLessThan(1e-9);
    expect(Math.abs(first.impulse - 3 * (1 + e) * v)).toBeLessThan(1e-8);
    expect(Math.abs(second.vBefore + e * v)).toBeLessThan(1e-8);
    expect(worst.penetration).toBeLessThan(1e-10);
    expect(worst.constraintError).toBeLessThan(1e-12);
    // measured 2.9e-10
    expect(worst.energyError).toBeLessThan(1e-9);
  });

  test.each([1e-3, 1e-6, 1e-8])("may have almost all of the mass itself: %s kg is left to the ball", (mass) => {
    const { status, events, worst } = createBob(0.5, mass).advanceTo(3);
    expect(status).toBe("done");
    expect(worst.fallbacks).toEqual([]);
    // measured 2.5e-11
    expect(Math.abs(events[0].impulse / ((1 + mass) * 1.5 * Math.sqrt(2 * g)) - 1)).toBeLessThan(1e-10);
    expect(Math.abs(events[1].vBefore / (0.5 * Math.sqrt(2 * g)) + 1)).toBeLessThan(1e-9);
    expect(worst.energyError).toBeLessThan(1e-9);
  });

  test("stays in the same bits through a snapshot", () => {
    const [world, other] = [createBob(0.5), createBob(0.5)];
    world.advanceTo(0.8);
    other.restore(JSON.parse(JSON.stringify(world.save())) as Snapshot);
    for (const each of [world, other]) each.advanceTo(2);
    expect(other.mechanism.own).toEqual(world.mechanism.own);
    expect(other.system.state).toEqual(world.system.state);
  });
});

test.each([2.5, 1e-8])("an arm whose hand is a block, of %s kg, rests on a pedestal, which carries both", (mass) => {
  const world = new World();
  const links = [
    { joint: { type: "revolute", axis: [0, 0, 1] }, coordinate: 0.3 },
    { joint: { type: "fixed", at: [1, 0, 0] }, mass: 1.5 },
  ] as const;
  const arm = world.addCoordinates(createLinkage({ links, gravity: [0, -g, 0] }));
  world.addBody({ shape: createBox({ size: [1, 1, 1] }), fixed: true, position: [1, -0.6, 0] });
  const pose = new Float64Array(7);
  arm.readPose(pose, 0, 1);
  const body = world.addBody({
    shape: createBox({ size: [0.2, 0.2, 0.2] }),
    mass,
    position: pose.slice(0, 3),
    rotation: pose.slice(3),
    restitution: 0.2,
  });
  world.add(weld({ a: { body }, b: { on: arm, part: 1 } }));
  const { status, events, worst } = world.advanceTo(2);
  expect(status).toBe("done");
  expect(events.some(({ type }) => type === "collision")).toBe(true);
  // level: the block is 0.1 above the pedestal's top, where the arm is at 0
  expect(Math.abs(world.mechanism.own[0])).toBeLessThan(1e-9);
  const moment = world.getContacts().reduce((sum, { force, point }) => sum + force * point[0], 0);
  expect(Math.abs(moment - (1.5 + mass) * g)).toBeLessThan(1e-9);
  expect(world.getEnergy().kinetic).toBeLessThan(1e-20);
  expect(worst.penetration).toBeLessThan(1e-7);
  expect(worst.energyError).toBeLessThan(1e-9);
});
