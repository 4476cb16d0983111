/** Point clouds of known solids, and what must hold of every convex polyhedron. */
import { createRng, nextRotation, quat, type Rng, shuffle } from "@rigor/engine/math";
import { expect } from "vitest";

/** A polyhedron as the hull gives it. */
export interface Polyhedron {
  readonly vertices: Int32Array;
  readonly faces: readonly Int32Array[];
}

const signs = [-1, 1];
const golden = (1 + Math.sqrt(5)) / 2;
const permuted = (f: (x: number, y: number) => number[]): number[][] =>
  signs.flatMap((x) =>
    signs.flatMap((y) => {
      const [a, b, c] = f(x, y);
      return [
        [a, b, c],
        [b, c, a],
        [c, a, b],
      ];
    }),
  );
const cube = signs.flatMap((x) => signs.flatMap((y) => signs.map((z) => [x, y, z])));

/** The five regular solids: corners, corners of a face, faces, volume. */
export const platonic = [
  { name: "tetrahedron", points: cube.filter(([x, y, z]) => x * y * z > 0).flat(), side: 3, faces: 4, volume: 8 / 3 },
  { name: "cube", points: cube.flat(), side: 4, faces: 6, volume: 8 },
  {
    name: "octahedron",
    points: signs.flatMap((x) => [x, 0, 0, 0, x, 0, 0, 0, x]),
    side: 3,
    faces: 8,
    volume: 4 / 3,
  },
  {
    name: "dodecahedron",
    points: [...cube, ...permuted((x, y) => [0, x / golden, y * golden])].flat(),
    side: 5,
    faces: 12,
    // (15 + 7√5)/4 a³ with a = 2/φ
    volume: ((15 + 7 * Math.sqrt(5)) / 4) * (2 / golden) ** 3,
  },
  {
    name: "icosahedron",
    points: permuted((x, y) => [0, x, y * golden]).flat(),
    side: 3,
    faces: 20,
    // 5(3 + √5)/12 a³ with a = 2
    volume: ((5 * (3 + Math.sqrt(5))) / 12) * 8,
  },
] as const;

/** n × n × n points of a cube from −1 to 1. */
export function createGrid(n: number): Float64Array {
  const points: number[] = [];
  const at = (i: number): number => (2 * i) / (n - 1) - 1;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) points.push(at(i), at(j), at(k));
  }
  return Float64Array.from(points);
}

/** Layers of a regular polygon with n corners, from z = −1 to 1. */
export function createPrism(n: number, layers = 2): Float64Array {
  const points: number[] = [];
  for (let layer = 0; layer < layers; layer++) {
    for (let k = 0; k < n; k++) {
      const angle = (2 * Math.PI * k) / n;
      points.push(Math.cos(angle), Math.sin(angle), (2 * layer) / (layers - 1) - 1);
    }
  }
  return Float64Array.from(points);
}

/** A gear: two corners a tooth on the tip circle, two on the root circle, a ring about the bore, three layers. */
export function createGear(teeth: number): Float64Array {
  const points: number[] = [];
  for (const z of [-0.2, 0, 0.2]) {
    for (let k = 0; k < teeth; k++) {
      for (const [r, phase] of [
        [0.8, 0],
        [1, 0.15],
        [1, 0.4],
        [0.8, 0.55],
        [0.3, 0],
      ]) {
        const angle = (2 * Math.PI * (k + phase)) / teeth;
        points.push(r * Math.cos(angle), r * Math.sin(angle), z);
      }
    }
  }
  return Float64Array.from(points);
}

/** The points turned at random, scaled and shifted. */
export function moveRandomly(points: ArrayLike<number>, rng: Rng, scale = 1, shift = 0): Float64Array {
  const q = new Float64Array(4);
  nextRotation(q, 0, rng);
  const moved = Float64Array.from(points);
  for (let i = 0; i < moved.length; i += 3) quat.rotateVector(moved, i, q, 0, moved, i);
  return moved.map((x) => x * scale + shift);
}

/** The points in another order. */
export function shufflePoints(points: Float64Array, seed: number): Float64Array {
  const order = Array.from({ length: points.length / 3 }, (_, p) => p);
  shuffle(order, createRng(seed));
  return Float64Array.from(order.flatMap((p) => [...points.subarray(3 * p, 3 * p + 3)]));
}

