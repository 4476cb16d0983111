/**
 * Boxes and a ball that slide on one another, by more than eight contacts. What a crowd has about to stop rests where it is settled;
 * until then it slides, and so it does where it goes a little aside of its direction. Who looked was shown it at rest, or rubbing
 * against where it goes: other forces than those that moved it, by up to 0.8 of them.
 *
 * Oracle: Newton's law. What the forces on a body come to, its weight among them, is its mass times the difference of its velocities
 * a moment before and after, over that time.
 */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { describe, expect, it } from "vitest";

interface Start {
  readonly mass: number;
  readonly velocity: readonly [number, number, number];
  readonly turning: number;
  readonly friction: number;
  readonly ball: readonly [number, number, number];
  readonly until: number;
  readonly body: number;
}

function createPile({ mass, velocity, turning, friction, ball }: Start): World {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: 0.2 });
  const lower = createBox({ size: [1, 0.2, 0.6] });
  const upper = createBox({ size: [0.6, 0.2, 0.4] });
  world.addBody({ shape: lower, mass, position: [0, 0.1, 0], velocity, angularVelocity: [0, turning, 0], friction });
  world.addBody({ shape: upper, mass: 1, position: [-0.2, 0.3, 0], velocity, friction: 0.5 });
  const shape = createSphere({ radius: 0.1 });
  world.addBody({ shape, mass: 0.3, position: [0.3, 0.3, 0.05], velocity: ball, friction: 0.4 });
  return world;
}

/** What contacts do to a body across its weight, along x and z, N. */
function sumAcross(world: World, body: number): [number, number] {
  const sum: [number, number] = [0, 0];
  for (const { a, b, force, friction, normal } of world.getContacts()) {
    if (a !== body && b !== body) continue;
    const sign = a === body ? 1 : -1;
    sum[0] += sign * (force * normal[0] + friction[0]);
    sum[1] += sign * (force * normal[2] + friction[2]);
  }
  return sum;
}

describe("what slides in a crowd, and is about to stop", () => {
  const starts: readonly Start[] = [
    { mass: 3.5, velocity: [-0.8, 0, 0.1], turning: -0.6, friction: 0.4, ball: [0.2, 0, -0.3], until: 3 / 60, body: 2 },
    { mass: 2.5, velocity: [-0.6, 0, 0.1], turning: 0.6, friction: 0.2, ball: [0.6, 0, 0], until: 6 / 60, body: 3 },
    { mass: 3, velocity: [0.6, 0, 0.1], turning: 0.6, friction: 0.5, ball: [0, 0, 0.1], until: 2 / 60, body: 3 },
  ];
  for (const start of starts) {
    it(`is shown with the forces that move it: ${start.mass} kg below, at ${start.until.toFixed(4)} s`, () => {
      const world = createPile(start);
      for (let k = 1; k < Math.round(60 * start.until); k++) {
        world.advanceTo(k / 60);
        world.getContacts();
      }
      const { velocity } = world.system;
      const x = 3 * start.body;
      const h = 1e-7;
      world.advanceTo(start.until - h);
      const before = [velocity[x], velocity[x + 2]];
      world.advanceTo(start.until);
      const force = sumAcross(world, start.body);
      expect(world.worst.fallbacks.filter((what) => what.startsWith("balance"))).toEqual([]);
      world.advanceTo(start.until + h);
      const mass = world.system.mass[start.body];
      for (const k of [0, 1]) {
        const moved = (mass * (velocity[x + 2 * k] - before[k])) / (2 * h);
        expect(Math.abs(moved - force[k])).toBeLessThan(1e-5);
      }
    });
  }
});
