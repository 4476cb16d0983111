/**
 * A pendulum that hung still, asleep, was told to pull at its pin with nothing after a snapshot, and so in what a run wrote after its
 * first checkpoint: what sleeps is not settled, and had no rows to find the forces of its joints by. The audit found it.
 */
import { hinge } from "@rigor/engine/constrain";
import { boxMass } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

const weight = 2 * 9.81;

function hang(): World {
  const world = new World();
  // two of them, as one world of one island is taken on by itself
  for (const x of [0, 3]) {
    const body = world.addBody({ mass: boxMass({ size: [0.1, 1, 0.1], mass: 2 }), position: [x, -0.5, 0] });
    world.add(hinge({ a: { body }, at: [x, 0, 0], axis: [0, 0, 1] }));
  }
  return world;
}

test("a pendulum that sleeps pulls at its pin after a snapshot, too", () => {
  const [world, other] = [hang(), hang()];
  world.advanceTo(1);
  other.restore(world.save());
  for (const each of [world, other]) {
    expect(each.advanceTo(2).steps).toBe(0);
    for (const force of each.getReactions().values()) {
      expect(Math.abs(force[1] - weight)).toBeLessThan(1e-13 * weight);
    }
    expect(each.worst.forceBalance).toBeLessThan(1e-13);
  }
});
