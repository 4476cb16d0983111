/** Orders of the methods of fixed step in a world: between events, across an impact, and where a contact ends. */
import { createBox, createSphere } from "@rigor/engine/collide";
import { hinge } from "@rigor/engine/constrain";
import { World, type WorldEvent, type WorldOptions } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

/** A rod that swings from level, onto a ball that is fixed if there is one. */
function createSwing(options: WorldOptions, isStruck: boolean): World {
  const world = new World(options);
  const rod = world.addBody({ shape: createBox({ size: [1, 0.1, 0.1] }), mass: 3, position: [0.5, 0, 0] });
  world.add(hinge({ a: { body: rod }, at: [0, 0, 0], axis: [0, 0, 1] }));
  const stop = createSphere({ radius: 0.2 });
  if (isStruck) world.addBody({ shape: stop, fixed: true, position: [0, -0.9, 0], restitution: 0.7 });
  return world;
}

/** A ball that slides down another, and leaves it. */
function createSlide(options: WorldOptions): World {
  const world = new World(options);
  world.addBody({ shape: createSphere({ radius: 1 }), fixed: true });
  const position = [1.5 * Math.sin(0.3), 1.5 * Math.cos(0.3), 0];
  world.addBody({ shape: createSphere({ radius: 0.5 }), mass: 1, position });
  return world;
}

interface Scene {
  readonly name: string;
  readonly build: (options: WorldOptions) => World;
  readonly end: number;
  /** What happens on the way. */
  readonly type: WorldEvent["type"] | null;
}

const scenes: readonly Scene[] = [
  { name: "between events", build: (options) => createSwing(options, false), end: 0.4, type: null },
  { name: "across an impact", build: (options) => createSwing(options, true), end: 1, type: "collision" },
  { name: "where a contact ends", build: createSlide, end: 1.2, type: "separate" },
];

const methods = [
  ["euler", 1],
  ["midpoint", 2],
  ["rk4", 4],
] as const;

describe.each(scenes)("$name", ({ build, end, type }) => {
  const exact = build({ tolerance: 1e-12 });
  exact.advanceTo(end);

  test.each(methods)("%s is of order %i", (integrator, order) => {
    expect(type === null || exact.events.some((event) => event.type === type)).toBe(true);
    const errors = [0.005, 0.0025].map((step) => {
      const world = build({ integrator, step });
      expect(world.advanceTo(end).status).toBe("done");
      expect(world.events.map((event) => event.type)).toEqual(exact.events.map((event) => event.type));
      return world.system.state.reduce((most, y, k) => Math.max(most, Math.abs(y - exact.system.state[k])), 0);
    });
    // measured within 0.04
    expect(Math.abs(Math.log2(errors[0] / errors[1]) - order)).toBeLessThan(0.1);
  });
});

test("tightening the tolerance of an adaptive method tightens the answer across all of them", () => {
  for (const { build, end } of scenes) {
    const exact = build({ tolerance: 1e-12 });
    exact.advanceTo(end);
    for (const tolerance of [1e-6, 1e-8, 1e-10]) {
      const world = build({ tolerance });
      world.advanceTo(end);
      const error = world.system.state.reduce((most, y, k) => Math.max(most, Math.abs(y - exact.system.state[k])), 0);
      expect(error).toBeLessThan(10 * tolerance);
    }
  }
});
