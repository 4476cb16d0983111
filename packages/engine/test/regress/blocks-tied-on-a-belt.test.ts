/**
 * Blocks in a row on a belt, tied to each other and to the ground by springs. All ride on the belt until the springs are as strong as
 * static friction; of those whose neighbours still ride, the instant is known:
 *
 *   k_p (V t + x_i) + k_c Σ (x_i − x_j) = μ_s m g
 *
 * Corners of a block reach the edge of their cones one after the other, and the others take over: to find when the last one does takes
 * thousands of small problems, which was said to be too much work, and the row went on by leaps: 1.6e-4 s late.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const [V, kc, kp, mu] = [0.1, 30, 20, 0.5];

function build(count: number): { world: World; x0: number[] } {
  const world = new World();
  const surface = { friction: 0.35, staticFriction: mu };
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, surfaceVelocity: [V, 0, 0], ...surface });
  const shape = createBox({ size: [0.2, 0.1, 0.2] });
  const x0 = Array.from({ length: count }, (_, k) => 0.01 * Math.sin(3 * k + 1));
  for (let k = 0; k < count; k++) {
    world.addBody({ shape, mass: 1, position: [k, 0.05, 0], velocity: [V, 0, 0], ...surface });
  }
  const stretch = (state: Float64Array, k: number) => state[13 * (k + 1)] - k + x0[k];
  world.addForce({
    name: "springs",
    on: x0.map((_, k) => k + 1),
    changes: false,
    apply({ state, force }) {
      for (let k = 0; k < count; k++) {
        const own = stretch(state, k);
        let f = -kp * own;
        if (k > 0) f -= kc * (own - stretch(state, k - 1));
        if (k < count - 1) f -= kc * (own - stretch(state, k + 1));
        force[3 * (k + 1)] += f;
      }
    },
    energy({ state }) {
      let sum = 0;
      for (let k = 0; k < count; k++) {
        sum += (kp / 2) * stretch(state, k) ** 2;
        if (k > 0) sum += (kc / 2) * (stretch(state, k) - stretch(state, k - 1)) ** 2;
      }
      return sum;
    },
  });
  return { world, x0 };
}

/** When block k slips, if those beside it ride. */
function predict(x0: readonly number[], k: number): number {
  const ties = [k - 1, k + 1].filter((j) => x0[j] !== undefined).reduce((sum, j) => sum + kc * (x0[k] - x0[j]), 0);
  return ((mu * 9.81 - ties) / kp - x0[k]) / V;
}

describe.each([
  [3, [0], 2.15],
  [5, [2, 0, 4], 2.267],
] as const)("%i blocks", (count, first, end) => {
  test.each([1, 13])("slip when their springs are strong enough, in %i calls", (calls) => {
    const { world, x0 } = build(count);
    for (let k = 1; k <= calls; k++) expect(world.advanceTo((end * k) / calls).worst.fallbacks).toEqual([]);
    const slips = world.events.filter(({ type }) => type === "slip");
    const list = [...new Set(slips.map(({ a, b }) => Math.max(a, b) - 1))];
    for (const k of first) {
      const found = slips.find(({ a, b }) => Math.max(a, b) === k + 1)?.t ?? Number.NaN;
      // what has left its cone by 1e-10 is seen to: measured 1.5e-10
      expect(Math.abs(found - predict(x0, k))).toBeLessThan(3e-10);
    }
    expect(list.slice(0, 1)).toEqual([first[0]]);
  });
});
