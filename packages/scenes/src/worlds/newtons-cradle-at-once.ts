/**
 * Newton's cradle of three balls, all collisions at once: the first springs back with a third of its speed, the others go
 * on together with two thirds, and all are pendulums until they meet again.
 *
 *   cos θ = 1 − u²/2g        the turning point of a ball with speed u at the bottom of a string of 1 m
 *
 * Follows: Baraff 1989, section 8, figure 11.
 */
import { acos, cos } from "@rigor/engine/math";
import { findQuarter, swingFrom } from "../mechanisms/elliptic.js";
import { checkBall, hangBalls } from "./cradle.js";
import type { WorldScene } from "./world-scene.js";

const [aside, g] = [0.8, 9.81];
const w = Math.sqrt(g);
const speed = Math.sqrt(2 * g * (1 - cos(aside)));
const first = findQuarter(aside, w);

/** A pendulum that leaves the bottom at time 0 with this speed. */
function swingOut(u: number, t: number) {
  const top = acos(1 - (u * u) / (2 * g));
  const { angle, rate } = swingFrom(top, w, t - findQuarter(top, w));
  return { angle: Math.sign(u) * angle, rate: Math.sign(u) * rate };
}

export const newtonsCradleAtOnce: WorldScene = {
  name: "newtons-cradle-at-once",
  summary: "three balls on strings: a third back, two thirds on",
  duration: 1.4,
  answer: "known",
  build(options) {
    const world = hangBalls(3, aside, { ...options, collisions: "simultaneous" });
    return {
      world,
      check() {
        const t = world.time;
        const before = swingFrom(-aside, w, t);
        const after = [-speed / 3, (2 * speed) / 3, (2 * speed) / 3].map((u) => swingOut(u, t - first));
        const at = t < first ? [before, { angle: 0, rate: 0 }, { angle: 0, rate: 0 }] : after;
        return at.flatMap(({ angle, rate }, k) => checkBall(world, k, angle, rate));
      },
    };
  },
};
