/** Rays, points, moved shapes and collections of shapes, against formulas that share nothing with them, and sampling. */
import {
  castRay,
  castShape,
  createBox,
  createCapsule,
  createCone,
  createCylinder,
  createPlane,
  createSphere,
  findClosestPoint,
  HitList,
  HitSlot,
  PairSlot,
  PointSlot,
  QueryFilter,
  QueryWorld,
  RayHit,
  type Shape,
  ShapeHit,
  shapesOverlap,
} from "@rigor/engine/collide";
import { createRng, nextInRange, nextOnSphere } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { drawFrame, makers, measureOutside, moveFrame, placeFrame } from "../../support/curved-shapes.js";

const home = placeFrame([0, 0, 0]);
const rayOf = (p: ArrayLike<number>, d: ArrayLike<number>, from = 0, to = Infinity): Float64Array =>
  Float64Array.of(p[0], p[1], p[2], d[0], d[1], d[2], from, to);
const at = (values: Float64Array, slot: number): number[] => [...values.subarray(slot, slot + 3)];

describe("a ray", () => {
  const ball = createSphere({ radius: 2 });
  const tower = createCylinder({ radius: 1, height: 4 });
  const pill = createCapsule({ radius: 1, height: 4 });
  const tent = createCone({ radius: 1, height: 2 });
  const brick = createBox({ size: [2, 4, 6] });
  const ground = createPlane({ normal: [0, 1, 0], offset: 1 });

  test.each<[string, Shape, number[], number[], number, number[], number]>([
    ["sphere", ball, [-5, 0, 0], [1, 0, 0], 3, [-1, 0, 0], 7],
    ["sphere, direction of length 2", ball, [-5, 0, 0], [2, 0, 0], 1.5, [-1, 0, 0], 3.5],
    ["sphere, touched", ball, [-5, 2, 0], [1, 0, 0], 5, [0, 1, 0], 5],
    ["cylinder, side", tower, [-5, 1, 0], [1, 0, 0], 4, [-1, 0, 0], 6],
    ["cylinder, cap", tower, [0.5, 5, 0], [0, -1, 0], 3, [0, 1, 0], 7],
    ["cylinder, in by the cap, out by the side", tower, [0, 3, 0], [0.5, -1, 0], 1, [0, 1, 0], 2],
    ["capsule, side", pill, [-5, 1, 0], [1, 0, 0], 4, [-1, 0, 0], 6],
    ["capsule, along the axis", pill, [0, 5, 0], [0, -1, 0], 2, [0, 1, 0], 8],
    ["capsule, end ball", pill, [-5, 2.6, 0], [1, 0, 0], 4.2, [-0.8, 0.6, 0], 5.8],
    ["capsule, on the seam", pill, [-5, 2, 0], [1, 0, 0], 4, [-1, 0, 0], 6],
    ["cone, side", tent, [-5, 0, 0], [1, 0, 0], 4.5, [-2 / Math.sqrt(5), 1 / Math.sqrt(5), 0], 5.5],
    ["cone, from above through the tip", tent, [0, 4, 0], [0, -1, 0], 3, [0, 1, 0], 5],
    ["cone, from below", tent, [0.5, -3, 0], [0, 1, 0], 2, [0, -1, 0], 3],
    ["cone, parallel to its side", tent, [-2, 0, 0], [1, -2, 0], Number.NaN, [], 0],
    ["box", brick, [-5, 1, 1], [1, 0, 0], 4, [-1, 0, 0], 6],
    ["box, along a face", brick, [-5, 2, 1], [1, 0, 0], 4, [-1, 0, 0], 6],
    ["half-space", ground, [3, 5, 0], [1, -2, 0], 2, [0, 1, 0], Infinity],
    ["half-space, from below", ground, [0, 0, 0], [0, 1, 0], 0, [0, -1, 0], 1],
    ["half-space, away", ground, [3, 5, 0], [1, 0, 0], Number.NaN, [], 0],
  ])("%s", (_name, shape, p, d, t, normal, exit) => {
    const hit = new RayHit();
    if (Number.isNaN(t)) {
      expect(castRay(hit, shape, home, 0, rayOf(p, d), 0)).toBe(false);
      return;
    }
    expect(castRay(hit, shape, home, 0, rayOf(p, d), 0)).toBe(true);
    expect(hit.values[HitSlot.t]).toBeCloseTo(t, 14);
    expect(hit.values[HitSlot.exit]).toBeCloseTo(exit, 14);
    at(hit.values, HitSlot.normal).forEach((x, k) => {
      expect(x).toBeCloseTo(normal[k], 14);
    });
    at(hit.values, HitSlot.point).forEach((x, k) => {
      expect(x).toBeCloseTo(p[k] + t * d[k], 14);
    });
  });

  test("from within: where it begins, and where the wall is", () => {
    const hit = new RayHit();
    expect(castRay(hit, brick, home, 0, rayOf([0, 0, 0], [0, 2, 0]), 0)).toBe(true);
    expect([hit.inside, hit.values[HitSlot.t], hit.values[HitSlot.exit]]).toEqual([true, 0, 1]);
    expect(at(hit.values, HitSlot.normal)).toEqual([-0, -1, -0]);
    expect(at(hit.values, HitSlot.exitNormal)).toEqual([0, 1, 0]);
    expect(at(hit.values, HitSlot.exitPoint)).toEqual([0, 2, 0]);
  });

  test("ends before, begins behind, has no direction", () => {
    const hit = new RayHit();
    expect(castRay(hit, ball, home, 0, rayOf([-5, 0, 0], [1, 0, 0], 0, 2.9), 0)).toBe(false);
    expect(castRay(hit, ball, home, 0, rayOf([-5, 0, 0], [1, 0, 0], 7.1), 0)).toBe(false);
    // a point: it meets what it lies in
    expect(castRay(hit, ball, home, 0, rayOf([0, 0, 0], [0, 0, 0]), 0)).toBe(true);
    expect(castRay(hit, ball, home, 0, rayOf([0, 0, 2.5], [0, 0, 0]), 0)).toBe(false);
    expect(castRay(hit, ball, home, 0, rayOf([0, 0, 0], [0, Infinity, 0]), 0)).toBe(false);
  });

  /** Normal by central differences of a function that is 0 on the surface and grows outward. */
  function slopeAt(shape: Shape, frame: Float64Array, point: number[]): number[] {
    const h = 1e-6;
    const g = [0, 1, 2].map((k) => {
      const [low, high] = [-h, h].map((e) =>
        measureOutside(
          shape,
          frame,
          point.map((x, c) => (c === k ? x + e : x)),
        ),
      );
      return high - low;
    });
    const size = Math.hypot(...g);
    return g.map((x) => x / size);
  }

  test.each(Object.keys(makers))("%s: entry and exit lie on the surface, the way between within", (name) => {
    const rng = createRng(51);
    const hit = new RayHit();
    let hits = 0;
    let worst = 0;
    let wrong = 0;
    let missed = Infinity;
    let between = -Infinity;
    let normals = 0;
    let slopes = 0;
    for (let run = 0; run < 400; run++) {
      const shape = makers[name](rng, 1);
      const frame = drawFrame(rng, 2);
      const p = new Float64Array(3);
      const d = new Float64Array(3);
      nextOnSphere(p, 0, rng);
      const far = 10 ** nextInRange(rng, -1, 2);
      for (let k = 0; k < 3; k++) p[k] = frame[k] + far * p[k];
      nextOnSphere(d, 0, rng);
      const aim = nextInRange(rng, 0, 1);
      for (let k = 0; k < 3; k++) d[k] = frame[k] + aim * shape.reach * d[k] - p[k];
      const along = (t: number): number[] => [0, 1, 2].map((k) => p[k] + t * d[k]);
      const ray = rayOf(p, d);
      const meets = castRay(hit, shape, frame, 0, ray, 0);
      // sampled: the least of the conditions along the line, near the shape
      let least = Infinity;
      for (let k = 0; k <= 40; k++) {
        const t = Math.max(0, 1 + ((k - 20) * 2 * shape.reach) / (20 * Math.hypot(...d)));
        least = Math.min(least, measureOutside(shape, frame, along(t)));
      }
      if (!meets) {
        missed = Math.min(missed, least);
        continue;
      }
      hits++;
      const [t1, t2] = [hit.values[HitSlot.t], hit.values[HitSlot.exit]];
      const inside = measureOutside(shape, frame, along(0)) < 0;
      if (hit.inside !== inside || !(t1 <= t2)) wrong++;
      const ends = inside ? [t2] : [t1, t2];
      for (const t of ends)
        worst = Math.max(worst, Math.abs(measureOutside(shape, frame, along(t))) / Math.max(1, far));
      between = Math.max(between, measureOutside(shape, frame, along((t1 + t2) / 2)));
      // and not before or behind: a convex shape has no second stretch
      const beyond = 1e-3 + (t2 - t1);
      for (const t of [t2 + beyond, ...(inside ? [] : [t1 - beyond])]) {
        missed = Math.min(missed, measureOutside(shape, frame, along(t)));
      }
      const exitNormal = at(hit.values, HitSlot.exitNormal);
      const slope = slopeAt(shape, frame, along(t2));
      const error = Math.hypot(...slope.map((x, k) => x - exitNormal[k]));
      normals++;
      // differences across an edge are those of neither side
      if (error < 1e-4) slopes++;
      worst = Math.max(worst, Math.abs(Math.hypot(...exitNormal) - 1));
    }
    expect(hits).toBeGreaterThan(200);
    expect(wrong).toBe(0);
    // sampled points that the answer says to be outside, or within: to rounding, as below
    expect(missed).toBeGreaterThan(-2e-15);
    expect(between).toBeLessThan(2e-15);
    // rounding of the ray's own coordinates, as a part of the distance it comes from. Measured 4.4e-16
    expect(worst).toBeLessThan(1e-15);
    expect(slopes).toBeGreaterThan(0.999 * normals - 1);
  });
});

