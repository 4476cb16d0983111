/** What a world of placed shapes got wrong: questions within questions, NaN, odd directions; and taking bodies out. */
import {
  castRay,
  collideShapes,
  createBox,
  createCapsule,
  createCompound,
  createCone,
  createCylinder,
  createMesh,
  createSphere,
  findClosestPoint,
  HitList,
  HitSlot,
  PairCache,
  PairResult,
  PairSlot,
  PointSlot,
  QueryFilter,
  QueryWorld,
  RayHit,
  ShapeHit,
} from "@rigor/engine/collide";
import { createRng, nextInteger } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { placeFrame } from "../support/curved-shapes.js";

const cube = createBox({ size: [2, 2, 2] });
const home = placeFrame([0, 0, 0]);
const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));
const sides = [
  [0, 1, 3, 2],
  [4, 6, 7, 5],
  [0, 4, 5, 1],
  [2, 3, 7, 6],
  [0, 2, 6, 4],
  [1, 5, 7, 3],
];
const block = createMesh({ vertices: corners, faces: sides });
const along = Float64Array.of(-10, 0, 0, 1, 0, 0, 0, Infinity);
const rayOf = (p: number[], d: number[]): Float64Array => Float64Array.of(...p, ...d, 0, Infinity);

function buildRow(): QueryWorld {
  const world = new QueryWorld();
  for (let i = 0; i < 4; i++) world.add(cube, placeFrame([5 * i, 0, 0]), 0);
  return world;
}

describe("accept", () => {
  const world = buildRow();
  const inner = new HitList();
  const reach = Float64Array.of(Infinity);
  const near = new Float64Array(7);
  // every kind of question, to where the outer one does not look
  const ask = (index: number): boolean => {
    world.castRay(new RayHit(), rayOf([0, 10, 0], [0, -1, 0]), 0);
    world.castRayAll(inner, rayOf([15, 10, 0], [0, -1, 0]), 0, new QueryFilter({ accept: (i) => i === 3 }));
    expect([...inner.index.subarray(0, inner.count)]).toEqual([3]);
    world.castShape(new ShapeHit(), cube, placeFrame([15, 9, 0]), 0, Float64Array.of(0, -9, 0), 0);
    world.findOverlaps(inner, cube, placeFrame([5, 0.5, 0]), 0);
    world.findClosest(new Float64Array(7), 0, Float64Array.of(15, 0, 0), 0, Float64Array.of(0.5));
    return index !== 0;
  };
  const filter = new QueryFilter({ accept: ask });

  test("may ask the world that it is asked by", () => {
    const hit = new RayHit();
    expect(world.castRay(hit, along, 0, filter)).toBe(1);
    expect(hit.values[HitSlot.t]).toBe(14);
    expect(world.castRayAny(rayOf([-10, 0, 0], [1, 0, 0]), 0, filter)).toBe(true);
    const all = new HitList();
    expect(world.castRayAll(all, along, 0, filter)).toBe(3);
    expect([...all.t.subarray(0, 3)]).toEqual([14, 19, 24]);
    const shapeHit = new ShapeHit();
    expect(world.castShape(shapeHit, cube, placeFrame([-10, 0, 0]), 0, Float64Array.of(26, 0, 0), 0, filter)).toBe(1);
    expect(shapeHit.fraction[0]).toBe(0.5);
    const wide = createBox({ size: [30, 1, 1] });
    expect(world.findOverlaps(all, wide, home, 0, filter)).toBe(3);
    expect([...all.index.subarray(0, 3)]).toEqual([1, 2, 3]);
    expect(world.findClosest(near, 0, Float64Array.of(-3, 0, 0), 0, reach, filter)).toBe(1);
    expect(near[PointSlot.distance]).toBe(7);
  });

  test("may not change it, and may throw", () => {
    const changes = [
      () => world.add(cube, home, 0),
      () => world.place(1, home, 0),
      () => world.remove(1),
      () => world.regroup(1, 2, [0]),
      () => world.rebuild(),
    ];
    for (const change of changes) {
      const changing = new QueryFilter({ accept: () => change() !== undefined });
      expect(() => world.castRayAny(along, 0, changing)).toThrow(/world: must not be changed while it is asked/);
    }
    // which leaves nothing behind
    expect(world.castRay(new RayHit(), along, 0)).toBe(0);
    world.place(1, placeFrame([5, 0, 0]), 0);
  });
});

