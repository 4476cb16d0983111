/** Bodies behind the surface of a mesh: found by the nearest point of all triangles and the winding number. */
import { createRng, nextInRange, nextRotation } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { MeshCache } from "../../src/collide/mesh/mesh-cache.js";
import { collideMesh } from "../../src/collide/mesh/mesh-contact.js";
import { findClosestPoint, PointSlot } from "../../src/collide/query/point-query.js";
import { PairResult, Status } from "../../src/collide/result/pair-result.js";
import { createBox, createCapsule, createConvex, createSphere } from "../../src/collide/shapes/create-shape.js";
import { createMesh } from "../../src/collide/shapes/mesh.js";
import { Kind, type Shape } from "../../src/collide/shapes/shape.js";
import { pointToTriangle, type Triangle, windingNumber } from "../oracles/collide-mesh.js";
import {
  createSurface,
  createTerrain,
  holdAgainst,
  listMeshContacts,
  listTriangles,
} from "../support/collide-meshes.js";
import { makers } from "../support/curved-shapes.js";
import { dot, type Placed, place } from "../support/regions.js";

/** A letter U, 3 wide and high and 1 deep: two arms of 1, a floor of 1, a gap of 1 between the arms. */
function createLetter(): Shape {
  const outline = [
    [0, 0],
    [3, 0],
    [3, 3],
    [2, 3],
    [2, 1],
    [1, 1],
    [1, 3],
    [0, 3],
  ];
  const n = outline.length;
  const vertices = [0, 1].flatMap((z) => outline.map(([x, y]) => [x, y, z]));
  const sides = outline.map((_, k) => [k, (k + 1) % n, ((k + 1) % n) + n, k + n]);
  const front = [
    [0, 1, 4, 5],
    [0, 5, 6, 7],
    [1, 2, 3, 4],
  ];
  const faces = [...sides, ...front.map((f) => [...f].reverse()), ...front.map((f) => f.map((v) => v + n))];
  return createMesh({ vertices, faces });
}

const letter = createLetter();
const triangles = listTriangles(letter);

/** The centre of a body: where its corners are in the mean. */
function findCentre({ shape, frame }: Placed): number[] {
  if (shape.kind !== Kind.polyhedron) return [...frame.subarray(0, 3)];
  const { vertices, vertexCount } = shape.polyhedron as NonNullable<Shape["polyhedron"]>;
  const mean = [0, 1, 2].map((k) => {
    let sum = 0;
    for (let v = 0; v < vertexCount; v++) sum += vertices[3 * v + k];
    return sum / vertexCount;
  });
  return [0, 1, 2].map((r) => frame[r] + dot([...frame.subarray(3 + 3 * r, 6 + 3 * r)], mean));
}

/** The point of a triangle nearest to p, by walking down from one point of a fine net to finer ones. */
function findNearest(p: readonly number[], [a, b, c]: Triangle): number[] {
  const at = (s: number, t: number): number[] => a.map((x, k) => x + s * (b[k] - x) + t * (c[k] - x));
  let [s, t, step] = [1 / 3, 1 / 3, 1 / 3];
  const far = (u: number, v: number): number => Math.hypot(...at(u, v).map((x, k) => x - p[k]));
  while (step > 1e-12) {
    const tries = [
      [s, t],
      [s + step, t],
      [s - step, t],
      [s, t + step],
      [s, t - step],
      [s + step, t - step],
      [s - step, t + step],
    ].filter(([u, v]) => u >= 0 && v >= 0 && u + v <= 1);
    const [u, v] = tries.reduce((best, next) => (far(next[0], next[1]) < far(best[0], best[1]) ? next : best));
    if (u === s && v === t) step /= 2;
    [s, t] = [u, v];
  }
  return at(s, t);
}

/** s along n of a body from a point: all its corners, or its core. */
function measureBehind({ shape, frame }: Placed, n: readonly number[], q: readonly number[]): number {
  const toWorld = (p: readonly number[]): number[] =>
    [0, 1, 2].map((r) => frame[r] + dot([...frame.subarray(3 + 3 * r, 6 + 3 * r)], p));
  const h = shape.halfHeight;
  const points =
    shape.polyhedron === null
      ? [toWorld([0, -h, 0]), toWorld([0, h, 0])]
      : Array.from({ length: shape.polyhedron.vertexCount }, (_, v) =>
          toWorld([...(shape.polyhedron as NonNullable<Shape["polyhedron"]>).vertices.subarray(3 * v, 3 * v + 3)]),
        );
  return Math.min(...points.map((p) => dot(n, p) - dot(n, q))) - shape.radius;
}

