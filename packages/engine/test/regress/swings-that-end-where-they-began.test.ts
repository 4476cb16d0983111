/**
 * Books are judged where a call ends. A pendulum that is let go from where its potential is zero has no energy at all after a
 * whole period: what rounding and steps left of it, 1e-10 J, was compared with itself, and told as an error of 100 %.
 */
import { createBox } from "@rigor/engine/collide";
import { distance, hinge } from "@rigor/engine/constrain";
import { createPendulum } from "@rigor/engine/lagrange";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { quarterPeriod } from "../oracles/swings.js";

const period = 4 * quarterPeriod(1, 9.81, Math.PI / 2);

const swings: Record<string, (world: World) => void> = {
  "a particle on a rod"(world) {
    world.addParticle({ mass: 1, position: [1, 0, 0] });
    world.add(distance({ a: { particle: 0 }, b: [0, 0, 0], length: 1 }));
  },
  "a bar on a hinge"(world) {
    // I/(m d) is the length of a pendulum that swings as it does
    const d = 1 / 2 + Math.sqrt(1 / 4 - 1 / 12);
    const body = world.addBody({ shape: createBox({ size: [1, 1e-9, 1e-9] }), mass: 1, position: [d, 0, 0] });
    world.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
  },
  "coordinates of their own"(world) {
    world.addCoordinates(createPendulum({ lengths: [1], masses: [1], angles: [Math.PI / 2] }));
  },
};

test.each(Object.entries(swings))("%s, let go from level, after a whole period", (_, build) => {
  const world = new World();
  build(world);
  const { worst } = world.advanceTo(period);
  const { kinetic, potential } = world.getEnergy();
  // all of it was motion halfway, 9.81 J or so; what is left now is what the steps were wrong by
  expect(Math.max(kinetic, Math.abs(potential))).toBeLessThan(1e-8);
  expect(worst.energyError).toBeLessThan(1e-9);
  expect(worst.fallbacks).toEqual([]);
});

test("energy that was there in between is no excuse for what is lost", () => {
  const world = new World();
  world.addParticle({ mass: 1, position: [1, 0, 0] });
  world.add(distance({ a: { particle: 0 }, b: [0, 0, 0], length: 1 }));
  // a push that no book has: it says that it has a potential, and has none
  world.addForce({
    name: "thief",
    apply({ particles }) {
      for (let k = 0; k < 3; k++) particles.force[k] -= 1e-4 * particles.state[3 + k];
    },
    energy: () => 0,
  });
  const { worst } = world.advanceTo(period);
  expect(worst.energyError).toBeGreaterThan(1e-5);
  expect(worst.fallbacks).toEqual(["energy/balance: the energy balance is off by more than the tolerance allows"]);
});
