/**
 * Ten bricks, each a fifth of its length further out than the one below: overbalanced. Which contacts vanish at t = 0 is
 * not to be seen at once: the lower left ones of brick 1, and the right ones below the two upper bricks, which lag behind
 * the turn of the others. Accelerations from the linear complementarity problem, solved in rational numbers. Later on, all
 * stays in its plane, and no force from outside has a part along x.
 *
 * Follows: Baraff 1989, figures 1 and 14.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { findAcceleration, readCenter, sumForces, sumMomentum, type WorldScene } from "./world-scene.js";

const [count, height, shift] = [10, 0.25, 0.2];
/** ω̇ about z of every brick, rad/s²; the centres of all but the upper two turn as one about the edge of brick 0. */
const turns = [
  0,
  ...Array.from({ length: 7 }, () => -59797828152 / 6557618035),
  -45025380792 / 6557618035,
  -28720925352 / 6557618035,
];
/** Left and right forces below each brick, N: those that are zero. */
const vanishing = [
  [1, -1],
  [8, 1],
  [9, 1],
];

export const overbalancedBricks: WorldScene = {
  name: "overbalanced-bricks",
  summary: "ten bricks that lean too far",
  duration: 0.5,
  answer: "conserved",
  build(options) {
    const world = new World({ ...options });
    const floor = world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    const shape = createBox({ size: [1, height, 0.5] });
    const bricks = Array.from({ length: count }, (_, k) =>
      world.addBody({ shape, mass: 1, position: [shift * k, (k + 0.5) * height, 0] }),
    );
    return {
      world,
      check() {
        const planar = bricks.map((body, k) => ({ what: `z of ${k}`, exact: 0, got: readCenter(world, body)[2] }));
        const later = [...planar, { what: "momentum along x", exact: 0, got: sumMomentum(world, 0) }];
        if (world.time > 0) return later;
        return [
          ...later,
          ...bricks.map((body, k) => ({ what: `ω̇ of ${k}`, exact: turns[k], got: findAcceleration(world, body)[5] })),
          ...vanishing.map(([k, side]) => {
            const middle = shift * (k - 0.5);
            const isThere = (point: readonly number[]) => side * (point[0] - middle) > 0;
            const got = sumForces(world, bricks[k], k === 0 ? floor : bricks[k - 1], isThere);
            return { what: `force that vanishes below ${k}`, exact: 0, got };
          }),
        ];
      },
    };
  },
};