/** The plane of a face: Newell's normal, of unit length, through the mean of its corners. */
function computePlane(points: Float64Array, face: Int32Array): { n: number[]; c: number[] } {
  const c = [0, 1, 2].map((k) => {
    const first = points[3 * face[0] + k];
    return first + face.reduce((sum, p) => sum + (points[3 * p + k] - first), 0) / face.length;
  });
  const n = [0, 0, 0];
  face.forEach((p, m) => {
    const q = face[(m + 1) % face.length];
    const u = [0, 1, 2].map((k) => points[3 * p + k] - c[k]);
    const v = [0, 1, 2].map((k) => points[3 * q + k] - c[k]);
    for (let k = 0; k < 3; k++) n[k] += u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
  });
  const length = Math.hypot(...n);
  return { n: n.map((x) => x / length), c };
}

/** Six times the volume is the sum over triangles of faces of a·(b × c), taken about a corner. */
export function computeVolume(points: Float64Array, { vertices, faces }: Polyhedron): number {
  const at = (p: number): number[] => [0, 1, 2].map((k) => points[3 * p + k] - points[3 * vertices[0] + k]);
  let six = 0;
  for (const face of faces) {
    for (let m = 2; m < face.length; m++) {
      const [a, b, c] = [at(face[0]), at(face[m - 1]), at(face[m])];
      six +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
  }
  return six / 6;
}

/** Checks corners, edges, Euler's formula, convex faces, and that every point is behind every face. */
export function checkPolyhedron(points: Float64Array, hull: Polyhedron, tolerance: number): void {
  const { vertices, faces } = hull;
  expect([...vertices]).toEqual([...new Set(faces.flatMap((face) => [...face]))].sort((p, q) => p - q));
  const edges = new Set<string>();
  for (const face of faces) {
    expect(new Set(face).size).toBe(face.length);
    face.forEach((p, m) => {
      edges.add(`${p} ${face[(m + 1) % face.length]}`);
    });
  }
  expect(edges.size).toBe(faces.reduce((sum, face) => sum + face.length, 0));
  for (const edge of edges) {
    const [p, q] = edge.split(" ");
    if (!edges.has(`${q} ${p}`)) expect.fail(`edge ${edge} has no opposite`);
  }
  expect(vertices.length - edges.size / 2 + faces.length).toBe(2);
  for (const face of faces) checkFace(points, face, tolerance);
}

function checkFace(points: Float64Array, face: Int32Array, tolerance: number): void {
  const { n, c } = computePlane(points, face);
  const height = (p: number): number =>
    n[0] * (points[3 * p] - c[0]) + n[1] * (points[3 * p + 1] - c[1]) + n[2] * (points[3 * p + 2] - c[2]);
  for (const p of face) if (Math.abs(height(p)) > tolerance) expect.fail(`corner ${p} is ${height(p)} off its face`);
  for (let p = 0; p < points.length / 3; p++) {
    if (height(p) > tolerance) expect.fail(`point ${p} is ${height(p)} above face ${face}`);
  }
  face.forEach((q, m) => {
    const p = face[(m + face.length - 1) % face.length];
    const s = face[(m + 1) % face.length];
    const u = [0, 1, 2].map((k) => points[3 * q + k] - points[3 * p + k]);
    const v = [0, 1, 2].map((k) => points[3 * s + k] - points[3 * q + k]);
    let turn = 0;
    for (let k = 0; k < 3; k++) turn += n[k] * (u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
    if (!(turn > 0)) expect.fail(`face ${face} is not convex at ${q}`);
  });
}

/** The faces as lists of coordinates that start with the smallest, in order: the same however points are numbered. */
export function describeFaces(points: Float64Array, faces: readonly Int32Array[]): string[] {
  return faces
    .map((face) => {
      const names = Array.from(face, (p) => [...points.subarray(3 * p, 3 * p + 3)].map((x) => x + 0).join(" "));
      const start = names.indexOf([...names].sort()[0]);
      return [...names.slice(start), ...names.slice(0, start)].join(" | ");
    })
    .sort();
}
