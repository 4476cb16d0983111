/**
 * A chain with a weight at its end swings into a stack of blocks and scatters it. All stays in its plane, joints hold, and
 * the books close.
 *
 * Follows: Baraff 1989, figure 14.
 */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { ball } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import { addChain, checkPlane } from "./links.js";
import type { WorldScene } from "./world-scene.js";

const [links, length, blocks, size] = [6, 0.4, 5, 0.4];
const top = 2.9;

export const destructiveChain: WorldScene = {
  name: "destructive-chain",
  summary: "a chain with a weight at its end swings into a stack",
  duration: 1.2,
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
    return {
      world,
      check() {
        return checkPlane(world, [...chain, weight, ...stack]);
      },
    };
  },
};
