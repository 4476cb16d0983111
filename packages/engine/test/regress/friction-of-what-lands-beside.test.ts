/**
 * A box that bounces on a floor without friction, and a ball that slides on the box and rubs: while the ball was in the air by less
 * than the contact tolerance nothing rubbed, bounces in turn were followed without friction to their end, and the ball was held with
 * those that had landed, without friction, until something else happened. It slid on and on.
 *
 * Oracle: by when the ball rolls friction has passed an impulse J, whenever and however hard the two were pressed together:
 *
 *   m (v₀ − v) = J,   M V = J,   −⅖ m r ω = J,   v + r ω = V        J = v₀/(3.5/m + 1/M)
 *
 * and until then the force that is shown is m times the acceleration of the ball, by a difference of its velocity.
 */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { describe, expect, it } from "vitest";

const speed = 3;
const radius = 0.1;

function createScene(mass: number, restitution: number, height: number, above: number) {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const box = world.addBody({
    shape: createBox({ size: [40, 0.2, 1] }),
    mass: 1,
    position: [0, 0.1 + height, 0],
    restitution,
    friction: 0.1,
  });
  const ball = world.addBody({
    shape: createSphere({ radius }),
    mass,
    position: [-0.2, 0.3 + height + above, 0],
    velocity: [speed, 0, 0],
    restitution,
    friction: 0.1,
  });
  return { world, box, ball };
}

describe("a ball that slides on a box which bounces on a floor without friction", () => {
  for (const [mass, restitution, height, above] of [
    [1, 0.3, 0.1, 0.05],
    [5, 0.5, 0.1, 0.1],
    [1, 0.5, 0.1, 0.1],
    [5, 0.5, 0.2, 0.3],
  ] as const) {
    it(`is slowed down: ${mass} kg, e = ${restitution}, from ${height} and ${above} m`, () => {
      const { world, box, ball } = createScene(mass, restitution, height, above);
      let told = 0;
      for (let k = 1; k <= 40; k++) {
        world.advanceTo(k / 20);
        const force = world.getContacts().reduce((sum, { b, friction }) => sum - (b === ball ? friction[0] : 0), 0);
        const { velocity, angularVelocity } = world.system;
        const slip = velocity[3 * ball] + radius * angularVelocity[3 * ball + 2] - velocity[3 * box];
        if (!(slip > 0.05 && force !== 0)) continue;
        const before = velocity[3 * ball];
        world.advanceTo(k / 20 + 1e-3);
        told++;
        expect((mass * (world.system.velocity[3 * ball] - before)) / 1e-3 / force).toBeCloseTo(1, 6);
      }
      expect(told).toBeGreaterThan(0);
      const { velocity, angularVelocity } = world.system;
      const J = speed / (3.5 / mass + 1);
      // the box is tipped by 1e-4 rad or so when the ball strikes it beside its middle
      expect(Math.abs(velocity[3 * box] - J)).toBeLessThan(1e-3);
      expect(Math.abs(velocity[3 * ball] - (speed - J / mass))).toBeLessThan(1e-3);
      expect(Math.abs(radius * angularVelocity[3 * ball + 2] + (2.5 * J) / mass)).toBeLessThan(1e-3);
      expect(world.worst.fallbacks.filter((what) => what.startsWith("balance"))).toEqual([]);
    });
  }
});
