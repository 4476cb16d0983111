/**
 * A ball that overlapped a terrain by 0.9 mm beside a saddle was said to be 265 mm deep: a triangle that it met at a corner
 * only was measured along its whole plane, while the contacts said 0.9 mm. And a contact on the front of a triangle that
 * was seen from behind.
 */
import {
  ContactBuffer,
  collideMesh,
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createMesh,
  createSphere,
  findMeshContacts,
  MeshCache,
  PairResult,
  PairSlot,
  type Shape,
} from "@rigor/engine/collide";
import { createRng, nextInRange, type Rng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { createTerrain, listTriangles, measureAll } from "../support/collide-meshes.js";
import { placeFrame } from "../support/curved-shapes.js";

const home = placeFrame([0, 0, 0]);
const result = new PairResult();
const buffer = new ContactBuffer();

/** The least gap, and that of the deepest contact. */
function hold(shape: Shape, frame: Float64Array, ground: Shape, tolerance = 1e-9): [number, number] {
  collideMesh(result, shape, frame, 0, ground, home, 0, tolerance);
  buffer.clear();
  const count = findMeshContacts(buffer, shape, frame, 0, ground, home, 0, tolerance);
  return [result.values[PairSlot.gap], Math.min(...buffer.gap.subarray(0, count))];
}

const makers: Record<string, (rng: Rng) => Shape> = {
  sphere: (rng) => createSphere({ radius: nextInRange(rng, 0.3, 1.3) }),
  capsule: (rng) => createCapsule({ radius: nextInRange(rng, 0.2, 0.7), height: nextInRange(rng, 0.3, 1.3) }),
  cylinder: (rng) => createCylinder({ radius: nextInRange(rng, 0.2, 0.7), height: nextInRange(rng, 0.3, 1.3) }),
  cone: (rng) => createCone({ radius: nextInRange(rng, 0.2, 0.7), height: nextInRange(rng, 0.3, 1.3) }),
  box: (rng) => createBox({ size: [0, 1, 2].map(() => nextInRange(rng, 0.3, 1.3)) as [number, number, number] }),
  hull: (rng) => createConvex({ vertices: Array.from({ length: 36 }, () => nextInRange(rng, -0.5, 0.5)) }),
};

describe("from touching to one centimetre deep, on terrains without order", () => {
  test.each(Object.keys(makers))("%s", (name) => {
    const rng = createRng(7);
    let touched = 0;
    for (let round = 0; round < 5; round++) {
      const ground = createTerrain(6, 1, () => nextInRange(rng, 0, round % 3 === 0 ? 2 : 0.8));
      const triangles = listTriangles(ground);
      for (let k = 0; k < 4; k++) {
        const shape = makers[name](rng);
        const x = [nextInRange(rng, -1.5, 1.5), nextInRange(rng, -1.5, 1.5), 4];
        const axis = [0, 1, 2].map(() => nextInRange(rng, -1, 1));
        const length = Math.hypot(...axis);
        const angle = nextInRange(rng, -3, 3);
        const frameAt = (p: readonly number[]): Float64Array =>
          placeFrame(
            p,
            axis.map((c) => c / length),
            angle,
          );
        const cache = new MeshCache(1);
        // down to where it touches
        for (let step = 0; step < 60; step++) {
          collideMesh(result, shape, frameAt(x), 0, ground, home, 0, 0, cache, 0);
          if (result.values[0] < 1e-11) break;
          x[2] -= result.values[0];
        }
        if (Math.abs(result.values[0]) > 1e-10) continue;
        touched++;
        const n = [...result.values.subarray(1, 4)];
        for (const h of [1e-4, 1e-3, 3e-3, 6e-3, 1e-2]) {
          const frame = frameAt(x.map((c, i) => c - h * n[i]));
          const [gap, deepest] = hold(shape, frame, ground, k % 2 === 0 ? 1e-9 : 0);
          // the very row
          expect(Math.abs(gap - deepest)).toBeLessThan(1e-15);
          // of some 12 000 placements: h itself; less on ridges, where another normal is the shorter way, 0.487 h at the
          // least; and of hulls at a peak up to 1.061 h, since a contact is measured along its own normal (see below)
          expect(-gap / h).toBeLessThan(1.07);
          expect(-gap / h).toBeGreaterThan(0.4);
          if (name !== "sphere" && name !== "capsule") continue;
          // distance of the core, which is in front of all, from all triangles, less the radius
          const core =
            name === "sphere"
              ? createSphere({ radius: 1e-9 })
              : createCapsule({ radius: 1e-9, height: 2 * shape.halfHeight });
          const apart = measureAll({ shape: core, frame }, triangles) + 1e-9 - shape.radius;
          expect(Math.abs(gap - apart)).toBeLessThan(1e-11);
        }
      }
    }
    expect(touched).toBeGreaterThan(12);
  });
});

/** Whether a triangle has a point in a convex body, to rounding: what is left of it when cut by the plane of each face. */
function cuts(shape: Shape, frame: Float64Array, triangle: readonly (readonly number[])[]): boolean {
  const { facePlanes, faceCount } = shape.polyhedron as NonNullable<Shape["polyhedron"]>;
  const toBody = (p: readonly number[]): number[] =>
    [0, 1, 2].map((k) => [0, 1, 2].reduce((sum, r) => sum + frame[3 + 3 * r + k] * (p[r] - frame[r]), 0));
  let rest = triangle.map(toBody);
  for (let f = 0; f < faceCount && rest.length > 0; f++) {
    const height = (p: readonly number[]): number =>
      facePlanes[4 * f] * p[0] +
      facePlanes[4 * f + 1] * p[1] +
      facePlanes[4 * f + 2] * p[2] -
      facePlanes[4 * f + 3] +
      1e-9;
    rest = rest.flatMap((p, i) => {
      const q = rest[(i + 1) % rest.length];
      const [a, b] = [height(p), height(q)];
      const crossing = a < 0 !== b < 0 ? [p.map((c, k) => c + (a / (a - b)) * (q[k] - c))] : [];
      return [...(a < 0 ? [p] : []), ...crossing];
    });
  }
  return rest.length > 0;
}

test("of a hull on a peak the deepest contact is deeper than the shortest way out", () => {
  const rng = createRng(8);
  const ground = createTerrain(6, 1, () => nextInRange(rng, 0, 2));
  const triangles = listTriangles(ground);
  let shape = makers.hull(rng);
  let draws: number[] = [];
  for (let k = 0; k <= 10; k++) {
    if (k > 0) shape = makers.hull(rng);
    draws = [1.5, 1.5, 1, 1, 1, 3].map((most) => nextInRange(rng, -most, most));
  }
  const x = [draws[0], draws[1], 4];
  const length = Math.hypot(draws[2], draws[3], draws[4]);
  const axis = draws.slice(2, 5).map((c) => c / length);
  const frameAt = (p: readonly number[]): Float64Array => placeFrame(p, axis, draws[5]);
  for (let step = 0; step < 60; step++) {
    collideMesh(result, shape, frameAt(x), 0, ground, home, 0, 0);
    if (result.values[0] < 1e-11) break;
    x[2] -= result.values[0];
  }
  expect(Math.abs(result.values[0])).toBeLessThan(1e-10);
  const n = [...result.values.subarray(1, 4)];
  const h = 3e-3;
  const frame = x.map((c, i) => c - h * n[i]);
  const isOut = (way: readonly number[]): boolean => {
    const moved = frameAt(frame.map((c, i) => c + way[i]));
    return triangles.every((t) => !cuts(shape, moved, t));
  };
  // back along n by h it is out, and in no direction by 0.97 h: 400 of the upper half of them, 0.13 rad apart
  expect(isOut(n.map((c) => 1.0001 * h * c))).toBe(true);
  for (let k = 0; k < 400; k++) {
    const z = 1 - (k + 0.5) / 400;
    const across = Math.sqrt(1 - z * z);
    const way = [across * Math.cos(2.399963 * k), across * Math.sin(2.399963 * k), z];
    expect(isOut(way.map((c) => 0.97 * h * c))).toBe(false);
  }
  // ridges and valleys meet at the corner, and it stands in two of the faces there, at places 0.3 mm apart. Along the normal of
  // the first it is h deep; along that of the second 1.047 h, though whoever is out of the first is out of the second
  const [gap, deepest] = hold(shape, frameAt(frame), ground);
  expect(gap).toBe(deepest);
  expect(-gap / h).toBeCloseTo(1.047, 3);
  expect(Array.from(buffer.gap.subarray(0, buffer.count)).some((g) => Math.abs(g / h + 1) < 1e-6)).toBe(true);
});

test("a ball beside a saddle", () => {
  // a peak of 0.395 m at (1, −2), with ridges to both sides
  const vertices = [
    [0, 0.62, -3],
    [0, 0.239, -2],
    [0, 0.3, -1],
    [1, 0.014, -3],
    [1, 0.395, -2],
    [1, 0, -1],
    [2, 0.3, -3],
    [2, 0, -2],
    [2, 0.206, -1],
  ];
  const faces = [0, 1, 3, 4].flatMap((v) => [
    [v, v + 1, v + 4],
    [v, v + 4, v + 3],
  ]);
  const ground = createMesh({ vertices, faces });
  const centre = [1.329, 1.165, -2.195];
  const point = createSphere({ radius: 1e-9 });
  const distance = measureAll({ shape: point, frame: placeFrame(centre) }, listTriangles(ground)) + 1e-9;
  for (let k = 0; k <= 100; k++) {
    const depth = 1e-4 * k;
    const [gap, deepest] = hold(createSphere({ radius: distance + depth }), placeFrame(centre), ground);
    expect(Math.abs(gap + depth)).toBeLessThan(1e-15);
    expect(Math.abs(deepest + depth)).toBeLessThan(1e-15);
  }
});
