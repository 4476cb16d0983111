/** Rays and moved shapes against meshes: no leaks, and the same as all triangles one by one. */
import { createRng, nextInRange, nextInteger, nextOnSphere, nextRotation } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { repeats } from "../../../../test/support/campaign.js";
import { createCompound } from "../../src/collide/pair/compound.js";
import { PointSlot, shapesOverlap } from "../../src/collide/query/point-query.js";
import { HitList } from "../../src/collide/query/query-hits.js";
import { QueryWorld } from "../../src/collide/query/query-world.js";
import { castRay, HitSlot, RayHit } from "../../src/collide/query/ray-cast.js";
import { castShape, ShapeHit } from "../../src/collide/query/shape-cast.js";
import { PairSlot } from "../../src/collide/result/pair-result.js";
import { createBox, createConvex, createCylinder, createSphere } from "../../src/collide/shapes/create-shape.js";
import { createMesh } from "../../src/collide/shapes/mesh.js";
import type { Shape } from "../../src/collide/shapes/shape.js";
import { rayToTriangle } from "../oracles/collide-mesh.js";
import { createSurface, createTerrain, holdAgainst, listTriangles, measureAll } from "../support/collide-meshes.js";
import { makers } from "../support/curved-shapes.js";
import { dot, place } from "../support/regions.js";

const rayOf = (p: ArrayLike<number>, d: ArrayLike<number>, from = 0, to = Infinity): Float64Array =>
  Float64Array.of(p[0], p[1], p[2], d[0], d[1], d[2], from, to);

/** A ball of many small triangles. */
function createGlobe(seed: number, count: number): Shape {
  const rng = createRng(seed);
  const points = new Float64Array(3 * count);
  for (let k = 0; k < points.length; k += 3) nextOnSphere(points, k, rng);
  return createSurface(createConvex({ vertices: points }));
}

describe("a ray never leaks", () => {
  const globe = createGlobe(3, 400);
  const { vertices, triangles, normals } = globe.mesh as NonNullable<Shape["mesh"]>;
  const around: number[][] = Array.from({ length: vertices.length / 3 }, () => []);
  triangles.forEach((v, c) => {
    around[v].push(Math.floor(c / 3));
  });
  const terrain = createTerrain(20, 0.3, (x, y) => 0.2 * Math.sin(3 * x) * Math.cos(2 * y));
  const ground = (terrain.mesh as NonNullable<Shape["mesh"]>).vertices;

  test("at a corner, along an edge, or at a hair's breadth from them", () => {
    const rng = createRng(9);
    const hit = new RayHit();
    const home = place(globe, [0, 0, 0]).frame;
    const origin = new Float64Array(3);
    let [outside, within] = [0, 0];
    for (let k = 0; k < 12000; k++) {
      const t = nextInteger(rng, 0, triangles.length / 3 - 1);
      const [a, b] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1]];
      const part = k % 3 === 0 ? 0 : nextInRange(rng, 0, 1);
      const aside = k % 2 === 0 ? 0 : nextInRange(rng, -1e-15, 1e-15);
      const target = [0, 1, 2].map((c) => vertices[a + c] + part * (vertices[b + c] - vertices[a + c]) + aside);
      nextOnSphere(origin, 0, rng);
      // from outside, beyond the tangent plane, or from the middle
      const far = k % 4 === 0 ? 0 : nextInRange(rng, 1.5, 50);
      const p = [0, 1, 2].map((c) => far * (far === 0 ? 0 : origin[c]));
      const d = target.map((x, c) => (x - p[c]) * (far === 0 ? 1 : 1 + 1e-9));
      const meets = castRay(hit, globe, home, 0, rayOf(p, d), 0);
      if (far === 0) {
        expect(meets && hit.inside).toBe(true);
        expect(Math.abs(hit.values[HitSlot.exit] - 1)).toBeLessThan(1e-13);
        within++;
      } else if (
        [...around[a / 3], ...around[b / 3]].every(
          (u) =>
            dot(p, [...normals.subarray(3 * u, 3 * u + 3)]) - dot(target, [...normals.subarray(3 * u, 3 * u + 3)]) >
            0.01,
        )
      ) {
        // all of its triangles are seen from there
        expect(meets && !hit.inside).toBe(true);
        expect(Math.abs(hit.values[HitSlot.t] - 1)).toBeLessThan(1e-8);
        outside++;
      }
    }
    expect(Math.min(outside, within)).toBeGreaterThan(2500);
  });

  test("at the corners and edges of a terrain, straight down and slantwise", () => {
    const rng = createRng(10);
    const hit = new RayHit();
    const home = place(terrain, [0, 0, 0]).frame;
    const n = 21;
    for (let k = 0; k < 8000; k++) {
      const [i, j] = [nextInteger(rng, 1, 18), nextInteger(rng, 1, 18)];
      const v = 3 * (j * n + i);
      const w = v + [3, 3 * n, 0][k % 3];
      const part = nextInRange(rng, 0, 1);
      const target = [0, 1, 2].map((c) => ground[v + c] + part * (ground[w + c] - ground[v + c]));
      const from = k % 2 === 0 ? [target[0], target[1], 3] : [target[0] + 1, target[1] + nextInRange(rng, -1, 1), 9];
      const d = target.map((x, c) => x - from[c]);
      expect(castRay(hit, terrain, home, 0, rayOf(from, d), 0)).toBe(true);
      expect(Math.abs(hit.values[HitSlot.t] - 1)).toBeLessThan(1e-13);
    }
  });
});

