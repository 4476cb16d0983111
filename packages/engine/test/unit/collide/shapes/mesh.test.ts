/** Meshes as shapes: what is refused, what is left out and told, and who is next to whom. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBox } from "../../../../src/collide/shapes/create-shape.js";
import { createMesh } from "../../../../src/collide/shapes/mesh.js";
import { EdgeKind, Kind, type Shape, type TriangleMesh } from "../../../../src/collide/shapes/shape.js";
import { RigorError } from "../../../../src/math/index.js";
import { createSurface, createTerrain } from "../../../support/collide-meshes.js";

const square = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
];

const meshOf = (shape: Shape): TriangleMesh => shape.mesh as TriangleMesh;

function codeOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    if (error instanceof RigorError) return error.code;
    throw error;
  }
  return "none";
}

describe("bad input", () => {
  test.each<[string, string, unknown]>([
    ["nothing", "no-options", undefined],
    ["no vertices", "no-options", { faces: [[0, 1, 2]] }],
    ["no faces", "no-options", { vertices: square }],
    ["an empty list of faces", "empty", { vertices: square, faces: [] }],
    ["NaN", "not-a-vector", { vertices: [...square, [0, Number.NaN, 0]], faces: [[0, 1, 2]] }],
    ["NaN in a row", "not-finite", { vertices: [0, 0, 0, 1, 0, 0, 0, Infinity, 0], faces: [0, 1, 2] }],
    [
      "a vertex of two numbers",
      "not-a-vector",
      {
        vertices: [
          [0, 0],
          [1, 0],
          [0, 1],
        ],
        faces: [[0, 1, 2]],
      },
    ],
    ["eight numbers", "wrong-length", { vertices: [0, 0, 0, 1, 0, 0, 0, 1], faces: [0, 1, 2] }],
    ["an index too large", "out-of-range", { vertices: square, faces: [[0, 1, 4]] }],
    ["an index below zero", "out-of-range", { vertices: square, faces: [[0, 1, -1]] }],
    ["half an index", "out-of-range", { vertices: square, faces: [[0, 1, 1.5]] }],
    ["a face of two", "not-a-face", { vertices: square, faces: [[0, 1]] }],
    ["no face", "not-a-face", { vertices: square, faces: [[0, 1, 2], null] }],
    ["four indices in a row", "wrong-length", { vertices: square, faces: [0, 1, 2, 3] }],
    ["zero size", "flat-face", { vertices: square.map(() => [1, 2, 3]), faces: [[0, 1, 2]] }],
    [
      "a line",
      "flat-face",
      {
        vertices: [
          [0, 0, 0],
          [1, 1, 1],
          [2, 2, 2],
        ],
        faces: [[0, 1, 2]],
      },
    ],
    [
      "neighbours with opposite fronts",
      "inconsistent-faces",
      {
        vertices: square,
        faces: [
          [0, 1, 2],
          [0, 3, 2],
        ],
      },
    ],
    [
      "a polygon that is not convex",
      "not-convex",
      { vertices: [...square.slice(0, 3), [0.9, 0.2, 0]], faces: [[0, 1, 2, 3]] },
    ],
  ])("%s", (_, code, options) => {
    expect(codeOf(() => createMesh(options as Parameters<typeof createMesh>[0]))).toBe(code);
  });

  test("whatever is given, a mesh or a named error comes of it", () => {
    const number = fc.oneof(fc.constantFrom(0, 1, -1, 1e300, 1e-300, Number.NaN, Infinity), fc.double());
    const vertices = fc.array(fc.array(number, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
    const faces = fc.array(fc.array(fc.integer({ min: -1, max: 6 }), { maxLength: 5 }), { maxLength: 6 });
    let made = 0;
    fc.assert(
      fc.property(vertices, faces, (v, f) => {
        if (codeOf(() => expectSound(createMesh({ vertices: v, faces: f }))) === "none") made++;
      }),
      { numRuns: 1000, seed: 5 },
    );
    const grid = fc.array(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 3, maxLength: 3 }), {
      minLength: 4,
      maxLength: 8,
    });
    const triangles = fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(grid, triangles, (v, f) => {
        if (codeOf(() => expectSound(createMesh({ vertices: v, faces: f }))) === "none") made++;
      }),
      { numRuns: 1000, seed: 5 },
    );
    expect(made).toBeGreaterThan(200);
  });
});

/** Unit normals, edges that belong to their triangles, no NaN anywhere. */
function expectSound(shape: Shape): void {
  const mesh = meshOf(shape);
  for (let t = 0; t < mesh.triangleCount; t++) {
    // two roundings of unit vectors
    expect(Math.abs(Math.hypot(...mesh.normals.subarray(3 * t, 3 * t + 3)) - 1)).toBeLessThan(1e-15);
    for (let k = 0; k < 3; k++) {
      const e = mesh.triangleEdges[3 * t + k];
      expect([mesh.edgeTriangles[2 * e], mesh.edgeTriangles[2 * e + 1]]).toContain(t);
    }
  }
  expect([...mesh.alternates, ...mesh.vertexNormals].every(Number.isFinite)).toBe(true);
}

