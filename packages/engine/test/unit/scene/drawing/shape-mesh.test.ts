/** Triangles of every shape: closed, outward, as large as the closed forms say, with normals that fit. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ShapeMesh, triangulateShape } from "../../../../src/scene/drawing/index.js";
import type { SceneShape, Vector } from "../../../../src/scene/format/index.js";

const tetrahedron: Vector[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
/** An L of three unit squares, one deep, with a face of six corners on either side. */
const ell: SceneShape = {
  type: "mesh",
  vertices: [0, 1].flatMap((z) =>
    [
      [0, 0],
      [2, 0],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ].map(([x, y]): Vector => [x, y, z]),
  ),
  faces: [
    [5, 4, 3, 2, 1, 0],
    [6, 7, 8, 9, 10, 11],
    ...[0, 1, 2, 3, 4, 5].map((k) => [k, (k + 1) % 6, ((k + 1) % 6) + 6, k + 6]),
  ],
};
const solids: readonly { name: string; shape: SceneShape; volume: (n: number) => number }[] = [
  { name: "box", shape: { type: "box", size: [2, 3, 0.5] }, volume: () => 3 },
  { name: "convex", shape: { type: "convex", vertices: tetrahedron }, volume: () => 1 / 6 },
  { name: "mesh", shape: ell, volume: () => 3 },
  // of the solids inscribed in the round ones
  { name: "cylinder", shape: { type: "cylinder", radius: 0.7, height: 3 }, volume: (n) => polygon(0.7, n) * 3 },
  { name: "cone", shape: { type: "cone", radius: 0.7, height: 3 }, volume: (n) => polygon(0.7, n) },
  { name: "sphere", shape: { type: "sphere", radius: 1.5 }, volume: (n) => stack(1.5, n) },
  {
    name: "capsule",
    shape: { type: "capsule", radius: 0.5, height: 2 },
    volume: (n) => stack(0.5, n) + 2 * polygon(0.5, n),
  },
];

/** Area of the regular polygon in a circle. */
function polygon(r: number, n: number): number {
  return (n / 2) * r * r * Math.sin((2 * Math.PI) / n);
}

/** A ball of frusta between circles of latitude: Σ h/3 (A + √(A B) + B). */
function stack(r: number, n: number): number {
  const quarter = Math.ceil(n / 4);
  let sum = 0;
  for (let k = -quarter; k < quarter; k++) {
    const [a, b] = [k, k + 1].map((place) => ((place / quarter) * Math.PI) / 2);
    const [A, B] = [a, b].map((angle) => polygon(r * Math.cos(angle), n));
    sum += ((r * (Math.sin(b) - Math.sin(a))) / 3) * (A + Math.sqrt(A * B) + B);
  }
  return sum;
}

const corner = (list: Float64Array, k: number) => [...list.subarray(3 * k, 3 * k + 3)];
const minus = (a: number[], b: number[]) => a.map((x, k) => x - b[k]);
const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: number[], b: number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function listTriangles({ indices }: ShapeMesh): number[][] {
  return Array.from({ length: indices.length / 3 }, (_, t) => [...indices.subarray(3 * t, 3 * t + 3)]);
}

function measureVolume(mesh: ShapeMesh): number {
  const [first] = [corner(mesh.positions, 0)];
  return listTriangles(mesh).reduce((sum, triangle) => {
    const [a, b, c] = triangle.map((k) => minus(corner(mesh.positions, k), first));
    return sum + dot(a, cross(b, c)) / 6;
  }, 0);
}

/** Directed edges, by place, that do not meet their opposite exactly once. */
function listOpenEdges(mesh: ShapeMesh): string[] {
  const edges = new Map<string, number>();
  const name = (k: number) =>
    corner(mesh.positions, k)
      .map((x) => x + 0)
      .join();
  for (const triangle of listTriangles(mesh)) {
    triangle.forEach((k, m) => {
      const key = `${name(k)} ${name(triangle[(m + 1) % 3])}`;
      edges.set(key, (edges.get(key) ?? 0) + 1);
    });
  }
  return [...edges]
    .filter(([key, count]) => count !== 1 || !edges.has(key.split(" ").reverse().join(" ")))
    .map(([key]) => key);
}

