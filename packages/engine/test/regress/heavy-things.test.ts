/**
 * The same scene with any density: nothing changes but forces. Momenta of heavy bodies were to be known to as many kg m/s as those
 * of light ones, which their forces are not: steps became shorter with the mass, and with a tolerance of 1e-11 they did not end.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

/** A stack of three cubes that a tumbling box strikes: steps of the first second. */
function countSteps(density: number, tolerance: number): number {
  const world = new World({ tolerance });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  for (let k = 0; k < 3; k++) {
    world.addBody({ shape: createBox({ size: [1, 1, 1] }), density, position: [0, 0.5 + k, 0], restitution: 0.2 });
  }
  world.addBody({
    shape: createBox({ size: [0.8, 0.2, 0.4] }),
    density,
    position: [3, 2, 0.1],
    velocity: [-4, 3.5, 0],
    rotation: [0.3, -0.5, 0.7, 0.4],
    angularVelocity: [7, -3, 10],
    restitution: 0.5,
  });
  const { status, steps } = world.advanceTo(1);
  expect(status).toBe("done");
  return steps;
}

test.each([1e-8, 1e-10, 1e-12])("steps do not depend on masses, tolerance %f", (tolerance) => {
  const usual = countSteps(1, tolerance);
  for (const density of [1e3, 1e5, 1e7]) {
    const steps = countSteps(density, tolerance);
    // where bounces are many, rounding changes them by a few
    expect(steps).toBeLessThan(1.5 * usual);
  }
});
