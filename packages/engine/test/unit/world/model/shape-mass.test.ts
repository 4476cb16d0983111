/** The mass of what collides, shape by shape, against the formulas of solids. */
import {
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createMesh,
  createPlane,
  createSphere,
  type Shape,
} from "@rigor/engine/collide";
import { describe, expect, test } from "vitest";
import { massOfShape } from "../../../../src/world/model/shape-mass.js";

const π = Math.PI;

/** Volume, and I/m about the centre of mass: xx, yy, zz. */
const solids: Record<string, [Shape, number, [number, number, number]]> = {
  sphere: [createSphere({ radius: 0.7 }), (4 / 3) * π * 0.343, [0.196, 0.196, 0.196]],
  box: [createBox({ size: [1, 2, 3] }), 6, [(4 + 9) / 12, (1 + 9) / 12, (1 + 4) / 12]],
  cylinder: [createCylinder({ radius: 0.5, height: 2 }), π * 0.5, [0.25 / 4 + 4 / 12, 0.25 / 2, 0.25 / 4 + 4 / 12]],
  cone: [
    createCone({ radius: 0.5, height: 2 }),
    (π * 0.5) / 3,
    [(3 / 80) * (4 * 0.25 + 4), 0.3 * 0.25, (3 / 80) * (4 * 0.25 + 4)],
  ],
  // corners in the axes: |x| + |y| + |z| ≤ 1, V = 4/3, I/m = 1/5
  octahedron: [
    createConvex({
      vertices: [1, -1].flatMap((s) => [
        [s, 0, 0],
        [0, s, 0],
        [0, 0, s],
      ]),
    }),
    4 / 3,
    [1 / 5, 1 / 5, 1 / 5],
  ],
};

describe.each(Object.keys(solids))("%s", (name) => {
  test("volume and inertia", () => {
    const [shape, volume, [xx, yy, zz]] = solids[name];
    const { mass, inertia } = massOfShape("shape", shape, { density: 2 });
    expect(Math.abs(mass / (2 * volume) - 1)).toBeLessThan(1e-15);
    const expected = [xx, 0, 0, 0, yy, 0, 0, 0, zz];
    expected.forEach((value, k) => {
      expect(Math.abs(inertia[k] / mass - value)).toBeLessThan(4e-16);
    });
    expect(massOfShape("shape", shape, { mass: 3 }).mass).toBe(3);
  });
});

test("a capsule is a cylinder between two half spheres", () => {
  const { mass, inertia } = massOfShape("shape", createCapsule({ radius: 0.5, height: 2 }), { density: 1 });
  const [rod, ends] = [π * 0.25 * 2, (4 / 3) * π * 0.125];
  // a half sphere has its centre 3r/8 from its face
  const iEnds = ends * (0.4 * 0.25 + 1 + (3 / 4) * 0.5);
  expect(Math.abs(mass - rod - ends)).toBeLessThan(1e-15);
  expect(Math.abs(inertia[4] - (rod * 0.125 + ends * 0.1))).toBeLessThan(1e-15);
  expect(Math.abs(inertia[0] - (rod * (0.25 / 4 + 4 / 12) + iEnds))).toBeLessThan(1e-15);
});

test("a hull with eight corners that is no box about the origin is no box", () => {
  const box = createBox({ size: [1, 1, 1] });
  const vertices = Array.from(box.polyhedron?.vertices ?? []);
  const moved = Array.from({ length: 8 }, (_, v) => [vertices[3 * v] + 0.25, vertices[3 * v + 1], vertices[3 * v + 2]]);
  const { mass, center } = massOfShape("shape", createConvex({ vertices: moved }), { density: 1 });
  expect(Math.abs(mass - 1)).toBeLessThan(1e-15);
  expect(Math.abs(center[0] - 0.25)).toBeLessThan(1e-16);
});

test("a plane and a mesh have none, and say what to do", () => {
  const message =
    /bodies\[0\]\.shape: must be a shape with a mass, got "a plane"; make it fixed, or decompose the mesh/;
  expect(() => massOfShape("bodies[0].shape", createPlane({ normal: [0, 1, 0] }), { mass: 1 })).toThrow(message);
  const vertices = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 0, 1],
  ];
  const mesh = createMesh({ vertices, faces: [[0, 1, 2]] });
  expect(() => massOfShape("shape", mesh, { mass: 1 })).toThrow(/got "a mesh"/);
});
