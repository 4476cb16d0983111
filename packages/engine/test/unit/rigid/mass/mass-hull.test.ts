import { cos, RigorError, sin } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { combineMass } from "../../../../src/rigid/mass/mass-combine.js";
import { hullMass } from "../../../../src/rigid/mass/mass-hull.js";
import { meshMass } from "../../../../src/rigid/mass/mass-mesh.js";
import { boxMass } from "../../../../src/rigid/mass/mass-shapes.js";
import { octahedron, tetrahedron, turnedBox } from "../../../oracles/inertia.js";
import {
  createBox,
  createRevolved,
  differ,
  moveMesh,
  properties,
  quaternion,
  vector,
} from "../../../support/meshes.js";

const density = 1;

describe("hullMass", () => {
  test.each([1e-90, 1e70, 1e90])("of %d m", (size) => {
    const points = Array.from(createBox([-1, -2, -3], [1, 2, 3]).vertices as ArrayLike<ArrayLike<number>>, (v) =>
      Array.from(v, (x) => x * size),
    );
    const { inertia } = hullMass({ points, mass: 3 });
    // m (b² + c²)/3, a few ulp of it (measured: 3.6e-15)
    const exact = [13, 0, 0, 0, 10, 0, 0, 0, 5];
    expect(Math.max(...inertia.map((entry, k) => Math.abs(entry / size / size - exact[k])))).toBeLessThan(7.2e-15);
  });

  test("names its points", () => {
    const flat = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
    ];
    expect(() => hullMass({ points: flat })).toThrow("hull.points: must not all be in a plane");
    expect(() => hullMass({ points: flat.slice(1) })).toThrow("hull.points: must be at least four points, got 3");
  });

  test.each(Object.entries({ tetrahedron, octahedron, turnedBox }))("reference values: %s", (_, reference) => {
    const { vertices, mass, center, inertia } = reference;
    const hull = hullMass({ points: vertices, density: reference.density });
    expect(differ(hull, properties(mass, center, inertia))).toBeLessThan(1e-15);
  });

  test("points inside, on faces and on edges do not matter", () => {
    const { vertices } = createBox([-1, -2, -3], [1, 2, 3]);
    const more = [...vertices, [0, 0, 0], [1, 0.5, 0.25], [1, 2, 0], [0.5, -1, 2], ...vertices];
    for (const shell of [false, true]) {
      const expected = boxMass({ size: [2, 4, 6], density, shell });
      expect(differ(hullMass({ points: more, density, shell }), expected)).toBeLessThan(1e-15);
    }
  });

  test("a box put anywhere", () => {
    fc.assert(
      fc.property(quaternion, vector, (q, p) => {
        const { vertices } = moveMesh(createBox([-1, -2, -3], [1, 2, 3]), q, p);
        const expected = combineMass([{ of: boxMass({ size: [2, 4, 6], density }), rotation: q, position: p }]);
        // the corners are rounded where they go: 2e-15 measured
        expect(differ(hullMass({ points: vertices, density }), expected)).toBeLessThan(4e-15);
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  test("a convex mesh and its points are the same body", () => {
    // a prism on a regular 11-gon
    const ring = Array.from({ length: 11 }, (_, k) => [cos((2 * Math.PI * k) / 11), sin((2 * Math.PI * k) / 11)]);
    const vertices = [-1, 2].flatMap((z) => ring.map(([x, y]) => [x, y, z]));
    const sides = ring.map((_, k) => [k, (k + 1) % 11, 11 + ((k + 1) % 11), 11 + k]);
    const top = ring.map((_, k) => 11 + k);
    const faces = [ring.map((_, k) => 10 - k), top, ...sides];
    for (const shell of [false, true]) {
      const mesh = meshMass({ vertices, faces, density, shell });
      expect(differ(hullMass({ points: vertices, density, shell }), mesh)).toBeLessThan(1e-15);
    }
  });

  test("the corners of a ball of 200 faces", () => {
    const profile = Array.from({ length: 11 }, (_, k) => [sin((Math.PI * k) / 10), -cos((Math.PI * k) / 10)]);
    profile[0][0] = 0;
    profile[10][0] = 0;
    const ball = createRevolved(profile, 20);
    for (const shell of [false, true]) {
      const mesh = meshMass({ ...ball, density, shell });
      // its quadrilaterals are planar but for rounding
      expect(differ(hullMass({ points: ball.vertices, density, shell }), mesh)).toBeLessThan(1e-15);
    }
  });

  test.each([
    [
      "points in a plane",
      {
        points: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [1, 1, 0],
        ],
      },
    ],
    [
      "three points",
      {
        points: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
      },
    ],
    ["one point", { points: [[1, 2, 3]] }],
    ["no points", { points: [] }],
    [
      "a NaN",
      {
        points: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, Number.NaN],
        ],
      },
    ],
    [
      "points in a plane but for rounding",
      {
        points: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [1, 1, 1e-15],
        ],
      },
    ],
    ["an unknown key", { vertices: [[0, 0, 0]] }],
    ["a shell that is no boolean", { points: [[0, 0, 0]], shell: 2 }],
  ])("refuses %s", (_, options) => {
    expect(() => hullMass(options as never)).toThrow(RigorError);
  });
});