describe("NaN", () => {
  test("is refused as a place, and the body stays where it was", () => {
    const world = buildRow();
    const nowhere = placeFrame([Number.NaN, 0, 0]);
    expect(() => world.add(cube, nowhere, 0)).toThrow(/frames\[0\]: must be a finite number, got NaN/);
    expect(() => world.add(cube, home, 6)).toThrow(/frames\[12\]: must be a finite number, got undefined/);
    expect(() => world.place(0, placeFrame([0, Infinity, 0]), 0)).toThrow(/frames\[1\]: must be a finite number/);
    const near = new Float64Array(7);
    expect(world.findClosest(near, 0, Float64Array.of(-3, 0, 0), 0, Float64Array.of(Infinity))).toBe(0);
    expect(near[PointSlot.distance]).toBe(2);
  });

  test("is near to nothing and meets nothing", () => {
    const world = buildRow();
    const near = new Float64Array(7);
    const point = Float64Array.of(Number.NaN, 0, 0);
    expect(world.findClosest(near, 0, point, 0, Float64Array.of(Infinity))).toBe(-1);
    expect(world.castRayAny(rayOf([-10, 0, 0], [Number.NaN, 0, 0]), 0)).toBe(false);
    expect(world.castRayAny(rayOf([0, 0, 0], [Number.NaN, 0, 0]), 0)).toBe(false);
  });
});

test("a point on a surface is at distance 0", () => {
  const out = new Float64Array(7);
  for (const shape of [cube, createSphere({ radius: 1 }), createCylinder({ radius: 1, height: 2 }), block]) {
    findClosestPoint(out, 0, shape, home, 0, Float64Array.of(1, 0, 0), 0);
    expect(out[PointSlot.distance]).toBe(0);
    expect(out[PointSlot.point]).toBe(1);
    expect(out[PointSlot.normal]).toBe(1);
  }
});

describe("the direction of a ray", () => {
  const shapes = {
    cube,
    block,
    sphere: createSphere({ radius: 1 }),
    capsule: createCapsule({ radius: 1, height: 1 }),
    cylinder: createCylinder({ radius: 1, height: 2 }),
    cone: createCone({ radius: 1, height: 2 }),
  };
  test.each(Object.entries(shapes))("may have any length: %s", (_name, shape) => {
    const one = new RayHit();
    const other = new RayHit();
    expect(castRay(one, shape, home, 0, rayOf([-3, -0.25, 0.125], [1, 0.0625, 0]), 0)).toBe(true);
    const world = new QueryWorld();
    world.add(shape, home, 0);
    // powers of two: all but t is the same to the last bit
    for (const s of [2 ** -1000, 2 ** -664, 2 ** -100, 2 ** 100, 2 ** 664, 2 ** 1000]) {
      const ray = rayOf([-3, -0.25, 0.125], [s, 0.0625 * s, 0]);
      expect(castRay(other, shape, home, 0, ray, 0)).toBe(true);
      expect(other.values[HitSlot.t] * s).toBe(one.values[HitSlot.t]);
      expect(other.values[HitSlot.exit] * s).toBe(one.values[HitSlot.exit]);
      for (const slot of [HitSlot.point, HitSlot.normal, HitSlot.exitPoint, HitSlot.exitNormal]) {
        expect(other.values.slice(slot, slot + 3)).toEqual(one.values.slice(slot, slot + 3));
      }
      expect(world.castRay(other, ray, 0)).toBe(0);
      // no farther than its interval says
      ray[7] = 1 / s;
      expect(castRay(other, shape, home, 0, ray, 0)).toBe(false);
    }
    // from within, the normal is against the ray
    expect(castRay(other, shape, home, 0, rayOf([0, 0, 0], [1e-200, 0, 0]), 0)).toBe(true);
    expect([other.inside, other.values[HitSlot.normal]]).toEqual([true, -1]);
  });

  test.each(Object.entries(shapes))("may be none, as of a point: %s", (_name, shape) => {
    const hit = new RayHit();
    const world = new QueryWorld();
    world.add(shape, home, 0);
    const within = Float64Array.of(0.125, -0.25, 0, 0, 0, 0, 2, 3);
    expect(castRay(hit, shape, home, 0, within, 0)).toBe(true);
    expect(hit.inside).toBe(true);
    expect([...hit.values]).toEqual([2, 0.125, -0.25, 0, 0, 0, 0, 3, 0.125, -0.25, 0, 0, 0, 0]);
    expect(world.castRay(hit, within, 0)).toBe(0);
    expect(castRay(hit, shape, home, 0, rayOf([1.5, 0, 0], [0, 0, 0]), 0)).toBe(false);
    expect(world.castRay(hit, rayOf([1.5, 0, 0], [0, 0, 0]), 0)).toBe(-1);
  });
});

