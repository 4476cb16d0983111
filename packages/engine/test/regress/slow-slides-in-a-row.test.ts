/**
 * Behind the front of a row of dominoes each piece slides on the next at half the speed of the one ahead. What was slower than
 * 3e-4 m/s was taken to be about to stop whenever islands met, a window was taken back or a foot stopped: corners stuck to
 * faces, feet slipped for it, and from thirty pieces on that was a storm without end.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test("what slides slowly behind the front of a row slides on", () => {
  const [w, h, d] = [0.02, 0.1, 0.05];
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: 0.5 });
  for (let k = 0; k < 18; k++) {
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
  const { status, worst, steps } = world.advanceTo(1.16);
  expect(status).toBe("done");
  // the first leans on the second with its face in the end; none else has stopped
  const stuck = world.events.filter(({ type, a, b, t }) => type === "stick" && a > 0 && b > 0 && t > 1);
  expect(stuck).toEqual([]);
  // measured 2e-14; some 515 steps, and 1.6 times as many where windows were gone through twice
  expect(worst.residual).toBeLessThan(1e-11);
  expect(steps).toBeLessThan(600);
});
