/**
 * Two gears by the contact of their teeth: the first is driven, the second turns against a load. Whenever the first has
 * turned by whole teeth, the second has turned by as many of its own.
 */
import { hinge, jointTorque } from "@rigor/engine/constrain";
import { createRotatePath } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { createTeeth, pitchRadius } from "./gear-teeth.js";
import type { WorldScene } from "./world-scene.js";

const [first, second] = [10, 15];
/** Teeth a second, N·m, and how long they run until the play is gone, s. */
const [speed, load, before] = [5, 5, 0.2];

export const gears: WorldScene = {
  name: "gears",
  summary: "ten teeth drive fifteen",
  duration: 0.6,
  answer: "known",
  build(options) {
    const world = new World({ ...options, gravity: [0, 0, 0], time: -before });
    const path = createRotatePath({ axis: [0, 0, 1], rate: (2 * Math.PI * speed) / first });
    world.addBody({ shapes: createTeeth(first, 0), path });
    const at = [pitchRadius(first) + pitchRadius(second), 0, 0];
    // a gap of the second towards the first
    const shapes = createTeeth(second, Math.PI + Math.PI / second);
    const wheel = world.addBody({ shapes, density: 10, position: at });
    const { angle } = world.add(hinge({ a: { body: wheel }, at, axis: [0, 0, 1] }));
    world.mechanism.addForce(jointTorque(angle, load));
    world.advanceTo(0);
    const from = angle.value;
    return {
      world,
      check() {
        const teeth = speed * world.time;
        if (Math.abs(teeth - Math.round(teeth)) > 1e-12) return [];
        return [{ what: "turn of the second", exact: from - (2 * Math.PI * teeth) / second, got: angle.value }];
      },
    };
  },
};