describe("within a solid that is not convex", () => {
  const small: Record<string, Shape> = {
    sphere: createSphere({ radius: 0.05 }),
    capsule: createCapsule({ radius: 0.03, height: 0.1 }),
    box: createBox({ size: [0.1, 0.06, 0.08] }),
    hull: createConvex({ vertices: [0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1, 0.08, 0.08, 0.08] }),
  };

  test.each(Object.keys(small))("%s: as all triangles and the winding number say", (name) => {
    const rng = createRng(17);
    const q = new Float64Array(4);
    const home = place(letter, [0, 0, 0]);
    let [inside, worst] = [0, 0];
    for (let k = 0; k < 150; k++) {
      nextRotation(q, 0, rng);
      const a = place(
        small[name],
        [nextInRange(rng, -0.3, 3.3), nextInRange(rng, -0.3, 3.3), nextInRange(rng, 0, 1)],
        [...q],
      );
      const centre = findCentre(a);
      const distances = triangles.map((t) => pointToTriangle(centre, t));
      const distance = Math.min(...distances);
      // wholly behind or wholly in front
      if (distance < 0.12) continue;
      const within = windingNumber(centre, triangles) > 0.5;
      const { status, values } = holdAgainst(a, home);
      expect(status).toBe(within ? Status.overlapping : Status.disjoint);
      if (!within) continue;
      inside++;
      const foot = findNearest(centre, triangles[distances.indexOf(distance)]);
      const n = foot.map((x, c) => (x - centre[c]) / distance);
      // two places equally near: either will do
      const near = triangles.filter((_, t) => distances[t] < distance + 1e-6).map((t) => findNearest(centre, t));
      if (near.some((p) => Math.hypot(...p.map((x, c) => x - foot[c])) > 1e-4)) continue;
      worst = Math.max(worst, Math.abs(values[0] - measureBehind(a, n, foot)));
      for (let c = 0; c < 3; c++) worst = Math.max(worst, Math.abs(values[1 + c] - n[c]));
      // moved by the depth it is out of the plane through that point, with contacts that say the same
      const rows = listMeshContacts(a, home);
      expect(rows.length).toBeGreaterThan(0);
      expect(Math.abs(Math.min(...rows.map((r) => r.gap)) - values[0])).toBeLessThan(1e-14);
    }
    expect(inside).toBeGreaterThan(20);
    // the walk ends where distances differ by rounding: the foot is known to its root, seen from 0.1 and farther
    expect(worst).toBeLessThan(8e-8);
  });

  test("with a memory as without", () => {
    const cache = new MeshCache(1);
    const [warm, cold] = [new PairResult(), new PairResult()];
    const home = place(letter, [0, 0, 0]).frame;
    const { shape, frame } = place(small.box, [-0.5, 2, 0.5]);
    const seen = new Set<number>();
    for (let k = 0; k < 400; k++) {
      frame[0] += 0.01;
      collideMesh(warm, shape, frame, 0, letter, home, 0, 1e-7, cache, 0);
      collideMesh(cold, shape, frame, 0, letter, home, 0, 1e-7);
      expect([...warm.values]).toEqual([...cold.values]);
      seen.add(cold.status);
    }
    expect(seen.size).toBeGreaterThan(1);
  });
});

describe("deeper and deeper", () => {
  test("through the half of a body the depth goes on growing, out by the side where it came in", () => {
    const block = place(createSurface(createBox({ size: [6, 6, 4] })), [0, 0, -2]);
    const ball = createSphere({ radius: 0.5 });
    for (let k = 0; k < 30; k++) {
      const depth = 0.01 + 0.05 * k;
      const { status, values } = holdAgainst(place(ball, [0.1, 0.2, 0.5 - depth]), block);
      expect(status).toBe(Status.overlapping);
      expect(values[0]).toBeCloseTo(-depth, 14);
      expect(values[3]).toBeCloseTo(1, 14);
    }
  });

  test("a body whose middle is in a thin wall is pushed out by the nearer side", () => {
    const wall = place(createSurface(createBox({ size: [4, 4, 0.05] })), [0, 0, 0]);
    const box = createBox({ size: [1, 1, 0.7] });
    for (const z of [0.01, -0.01]) {
      const { values } = holdAgainst(place(box, [0, 0, z]), wall);
      expect(values[0]).toBeCloseTo(-(0.35 + 0.025 - 0.01), 15);
      expect(values[3]).toBe(Math.sign(z));
    }
  });
});

