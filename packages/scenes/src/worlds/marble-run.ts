/** A marble slides down three ramps that slope to and fro, flies from each to the next, and ends on the floor. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { atan2 } from "@rigor/engine/math";
import { World } from "@rigor/engine/world";
import { turnAbout } from "../mechanisms/mechanism-scene.js";
import { followMarble, g, length, radius, ramps, startMarble } from "./marble-track.js";
import { checkMotion, type WorldScene } from "./world-scene.js";

const [distance, thick] = [0.8, 0.04];

export const marbleRun: WorldScene = {
  name: "marble-run",
  summary: "a marble on ramps, through the air and over the floor",
  duration: 5,
  answer: "known",
  build(options) {
    const world = new World({ ...options, gravity: [0, -g, 0] });
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    const shape = createBox({ size: [length, thick, 0.2] });
    for (const { end, u, n } of ramps) {
      const position = [...end.map((x, k) => x - 0.5 * (length * u[k] + thick * n[k])), 0];
      world.addBody({ shape, fixed: true, position, rotation: turnAbout([0, 0, 1], -atan2(n[0], n[1])) });
    }
    const position = [...startMarble(distance), 0];
    const marble = world.addBody({ shape: createSphere({ radius }), mass: 0.1, position });
    return {
      world,
      check() {
        const { p, v } = followMarble(distance, world.time);
        return checkMotion(world, marble, "the marble", [...p, 0], [...v, 0]);
      },
    };
  },
};
