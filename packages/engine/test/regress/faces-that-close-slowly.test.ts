/**
 * In islands of more than two bodies what was nearer than a hundredth of the contact tolerance was taken to touch, and was
 * closed. Faces of dominoes that lean on each other by an edge close ever more slowly and are never flush: held before, the two
 * could not go on, forces contradicted each other, and sixty pieces behind the front of a row that was a storm.
 */
import { createBox } from "@rigor/engine/collide";
import { hinge, weld } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test("a flap with two others on it that is 5e-10 m above its stop, and slow, arrives later", () => {
  const world = new World({ gravity: [0, 0, 0] });
  world.addBody({ shape: createBox({ size: [1, 1, 1] }), fixed: true, position: [0.5, -0.5, 0] });
  // about an axis at its left end, its right corner 5e-10 m above the block: 2e-8 rad/s
  const [turn, rate] = [5e-10, 2e-8];
  const flap = world.addBody({
    shape: createBox({ size: [1, 0.1, 0.4] }),
    mass: 1,
    position: [0.5 - 0.05 * turn, 0.5 * turn + 0.05, 0],
    rotation: [0, 0, turn / 2, 1],
    velocity: [0.05 * rate, -0.5 * rate, 0],
    angularVelocity: [0, 0, -rate],
  });
  world.add(hinge({ a: { body: flap }, at: [0, 0, 0], axis: [0, 0, 1] }));
  for (const x of [0.25, 0.75]) {
    const size = [0.1, 0.1, 0.1];
    const place = { position: [x, 0.15 + x * turn, 0], velocity: [0.15 * rate, -x * rate, 0] };
    const load = world.addBody({ shape: createBox({ size }), mass: 1, ...place, angularVelocity: [0, 0, -rate] });
    world.add(weld({ a: { body: flap }, b: { body: load } }));
  }
  const measure = () => 2 * world.system.state[13 * flap + 5];
  for (let k = 1; k <= 4; k++) {
    world.advanceTo(0.005 * k);
    // it was closed at once before: 0
    expect(Math.abs(measure() - (turn - 0.005 * k * rate))).toBeLessThan(1e-13);
  }
  const { events } = world.advanceTo(0.05);
  expect(events.map(({ type }) => type)).toEqual(["touch"]);
  // what arrives within 5e-4 s touches: 1.2e-4 s, 2.5e-12 m
  expect(Math.abs(events[0].t - turn / rate)).toBeLessThan(5e-4);
  expect(Math.abs(measure())).toBeLessThan(1e-13);
});
