/**
 * Bricks of length 1 piled beyond the edge of a table, brick k from the top ½/k beyond the one below: the furthest that
 * they stand. One pile a little within that limit, one a little beyond it: the first stays where it is, the second falls.
 * Below the k upper ones of the first pile, whose common centre is δ = ½(1 − s) within the edge, s the share of the limit:
 *
 *   k m g (1 − δ/ℓ) at the edge,   k m g δ/ℓ at the other end of the common face, of length ℓ = 1 − s/2k
 */
import { createBox } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { checkVector } from "../rigid/rigid-scene.js";
import { readCenter, sumForces, type WorldScene } from "./world-scene.js";

const [count, m, g, height] = [6, 1, 9.81, 0.2];
const shares = [0.999, 1.02];

export const harmonicOverhang: WorldScene = {
  name: "harmonic-overhang",
  summary: "a pile that stands at 0.999 of the limit, and one that falls at 1.02",
  duration: 0.5,
  answer: "known",
  build(options) {
    const world = new World({ ...options, gravity: [0, -g, 0] });
    const piles = shares.map((share, pile) => {
      const z = 2 * pile;
      const shape = createBox({ size: [1, height, 1] });
      const bodies = [world.addBody({ shape: createBox({ size: [4, 1, 1] }), fixed: true, position: [-2, -0.5, z] })];
      let x = -0.5;
      for (let k = count; k >= 1; k--) {
        x += (0.5 * share) / k;
        bodies.push(world.addBody({ shape, mass: m, position: [x, (count - k + 0.5) * height, z] }));
      }
      return { bodies, from: bodies.map((body) => readCenter(world, body)) };
    });
    return {
      world,
      check() {
        const [{ bodies, from }, fallen] = piles;
        const s = shares[0];
        const stays = bodies.slice(1).flatMap((body, i) => {
          const k = count - i;
          const edge = i === 0 ? 0 : from[i][0] + 0.5;
          const share = (0.5 * (1 - s)) / (1 - s / (2 * k));
          const near = (point: readonly number[]) => Math.abs(point[0] - edge) < 0.01;
          return [
            ...checkVector(`x of ${i}`, from[i + 1], readCenter(world, body)),
            {
              what: `force at edge ${i}`,
              exact: k * m * g * (1 - share),
              got: sumForces(world, body, bodies[i], near),
            },
          ];
        });
        const sunk = fallen.from[count][1] - readCenter(world, fallen.bodies[count])[1];
        const hasFallen = world.time === 0 || sunk > 0.01 * world.time * world.time ? 1 : 0;
        return [...stays, { what: "the other falls", exact: 1, got: hasFallen }];
      },
    };
  },
};
