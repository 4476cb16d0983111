/**
 * Masses that springs lift off a floor, all at the same instant: where a weight is just carried the sum of the loads is
 * rounding, and by its sign each was held and let go again, by turns, without time between.
 *
 *   y = L − Mg/k − A cos ωt,  ω² = k/M      the upper mass of a pair, while the lower one lies
 *   k (y − L) = mg                          it is lifted:  cos ωt = −(m + M) g/(kA)
 */
import { expect, test } from "vitest";
import { createPlane } from "../../src/collide/index.js";
import { Springs } from "../../src/particles/index.js";
import { World } from "../../src/world/index.js";

const [m, M, k, L, A, g] = [0.1, 0.3, 600, 0.5, 0.02, 9.81];
const lift = Math.acos((-(m + M) * g) / (k * A)) / Math.sqrt(k / M);

test.each([
  [1, 0],
  [2, 0],
  [2, 0.5],
  [9, 0],
])("%i pairs, friction %f: all are lifted at once", (count, friction) => {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction });
  const { particles } = world.system;
  const springs = particles.addForce(new Springs());
  const low: number[] = [];
  const high: number[] = [];
  for (let i = 0; i < count; i++) {
    const [x, z] = [0.3 * (i % 3), 0.3 * Math.floor(i / 3)];
    low.push(world.addParticle({ position: [x, 0, z], mass: m, collide: true, friction }));
    high.push(world.addParticle({ position: [x, L - (M * g) / k - A, z], mass: M }));
    springs.connect(particles, low[i], high[i], { length: L, stiffness: k });
    // one island of all of them
    for (const back of [1, 3]) {
      if (i < back || (back === 1 && i % 3 === 0)) continue;
      for (const row of [low, high]) springs.connect(particles, row[i - back], row[i], { length: 0.3, stiffness: k });
    }
  }
  const { status, message } = world.advanceTo(lift + 0.05);
  expect([status, message]).toEqual(["done", expect.anything()]);
  const separated = world.events.filter(({ type }) => type === "separate");
  expect(separated.length).toBe(count);
  // the integrator's tolerance: measured 2.3e-11 s at most
  for (const { t } of separated) expect(Math.abs(t - lift)).toBeLessThan(1e-10);
});