describe("a point", () => {
  const answer = new Float64Array(7);
  /** Distance from a rectangle or triangle in the plane (distance from the axis, height), as lists of corners. */
  function measurePolygon(corners: [number, number][], x: number, y: number): number {
    let least = Infinity;
    let inside = true;
    corners.forEach(([ax, ay], k) => {
      const [bx, by] = corners[(k + 1) % corners.length];
      const [ux, uy] = [bx - ax, by - ay];
      const s = Math.max(0, Math.min(1, ((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy)));
      // the edge on the axis is no surface
      if (ax !== 0 || bx !== 0) least = Math.min(least, Math.hypot(x - ax - s * ux, y - ay - s * uy));
      if (ux * (y - ay) - uy * (x - ax) < 0 && (ax !== 0 || bx !== 0)) inside = false;
    });
    return inside ? -least : least;
  }

  const formulas: Record<string, (shape: Shape, x: number, y: number, z: number) => number> = {
    sphere: ({ radius }, x, y, z) => Math.hypot(x, y, z) - radius,
    capsule: ({ radius, halfHeight: h }, x, y, z) => Math.hypot(x, y - Math.max(-h, Math.min(h, y)), z) - radius,
    cylinder: ({ radius: r, halfHeight: h }, x, y, z) =>
      measurePolygon(
        [
          [0, -h],
          [r, -h],
          [r, h],
          [0, h],
        ],
        Math.hypot(x, z),
        y,
      ),
    cone: ({ radius: r, halfHeight: h }, x, y, z) =>
      measurePolygon(
        [
          [0, -h],
          [r, -h],
          [0, h],
        ],
        Math.hypot(x, z),
        y,
      ),
    box: ({ polyhedron }, x, y, z) => {
      const half = [...(polyhedron?.vertices.subarray(21) ?? [])];
      const out = [x, y, z].map((c, k) => Math.abs(c) - half[k]);
      return Math.hypot(...out.map((c) => Math.max(0, c))) + Math.min(0, Math.max(...out));
    },
  };

  test.each(Object.keys(formulas))("%s: signed distance and the closest point", (name) => {
    const rng = createRng(61);
    const again = new Float64Array(7);
    let worst = 0;
    for (let run = 0; run < 300; run++) {
      const shape = makers[name](rng, 1);
      const frame = drawFrame(rng, 1);
      const local = [0, 1, 2].map(() => nextInRange(rng, -1.5, 1.5));
      const point = Float64Array.from(moveFrame(frame, placeFrame(local)).subarray(0, 3));
      findClosestPoint(answer, 0, shape, frame, 0, point, 0);
      const distance = formulas[name](shape, local[0], local[1], local[2]);
      worst = Math.max(worst, Math.abs(answer[PointSlot.distance] - distance));
      // the closest point is on the surface, and p is its distance away along n
      worst = Math.max(worst, Math.abs(measureOutside(shape, frame, at(answer, PointSlot.point))));
      findClosestPoint(again, 0, shape, frame, 0, Float64Array.from(at(answer, PointSlot.point)), 0);
      worst = Math.max(worst, Math.abs(again[0]));
    }
    // ten roundings of coordinates up to 3. Measured 1.4e-15
    expect(worst).toBeLessThan(4e-15);
  });

  test("half-space", () => {
    const plane = createPlane({ normal: [0, 0, 2], offset: 1 });
    findClosestPoint(answer, 0, plane, home, 0, Float64Array.of(4, 5, -2), 0);
    expect([...answer]).toEqual([-3, 4, 5, 1, 0, 0, 1]);
  });
});

describe("a moved shape", () => {
  const limit = Float64Array.of(1);

  test("meets where the closed form says, and a ray with it", () => {
    const hit = new ShapeHit();
    const ball = createSphere({ radius: 0.5 });
    const brick = createBox({ size: [2, 2, 2] });
    const start = placeFrame([-5, 0.25, 0.1]);
    expect(castShape(hit, ball, start, 0, Float64Array.of(10, 0, 0), 0, limit, brick, home, 0)).toBe(true);
    expect(hit.fraction[0]).toBeCloseTo(0.35, 15);
    expect(at(hit.pair.values, PairSlot.normal).map((x) => x + 0)).toEqual([-1, 0, 0]);
    expect(at(hit.pair.values, PairSlot.pointB)[0]).toBeCloseTo(-1, 15);
    limit[0] = 0.34;
    expect(castShape(hit, ball, start, 0, Float64Array.of(10, 0, 0), 0, limit, brick, home, 0)).toBe(false);
    limit[0] = 1;
    expect(castShape(hit, ball, start, 0, Float64Array.of(0, 10, 0), 0, limit, brick, home, 0)).toBe(false);
    expect(castShape(hit, ball, home, 0, Float64Array.of(0, 10, 0), 0, limit, brick, home, 0)).toBe(true);
    expect([hit.overlapping, hit.fraction[0]]).toEqual([true, 0]);
  });

  test("a point-like ball meets what a ray does; swapped and reversed it is the same", () => {
    const rng = createRng(71);
    const dot = createSphere({ radius: 1e-12 });
    const [hit, back, ray] = [new ShapeHit(), new ShapeHit(), new RayHit()];
    let hits = 0;
    let worst = 0;
    let worstBack = 0;
    let rounds = 0;
    for (let run = 0; run < 300; run++) {
      const shape = Object.values(makers)[run % 6](rng, 1);
      const frame = drawFrame(rng, 1);
      const start = drawFrame(rng, 5);
      const path = new Float64Array(3);
      nextOnSphere(path, 0, rng);
      for (let k = 0; k < 3; k++) path[k] = 2 * (frame[k] + path[k] * shape.reach * 0.8 - start[k]);
      const meets = castShape(hit, dot, start, 0, path, 0, limit, shape, frame, 0);
      const expected = castRay(ray, shape, frame, 0, rayOf(start, path, 0, 1), 0);
      expect(meets).toBe(expected);
      if (!meets) continue;
      hits++;
      const slant = -at(ray.values, HitSlot.normal).reduce((sum, n, k) => sum + n * path[k], 0);
      worst = Math.max(worst, Math.abs(hit.fraction[0] - ray.values[HitSlot.t]) * slant);
      const reversed = path.map((x) => -x);
      expect(castShape(back, shape, frame, 0, reversed, 0, limit, dot, start, 0)).toBe(true);
      worstBack = Math.max(worstBack, Math.abs(hit.fraction[0] - back.fraction[0]) * slant);
      rounds = Math.max(rounds, hit.rounds);
    }
    expect(hits).toBeGreaterThan(150);
    // Newton's method: measured 8
    expect(rounds).toBeLessThan(12);
    // the radius of the ball, 1e-12, and rounding
    expect(worst).toBeLessThan(1.1e-12);
    expect(worstBack).toBeLessThan(1e-14);
  });
});

test("two shapes overlap if a point of one is in the other", () => {
  const rng = createRng(81);
  for (let run = 0; run < 72; run++) {
    const [A, B] = [Object.values(makers)[run % 6](rng, 1), Object.values(makers)[(run >> 3) % 6](rng, 1)];
    const [a, b] = [drawFrame(rng, nextInRange(rng, 0, 3)), drawFrame(rng, 0.1)];
    const overlap = shapesOverlap(A, a, 0, B, b, 0);
    expect(shapesOverlap(B, b, 0, A, a, 0)).toBe(overlap);
    // a point of both by projecting to one and the other in turn
    const p = Float64Array.from(a.subarray(0, 3));
    const answer = new Float64Array(7);
    for (let k = 0; k < 200; k++) {
      const [shape, frame] = k % 2 ? [A, a] : [B, b];
      findClosestPoint(answer, 0, shape, frame, 0, p, 0);
      if (answer[0] > 0) p.set(answer.subarray(1, 4));
    }
    const apart = Math.max(measureOutside(A, a, p), measureOutside(B, b, p));
    if (apart < 0) expect(overlap).toBe(true);
    else if (apart > 1e-2) expect(overlap).toBe(false);
  }
});

describe("many shapes", () => {
  const rng = createRng(91);
  const world = new QueryWorld();
  const kinds = Object.values(makers);
  const frames = Array.from({ length: 120 }, () => drawFrame(rng, nextInRange(rng, 0, 8)));
  frames.forEach((frame, k) => {
    const group = k % 3;
    world.add(kinds[k % 6](rng, 1), frame, 0, group === 2 ? { group, collidesWith: [2] } : { group });
  });
  const ground = world.add(createPlane({ normal: [0, 1, 0], offset: -6 }), home, 0, { group: 5 });
  const draw = (): Float64Array => {
    const p = new Float64Array(6);
    nextOnSphere(p, 0, rng);
    nextOnSphere(p, 3, rng);
    return rayOf(
      p.subarray(0, 3).map((x) => 12 * x),
      [0, 1, 2].map((k) => 3 * p[3 + k] - 12 * p[k]),
      0,
      nextInRange(rng, 0.3, 2),
    );
  };
  const filters: [string, QueryFilter, (k: number) => boolean][] = [
    ["all", new QueryFilter({ group: 2 }), () => true],
    ["those who meet group 0", new QueryFilter(), (k) => k === ground || k % 3 !== 2],
    ["groups 1 and 5", new QueryFilter({ collidesWith: [1, 5] }), (k) => k === ground || k % 3 === 1],
    ["even ones", new QueryFilter({ group: 2, accept: (k) => k % 2 === 0 }), (k) => k % 2 === 0],
  ];

  test.each(filters)("rays against %s, one by one: the nearest, all in order, any", (_name, filter, asked) => {
    const [hit, trial, list] = [new RayHit(), new RayHit(), new HitList()];
    let total = 0;
    for (let run = 0; run < 150; run++) {
      const ray = draw();
      const expected = world.shapes
        .map((shape, k) => ({
          k,
          meets: asked(k) && castRay(trial, shape, world.frames, 12 * k, ray, 0),
          t: trial.values[0],
        }))
        .filter(({ meets }) => meets)
        .sort((a, b) => a.t - b.t || a.k - b.k);
      expect(world.castRay(hit, ray, 0, filter)).toBe(expected[0]?.k ?? -1);
      if (expected.length > 0) expect(hit.values[HitSlot.t]).toBe(expected[0].t);
      expect(world.castRayAll(list, ray, 0, filter)).toBe(expected.length);
      expect([...list.index.subarray(0, list.count)]).toEqual(expected.map(({ k }) => k));
      expect([...list.t.subarray(0, list.count)]).toEqual(expected.map(({ t }) => t));
      expect(world.castRayAny(ray, 0, filter)).toBe(expected.length > 0);
      total += expected.length;
    }
    expect(total).toBeGreaterThan(50);
  });

  test("moved shapes, overlaps and the nearest, one by one; also after a move", () => {
    const filter = new QueryFilter({ group: 2 });
    const box = createBox({ size: [1, 0.5, 0.7] });
    const [hit, trial, list] = [new ShapeHit(), new ShapeHit(), new HitList()];
    const answer = new Float64Array(7);
    const other = new Float64Array(7);
    for (let run = 0; run < 12; run++) {
      if (run % 4 === 3) for (let k = 0; k < 120; k += 7) world.place(k, drawFrame(rng, 6), 0);
      if (run === 9) world.rebuild();
      const start = drawFrame(rng, 9);
      const path = Float64Array.from(start.subarray(0, 3), (x) => -1.5 * x);
      let [first, least] = [-1, Infinity];
      const overlaps: number[] = [];
      let [nearest, distance] = [-1, 4];
      world.shapes.forEach((shape, k) => {
        const meets = castShape(trial, box, start, 0, path, 0, Float64Array.of(1), shape, world.frames, 12 * k);
        if (meets && trial.fraction[0] < least) [first, least] = [k, trial.fraction[0]];
        if (shapesOverlap(box, start, 0, shape, world.frames, 12 * k)) overlaps.push(k);
        findClosestPoint(other, 0, shape, world.frames, 12 * k, start, 0);
        if (other[0] < distance) [nearest, distance] = [k, other[0]];
      });
      expect(world.castShape(hit, box, start, 0, path, 0, filter)).toBe(first);
      if (first >= 0) expect(hit.fraction[0]).toBe(least);
      world.findOverlaps(list, box, start, 0, filter);
      expect([...list.index.subarray(0, list.count)]).toEqual(overlaps);
      expect(world.findClosest(answer, 0, start, 0, Float64Array.of(4), filter)).toBe(nearest);
      if (nearest >= 0) expect(answer[0]).toBe(distance);
    }
  });

  test("an empty world, new groups, bad input", () => {
    const empty = new QueryWorld();
    const hit = new RayHit();
    const ray = rayOf([-5, 0, 0], [1, 0, 0]);
    expect(empty.castRay(hit, ray, 0)).toBe(-1);
    empty.add(createSphere({ radius: 1 }), home, 0);
    expect(empty.castRay(hit, ray, 0)).toBe(0);
    empty.regroup(0, 4, [7]);
    expect(empty.castRay(hit, ray, 0)).toBe(-1);
    expect(empty.castRay(hit, ray, 0, new QueryFilter({ group: 7, collidesWith: [4] }))).toBe(0);
    expect(() => new QueryFilter({ group: 32 })).toThrow(/filter\.group: must be a whole number from 0 to 31, got 32/);
    expect(() => new QueryFilter({ collidesWith: [-1] })).toThrow(/filter\.collidesWith\[0\]: must be/);
    expect(() => new QueryFilter({ accept: 3 as never })).toThrow(/filter\.accept: must be a function/);
    expect(() => empty.place(3, home, 0)).toThrow(/index: must be from 0 to 0, got 3/);
    expect(() => empty.add(undefined as never, home, 0)).toThrow(/shape: must be a shape or a compound/);
  });
});
