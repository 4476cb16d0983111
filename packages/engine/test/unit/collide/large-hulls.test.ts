/** Hulls and meshes of many corners: what is found, and that it is found soon. */
import { describe, expect, test } from "vitest";
import { createCompoundOfMesh, createConvex, type Polyhedron } from "../../../src/collide/index.js";
import { createRng, nextOnSphere, vec3 } from "../../../src/math/index.js";

function listSphere(count: number): Float64Array {
  const rng = createRng(3);
  const points = new Float64Array(3 * count);
  for (let p = 0; p < count; p++) nextOnSphere(points, 3 * p, rng);
  return points;
}

function timed<T>(run: () => T): { result: T; seconds: number } {
  const began = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(began);
  return { result, seconds: (user + system) / 1e6 };
}

describe("the hull of points on a sphere", () => {
  test("has below each face its deepest corner, up to rounding", () => {
    const { polyhedron } = createConvex({ vertices: listSphere(2500) });
    const { vertices, vertexCount, facePlanes, faceCount, faceOpposites } = polyhedron as Polyhedron;
    expect(vertexCount).toBe(2500);
    for (let f = 0; f < faceCount; f += 7) {
      let least = Infinity;
      for (let v = 0; v < vertexCount; v++) least = Math.min(least, vec3.dot(facePlanes, 4 * f, vertices, 3 * v));
      // three products of numbers up to 1, rounded, on either side
      expect(vec3.dot(facePlanes, 4 * f, vertices, 3 * faceOpposites[f]) - least).toBeLessThan(6 * 2 ** -53);
    }
  });

  test("of 40 000 corners takes seconds", () => {
    const points = listSphere(40_000);
    const { result, seconds } = timed(() => createConvex({ vertices: points }));
    const { vertexCount, edgeCount, faceCount } = result.polyhedron as Polyhedron;
    expect([vertexCount, vertexCount - edgeCount + faceCount]).toEqual([40_000, 2]);
    // 1.2 s on a machine of 2026 that does nothing else; to look at all corners for each face took 19 s
    expect(seconds).toBeLessThan(8);
  });
});

/** A sphere of meridians and parallels, with its middle at x. */
function createSphereMesh(meridians: number, parallels: number, x: number) {
  const vertices: number[][] = [[x, 1, 0]];
  for (let i = 1; i < parallels; i++) {
    for (let j = 0; j < meridians; j++) {
      const [theta, phi] = [(Math.PI * i) / parallels, (2 * Math.PI * j) / meridians];
      vertices.push([x + Math.sin(theta) * Math.cos(phi), Math.cos(theta), -Math.sin(theta) * Math.sin(phi)]);
    }
  }
  vertices.push([x, -1, 0]);
  const at = (i: number, j: number) => 1 + (i - 1) * meridians + (j % meridians);
  const faces: number[][] = [];
  for (let j = 0; j < meridians; j++) faces.push([0, at(1, j), at(1, j + 1)]);
  for (let i = 1; i < parallels - 1; i++) {
    for (let j = 0; j < meridians; j++) faces.push([at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
  }
  for (let j = 0; j < meridians; j++) faces.push([at(parallels - 1, j), vertices.length - 1, at(parallels - 1, j + 1)]);
  return { vertices, faces };
}

describe("a closed mesh of many triangles", () => {
  test("that is convex is one part, with its own corners", () => {
    const mesh = createSphereMesh(120, 60, 0);
    const { result, seconds } = timed(() => createCompoundOfMesh(mesh));
    const { parts, volume, meshVolume } = result.decomposition;
    expect(parts).toHaveLength(1);
    expect(parts[0].vertices.length / 3).toBe(mesh.vertices.length);
    // sums over 14 000 triangles
    expect(Math.abs(volume / meshVolume - 1)).toBeLessThan(1e-12);
    // 1.5 s; cut out of a box, face by face, it took 40 s
    expect(seconds).toBeLessThan(15);
  });

  test("of two convex surfaces is two parts", () => {
    const [a, b] = [createSphereMesh(40, 20, 0), createSphereMesh(40, 20, 3)];
    const faces = [...a.faces, ...b.faces.map((face) => face.map((v) => v + a.vertices.length))];
    const { decomposition } = createCompoundOfMesh({ vertices: [...a.vertices, ...b.vertices], faces });
    expect(decomposition.parts).toHaveLength(2);
    expect(Math.abs(decomposition.volume / decomposition.meshVolume - 1)).toBeLessThan(1e-12);
  });
});
