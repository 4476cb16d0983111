/**
 * Two bricks on a table, with four contacts each: two corners on the table, two edges across its edge. The centre of the
 * first is within the table, and it stays; that of the second is not, and it tips and slides off. At t = 0
 *
 *   the edge carries  m g (1 − δ/ℓ)  of the first, δ its centre within the edge, ℓ as much as lies on the table
 *                     m g/(1 + m s²/I)  of the second, s its centre beyond the edge
 *
 * Where the second is at 0.4 s is from its two equations of motion, integrated in 25 digits.
 *
 * Follows: Rigid Body Simulation, sections 7 and 9.
 */
import { createBox } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { checkMotion, sumForces, type WorldScene } from "./world-scene.js";

const [g, length, height, beyond] = [9.81, 1, 0.2, 0.1];
const known = {
  t: 0.4,
  x: [0.17440845404115515, -0.022759276185702216, 2],
  v: [0.538685667928707, -1.109949984382789, 0],
  force: 0.7959654253618547,
};

export const brickOverEdge: WorldScene = {
  name: "brick-over-edge",
  summary: "a brick that stays at the edge of a table, and one that falls",
  duration: known.t,
  answer: "known",
  times: [known.t],
  build(options) {
    const world = new World({ ...options, gravity: [0, -g, 0] });
    const table = world.addBody({ shape: createBox({ size: [4, 1, 4] }), fixed: true, position: [-2, -0.5, 1] });
    const shape = createBox({ size: [length, height, 1] });
    const stays = world.addBody({ shape, mass: 1, position: [-beyond, height / 2, 0] });
    const falls = world.addBody({ shape, mass: 1, position: [beyond, height / 2, 2] });
    return {
      world,
      check() {
        const near = (point: readonly number[]) => point[0] > -0.01;
        const [share, I] = [beyond / (length / 2 + beyond), (length * length + height * height) / 12];
        const start = { t: 0, x: [beyond, height / 2, 2], v: [0, 0, 0], force: g / (1 + (beyond * beyond) / I) };
        const row = [start, known].find(({ t }) => t === world.time);
        const { x = [], v = [], force: second = 0 } = row ?? {};
        const got = sumForces(world, falls, table);
        const other = [
          { what: "force on the second", exact: second, got },
          ...checkMotion(world, falls, "the second", x, v),
        ];
        return [
          { what: "force on the first", exact: g * (1 - share), got: sumForces(world, stays, table, near) },
          ...checkMotion(world, stays, "the first", [-beyond, height / 2, 0], [0, 0, 0]),
          ...(row === undefined ? [] : other),
        ];
      },
    };
  },
};
