/**
 * Behind the front of a row of dominoes each piece moves at half the speed of the next. All of a row was followed, down to
 * speeds of 1e-14 m/s; from sixty pieces on what those did was rounding, and a storm of events. What is slower than 1e-7 m/s
 * and would be held by its friction is at rest, and the row takes as much for a piece as it did for the one before.
 */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

const told = "sleep/partial: bodies that hardly move are held at rest beside others that move";

function createRow(): World {
  const [w, h, d] = [0.02, 0.1, 0.05];
  // coarser than usual: it begins nearer to the front
  const world = new World({ tolerance: 1e-6, contactTolerance: 1e-5 });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: 0.5 });
  for (let k = 0; k < 27; k++) {
    const rate = k === 0 ? 4 : 0;
    world.addBody({
      shape: createBox({ size: [w, h, d] }),
      mass: 0.1,
      friction: 0.5,
      position: [0.05 * k, h / 2, 0],
      velocity: [(rate * h) / 2, (rate * w) / 2, 0],
      angularVelocity: [0, 0, -rate],
    });
  }
  // flies over the row, and falls on what has long been down
  const ball = { shape: createSphere({ radius: 0.02 }), mass: 0.2, friction: 0.5 };
  world.addBody({ ...ball, position: [-0.586, 1, 0], velocity: [0.4, 7.495, 0] });
  return world;
}

test("what hardly moves behind the front of a row rests, until it is struck", { timeout: 120_000 }, () => {
  const world = createRow();
  const { status, worst } = world.advanceTo(1.6);
  expect(status).toBe("done");
  expect(worst.fallbacks).toEqual([told]);
  // measured 1e-8, 2e-14, 5e-7
  expect(worst.penetration).toBeLessThan(1e-7);
  expect(worst.residual).toBeLessThan(1e-11);
  expect(worst.energyError).toBeLessThan(1e-5);
  const still = [1, 2].flatMap((i) => Array.from(world.system.velocity.subarray(3 * i, 3 * i + 3)));
  expect(still).toEqual(still.map(() => 0));
  // they still carry loads: all contacts are there, and hold what rests
  const contacts = world.getContacts();
  for (const i of [1, 2]) {
    let sum = 0;
    for (const { a, b, force, normal, friction } of contacts) {
      if (a === i) sum += force * normal[1] + friction[1];
      if (b === i) sum -= force * normal[1] + friction[1];
    }
    expect(Math.abs(sum - 0.1 * 9.81)).toBeLessThan(1e-7);
  }
  // a snapshot has them as one, and goes on in the same bits
  const other = createRow();
  other.restore(world.save());
  for (const each of [world, other]) each.advanceTo(1.605);
  expect(other.system.state).toEqual(world.system.state);
  // and what rests is struck
  const { events, worst: last } = world.advanceTo(1.645);
  expect(events.some(({ type, a, b }) => type === "collision" && Math.max(a, b) === 28)).toBe(true);
  expect(Math.max(...world.system.velocity.subarray(3, 18).map(Math.abs))).toBeGreaterThan(1e-7);
  expect(last.penetration).toBeLessThan(1e-5);
  expect(last.energyError).toBeLessThan(1e-5);
});
