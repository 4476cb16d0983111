/**
 * A block on the slope of a wedge that slides on the floor, all without friction. With the slope falling towards +x:
 *
 *   A = −m g sin α cos α/(M + m sin² α)          of the wedge, along x
 *   a = (M + m) g sin α/(M + m sin² α)           of the block, down the slope as the wedge sees it
 *   N = m M g cos α/(M + m sin² α)               between the two; the floor carries (M + m) g + m a_y
 */
import { createBox, createConvex, createPlane } from "@rigor/engine/collide";
import { atan2 } from "@rigor/engine/math";
import { World } from "@rigor/engine/world";
import { turnAbout } from "../mechanisms/mechanism-scene.js";
import { checkMotion, readCenter, sumForces, type WorldScene } from "./world-scene.js";

const [m, M, sin, cos, g] = [1, 3, 0.6, 0.8, 9.81];
const N = (m * M * g * cos) / (M + m * sin * sin);
const A = (-m * g * sin * cos) / (M + m * sin * sin);
const a = ((M + m) * g * sin) / (M + m * sin * sin);

export const slidingWedge: WorldScene = {
  name: "sliding-wedge",
  summary: "a block slides down a wedge that slides away below it",
  duration: 0.6,
  answer: "known",
  build(options) {
    const world = new World({ ...options, gravity: [0, -g, 0] });
    const floor = world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    const corners = [
      [0, 0],
      [5 * cos, 0],
      [0, 5 * sin],
    ];
    const vertices = corners.flatMap(([x, y]) => [-1, 1].map((z) => [x, y, z]));
    const wedge = world.addBody({ shape: createConvex({ vertices }), mass: M });
    const rotation = turnAbout([0, 0, 1], -atan2(sin, cos));
    // half its height above the slope, 2 m down
    const position = [2 * cos + 0.25 * sin, 3 * sin + 0.25 * cos, 0];
    const block = world.addBody({ shape: createBox({ size: [0.5, 0.5, 0.5] }), mass: m, position, rotation });
    const from = [wedge, block].map((body) => readCenter(world, body));
    return {
      world,
      check() {
        const t = world.time;
        const fall = (k: number, rate: readonly number[]) => {
          const x = rate.map((r, c) => from[k][c] + 0.5 * r * t * t);
          const v = rate.map((r) => r * t);
          return checkMotion(world, [wedge, block][k], ["wedge", "block"][k], x, v);
        };
        return [
          ...fall(0, [A, 0, 0]),
          ...fall(1, [A + a * cos, -a * sin, 0]),
          { what: "force between", exact: N, got: sumForces(world, block, wedge) },
          { what: "force of the floor", exact: M * g + N * cos, got: sumForces(world, wedge, floor) },
        ];
      },
    };
  },
};
