/**
 * Contacts that leave their features: when, against closed forms. A ball that slides off an edge, fast and slow; cylinders
 * and capsules that slide over one another.
 */
import { createBox, createCapsule, createCone, createCylinder, createSphere, type Shape } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const g = 9.81;
const R = 0.1;
/** Turned by a quarter about x: what stands along y lies along z. */
const lying = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/** A table whose top is y = 0 and whose edge is x = 0. */
function createTable(): World {
  const world = new World();
  world.addBody({ shape: createBox({ size: [2, 0.2, 2] }), position: [-1, -0.1, 0], fixed: true });
  return world;
}

describe("off the edge of a table", () => {
  // v² > g R: at the edge it is in free fall
  test.each([
    ["a ball, straight", createSphere({ radius: R }), [0, 0, 0, 1], 0],
    ["a ball, aslant", createSphere({ radius: R }), [0, 0, 0, 1], 1.3],
    ["a cylinder along the edge", createCylinder({ radius: R, height: 0.3 }), lying, 0],
    ["a capsule along the edge", createCapsule({ radius: R, height: 0.3 }), lying, 0],
  ] as const)("%s", (_, shape, rotation, side) => {
    const world = createTable();
    const i = world.addBody({
      shape: shape as Shape,
      mass: 1,
      position: [-0.4, R, 0],
      rotation,
      velocity: [2, 0, side],
    });
    const [edge, t] = [0.2, 0.15];
    expect(world.advanceTo(edge + t).status).toBe("done");
    const leave = world.events.find(({ type }) => type === "separate");
    // measured 1e-16 s; a rim is caught 1e-10 m before: 5e-11 s
    expect(Math.abs((leave?.t ?? 0) - edge)).toBeLessThan(1e-10);
    const { state } = world.system;
    expect(Math.abs(state[13 * i + 1] - (R - (g * t * t) / 2))).toBeLessThan(5e-10);
    expect(Math.abs(state[13 * i] - 2 * t)).toBeLessThan(1e-12);
  });

  // v² < g R: it goes round the edge, and leaves where g cos φ = v²/R + 2 g (1 − cos φ)
  test.each([
    ["a ball", createSphere({ radius: R }), [0, 0, 0, 1]],
    ["a capsule", createCapsule({ radius: R, height: 0.3 }), lying],
  ] as const)("%s, slowly", (_, shape, rotation) => {
    const world = createTable();
    const v = 0.3;
    world.addBody({ shape: shape as Shape, mass: 1, position: [-0.03, R, 0], rotation, velocity: [v, 0, 0] });
    expect(world.advanceTo(0.6).status).toBe("done");
    const leave = world.events.find(({ type }) => type === "separate");
    const cosine = (v * v + 2 * g * R) / (3 * g * R);
    // measured 8e-11 with the solver's tolerance of 1e-8
    expect(Math.abs(Math.abs(leave?.normal[1] ?? 0) - cosine)).toBeLessThan(1e-9);
  });
});

describe("over one another, frictionless", () => {
  const cases: [string, Shape, Shape, readonly number[]][] = [
    [
      "a cylinder over one as long",
      createCylinder({ radius: R, height: 0.4 }),
      createCylinder({ radius: 0.2, height: 0.4 }),
      lying,
    ],
    [
      "a cylinder over a longer one",
      createCylinder({ radius: R, height: 0.3 }),
      createCylinder({ radius: 0.2, height: 0.5 }),
      lying,
    ],
    [
      "a capsule over a capsule",
      createCapsule({ radius: R, height: 0.3 }),
      createCapsule({ radius: 0.2, height: 0.5 }),
      lying,
    ],
    ["a ball over a capsule", createSphere({ radius: R }), createCapsule({ radius: 0.2, height: 0.5 }), [0, 0, 0, 1]],
  ];
  // from the top at φ₀: cos φ = ⅔ cos φ₀, whatever the radii
  test.each(cases)("%s leaves where cos φ = ⅔ cos φ₀", (_, above, below, rotation) => {
    const world = new World();
    world.addBody({ shape: below, rotation: lying, fixed: true });
    const start = 0.2;
    const D = R + 0.2;
    world.addBody({ shape: above, mass: 1, position: [D * Math.sin(start), D * Math.cos(start), 0], rotation });
    const { total } = world.getEnergy();
    expect(world.advanceTo(1).status).toBe("done");
    const leave = world.events.find(({ type }) => type === "separate");
    expect(Math.abs(Math.abs(leave?.normal[1] ?? 0) - (2 / 3) * Math.cos(start))).toBeLessThan(1e-9);
    expect(Math.abs(world.getEnergy().total - total)).toBeLessThan(1e-8);
  });

  // an edge on the side of a cone: gap and ledger while it slides down to the rim
  test("a block's edge slides down a cone", () => {
    const world = new World();
    world.addBody({ shape: createCone({ radius: 0.4, height: 0.6 }), fixed: true });
    const rotation = [0, 0, Math.sin(0.35), Math.cos(0.35)];
    world.addBody({ shape: createBox({ size: [0.3, 0.3, 0.3] }), mass: 1, position: [0.25, 0.42, 0.02], rotation });
    const { total } = world.getEnergy();
    for (let k = 1; k <= 10; k++) {
      const { status, worst } = world.advanceTo(0.05 * k);
      expect(status).toBe("done");
      expect(worst.penetration).toBeLessThan(1e-7);
      expect(Math.abs(world.getEnergy().total - total)).toBeLessThan(1e-7);
    }
    expect(world.events.length).toBeGreaterThan(1);
  });
});
