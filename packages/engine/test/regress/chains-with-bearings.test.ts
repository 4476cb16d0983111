/**
 * Chains of links with bearings that rub the more they carry, a twentieth of which is friction of the others. What each carries was
 * guessed from its own last two loads, as if the others did not change: steps got as short as 1e-8 s, and a second of four links took
 * a minute; three were told to be inexact, and were not.
 */
import { createBox } from "@rigor/engine/collide";
import { hinge, type JointFrictionOptions, jointFriction } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { sample } from "../../../../test/support/campaign.js";

const length = 0.3;

/** A chain that is let go from level, after a while. */
function swing(links: number, options: JointFrictionOptions, tolerance: number) {
  const world = new World({ tolerance });
  for (let k = 0; k < links; k++) {
    const shape = createBox({ size: [length, 0.05, 0.05] });
    world.addBody({ shape, mass: 0.5, position: [length * (k + 0.5), 2, 0] });
    const b = k === 0 ? {} : { b: { body: k - 1 } };
    const { angle } = world.add(hinge({ a: { body: k }, ...b, at: [length * k, 2, 0], axis: [0, 0, 1] }));
    world.addFriction(jointFriction(angle, options));
  }
  const { total } = world.getEnergy();
  const { steps, worst } = world.advanceTo(1.2);
  const off = Math.abs(world.getEnergy().total - total);
  return { state: world.system.state.slice(0, 13 * links), steps, worst, off };
}

const chains = [
  [3, { coefficient: 0.3, radius: 0.02 }],
  [3, { coefficient: 0.3, radius: 0.02, friction: 0.01, staticFriction: 0.02 }],
  [4, { coefficient: 0.3, radius: 0.02, friction: 0.01, staticFriction: 0.02 }],
] as const;

test.each(sample(chains, 2))("%i links, %o", (links, options) => {
  const coarse = swing(links, options, 1e-8);
  const fine = swing(links, options, 1e-11);
  for (const { worst, off } of [coarse, fine]) {
    expect(worst.fallbacks).toEqual([]);
    expect(worst.residual).toBeLessThan(1e-9);
    // of 15 J; measured 7e-11
    expect(off).toBeLessThan(2e-10);
  }
  // measured 562
  expect(coarse.steps).toBeLessThan(700);
  coarse.state.forEach((v, k) => {
    // measured 2.1e-11
    expect(Math.abs(v - fine.state[k])).toBeLessThan(1e-10);
  });
});
