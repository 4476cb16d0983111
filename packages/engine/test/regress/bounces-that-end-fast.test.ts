/**
 * A box under a heavy pendulum comes down on its edges in turn, ever faster: at 0.6 m/s within some picoseconds. Bounces so low are
 * ended at once, and their collisions are told with the impulses of each. The audit did not count these, and took what they had changed
 * for a jump that nobody had told.
 *
 * Oracle: angular momentum of pendulum and box about the point that the pendulum hangs from. Its hinge takes part in nothing that turns
 * about its axis, and neither does the joint between the two, so that it changes by the impulses of the floor alone, Σ r × j.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { ball } from "@rigor/engine/constrain";
import { createPendulum } from "@rigor/engine/lagrange";
import { World } from "@rigor/engine/world";
import { describe, expect, it } from "vitest";

const floor = -1.5;

interface Scene {
  readonly world: World;
  readonly pendulum: ReturnType<typeof createPendulum>;
  readonly masses: readonly number[];
  readonly box: number;
}

function createScene(masses: readonly number[], angle: number): Scene {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0], offset: floor }), fixed: true });
  const pendulum = world.addCoordinates(createPendulum({ lengths: [1, 0.7], masses, angles: [angle, 1] }));
  const end = new Float64Array(6);
  pendulum.readPoint(end, 0, 1);
  const shape = createBox({ size: [0.2, 0.4, 0.2] });
  const box = world.addBody({ shape, mass: 0.2, position: [end[0], end[1] - 0.2, end[2]], restitution: 0 });
  world.add(ball({ a: { body: box, point: [0, 0.2, 0] }, b: { on: pendulum, part: 1 } }));
  return { world, pendulum, masses, box };
}

/** About the z axis. */
function measureSpin({ world, pendulum, masses, box }: Scene): number {
  const point = new Float64Array(6);
  let sum = 0;
  masses.forEach((mass, part) => {
    pendulum.readPoint(point, 0, part);
    sum += mass * (point[0] * point[4] - point[1] * point[3]);
  });
  const y = world.system.state.subarray(13 * box, 13 * box + 13);
  return sum + y[0] * y[8] - y[1] * y[7] + y[12];
}

describe("bounces in turn that are ended while they are fast", () => {
  for (const [masses, angle] of [
    [[1, 5], 0.8],
    [[2, 3], 2.4],
    [[1, 5], 2.4],
    [[2, 3], 2.7],
  ] as const) {
    it(`are told by their collisions: masses of ${masses.join(" and ")} kg, from ${angle} rad`, () => {
      const first = createScene(masses, angle);
      for (let k = 1; k <= 20; k++) first.world.advanceTo(k / 20);
      const { worst } = first.world;
      expect(worst.fallbacks.filter((what) => what.startsWith("balance"))).toEqual([]);
      expect(worst.forceBalance).toBeLessThan(1e-9);

      const struck = first.world.events.filter(({ type }) => type === "collision");
      const t = struck[struck.length - 1].t;
      const scene = createScene(masses, angle);
      scene.world.advanceTo(t - 1e-8);
      const before = measureSpin(scene);
      scene.world.advanceTo(t + 1e-8);
      const told = scene.world.events.filter((event) => event.type === "collision" && event.t > t - 1e-8);
      const spin = told.reduce((sum, { point, normal, impulse }) => {
        return sum + impulse * (point[0] * normal[1] - point[1] * normal[0]);
      }, 0);
      expect(told.length).toBeGreaterThan(4);
      expect(Math.abs(spin)).toBeGreaterThan(0.1);
      // weights and forces of some kN·m at most act for 2e-8 s
      expect(Math.abs(measureSpin(scene) - before - spin)).toBeLessThan(1e-5);
    });
  }
});
