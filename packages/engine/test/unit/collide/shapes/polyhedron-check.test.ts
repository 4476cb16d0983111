/** Polyhedra of the caller's own, and sizes of shapes: packages/engine/src/collide/shapes/polyhedron-check.ts, size.ts, shape.ts. */
import { RigorError } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import {
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createSphere,
  fromPolyhedron,
} from "../../../../src/collide/shapes/create-shape.js";
import { createPolyhedron } from "../../../../src/collide/shapes/polyhedron-check.js";

const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const faces = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
];
const hostile = (value: unknown): never => value as never;

/** A prism over a polygon, z from 0 to 1. */
function createPrism(polygon: readonly (readonly number[])[]): ReturnType<typeof createPolyhedron> {
  const n = polygon.length;
  const round = polygon.map((_, k) => k);
  const sides = round.map((k) => [k, (k + 1) % n, n + ((k + 1) % n), n + k]);
  const vertices = [0, 1].flatMap((z) => polygon.map(([x, y]) => [x, y, z]));
  return createPolyhedron(vertices, [[...round].reverse(), round.map((k) => n + k), ...sides]);
}

function faultOf(build: () => unknown): [string, string] {
  try {
    build();
  } catch (error) {
    if (error instanceof RigorError) return [error.code, error.faults[0].path];
    throw error;
  }
  return ["none", ""];
}

test("a good one is accepted, its corners in one list or as triples", () => {
  const a = createPolyhedron(Float64Array.from(corners), faces);
  const b = createPolyhedron(
    [0, 1, 2, 3].map((v) => corners.slice(3 * v, 3 * v + 3)),
    faces,
  );
  expect([...a.facePlanes]).toEqual([...b.facePlanes]);
  expect(fromPolyhedron(b).reach).toBe(1);
});

test("corners may be off their planes by the rounding of their coordinates", () => {
  const circle = Array.from({ length: 37 }, (_, k) => [
    Math.cos((2 * Math.PI * k) / 37),
    Math.sin((2 * Math.PI * k) / 37),
  ]);
  expect(createPrism(circle).faceCount).toBe(39);
  const slanted = circle.map(([x, y]) => [1e3 + 0.1 * x + 0.3 * y, 0.7 * y]);
  expect(createPrism(slanted).faceCount).toBe(39);
});

describe("what is wrong is named", () => {
  test.each<[string, () => unknown, string, string]>([
    [
      "a face that is not convex",
      () =>
        createPrism([
          [0, 0],
          [2, 0],
          [0.2, 0.2],
          [0, 2],
        ]),
      "not-convex",
      "faces[0]",
    ],
    [
      "a corner above a face",
      () => createPolyhedron([...corners, 0.1, 0.1, 0.1], [...faces.slice(0, 3), [0, 3, 4], [3, 2, 4], [2, 0, 4]]),
      "not-convex",
      "faces[3]",
    ],
    [
      "inside out",
      () =>
        createPolyhedron(
          corners,
          faces.map((face) => [...face].reverse()),
        ),
      "inside-out",
      "faces",
    ],
    ["a corner in no face", () => createPolyhedron([...corners, 5, 5, 5], faces), "unused-corner", "vertices[4]"],
    ["nothing", () => createPolyhedron([], []), "wrong-length", "faces"],
    [
      "not a number",
      () => createPolyhedron([...corners.slice(0, 11), Number.NaN], faces),
      "not-finite",
      "vertices[11]",
    ],
    [
      "an index out of range",
      () => createPolyhedron(corners, [...faces.slice(0, 3), [2, 0, 4]]),
      "out-of-range",
      "faces[3][2]",
    ],
    [
      "a broken index",
      () => createPolyhedron(corners, [...faces.slice(0, 3), [2, 0, 2.5]]),
      "out-of-range",
      "faces[3][2]",
    ],
    [
      "a corner twice in a face",
      () => createPolyhedron(corners, [[0, 2, 1, 2], ...faces.slice(1)]),
      "repeated-corner",
      "faces[0][3]",
    ],
    ["two corners", () => createPolyhedron(corners, [[0, 2], ...faces.slice(1)]), "wrong-length", "faces[0]"],
    ["a face missing", () => createPolyhedron(corners, [...faces.slice(0, 3), [2, 1, 3]]), "not-closed", "faces"],
    [
      "two bodies",
      () =>
        createPolyhedron(
          [...corners, ...corners.map((x) => x + 2)],
          [...faces, ...faces.map((face) => face.map((v) => v + 4))],
        ),
      "not-closed",
      "faces",
    ],
    [
      "a bent face",
      () =>
        createPolyhedron(
          [0, 0, 0, 1, 0, 0, 1, 1, 1e-9, 0, 1, 0, 0.5, 0.5, 1],
          [
            [3, 2, 1, 0],
            [0, 1, 4],
            [1, 2, 4],
            [2, 3, 4],
            [3, 0, 4],
          ],
        ),
      "not-flat",
      "faces[0]",
    ],
    [
      "a flat body",
      () =>
        createPolyhedron(
          [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0],
          [
            [0, 1, 2],
            [1, 3, 2],
            [0, 2, 3],
            [0, 3, 1],
          ],
        ),
      "zero-volume",
      "vertices",
    ],
    ["no list of corners", () => createPolyhedron(hostile(null), faces), "not-a-list", "vertices"],
    ["no list of faces", () => createPolyhedron(corners, hostile(undefined)), "not-a-list", "faces"],
    ["no polyhedron", () => fromPolyhedron(hostile(null)), "not-a-polyhedron", "polyhedron"],
    ["a hull of nothing", () => createConvex(hostile({})), "not-a-list", "convex.vertices"],
    [
      "a hull too small",
      () => createConvex({ vertices: corners.map((x) => 1e-170 * x) }),
      "out-of-range",
      "convex.vertices",
    ],
    [
      "a hull too large",
      () => createConvex({ vertices: corners.map((x) => 1e200 * x) }),
      "out-of-range",
      "convex.vertices[3]",
    ],
    ["a box too small", () => createBox({ size: [1, 1e-170, 1] }), "out-of-range", "box.size[1]"],
    ["a box too large", () => createBox({ size: [1e200, 1, 1] }), "out-of-range", "box.size[0]"],
    ["a sphere too large", () => createSphere({ radius: 1e200 }), "out-of-range", "sphere.radius"],
    ["a capsule too long", () => createCapsule({ radius: 1, height: 1e200 }), "out-of-range", "capsule.height"],
    ["a cylinder too large", () => createCylinder({ radius: 1e200, height: 1 }), "out-of-range", "cylinder.radius"],
    ["a cone too small", () => createCone({ radius: 1, height: 1e-200 }), "out-of-range", "cone.height"],
  ])("%s", (_, build, code, path) => {
    expect(faultOf(build)).toEqual([code, path]);
  });
});

test("sizes at the ends of the range have finite planes", () => {
  for (const size of [1e-30, 1e30]) {
    const { polyhedron, reach } = createBox({ size: [size, size, size] });
    expect(reach / size).toBeCloseTo(Math.sqrt(3) / 2, 15);
    expect(polyhedron?.facePlanes.slice(0, 4)).toEqual(Float64Array.of(-1, 0, 0, size / 2));
  }
});
