/** Terrain and other meshes, as vertices and faces, and their contacts as objects. */

import { collideMesh, findMeshContacts } from "../../src/collide/mesh/mesh-contact.js";
import { ContactBuffer } from "../../src/collide/result/contact-buffer.js";
import { PairResult } from "../../src/collide/result/pair-result.js";
import { createMesh } from "../../src/collide/shapes/mesh.js";
import { Kind, type Shape, type TriangleMesh } from "../../src/collide/shapes/shape.js";
import { pointToTriangle, segmentToTriangle, type Triangle, triangleToTriangle } from "../oracles/collide-mesh.js";
import { dot, type Placed } from "./regions.js";

/** A grid of n × n squares of a side, centred, over x and y with z = height(x, y), each of two triangles. */
export function createTerrain(n: number, side: number, height: (x: number, y: number) => number): Shape {
  const vertices: number[][] = [];
  const faces: number[][] = [];
  for (let j = 0; j <= n; j++) {
    for (let i = 0; i <= n; i++) {
      const x = (i - n / 2) * side;
      const y = (j - n / 2) * side;
      vertices.push([x, y, height(x, y)]);
      if (i === n || j === n) continue;
      const v = j * (n + 1) + i;
      const w = v + n + 1;
      // diagonals this way and that
      if ((i + j) % 2 === 0) faces.push([v, v + 1, w + 1], [v, w + 1, w]);
      else faces.push([v, v + 1, w], [v + 1, w + 1, w]);
    }
  }
  return createMesh({ vertices, faces });
}

/** The surface of a polyhedron: its faces as they are. */
export function createSurface(shape: Shape, inward = false): Shape {
  const { vertices, faceStart, faceVertices, faceCount } = shape.polyhedron as NonNullable<Shape["polyhedron"]>;
  const faces = Array.from({ length: faceCount }, (_, f) => [...faceVertices.subarray(faceStart[f], faceStart[f + 1])]);
  return createMesh({ vertices, faces: inward ? faces.map((face) => face.reverse()) : faces });
}

export interface MeshContact {
  readonly point: readonly number[];
  readonly normal: readonly number[];
  readonly gap: number;
  readonly kind: number;
  readonly keyA: number;
  readonly keyB: number;
  readonly edgeA: readonly number[];
  readonly edgeB: readonly number[];
}

export function listRows(buffer: ContactBuffer): MeshContact[] {
  const triple = (from: Float64Array, c: number): number[] => [...from.subarray(3 * c, 3 * c + 3)];
  return Array.from({ length: buffer.count }, (_, c) => ({
    point: triple(buffer.point, c),
    normal: triple(buffer.normal, c),
    gap: buffer.gap[c],
    kind: buffer.kind[c],
    keyA: buffer.keyA[c],
    keyB: buffer.keyB[c],
    edgeA: triple(buffer.edgeA, c),
    edgeB: triple(buffer.edgeB, c),
  }));
}

export function listMeshContacts(a: Placed, mesh: Placed, tolerance = 1e-7): MeshContact[] {
  const buffer = new ContactBuffer();
  const count = findMeshContacts(buffer, a.shape, a.frame, 0, mesh.shape, mesh.frame, 0, tolerance);
  if (count !== buffer.count) throw new Error(`${count} contacts announced, ${buffer.count} appended`);
  return listRows(buffer);
}

export function holdAgainst(a: Placed, mesh: Placed, tolerance = 1e-7): PairResult {
  const result = new PairResult();
  collideMesh(result, a.shape, a.frame, 0, mesh.shape, mesh.frame, 0, tolerance);
  return result;
}

/** The triangles of a mesh in its own frame. */
export function listTriangles(shape: Shape): Triangle[] {
  const { vertices, triangles, triangleCount } = shape.mesh as TriangleMesh;
  const corner = (v: number): number[] => [...vertices.subarray(3 * v, 3 * v + 3)];
  return Array.from({ length: triangleCount }, (_, t) =>
    [0, 1, 2].map((k) => corner(triangles[3 * t + k])),
  ) as unknown as Triangle[];
}

/** The distance of a sphere, capsule or polyhedron from triangles, one by one, for bodies that are apart from them. */
export function measureAll({ shape, frame }: Placed, all: readonly Triangle[]): number {
  const toWorld = (p: readonly number[]): number[] =>
    [0, 1, 2].map((r) => frame[r] + dot([...frame.subarray(3 + 3 * r, 6 + 3 * r)], p));
  if (shape.kind === Kind.sphere) {
    return Math.min(...all.map((t) => pointToTriangle([...frame.subarray(0, 3)], t))) - shape.radius;
  }
  if (shape.kind === Kind.capsule) {
    const ends = [-1, 1].map((s) => toWorld([0, s * shape.halfHeight, 0]));
    return Math.min(...all.map((t) => segmentToTriangle(ends[0], ends[1], t))) - shape.radius;
  }
  const p = shape.polyhedron as NonNullable<Shape["polyhedron"]>;
  const sides: Triangle[] = [];
  for (let f = 0; f < p.faceCount; f++) {
    const face = [...p.faceVertices.subarray(p.faceStart[f], p.faceStart[f + 1])].map((v) =>
      toWorld([...p.vertices.subarray(3 * v, 3 * v + 3)]),
    );
    for (let k = 1; k + 1 < face.length; k++) sides.push([face[0], face[k], face[k + 1]]);
  }
  return Math.min(...all.flatMap((t) => sides.map((s) => triangleToTriangle(s, t))));
}
