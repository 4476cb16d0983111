/**
 * A chain falls from level about its upper end, catches on a fixed pivot half way down, and curls round it. All stays in its
 * plane, joints hold, nothing is lost but in impacts.
 *
 * Follows: Baraff 1989, figure 14.
 */
import { createBox } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { turnAbout } from "../mechanisms/mechanism-scene.js";
import { addChain, checkPlane } from "./links.js";
import type { WorldScene } from "./world-scene.js";

const [links, length] = [12, 0.2];

export const curlingChain: WorldScene = {
  name: "curling-chain",
  summary: "a chain that swings against a fixed pivot and curls round it",
  duration: 1.2,
  answer: "conserved",
  build(options) {
    const world = new World({ ...options });
    const shape = createBox({ size: [0.2, 0.2, 0.4] });
    world.addBody({ shape, fixed: true, position: [0.05, -1.1, 0], rotation: turnAbout([0, 0, 1], 0.3) });
    const points = Array.from({ length: links + 1 }, (_, k) => [-length * k, 0]);
    const chain = addChain(world, { points, thickness: 0.05, width: 0.1, mass: 0.2 });
    return {
      world,
      check() {
        return checkPlane(world, chain);
      },
    };
  },
};
