/**
 * A body is moved by hand of the engine itself, on no path and into another: whatever such a jump may come from, the run ends
 * where it was last good, and names the two. Before, the two went on in one another, and nothing was told.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { IslandContext } from "../../src/world/context/island-context.js";

const jump = vi.hoisted(() => ({ body: -1, after: 0, by: [0, 0, 0], count: 0 }));

vi.mock("../../src/world/detection/depenetration.js", async (importActual) => ({
  ...(await importActual<object>()),
  depenetrate({ island }: IslandContext) {
    const { state, time } = island.model.system;
    if (!island.model.moves(jump.body) || time < jump.after || jump.count > 0) return;
    jump.count++;
    for (let k = 0; k < 3; k++) state[13 * jump.body + k] += jump.by[k];
    island.derive();
  },
}));

beforeEach(() => {
  Object.assign(jump, { body: -1, after: 0, by: [0, 0, 0], count: 0 });
});

describe("a body that jumps into another", () => {
  test("of its own island: one below a plank, as that comes down", () => {
    const world = new World();
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: 0.5 });
    const cube = createBox({ size: [1, 1, 1] });
    const [left, right] = [-1, 1].map((x) =>
      world.addBody({ shape: cube, mass: 1, position: [0.6 * x, 0.5, 0], friction: 0.5 }),
    );
    world.addBody({ shape: createBox({ size: [3, 1, 1] }), mass: 1, position: [0, 1.6, 0], friction: 0.5 });
    Object.assign(jump, { body: left, after: 0.1, by: [0.5, 0, 0] });
    const { status, message, t } = world.advanceTo(1);
    expect(jump.count).toBe(1);
    expect(status).toBe("failed");
    expect(message).toMatch(new RegExp(`body ${left} is 0\\.3\\d* m deep in body ${right} at t = 0\\.2`));
    // the last good time is where the window began, before the plank came down
    expect(t).toBeLessThan(Math.sqrt(0.2 / 9.81));
    expect(world.system.state[13 * left]).toBe(-0.6);
  });

  test("of another island", () => {
    const world = new World({ gravity: [0, 0, 0] });
    const cube = createBox({ size: [1, 1, 1] });
    const mover = world.addBody({ shape: cube, mass: 1, velocity: [1, 0, 0], restitution: 1 });
    world.addBody({ shape: cube, mass: 1, position: [1.5, 0, 0], restitution: 1 });
    const other = world.addBody({ shape: cube, mass: 1, position: [0, 3, 0] });
    Object.assign(jump, { body: mover, after: 0.4, by: [0, 2.5, 0] });
    const { status, message } = world.advanceTo(1);
    expect(jump.count).toBe(1);
    expect(status).toBe("failed");
    expect(message).toMatch(new RegExp(`body ${mover} is 0\\.3\\d* m deep in body ${other}`));
    expect(world.system.state[13 * mover + 1]).toBe(0);
  });
});
