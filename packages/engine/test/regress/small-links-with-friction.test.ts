/**
 * Links of millimetres, and light ones that carry heavy ones, on a ball joint that rubs. Rows of angles are then thousands of
 * times as long as those of ways; with the same compliance for both, forces were not found, steps went on in trifles, and a
 * chain of six links stood still.
 *
 *   lengths × s, g × s, friction × s², the same masses: the same angles at the same times
 */
import { createBox } from "@rigor/engine/collide";
import { jointFriction, nail, universal, weld } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { sample } from "../../../../test/support/campaign.js";

const masses = [0.02, 0.06, 0.1, 12, 1.6, 11];

/** A chain on its way down, its links `scale` m long; angular velocities of all after 0.3 s. */
function swing(scale: number) {
  const world = new World({ gravity: [0, -200 * scale, 20 * scale] });
  const links = masses.map((mass, k) =>
    world.addBody({
      shape: createBox({ size: [0.3, 1, 0.3].map((x) => x * scale) }),
      mass,
      position: [0.65 * (2 * k + 1), -(2 * k + 1), 0].map((x) => x * 0.6 * scale),
    }),
  );
  const at = (k: number) => [1.3 * k, -2 * k, 0].map((x) => x * 0.6 * scale);
  const [x, y, z] = [0.65, -1, 0].map((d) => -d * 0.6 * scale);
  const { turning } = world.add(nail({ a: { body: links[0], point: [x, y, z] } }));
  world.addFriction(jointFriction(turning, { friction: 2 * scale * scale }));
  for (let k = 1; k < links.length; k++) {
    const ends = { a: { body: links[k] }, b: { body: links[k - 1] } };
    const axes = [[1, 0, 0] as const, [0, 0, 1] as const] as const;
    if (k === 3 || k === 5) world.add(weld(ends));
    else world.add(universal({ ...ends, at: at(k), axes }));
  }
  const { status, worst } = world.advanceTo(0.3);
  expect([scale, status, worst.fallbacks]).toEqual([scale, "done", []]);
  expect(worst.constraintError).toBeLessThan(1e-12);
  expect(worst.energyError).toBeLessThan(1e-11);
  return links.flatMap((link) => [...world.system.angularVelocity.slice(3 * link, 3 * link + 3)]);
}

test("a chain of links of any size swings alike", () => {
  const large = swing(1);
  expect(Math.hypot(...large)).toBeGreaterThan(1);
  for (const scale of sample([0.1, 0.02, 0.004], 3, 2)) {
    swing(scale).forEach((rate, k) => {
      // the tolerance is one of metres, so that small ones are followed less closely: measured 1e-6 of 9.5 rad/s
      expect(Math.abs(rate - large[k])).toBeLessThan(3e-6);
    });
  }
}, 60_000);
