/**
 * A disc that rolls on its rim comes to lie all but flat: its foremost point then runs round the rim by half a turn within
 * no time. The side that it is on was told by where the point had been at the last event, not where it was followed to: it
 * jumped to the other one, and 0.6 % of the energy was gone without a word.
 */
import { createBox, createCylinder, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

/** Tilted by 2 mrad, it turns towards flat and passes by that at a distance, rad. */
function roll(pass: number, rate: number, floor: "plane" | "box") {
  const world = new World();
  const isPlane = floor === "plane";
  const shape = isPlane ? createPlane({ normal: [0, 1, 0] }) : createBox({ size: [2, 0.2, 2] });
  world.addBody({ shape, fixed: true, position: [0, isPlane ? 0 : -0.1, 0] });
  const [R, h, lean] = [0.3, 0.1, 2e-3];
  const w = Math.hypot(lean, pass);
  const s = Math.sin(w / 2) / w;
  world.addBody({
    shape: createCylinder({ radius: R, height: h }),
    mass: 1,
    position: [0, (h / 2) * Math.cos(w) + R * Math.sin(w), 0],
    rotation: [lean * s, 0, pass * s, Math.cos(w / 2)],
    velocity: [0, -R * rate, 0],
    angularVelocity: [-rate, 0, 0],
  });
  world.advanceTo(0);
  const { total } = world.getEnergy();
  const { status, worst, steps } = world.advanceTo(0.05);
  return { status, steps, penetration: worst.penetration, change: Math.abs(world.getEnergy().total - total) / total };
}

test.each([
  [1e-6, 0.2, "plane"],
  [3e-7, 0.2, "plane"],
  [3e-7, 0.2, "box"],
  [1e-8, 2, "box"],
] as const)("by %f rad, at %f rad/s, on a %s", (pass, rate, floor) => {
  const { status, steps, penetration, change } = roll(pass, rate, floor);
  expect(status).toBe("done");
  expect(penetration).toBeLessThan(1e-8);
  // the tolerance of the solver is 1e-8
  expect(change).toBeLessThan(1e-8);
  expect(steps).toBeLessThan(600);
});
