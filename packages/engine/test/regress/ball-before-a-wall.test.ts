/**
 * A wall with a given motion pushes a ball along the floor. With μ < 1 at both the ball rolls on; with μ ≥ 1 forces from the one
 * contact to the other, within both cones, move nothing, and there is no answer. That was found, left by settling whatever it
 * took, and found again, without end, where the ball slides across at first; now the run ends, and says what helps.
 */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { createKeyFramePath } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { sample } from "../../../../test/support/campaign.js";

const [radius, speed] = [0.1, 0.5];
/** Of the wall. */
const start = [-0.05 - radius, 0.25, 0];

function createPush(mu: number, across: number): { world: World; ball: number } {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: mu });
  world.addBody({
    shape: createBox({ size: [0.1, 0.4, 0.4] }),
    friction: mu,
    path: createKeyFramePath({ times: [0, 2], positions: [start, [start[0] + 2 * speed, 0.25, 0]] }),
  });
  const ball = world.addBody({
    shape: createSphere({ radius }),
    mass: 0.4,
    friction: mu,
    position: [0, radius, 0],
    velocity: [0, 0, across],
    angularVelocity: [across / radius, 0, 0],
  });
  return { world, ball };
}

test("it rolls before the wall as long as friction is less than 1", () => {
  for (const across of [0, 0.05]) {
    const { world, ball } = createPush(0.99, across);
    expect(world.advanceTo(1).status).toBe("done");
    const { velocity, angularVelocity } = world.system;
    expect(Math.abs(velocity[3 * ball] - speed)).toBeLessThan(1e-9);
    expect(Math.abs(angularVelocity[3 * ball + 2] + speed / radius)).toBeLessThan(1e-9);
  }
});

const pushes = [
  [1, 0],
  [1, 0.05],
  [1.3, 0],
  [1.3, 0.05],
];

// of either kind of start one, and of either μ
test.each(sample(pushes, 3))("with μ = %d it ends and says why, across at %d m/s", (mu, across) => {
  const { world } = createPush(mu, across);
  const { status, message } = world.advanceTo(1);
  expect(status).toBe("failed");
  expect(message).toMatch(/satisfy the Coulomb conditions.* of body 2: body 1 has a given motion and cannot stop/);
});
