/**
 * A rope of five particles and four rods hangs over a sphere. On one side all stick, and share their forces in more ways than
 * one, so that a contact seems to pull; on the other side the last particle swings, and the one above it slides until nothing
 * presses it any more. For the sake of the first the force of that was taken for unknown: it was held on, pulled, and its
 * friction drove it, by half of the energy that it moved with.
 */
import { createSphere } from "@rigor/engine/collide";
import { distance } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test("friction only takes, however a run is cut", () => {
  for (const pieces of [1, 8, 100]) {
    const world = new World();
    const radius = 0.005139584785132308;
    world.addBody({
      shape: createSphere({ radius }),
      fixed: true,
      position: [0, 0.012452400254543717, 0],
      friction: 1,
    });
    const spread = [
      [-0.01807869599533664, -8.274818447670651e-7],
      [-0.010847217597201983, 0.00020176029830909644],
      [-0.003615739199067328, -0.00024850899903408586],
      [0.003615739199067328, 0.00039379307536277866],
      [0.010847217597201983, 0.00023666940333254586],
    ];
    const rope = spread.map(([x, z]) => {
      const position = [x, 0.06641280135756648, z];
      return world.addParticle({ mass: 3.5573835255760115e-6, position, friction: 1, collide: true });
    });
    for (let k = 1; k < rope.length; k++)
      world.add(distance({ a: { particle: rope[k] }, b: { particle: rope[k - 1] } }));
    let before = 0;
    for (let k = 1; k <= pieces; k++) {
      const { status, worst } = world.advanceTo((0.3 * k) / pieces);
      expect([status, worst.fallbacks]).toEqual(["done", []]);
      const { dissipated } = world.getEnergy();
      // the rope falls with 1e-5 J: what it takes is known to the rounding of that, and to how well its steps are followed
      expect(dissipated - before).toBeGreaterThan(-1e-16);
      before = dissipated;
    }
  }
});