describe.each(solids)("$name", ({ shape, volume }) => {
  test.each([3, 7, 48])("has the volume of its solid, with %i sides", (segments) => {
    const exact = volume(segments);
    // some thousand roundings of the sum
    expect(Math.abs(measureVolume(triangulateShape(shape, { segments })) / exact - 1)).toBeLessThan(3e-14);
  });

  test("is closed, and no triangle lacks area", () => {
    for (const segments of [3, 5, 48]) {
      const mesh = triangulateShape(shape, { segments });
      expect(listOpenEdges(mesh)).toEqual([]);
      for (const triangle of listTriangles(mesh)) {
        const [a, b, c] = triangle.map((k) => corner(mesh.positions, k));
        const n = cross(minus(b, a), minus(c, a));
        expect(dot(n, n)).toBeGreaterThan(1e-12);
      }
    }
  });

  test("has unit normals that look the way of the triangles", () => {
    const mesh = triangulateShape(shape);
    for (const triangle of listTriangles(mesh)) {
      const [a, b, c] = triangle.map((k) => corner(mesh.positions, k));
      const n = cross(minus(b, a), minus(c, a));
      for (const k of triangle) {
        const normal = corner(mesh.normals, k);
        expect(Math.abs(dot(normal, normal) - 1)).toBeLessThan(1e-15 * 4);
        // smooth edges turn by less than 25°
        expect(dot(normal, n)).toBeGreaterThan(0.9 * Math.sqrt(dot(n, n)));
      }
    }
  });

  test("is the same each time", () => {
    expect(triangulateShape(shape)).toEqual(triangulateShape(shape));
  });
});

describe("round shapes", () => {
  test("have their corners on the true surface, with its normals", () => {
    const { positions, normals } = triangulateShape({ type: "sphere", radius: 2 });
    for (let k = 0; k < positions.length; k++) expect(Math.abs(positions[k] - 2 * normals[k])).toBeLessThan(1e-15);
    const cone = triangulateShape({ type: "cone", radius: 3, height: 4 });
    // the side leans by the angle of the triangle 3, 4, 5
    const side = Array.from({ length: cone.normals.length / 3 }, (_, k) => corner(cone.normals, k)).filter(
      ([, y]) => y > 0,
    );
    expect(side).toHaveLength(96);
    for (const [, y] of side) expect(y).toBe(0.6);
  });

  test("come nearer to the true volume with the square of the number of sides", () => {
    const error = (segments: number) =>
      (4 / 3) * Math.PI - measureVolume(triangulateShape({ type: "sphere", radius: 1 }, { segments }));
    expect(Math.log2(error(64) / error(128))).toBeCloseTo(2, 2);
  });
});

describe("hulls and meshes", () => {
  test("random hulls are closed and hold their volume", () => {
    const coordinate = fc.double({ min: -1, max: 1, noNaN: true });
    const points = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 8, maxLength: 30 });
    fc.assert(
      fc.property(points, (vertices) => {
        const all = [...tetrahedron, ...vertices];
        const hull = triangulateShape({ type: "convex", vertices: all });
        expect(listOpenEdges(hull)).toEqual([]);
        const volume = measureVolume(hull);
        expect(volume).toBeGreaterThan(1 / 6 - 1e-12);
        expect(volume).toBeLessThan(8 + 1e-12);
      }),
      { seed: 7, numRuns: 50 },
    );
  });

  test("a mesh turned inside out is drawn right side out", () => {
    const { vertices, faces } = ell as {
      readonly vertices: readonly Vector[];
      readonly faces: readonly (readonly number[])[];
    };
    const inside = triangulateShape({ type: "mesh", vertices, faces: faces.map((face) => [...face].reverse()) });
    expect(measureVolume(inside)).toBe(3);
  });

  test("a many-sided prism is smooth round its side and sharp at its rim", () => {
    const n = 40;
    const ring = Array.from({ length: n }, (_, k) => [
      Math.cos((2 * Math.PI * k) / n),
      Math.sin((2 * Math.PI * k) / n),
    ]);
    const { normals } = triangulateShape({
      type: "convex",
      vertices: ring.flatMap(([x, z]) => [
        [x, 0, z],
        [x, 1, z],
      ]),
    });
    // two corners on each of 80: one for the cap, one for the side
    expect(normals.length / 3).toBe(4 * n);
  });

  test("a mesh whose file was not read is refused", () => {
    expect(() => triangulateShape({ type: "mesh", file: "a.obj" })).toThrow("must have vertices and faces");
  });
});

describe("a plane", () => {
  test("is a square in it, about the point nearest to the middle of the scene", () => {
    const normal = [1, 2, 2].map((x) => x / 3);
    const mesh = triangulateShape(
      { type: "plane", normal: [1, 2, 2], offset: 5 },
      { planeSize: 8, planeCenter: [1, 1, 1] },
    );
    let sum = [0, 0, 0];
    for (let k = 0; k < 4; k++) {
      expect(dot(corner(mesh.positions, k), normal)).toBeCloseTo(5, 14);
      expect(Math.hypot(...minus(corner(mesh.positions, k), corner(mesh.positions, (k + 1) % 4)))).toBeCloseTo(8, 14);
      sum = sum.map((x, m) => x + corner(mesh.positions, k)[m] / 4);
    }
    // from (1, 1, 1), at 5/3, along the normal by 10/3
    sum.forEach((x, m) => {
      expect(x).toBeCloseTo(1 + (10 / 3) * normal[m], 14);
    });
    for (const triangle of listTriangles(mesh)) {
      const [a, b, c] = triangle.map((k) => corner(mesh.positions, k));
      expect(dot(cross(minus(b, a), minus(c, a)), normal)).toBeCloseTo(64, 12);
    }
  });
});
