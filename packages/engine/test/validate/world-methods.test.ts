/** The choices of a world: whatever the method, the motion is the same. */
import { describe, expect, test } from "vitest";
import { createBox, createPlane, createSphere } from "../../src/collide/index.js";
import { World, type WorldOptions } from "../../src/world/index.js";

/** A tilted box that falls on the floor and onto its side, and a ball that strikes it. */
function play(options: WorldOptions, tEnd: number): World {
  const world = new World(options);
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, restitution: 0.4 });
  const box = createBox({ size: [0.4, 0.8, 0.6] });
  world.addBody({ shape: box, mass: 2, position: [0, 0.7, 0], rotation: [0, 0, 0.2, 1], restitution: 0.4 });
  const ball = { shape: createSphere({ radius: 0.2 }), mass: 1, restitution: 0.4 };
  world.addBody({ ...ball, position: [-2, 0.9, 0.05], velocity: [4, 0, 0] });
  const { status, message } = world.advanceTo(tEnd);
  expect(status, message).toBe("done");
  return world;
}

function compare(a: World, b: World): number {
  const [p, q] = [a.system.state, b.system.state];
  return p.reduce((most, x, k) => Math.max(most, Math.abs(x - q[k])), 0);
}

describe("instants of collisions", () => {
  const reference = play({}, 0.6);
  test("are met often enough to tell", () => {
    expect(reference.events.filter(({ type }) => type === "collision").length).toBeGreaterThan(4);
  });

  test.each(["regula-falsi", "bisection"] as const)("by %s are the same", (impactTime) => {
    const world = play({ impactTime }, 0.6);
    const times = (events: World["events"]) => events.filter(({ type }) => type === "collision").map(({ t }) => t);
    const [found, expected] = [times(world.events), times(reference.events)];
    expect(found.length).toBe(expected.length);
    // all end at neighbouring doubles; what follows differs by that: 4e-14 measured
    found.forEach((t, k) => {
      expect(Math.abs(t - expected[k])).toBeLessThan(1e-13);
    });
    expect(compare(world, reference)).toBeLessThan(2e-13);
  });
});

describe("resting contact", () => {
  test("by pivoting moves the same", () => {
    // accelerations are unique: the same bits measured, but rounding may differ
    expect(compare(play({ resting: "pivot" }, 0.9), play({}, 0.9))).toBeLessThan(1e-12);
  });

  test("the heuristic needs a solver of linear programs", () => {
    expect(() => new World({ resting: "lp-1989" })).toThrow(/options\.linearProgram: must be given/);
  });
});

describe("integrators", () => {
  test.each([
    // measured 3.4e-10, 1.9e-10 and 3.2e-7, which is 8.0e-8 at half the step
    ["adams", {}, 1e-9],
    ["rk4", { step: 1e-3 }, 6e-10],
    ["midpoint", { step: 5e-4 }, 8e-7],
    ["midpoint", { step: 2.5e-4 }, 2e-7],
  ] as const)("%s moves the same, to its order", (integrator, more, tolerance) => {
    expect(compare(play({ integrator, ...more }, 0.6), play({ tolerance: 1e-10 }, 0.6))).toBeLessThan(tolerance);
  });
});
