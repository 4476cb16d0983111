/**
 * A billiard break: a ball strikes a rack of fifteen that touch, straight from the front. All collisions at once, nothing
 * lost in any of them: energy, momentum and the symmetry of the rack stay.
 *
 * Follows: Baraff 1989, section 8.
 */
import { createSphere } from "@rigor/engine/collide";
import { kineticEnergy } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { readCenter, sumMomentum, type WorldScene } from "./world-scene.js";

const [rows, r, m, speed] = [5, 0.0286, 0.17, 5];
/** m: from the front ball. */
const away = 0.5;

export const billiardBreak: WorldScene = {
  name: "billiard-break",
  summary: "a ball strikes a rack of fifteen, and nothing is lost",
  duration: 0.5,
  answer: "conserved",
  build(options) {
    const world = new World({ ...options, gravity: [0, 0, 0] });
    const ball = { shape: createSphere({ radius: r }), mass: m, restitution: 1 };
    world.addBody({ ...ball, position: [-away, 0, 0], velocity: [speed, 0, 0] });
    for (let row = 0; row < rows; row++) {
      for (let k = 0; k <= row; k++) {
        world.addBody({ ...ball, position: [Math.sqrt(3) * r * row, 0, r * (2 * k - row)] });
      }
    }
    /** The number of ball k in a row. */
    const find = (row: number, k: number) => 1 + (row * (row + 1)) / 2 + k;
    return {
      world,
      check() {
        const mirror = Array.from({ length: rows }, (_, row) => row).flatMap((row) => {
          const [left, right] = [find(row, 0), find(row, row)].map((body) => readCenter(world, body));
          return [
            { what: `x at the ends of row ${row}`, exact: left[0], got: right[0] },
            { what: `z at the ends of row ${row}`, exact: -left[2], got: right[2] },
          ];
        });
        return [
          { what: "momentum", exact: m * speed, got: sumMomentum(world, 0) },
          { what: "momentum across", exact: 0, got: sumMomentum(world, 2) },
          { what: "kinetic energy", exact: 0.5 * m * speed * speed, got: kineticEnergy(world.system) },
          ...mirror,
        ];
      },
    };
  },
};
