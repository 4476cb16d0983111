/**
 * A particle that is tied to a point of a body does not collide with it, as bodies on a joint do not: one tied to a point within
 * was refused, and one on the surface was held twice.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { ball, distance } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

const g = 9.81;

/** A crate of 2 kg on a rope of three particles of 0.1 kg, of which the first is tied to a point of it, over a floor. */
function hang(point: readonly number[], collide: boolean) {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const crate = world.addBody({ shape: createBox({ size: [0.5, 0.5, 0.5] }), mass: 2, position: [0, 1, 0] });
  const y = 1 + point[1];
  for (let k = 0; k < 3; k++) world.addParticle({ mass: 0.1, position: [0, y + 0.4 * k, 0], collide });
  const knot = world.add(ball({ a: { particle: 0 }, b: { body: crate, point } }));
  for (const k of [1, 2]) world.add(distance({ a: { particle: k }, b: { particle: k - 1 } }));
  const hook = world.add(distance({ a: { particle: 2 }, b: [0, y + 1.2, 0] }));
  return { world, crate, knot, hook };
}

test.each([[[0, 0, 0]], [[0, 0.1, 0]], [[0, 0.25, 0]]])("at %o it hangs, is let go, and lies", (point) => {
  // those that do not collide hang within the crate, too: the motion is the same
  const [tied, loose] = [true, false].map((collide) => {
    const { world, crate, knot, hook } = hang(point, collide);
    expect(world.advanceTo(0.5)).toMatchObject({ status: "done", worst: { contacts: 0 } });
    expect(Math.abs(world.getReactions().get(knot)![1] + 2 * g)).toBeLessThan(1e-9);
    world.remove(hook);
    // 0.75 m down: at 0.391 s after, with the upper particles still above it
    expect(world.advanceTo(0.85).status).toBe("done");
    return [...world.system.state.subarray(13 * crate, 13 * crate + 13)];
  });
  for (const [k, value] of tied.entries()) expect(Math.abs(value - loose[k])).toBeLessThan(1e-12);
});

test("and meets it again when it is untied", () => {
  const { world, crate, knot, hook } = hang([0, 0.25, 0], true);
  world.remove(hook);
  world.remove(knot);
  world.advanceTo(0.1);
  // all fall alike, and touch without a force; then the crate lands, and carries the first one
  world.advanceTo(0.6);
  const on = world.getContacts().filter(({ particle, b }) => particle === 0 && b === crate);
  expect(on).toHaveLength(1);
  expect(on[0].force).toBeGreaterThan(0.1 * g - 1e-9);
});
