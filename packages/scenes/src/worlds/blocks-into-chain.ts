/**
 * Blocks fall into a chain that hangs between two posts: two, or many. They are caught: always above the chain, by no less
 * than half their height. Left and right are each other's image at first, and so they stay until they meet in the middle,
 * where it is open which block slides over the other.
 *
 * Follows: Baraff 1989, figure 14.
 */
import { createBox } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { addChain, checkAtLeast, checkMirror, checkPlane, riseAbove } from "./links.js";
import { readCenter, type WorldScene } from "./world-scene.js";

const [links, span, sag] = [10, 3, 0.8];

/** `layers` of two blocks, one above the other. */
function dropBlocks(name: string, summary: string, duration: number, layers: number): WorldScene {
  return {
    name,
    summary,
    duration,
    answer: "conserved",
    build(options) {
      const world = new World({ ...options });
      const points = Array.from({ length: links + 1 }, (_, k) => {
        const s = (2 * k) / links - 1;
        return [0.5 * span * s, sag * (s * s - 1)];
      });
      const chain = addChain(world, { points, thickness: 0.06, width: 0.6, mass: 0.3, ends: "both" });
      const shape = createBox({ size: [0.4, 0.3, 0.4] });
      const [left, right] = [-1, 1].map((side) =>
        Array.from({ length: layers }, (_, k) => {
          const position = [side * (0.35 + 0.05 * k), 0.3 + 0.5 * k, 0];
          return world.addBody({ shape, mass: 1, position });
        }),
      );
      return {
        world,
        check() {
          const line = [points[0], ...chain.map((link) => readCenter(world, link)), points[links]];
          const rises = [...left, ...right].map((block) => riseAbove(line, readCenter(world, block)));
          const caught = checkAtLeast("height above the chain", 0.15, Math.min(...rises));
          const planar = [caught, ...checkPlane(world, [...chain, ...left, ...right])];
          const hasMet = world.events.some(({ a, b }) => left.includes(a) && right.includes(b));
          if (hasMet) return planar;
          const half = links / 2;
          const mirror = checkMirror(world, chain.slice(0, half), chain.slice(half).reverse());
          return [...planar, ...mirror, ...checkMirror(world, left, right)];
        },
      };
    },
  };
}

export const twoBlocksIntoChain = dropBlocks("two-blocks-into-chain", "two blocks fall into a hanging chain", 1, 1);
export const blocksIntoChain = dropBlocks("blocks-into-chain", "six blocks fall into a hanging chain", 1.5, 3);