describe("a ray", () => {
  test.each([
    ["a closed surface", createGlobe(4, 60)],
    ["a terrain", createTerrain(8, 0.3, (x, y) => 0.2 * Math.sin(3 * x) * Math.cos(2 * y))],
  ])("against %s meets what all triangles say", (_, mesh) => {
    const rng = createRng(12);
    const all = listTriangles(mesh);
    const closed = (mesh.mesh as NonNullable<Shape["mesh"]>).solid;
    const hit = new RayHit();
    const home = place(mesh, [0, 0, 0]).frame;
    const d = new Float64Array(3);
    let [met, worst] = [0, 0];
    for (let k = 0; k < 400; k++) {
      const p = [0, 1, 2].map(() => nextInRange(rng, -1.5, 1.5));
      nextOnSphere(d, 0, rng);
      const crossings = all.map((t) => rayToTriangle(p, [...d], t));
      // too near to a side to be told by this formula
      if (crossings.some(({ within, t }) => t > 0 && Math.abs(within) < 1e-9)) continue;
      const first = crossings.filter(({ t, within }) => t > 0 && within > 0).sort((a, b) => a.t - b.t);
      const back = first.find(({ front }) => !front);
      const front = first.find((c) => c.front);
      const inside = closed && first.length > 0 && !first[0].front;
      const meets = castRay(hit, mesh, home, 0, rayOf(p, d), 0);
      expect(meets).toBe(inside || front !== undefined);
      if (!meets) continue;
      met++;
      expect(hit.inside).toBe(inside);
      const exit = inside ? back : first.find((c) => !c.front && c.t >= (front?.t ?? 0));
      if (!inside) worst = Math.max(worst, Math.abs(hit.values[HitSlot.t] - (front?.t ?? 0)));
      if (exit) worst = Math.max(worst, Math.abs(hit.values[HitSlot.exit] - exit.t));
      else expect(hit.values[HitSlot.exit]).toBe(Infinity);
    }
    expect(met).toBeGreaterThan(30);
    // a ray along a triangle loses digits in both
    expect(worst).toBeLessThan(1e-12);
  });

  test("counts from where it begins to where it ends, and only fronts of a sheet", () => {
    const sheet = createMesh({ vertices: [-1, 0, 1, 1, 0, 1, 0, 0, -2], faces: [0, 1, 2] });
    const home = place(sheet, [0, 0, 0]).frame;
    const hit = new RayHit();
    expect(castRay(hit, sheet, home, 0, rayOf([0, 2, 0], [0, -1, 0]), 0)).toBe(true);
    expect([hit.values[HitSlot.t], hit.values[HitSlot.exit], hit.face, hit.inside]).toEqual([2, Infinity, 0, false]);
    expect(castRay(hit, sheet, home, 0, rayOf([0, 2, 0], [0, -1, 0], 0, 1.9), 0)).toBe(false);
    expect(castRay(hit, sheet, home, 0, rayOf([0, 2, 0], [0, -1, 0], 2), 0)).toBe(true);
    expect(castRay(hit, sheet, home, 0, rayOf([0, 2, 0], [0, -1, 0], 2.1), 0)).toBe(false);
    expect(castRay(hit, sheet, home, 0, rayOf([0, -2, 0], [0, 1, 0]), 0)).toBe(false);
  });
});

