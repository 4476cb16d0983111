/** Velocities back onto their rows, also with a factor that is that of another state. */
import { createBox } from "@rigor/engine/collide";
import { ball, pointOnPlane, projectVelocities } from "@rigor/engine/constrain";
import { Slot } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { createIsland } from "../../../support/islands.js";

/** Three links of a chain whose rows were factored in one position, and are evaluated in another. */
function createStale() {
  const world = new World({ gravity: [0, 0, 0] });
  const shape = createBox({ size: [1, 0.1, 0.1] });
  for (let k = 0; k < 3; k++) {
    const body = world.addBody({ shape, mass: 1 + k, position: [k + 0.5, 0, 0] });
    const b = k === 0 ? [0, 0, 0] : { body: body - 1, point: [0.5, 0, 0] };
    world.add(ball({ a: { body, point: [-0.5, 0, 0] }, b }));
  }
  const island = createIsland(world);
  island.activate([]);
  const { system } = island.model;
  // all turn by 1.2 rad about the hook, and fly apart
  const [c, s] = [Math.cos(1.2), Math.sin(1.2)];
  for (let k = 0; k < 3; k++) {
    system.state.set([c * (k + 0.5), s * (k + 0.5), 0, 0, 0, Math.sin(0.6), Math.cos(0.6)], 13 * k);
    for (let x = 0; x < 6; x++) system.state[13 * k + Slot.P + x] = ((k + 1) * (x - 2.5)) % 1.7;
  }
  island.derive();
  island.evaluate();
  return island;
}

test("a factor that leaves much of them is made anew", () => {
  const island = createStale();
  const largest = () => island.active.table.rate.reduce((most, rate) => Math.max(most, Math.abs(rate)), 0);
  const before = largest();
  expect(before).toBeGreaterThan(1);
  expect(projectVelocities(island)).toBe(true);
  island.evaluate();
  // a few roundings; with the factor at hand most of them would be left
  expect(largest()).toBeLessThan(1e-14 * before);
  // what is on its rows stays there
  const state = Array.from(island.model.system.state);
  island.active.table.rate.fill(0);
  expect(projectVelocities(island)).toBe(false);
  expect(Array.from(island.model.system.state)).toEqual(state);
});

test("rows that nearly depend on one another and disagree do not stop what moves along them", () => {
  // twice the same plane, and one that leans by 1e-4: with 1 mm/s along them the third is off by 1e-7 m/s, and to meet all
  // three would take away all of the motion
  const world = new World({ gravity: [0, 0, 0] });
  const body = world.addBody({ shape: createBox({ size: [1, 1, 1] }), mass: 1 });
  for (const lean of [0, 0, 1e-4]) world.add(pointOnPlane({ a: { body }, b: [0, 0, 0], normal: [lean, 1, 0] }));
  const island = createIsland(world);
  island.activate([]);
  island.active.solver.judge();
  const move = (x: number, y: number) => {
    island.model.system.state.set([x, y, 0], Slot.P);
    island.derive();
    island.evaluate();
    projectVelocities(island);
    return Array.from(island.model.system.state.subarray(Slot.P, Slot.P + 2));
  };
  const [along, across] = move(1e-3, 0);
  // along them λ/(λ + ε) of it is lost, with λ = 2/3 · 1e-8, ε = 1e-4; across no more is made than was off
  expect(Math.abs(along - 1e-3)).toBeLessThan(6.7e-8);
  expect(Math.abs(across)).toBeLessThan(1e-7);
  // what they agree about is taken away
  expect(Math.abs(move(0, 1e-3)[1])).toBeLessThan(1e-18);
});