describe("a body taken out", () => {
  test("is not met any more; others keep their indices, and its own is used again", () => {
    const world = buildRow();
    const pair = createCompound({ parts: [{ shape: cube }, { shape: cube, position: [0, 5, 0] }] });
    const both = world.add(pair, placeFrame([20, 0, 0]), 0);
    const hit = new RayHit();
    world.remove(0);
    expect(world.castRay(hit, along, 0)).toBe(1);
    world.remove(2);
    world.place(1, placeFrame([6, 0, 0]), 0);
    expect(world.castRay(hit, along, 0)).toBe(1);
    expect(hit.values[HitSlot.t]).toBe(15);
    expect(world.castRay(hit, rayOf([30, 5, 0], [-1, 0, 0]), 0)).toBe(both);
    expect(world.add(pair, home, 0)).toBe(2);
    expect(world.castRay(hit, rayOf([-10, 5, 0], [1, 0, 0]), 0)).toBe(2);
    expect(() => world.remove(0)).toThrow(/index: must be that of a body, got 0; it was removed/);
    expect(() => world.place(0, home, 0)).toThrow(/index: must be that of a body/);
    expect(() => world.regroup(0, 1, [0])).toThrow(/index: must be that of a body/);
    expect(() => world.regroup(7, 1, [0])).toThrow(/index: must be from 0 to 4, got 7/);
    expect(() => world.remove(1.5)).toThrow(/index: must be from 0 to 4, got 1.5/);
  });

  test("leaves no trace, whatever the history", () => {
    const rng = createRng(3);
    const world = new QueryWorld();
    const places = new Map<number, number[]>();
    const hits = new HitList();
    const twin = createCompound({ parts: [{ shape: cube }, { shape: cube, position: [0, 0, 8] }] });
    for (let step = 0; step < 400; step++) {
      const at = [nextInteger(rng, 0, 39), nextInteger(rng, 0, 2), 0];
      const known = [...places.keys()];
      const chosen = known[nextInteger(rng, 0, Math.max(0, known.length - 1))];
      if (known.length < 5 || nextInteger(rng, 0, 1) === 0) {
        places.set(world.add(step % 3 === 0 ? twin : cube, placeFrame(at), 0), at);
      } else if (nextInteger(rng, 0, 2) > 0) {
        world.remove(chosen);
        places.delete(chosen);
      } else {
        world.place(chosen, placeFrame(at), 0);
        places.set(chosen, at);
      }
      if (step % 4 !== 0) continue;
      world.castRayAll(hits, along, 0);
      // centres at heights 0, 1 and 2, half sizes of 1: the ray meets the first two
      const expected = [...places].filter(([, [, y]]) => y <= 1).sort(([i, p], [j, q]) => p[0] - q[0] || i - j);
      expect([...hits.index.subarray(0, hits.count)]).toEqual(expected.map(([index]) => index));
      expect([...hits.t.subarray(0, hits.count)]).toEqual(expected.map(([, [x]]) => x + 9));
    }
    expect(world.shapes.length).toBeLessThan(2 * places.size + 8);
  });
});

test("a cache without room makes some", () => {
  const result = new PairResult();
  const round = createCylinder({ radius: 1, height: 2 });
  for (const [cache, slot] of [
    [new PairCache(0), 0],
    [new PairCache(2), 9],
  ] as const) {
    for (let call = 0; call < 2; call++) {
      collideShapes(result, cube, placeFrame([3, 0, 0]), 0, cube, home, 0, cache, slot, 1e-9);
      expect(result.values[PairSlot.gap]).toBe(1);
      collideShapes(result, round, placeFrame([3, 0, 0]), 0, cube, home, 0, cache, slot, 1e-9);
      expect(result.values[PairSlot.gap]).toBeCloseTo(1, 14);
    }
    expect(cache.witnesses.verified).toBe(1);
  }
  expect(() => new PairCache(-1)).toThrow(/capacity: must be a whole number/);
  expect(() => new PairCache(Number.NaN)).toThrow(/capacity: must be a whole number/);
});

test("a part of a compound has no option but its own", () => {
  const part = { shape: cube, orientation: [0, 0, 0, 0] };
  expect(() => createCompound({ parts: [part] })).toThrow(/parts\[0\]\.orientation: must be an option/);
  const still = { shape: cube, rotation: [0, 0, 0, 0] };
  expect(() => createCompound({ parts: [still] })).toThrow(/parts\[0\]\.rotation: must be four finite numbers/);
});
