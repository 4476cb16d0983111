/** What users say of a body, as rigid and contact want it. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { boxMass, type MassProperties } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { splitBody } from "../../../../src/world/model/body.js";
import type { WorldBodyOptions } from "../../../../src/world/model/body-options.js";

const cube = createBox({ size: [1, 1, 1] });
const massOf = (options: WorldBodyOptions) => splitBody("bodies[0]", options).body.mass as MassProperties;

describe("mass", () => {
  test("in kg, by density, or by the density of water", () => {
    expect(massOf({ shape: cube, mass: 3 }).mass).toBe(3);
    expect(massOf({ shape: cube, density: 20 }).mass).toBe(20);
    expect(massOf({ shape: cube }).mass).toBe(1000);
  });

  test("spread evenly over several shapes: by their volumes, about the common centre", () => {
    const shapes = [
      { shape: cube, position: [-1, 0, 0] },
      { shape: createBox({ size: [1, 1, 2] }), position: [2, 0, 0] },
    ];
    const { mass, center, inertia } = massOf({ shapes, mass: 6 });
    expect(mass).toBe(6);
    expect(center[0]).toBe(1);
    // 2 kg at −2 m and 4 kg at 1 m of the centre
    const yy = 2 / 6 + 2 * 4 + (4 * (1 + 4)) / 12 + 4 * 1;
    expect(Math.abs(inertia[4] - yy)).toBeLessThan(1e-14);
  });

  test("shapes may have densities of their own", () => {
    const shapes = [
      { shape: cube, position: [-1, 0, 0], density: 3 },
      { shape: cube, position: [1, 0, 0] },
    ];
    const { mass, center } = massOf({ shapes, density: 1 });
    expect(mass).toBe(4);
    expect(center[0]).toBe(-0.5);
    expect(massOf({ shapes: [{ shape: cube, density: 7 }] }).mass).toBe(7);
  });

  test("one shape that is turned has turned inertia", () => {
    const rotation = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    const { inertia } = massOf({ shapes: [{ shape: createBox({ size: [1, 2, 3] }), rotation }], mass: 12 });
    // x and y change places
    [10, 13, 5].forEach((value, k) => {
      expect(Math.abs(inertia[4 * k] - value)).toBeLessThan(1e-14);
    });
  });

  test("as properties, or with an inertia, shapes do not count", () => {
    const mass = boxMass({ size: [3, 3, 3], mass: 2 });
    expect(splitBody("b", { shape: cube, mass }).body.mass).toBe(mass);
    expect(splitBody("b", { shape: cube, mass: 2, inertia: [1, 1, 1] }).body).toEqual({ mass: 2, inertia: [1, 1, 1] });
    expect(splitBody("b", { mass: 2, inertia: [1, 1, 1] }).shapes).toEqual([]);
  });

  test("fixed and driven bodies have none", () => {
    const { body, shapes } = splitBody("b", { shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    expect(body).toEqual({ fixed: true });
    expect(shapes.length).toBe(1);
    const path = () => {};
    expect(splitBody("b", { shape: cube, path }).body).toEqual({ path });
  });
});

test("what belongs to the surface goes there", () => {
  const surface = { restitution: 0.5, friction: 0.1, group: 3, collidesWith: [1, 2] };
  const split = splitBody("b", { shape: cube, ...surface, position: [1, 2, 3] });
  expect(split.surface).toEqual(surface);
  expect(Object.keys(split.body).sort()).toEqual(["mass", "position"]);
  expect(splitBody("b", { shape: cube, material: 2 }).surface).toEqual({ material: 2 });
});

describe("is refused, by name", () => {
  const cases: [string, unknown, RegExp][] = [
    ["nothing", undefined, /bodies\[4\]: must be an object of options, got undefined; for example { shape: createBox/],
    [
      "neither a shape nor mass properties",
      { mass: 1 },
      /bodies\[4\]\.shape: must be given, or mass properties, got undefined; give a shape, or mass properties/,
    ],
    [
      "shape and shapes",
      { shape: cube, shapes: [{ shape: cube }] },
      /bodies\[4\]\.shapes: must be left out beside shape.*put all into shapes/,
    ],
    ["mass and density", { shape: cube, mass: 1, density: 2 }, /bodies\[4\]\.density: must be left out beside mass/],
    [
      "a mass of zero",
      { shape: cube, mass: 0 },
      /bodies\[4\]\.mass: must be a finite number > 0, got 0; use fixed: true for an immovable body/,
    ],
    ["a negative density", { shape: cube, density: -1 }, /bodies\[4\]\.density: must be a finite number > 0, got -1/],
    [
      "a plane that moves",
      { shape: createPlane({ normal: [0, 1, 0] }), mass: 1 },
      /bodies\[4\]\.shape: must be a shape with a mass, got "a plane"; make it fixed/,
    ],
    [
      "a plane among shapes",
      { shapes: [{ shape: createSphere({ radius: 1 }) }, { shape: createPlane({ normal: [0, 1, 0] }) }] },
      /bodies\[4\]\.shapes\[1\]: must be a shape with a mass/,
    ],
  ];
  test.each(cases)("%s", (_, options, message) => {
    expect(() => splitBody("bodies[4]", options as WorldBodyOptions)).toThrow(message);
  });
});
