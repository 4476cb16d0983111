/**
 * A chain falls from level about its upper end, catches on a fixed pivot half way down, and curls round it: more than once
 * in the end. All stays in its plane, joints hold, nothing is lost but in impacts.
 *
 * Follows: Baraff 1989, figure 14.
 */
import { createBox } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { turnAbout } from "../mechanisms/mechanism-scene.js";
import { addChain, checkAtLeast, checkPlane, windRound } from "./links.js";
import { readCenter, type WorldScene } from "./world-scene.js";

const [links, length, duration] = [12, 0.2, 1.2];
const pivot = [0.05, -1.1, 0];

export const curlingChain: WorldScene = {
  name: "curling-chain",
  summary: "a chain that swings against a fixed pivot and curls round it",
  duration,
  answer: "conserved",
  build(options) {
    const world = new World({ ...options });
    const shape = createBox({ size: [0.2, 0.2, 0.4] });
    world.addBody({ shape, fixed: true, position: pivot, rotation: turnAbout([0, 0, 1], 0.3) });
    const points = Array.from({ length: links + 1 }, (_, k) => [-length * k, 0]);
    const chain = addChain(world, { points, thickness: 0.05, width: 0.1, mass: 0.2 });
    return {
      world,
      check() {
        const planar = checkPlane(world, chain);
        if (world.time < duration) return planar;
        const turn = windRound(
          pivot,
          chain.map((link) => readCenter(world, link)),
        );
        // measured: 407°; a chain that misses goes by at less than half a turn
        return [...planar, checkAtLeast("turns round the pivot", 1, turn / (2 * Math.PI))];
      },
    };
  },
};