describe("a moved shape", () => {
  const terrain = createTerrain(6, 0.6, (x, y) => 0.3 * Math.sin(2.1 * x) * Math.cos(1.7 * y));
  const all = listTriangles(terrain);
  const home = place(terrain, [0, 0, 0]);

  test.each([
    ["sphere", 12],
    ["capsule", 12],
    ["box", repeats(6, 3)],
    ["convex", 4],
  ])("%s stops where it touches, not later and not before", (name, runs) => {
    const rng = createRng(31);
    const hit = new ShapeHit();
    const q = new Float64Array(4);
    let [hits, worst] = [0, 0];
    for (let k = 0; k < runs; k++) {
      nextRotation(q, 0, rng);
      const start = [nextInRange(rng, -1, 1), nextInRange(rng, -1, 1), 1.6];
      const a = place(makers[name](rng, 0.4), start, [...q]);
      // down, or nearly level: a graze
      const path = Float64Array.of(nextInRange(rng, -2, 2), nextInRange(rng, -2, 2), k % 2 === 0 ? -2 : -0.9);
      const meets = castShape(hit, a.shape, a.frame, 0, path, 0, Float64Array.of(1), terrain, home.frame, 0);
      const end = meets ? hit.fraction[0] : 1;
      const at = (t: number): number => {
        const frame = a.frame.slice();
        for (let c = 0; c < 3; c++) frame[c] += t * path[c];
        return measureAll({ shape: a.shape, frame }, all);
      };
      if (meets) {
        worst = Math.max(worst, Math.abs(at(end)));
        hits++;
      }
      for (let m = 0; m < 5; m++) expect(at((end * m) / 5.0001)).toBeGreaterThan(0);
    }
    expect(hits).toBeGreaterThan(1);
    // rounding of coordinates up to 4
    expect(worst).toBeLessThan(5e-15);
  });

  test("a ball never passes a thin wall, from either side, and a sheet only from behind", () => {
    const wall = place(createSurface(createBox({ size: [0.05, 4, 4] })), [0, 0, 0]);
    const sheet = createMesh({ vertices: [0, -2, -2, 0, 2, -2, 0, 0, 3], faces: [0, 1, 2] });
    const hit = new ShapeHit();
    for (const shape of [createSphere({ radius: 0.1 }), createCylinder({ radius: 0.1, height: 0.2 })]) {
      for (const side of [1, -1]) {
        const a = place(shape, [5 * side, 0.3, 0.2]);
        const path = Float64Array.of(-1000 * side, 1, 2);
        expect(castShape(hit, shape, a.frame, 0, path, 0, Float64Array.of(1), wall.shape, wall.frame, 0)).toBe(true);
        expect(Math.abs(1000 * hit.fraction[0] - (5 - 0.125))).toBeLessThan(1e-13);
        expect(hit.pair.values[PairSlot.normal]).toBeCloseTo(side, 14);
        expect(castShape(hit, shape, a.frame, 0, path, 0, Float64Array.of(1), sheet, wall.frame, 0)).toBe(side === 1);
        // the other way round: the wall is moved
        const back = path.map((x) => -x);
        expect(castShape(hit, wall.shape, wall.frame, 0, back, 0, Float64Array.of(1), shape, a.frame, 0)).toBe(true);
        expect(Math.abs(1000 * hit.fraction[0] - (5 - 0.125))).toBeLessThan(1e-13);
        expect(hit.pair.values[PairSlot.normal]).toBeCloseTo(-side, 14);
      }
    }
  });

  test("a cylinder comes down on a ridge where its gap says", () => {
    const roof = place(
      createTerrain(6, 0.5, (x) => -0.7 * Math.abs(x)),
      [0, 0, 0],
    );
    const rng = createRng(8);
    const hit = new ShapeHit();
    const q = new Float64Array(4);
    let worst = 0;
    for (let k = 0; k < 40; k++) {
      nextRotation(q, 0, rng);
      const a = place(createCylinder({ radius: 0.2, height: 0.5 }), [nextInRange(rng, -0.3, 0.3), 0, 1], [...q]);
      const path = Float64Array.of(nextInRange(rng, -0.5, 0.5), 0, -2);
      expect(castShape(hit, a.shape, a.frame, 0, path, 0, Float64Array.of(1), roof.shape, roof.frame, 0)).toBe(true);
      for (let c = 0; c < 3; c++) a.frame[c] += hit.fraction[0] * path[c];
      worst = Math.max(worst, Math.abs(holdAgainst(a, roof, 0).values[0]));
    }
    expect(worst).toBeLessThan(2e-15);
  });
});