describe("behind an open surface", () => {
  const height = (x: number, y: number): number => 0.2 * x * y;
  const free = createTerrain(8, 0.5, height);
  const { vertices, triangles: corners } = free.mesh as NonNullable<Shape["mesh"]>;
  const thick = createMesh({ vertices, faces: corners, thickness: 0.4 });
  const ball = createSphere({ radius: 0.1 });

  test("it is free without thickness; with it, as far as that, and not beside the border", () => {
    const hold = (ground: Shape, z: number, x = 0): Float64Array =>
      holdAgainst(place(ball, [x, 0, z]), place(ground, [0, 0, 0])).values;
    expect(hold(free, -0.3)[0]).toBe(Infinity);
    expect(hold(thick, -0.3)[0]).toBeCloseTo(-0.4, 2);
    expect(hold(thick, -0.3)[3]).toBeGreaterThan(0.99);
    expect(hold(thick, -0.45)[0]).toBe(Infinity);
    expect(hold(thick, -0.3, 2.2)[0]).toBe(Infinity);
    expect(hold(thick, 0.3)[0]).toBeCloseTo(0.2, 2);
  });

  test("thickness must be a number that is not negative", () => {
    expect(() => createMesh({ vertices, faces: corners, thickness: -1 })).toThrow(/mesh.thickness/);
    expect(() => createMesh({ vertices, faces: corners, thickness: Number.NaN })).toThrow(/mesh.thickness/);
  });

  test("the nearest point of a terrain, and on which side", () => {
    const rng = createRng(5);
    const all = listTriangles(thick);
    const frame = place(thick, [1, 2, 3], [0.1, 0.5, 0.1, Math.sqrt(0.73)]).frame;
    const out = new Float64Array(7);
    const point = new Float64Array(3);
    let worst = 0;
    for (let k = 0; k < 300; k++) {
      const p = [nextInRange(rng, -3, 3), nextInRange(rng, -3, 3), nextInRange(rng, -1, 1)];
      for (let r = 0; r < 3; r++) point[r] = frame[r] + dot([...frame.subarray(3 + 3 * r, 6 + 3 * r)], p);
      findClosestPoint(out, 0, thick, frame, 0, point, 0);
      const distance = Math.min(...all.map((t) => pointToTriangle(p, t)));
      worst = Math.max(worst, Math.abs(Math.abs(out[PointSlot.distance]) - distance));
      const inner = Math.max(Math.abs(p[0]), Math.abs(p[1])) < 1.5;
      if (inner) expect(out[PointSlot.distance] < 0).toBe(p[2] < height(p[0], p[1]) && distance < 0.4);
      // p − distance·n is the point
      for (let c = 0; c < 3; c++) {
        const on = point[c] - out[PointSlot.distance] * out[PointSlot.normal + c];
        worst = Math.max(worst, Math.abs(on - out[PointSlot.point + c]));
      }
    }
    // rounding of coordinates up to 8
    expect(worst).toBeLessThan(5e-15);
  });
});

test("the sign of the distance from random hulls is that of the winding number", () => {
  const rng = createRng(23);
  const out = new Float64Array(7);
  let inside = 0;
  for (let k = 0; k < 40; k++) {
    const surface = createSurface(makers.convex(rng, 1));
    const all = listTriangles(surface);
    const home = place(surface, [0, 0, 0]).frame;
    for (let m = 0; m < 20; m++) {
      const p = Float64Array.of(nextInRange(rng, -1, 1), nextInRange(rng, -1, 1), nextInRange(rng, -1, 1));
      findClosestPoint(out, 0, surface, home, 0, p, 0);
      const within = windingNumber([...p], all) > 0.5;
      expect(out[PointSlot.distance] < 0).toBe(within);
      if (within) inside++;
    }
  }
  expect(inside).toBeGreaterThan(100);
});
