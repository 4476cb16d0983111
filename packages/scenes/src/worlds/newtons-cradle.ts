/**
 * Newton's cradle of five balls, each collision by itself: what one end brings, the other takes away, for ever. The balls
 * at the ends swing as a pendulum does in elliptic functions, by turns; those in the middle hang still.
 *
 * Follows: Baraff 1989, section 8, figure 11.
 */

import { swingFrom } from "../mechanisms/elliptic.js";
import { checkBall, hangBalls } from "./cradle.js";
import type { WorldScene } from "./world-scene.js";

const [count, aside, w] = [5, 0.8, Math.sqrt(9.81)];

export const newtonsCradle: WorldScene = {
  name: "newtons-cradle",
  summary: "five balls on strings: one comes in, one goes out",
  duration: 5,
  answer: "known",
  build(options) {
    const world = hangBalls(count, aside, { ...options, collisions: "propagation" });
    return {
      world,
      check() {
        // one pendulum would do all of the swings: the first ball has those to the left
        const { angle, rate } = swingFrom(aside, w, world.time);
        const isFirst = angle > 0;
        return Array.from({ length: count }, (_, k) => k).flatMap((k) => {
          const moves = (k === 0 && isFirst) || (k === count - 1 && !isFirst);
          return checkBall(world, k, moves ? -angle : 0, moves ? -rate : 0);
        });
      },
    };
  },
};
