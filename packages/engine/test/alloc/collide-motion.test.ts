/** No garbage in searches for the time of impact, nor in questions to shapes. */
import {
  castRay,
  castShape,
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createPlane,
  createSphere,
  findClosestPoint,
  findTimeOfImpact,
  HitList,
  type MovingPair,
  PairCache,
  QueryFilter,
  QueryWorld,
  RayHit,
  type Shape,
  ShapeHit,
  shapesOverlap,
  TimeOfImpactSearch,
  writeFrame,
} from "@rigor/engine/collide";
import { describe, expect, test } from "vitest";
import { bytesPerCall } from "../support/allocation.js";

/** All shapes with their fields as in the last one: of objects of different make V8 boxes the numbers that it reads. */
function remake({ kind, radius, halfHeight, polyhedron, plane, mesh, reach }: Shape): Shape {
  return { kind, radius, halfHeight, polyhedron, plane, mesh, reach };
}

const made = [
  createSphere({ radius: 0.5 }),
  createCapsule({ radius: 0.3, height: 1 }),
  createBox({ size: [1, 0.8, 1.2] }),
  createConvex({ vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.6, 0.7, 0.8] }),
  createCylinder({ radius: 0.4, height: 1 }),
  createCone({ radius: 0.5, height: 1 }),
  createPlane({ normal: [0.1, 1, 0.2], offset: -0.5 }),
];
const shapes = made.map(remake).map(remake);
const cache = new PairCache(64);
const frames = new Float64Array(24);
const x = new Float64Array(6);
const q = Float64Array.of(0, 0, 0, 1, 0.1, 0.5, 0.1, Math.sqrt(0.73));

/** A falls and turns: a rotation by Cayley's formula, so that nothing but arithmetic is done here. */
function place(out: Float64Array, time: Float64Array): void {
  const t = time[0];
  x[0] = 0.3;
  x[1] = 2.5 - 2 * t - 2 * t * t;
  const s = 1 / Math.sqrt(1 + t * t);
  q[0] = 0.6 * t * s;
  q[1] = 0;
  q[2] = 0.8 * t * s;
  q[3] = s;
  writeFrame(out, 0, x, 0, q, 0);
  writeFrame(out, 12, x, 3, q, 4);
}

/** The gaps of all kinds are looked at elsewhere; here, those of some that take little time. */
const pairs: MovingPair[] = [
  [0, 0],
  [0, 2],
  [2, 2],
  [3, 2],
  [1, 6],
].map(([a, b], slot) => ({ shapeA: shapes[a], shapeB: shapes[b], place, cache, slot }));

describe("nothing is left on the heap by", () => {
  test.each([
    ["conservative", Infinity],
    ["conservative", 30],
    ["regula-falsi", 30],
  ] as const)("the time of impact (%s, acceleration %d)", (method, acceleration) => {
    const search = new TimeOfImpactSearch({ method, distanceTolerance: 1e-4 });
    search.range.set([0, 1, 12, acceleration]);
    let k = 0;
    let hits = 0;
    const once = (): void => {
      if (findTimeOfImpact(search, pairs[k]) === 1) hits++;
      k = k + 1 === pairs.length ? 0 : k + 1;
    };
    expect(bytesPerCall(once, 100 * pairs.length)).toBe(0);
    expect(hits).toBeGreaterThan(0);
  });

  const ray = Float64Array.of(0.1, 3, 0.05, 0.1, -1.5, 0.1, 0, 10);
  const hit = new RayHit();
  const answer = new Float64Array(7);
  const shapeHit = new ShapeHit();
  const path = Float64Array.of(0.1, -2, 0);
  const limit = Float64Array.of(1);
  place(frames, Float64Array.of(0.1));
  const world = new QueryWorld();
  for (let k = 0; k < 40; k++) {
    place(frames, Float64Array.of(k / 50));
    world.add(shapes[k % 7], frames, k % 2 ? 0 : 12, { group: k % 3 });
  }
  const list = new HitList();
  const filter = new QueryFilter({ collidesWith: [0, 1], accept: (k) => k !== 6 });
  const reach = Float64Array.of(1);

  test.each<[string, number, (k: number) => void]>([
    ["rays", 3000, (k) => castRay(hit, shapes[k], frames, 12, ray, 0)],
    ["points", 3000, (k) => findClosestPoint(answer, 0, shapes[k], frames, 12, ray, 0)],
    ["overlaps", 1000, (k) => shapesOverlap(shapes[2], frames, 0, shapes[k], frames, 12)],
    ["moved shapes", 1000, (k) => castShape(shapeHit, shapes[2], frames, 0, path, 0, limit, shapes[k], frames, 12)],
    ["the nearest on a ray", 300, () => world.castRay(hit, ray, 0, filter)],
    ["all on a ray", 300, () => world.castRayAll(list, ray, 0, filter)],
    ["a shape moved among many", 300, () => world.castShape(shapeHit, shapes[0], frames, 0, path, 0, filter)],
    ["overlaps among many", 300, () => world.findOverlaps(list, shapes[0], frames, 0, filter)],
    ["the nearest of many", 300, () => world.findClosest(answer, 0, ray, 0, reach, filter)],
  ])("%s", (_name, calls, f) => {
    let k = 0;
    const once = (): void => {
      f(k);
      k = k === 6 ? 0 : k + 1;
    };
    expect(bytesPerCall(once, calls)).toBe(0);
  });
});