describe("among others", () => {
  const frames = new Float64Array(36);
  frames.set(place(createSphere({ radius: 1 }), [0, 0, 0]).frame, 0);
  frames.set(place(createSphere({ radius: 1 }), [5, 0, 0]).frame, 12);
  frames.set(place(createSphere({ radius: 1 }), [0, 0, 2]).frame, 24);
  const world = new QueryWorld();
  const ground = world.add(
    createTerrain(20, 0.5, () => 0),
    frames,
    0,
  );
  const part = createBox({ size: [1, 1, 1] });
  const arch = world.add(
    createCompound({
      parts: [
        { shape: part, position: [-1, 0, 0.5] },
        { shape: part, position: [1, 0, 0.5] },
        { shape: createBox({ size: [3, 1, 1] }), position: [0, 0, 1.5] },
      ],
    }),
    frames,
    12,
  );
  const ball = world.add(createSphere({ radius: 0.5 }), frames, 24);

  test("rays, shapes, points and overlaps tell the whole", () => {
    const hit = new RayHit();
    const list = new HitList();
    expect([ground, arch, ball]).toEqual([0, 1, 2]);
    // through the opening of the arch, and through its pillars
    expect(world.castRay(hit, rayOf([5, -3, 0.5], [0, 1, 0]), 0)).toBe(-1);
    expect(world.castRay(hit, rayOf([0, 0, 0.5], [1, 0, 0]), 0)).toBe(arch);
    expect(hit.values[HitSlot.t]).toBe(3.5);
    expect(world.castRayAll(list, rayOf([0, 0, 0.5], [1, 0, 0]), 0)).toBe(1);
    expect(list.t[0]).toBe(3.5);
    expect(world.castRayAll(list, rayOf([0, 0, 9], [0, 0, -1]), 0)).toBe(2);
    expect([...list.index.subarray(0, 2)]).toEqual([ball, ground]);
    expect(world.castRayAny(rayOf([0, 0, -1], [0, 0, 1], 0, 1.5), 0)).toBe(false);
    const probe = place(createBox({ size: [3, 0.5, 0.2] }), [5, 0, 0.1]);
    expect(world.findOverlaps(list, probe.shape, probe.frame, 0)).toBe(2);
    expect([...list.index.subarray(0, 2)]).toEqual([ground, arch]);
    const near = new Float64Array(7);
    const reach = Float64Array.of(10);
    expect(world.findClosest(near, 0, Float64Array.of(5, 0, 0.8), 0, reach)).toBe(arch);
    expect(near[PointSlot.distance]).toBeCloseTo(0.2, 15);
    expect(world.findClosest(near, 0, Float64Array.of(5, 0, 0.3), 0, reach)).toBe(ground);
    const shapeHit = new ShapeHit();
    const crate = place(part, [2.5, 0, 3]);
    expect(world.castShape(shapeHit, part, crate.frame, 0, Float64Array.of(0, 0, -5), 0)).toBe(ground);
    expect(shapeHit.fraction[0]).toBeCloseTo(0.5, 15);
    expect(shapesOverlap(part, crate.frame, 0, part, crate.frame, 0)).toBe(true);
    // the arch is moved away
    world.place(arch, place(part, [50, 0, 0]).frame, 0);
    expect(world.castRay(hit, rayOf([0, 0, 0.5], [1, 0, 0], 0, 20), 0)).toBe(-1);
  });
});
