/**
 * A house of cards with one card 1e6 times as dense. A light card that holds up a heavy one has no weight beside what it carries: it
 * pushes from foot to top, at the angle of the lean, and across the face of the heavy one it is nearly along the surface: that takes
 * μ > 1/tan(lean), which is 1.46 at 0.6 rad and 2.7 at 0.35. With less the house falls; with more it stands, at once.
 *
 * The oracle is statics: the floor bears the sum of the weights, and nothing moves.
 */
import { buildScene, requireScene } from "@rigor/engine/scene";
import { catalogue } from "@rigor/scenes";
import { expect, test } from "vitest";

const g = 9.81;

test.each([
  ["card-0-1-left", 0.6],
  ["card-1-0-left", 0.6],
  ["card-2-0-left", 0.6],
  ["floor-0", 0.35],
  ["floor-1", 0.35],
])("%s, with cards that lean by %d rad", (id, lean) => {
  const house = catalogue.find(({ name }) => name === "card-house");
  const scene = house?.create({ lean, friction: lean > 0.5 ? 2 : 0.5 });
  const bodies = scene?.bodies?.map((body) => (body.id === id ? { ...body, density: 800e6 } : body));
  const { world } = buildScene(requireScene({ ...scene, bodies } as never));
  const before = world.system.state.slice();
  const report = world.advanceTo(1);
  expect([report.status, world.worst.fallbacks]).toEqual(["done", []]);
  // behind the bodies stands the clock
  for (let k = 0; k < before.length - 1; k++) expect(Math.abs(world.system.state[k] - before[k])).toBeLessThan(1e-12);
  let weight = 0;
  for (const mass of world.system.mass) if (Number.isFinite(mass)) weight += g * mass;
  let carried = 0;
  for (const { a, b, force, normal, friction } of world.getContacts()) {
    if (a !== 0 && b !== 0) continue;
    carried += Math.abs(force * normal[1] + friction[1]);
  }
  expect(carried / weight).toBeCloseTo(1, 9);
});
