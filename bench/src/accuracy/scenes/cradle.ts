/** Newton's cradle without its strings: balls in a row, in space. */
import type { Item } from "../engine.js";
import { type Scene, worse } from "../scene.js";

const [count, radius] = [5, 0.5];

export const cradle: Scene = {
  name: "cradle",
  about: "A ball with 1 m/s strikes a row of four that touch, e = 1, all of 1 m and 1 kg, without gravity.",
  reference: "The last ball then has 1 m/s and all others are at rest: the worst velocity, and the energy.",
  columns: ["velocity, mm/s", "energy, %"],
  measure(probe) {
    const items: Item[] = Array.from({ length: count }, (_, k) => {
      const position = [k === 0 ? -0.5 : 2 * radius * k, 0, 0] as const;
      return { form: { kind: "sphere", radius }, mass: 1, position, velocity: [k === 0 ? 1 : 0, 0, 0] };
    });
    const run = probe.start({ gravity: [0, 0, 0], friction: 0, restitution: 1, items, inTurn: true });
    run.advance(1.5);
    let [velocity, twice] = [0, 0];
    for (let k = 0; k < count; k++) {
      const [vx, vy, vz] = run.read(k).subarray(7, 10);
      velocity = worse(velocity, Math.hypot(vx - (k === count - 1 ? 1 : 0), vy, vz));
      twice += vx * vx + vy * vy + vz * vz;
    }
    return [1e3 * velocity, 1e2 * Math.abs(twice - 1)];
  },
};