describe("what is told", () => {
  test("faces without area and faces given twice are left out", () => {
    const faces = [
      [0, 1, 2],
      [0, 1, 1],
      [0, 2, 3],
      [1, 2, 0],
    ];
    const { report, triangleCount } = meshOf(createMesh({ vertices: square, faces }));
    expect(triangleCount).toBe(2);
    expect(report).toEqual({ dropped: [1, 3], openEdges: 4, nonManifoldEdges: [] });
  });

  test("an edge of three faces", () => {
    const faces = [
      [0, 1, 2],
      [1, 0, 3],
      [0, 1, 4],
    ];
    const mesh = meshOf(createMesh({ vertices: [...square, [0, 0, 1]], faces }));
    expect(mesh.report).toEqual({ dropped: [], openEdges: 6, nonManifoldEdges: [[0, 1]] });
    expect([...mesh.edgeKinds].every((kind) => kind === EdgeKind.open)).toBe(true);
  });

  test("a closed surface has nothing to tell", () => {
    const { report } = meshOf(createSurface(createBox({ size: [1, 2, 3] })));
    expect(report).toEqual({ dropped: [], openEdges: 0, nonManifoldEdges: [] });
  });
});

describe("what is next to what", () => {
  const count = (mesh: TriangleMesh, kind: number): number => mesh.edgeKinds.filter((k) => k === kind).length;

  test("a box: twelve convex edges, six diagonals, no flat corner; inside out all are concave", () => {
    const box = createBox({ size: [1, 2, 3] });
    const outside = meshOf(createSurface(box));
    expect([count(outside, EdgeKind.convex), count(outside, EdgeKind.flat)]).toEqual([12, 6]);
    expect([...outside.flatVertices].some((flat) => flat === 1)).toBe(false);
    expect(new Set(outside.facets).size).toBe(6);
    const inside = meshOf(createSurface(box, true));
    expect([count(inside, EdgeKind.concave), count(inside, EdgeKind.flat)]).toEqual([12, 6]);
    expect(inside.alternates.length).toBe(0);
  });

  test("a plane of any tilt is one facet, flat but for its four corners", () => {
    const shape = createTerrain(6, 0.7, (x, y) => 0.3 * x - 0.2 * y);
    const mesh = meshOf(shape);
    expect(shape.kind).toBe(Kind.mesh);
    expect([count(mesh, EdgeKind.open), count(mesh, EdgeKind.convex), count(mesh, EdgeKind.concave)]).toEqual([
      24, 0, 0,
    ]);
    expect(new Set(mesh.facets).size).toBe(1);
    expect(mesh.flatVertices.filter((flat) => flat === 0).length).toBe(4);
    expect(shape.reach).toBeCloseTo(Math.hypot(2.1, 2.1, 0.5 * 2.1), 14);
  });

  test("a roof and a valley", () => {
    const roof = meshOf(createTerrain(2, 1, (x) => -Math.abs(x)));
    expect([count(roof, EdgeKind.convex), count(roof, EdgeKind.concave)]).toEqual([2, 0]);
    // the middle of the ridge is on a straight line
    expect(roof.flatVertices[4]).toBe(1);
    const valley = meshOf(createTerrain(2, 1, (x) => Math.abs(x)));
    expect([count(valley, EdgeKind.convex), count(valley, EdgeKind.concave)]).toEqual([0, 2]);
  });
});
