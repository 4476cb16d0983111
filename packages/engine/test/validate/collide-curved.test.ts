/**
 * Every pair of kinds with a curved shape against an exhaustive search over all directions (oracles/collide-curved.ts):
 * gap, verdict, points, the two in the other order, and both moved rigidly. Sizes from 1e-3 to 1e3 m, disjoint, touching,
 * nearly touching and overlapping.
 */
import { createRng, hashArrays, nextInRange, nextInteger, nextOnSphere, type Rng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { collideCurved } from "../../src/collide/curved/collide-curved.js";
import { CurvedCache } from "../../src/collide/curved/curved-cache.js";
import { PairResult, PairSlot, Status } from "../../src/collide/result/pair-result.js";
import { createCone, createCylinder } from "../../src/collide/shapes/create-shape.js";
import type { Shape } from "../../src/collide/shapes/shape.js";
import { searchSeparation } from "../oracles/collide-curved.js";
import { drawFrame, makers, measureOutside, moveFrame, pairs, placeFrame } from "../support/curved-shapes.js";

/** Error of the gap, in sizes of the pair: 7e-15 measured over 20 000 pairs, of two cones with nearly parallel sides. */
const gapTolerance = 1.5e-14;
/** Points: what counts as foremost when they are chosen is 1e-10 of the size. */
const pointTolerance = 2e-10;

interface Pair {
  readonly a: Shape;
  readonly frameA: Float64Array;
  readonly b: Shape;
  readonly frameB: Float64Array;
  readonly size: number;
}

const result = new PairResult();

function collide({ a, frameA, b, frameB }: Pair, tolerance = 0): Float64Array {
  collideCurved(result, a, frameA, 0, b, frameB, 0, null, 0, tolerance);
  return result.values.slice();
}

/** Random pose; every other one is then shifted along the normal, to be apart by a given small part of the size. */
function drawPair(rng: Rng, names: readonly [string, string], i: number): Pair {
  const scale = 10 ** nextInRange(rng, -2.5, 2.5);
  const a = makers[names[0]](rng, scale);
  // now and then of very different sizes
  const b = makers[names[1]](rng, scale * 10 ** (i % 5 === 0 ? nextInRange(rng, -3, 3) : nextInRange(rng, -0.5, 0.5)));
  const reach = a.reach + b.reach;
  const far = reach * [0.1, 0.4, 0.7, 1.2][i % 4];
  const pair = { a, b, frameA: drawFrame(rng, far), frameB: drawFrame(rng, 0.3 * reach), size: 1.6 * reach };
  if (i % 8 < 4) return pair;
  const values = collide(pair);
  const aim = [0, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6][(i >> 3) % 7] * reach;
  for (let k = 0; k < 3; k++) pair.frameA[k] += values[PairSlot.normal + k] * (aim - values[0]);
  return pair;
}

const counts = new Map<string, number>();
const add = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);

describe.each(pairs)("%s and %s", (...names) => {
  const rng = createRng(
    11,
    pairs.findIndex((p) => p[0] === names[0] && p[1] === names[1]),
  );
  const drawn = Array.from({ length: 112 }, (_, i) => drawPair(rng, names, i));

  test("gap and verdict are those of the search", () => {
    for (const pair of drawn) {
      const tolerance = 1e-13 * pair.size;
      const values = collide(pair, tolerance);
      const hint = values.subarray(PairSlot.normal, PairSlot.normal + 3);
      const search = searchSeparation(pair.a, pair.frameA, pair.b, pair.frameB, hint);
      add("all");
      if (search.error <= 2e-14 * pair.size) add("certain");
      expect(Math.abs(values[0] - search.gap) / pair.size).toBeLessThan(gapTolerance);
      if (Math.abs(Math.abs(search.gap) - tolerance) < gapTolerance * pair.size) continue;
      const verdict =
        search.gap > tolerance ? Status.disjoint : search.gap < -tolerance ? Status.overlapping : Status.touching;
      expect(result.status).toBe(verdict);
      add(`verdict ${verdict}`);
    }
  });

  test("the points lie on the shapes, apart by the gap along the normal", () => {
    for (const pair of drawn) {
      const v = collide(pair);
      expect(Math.abs(Math.hypot(v[1], v[2], v[3]) - 1)).toBeLessThan(1e-15);
      for (let k = 0; k < 3; k++) {
        const apart = v[PairSlot.pointA + k] - v[PairSlot.pointB + k] - v[0] * v[PairSlot.normal + k];
        // two roundings of coordinates of about the size
        expect(Math.abs(apart) / pair.size).toBeLessThan(1e-15);
      }
      const outA = measureOutside(pair.a, pair.frameA, v.subarray(PairSlot.pointA, PairSlot.pointA + 3));
      const outB = measureOutside(pair.b, pair.frameB, v.subarray(PairSlot.pointB, PairSlot.pointB + 3));
      expect(Math.max(outA, outB) / pair.size).toBeLessThan(pointTolerance);
    }
  });

  test("the other way round, and moved rigidly, they are as far apart", () => {
    for (const pair of drawn) {
      const { a, frameA, b, frameB, size } = pair;
      const values = collide(pair);
      const swapped = collide({ a: b, frameA: frameB, b: a, frameB: frameA, size });
      const motion = drawFrame(rng, size);
      const moved = collide({ a, frameA: moveFrame(motion, frameA), b, frameB: moveFrame(motion, frameB), size });
      // the motion itself rounds: a unit in the last place of positions of twice the size, and of the rotation
      expect(Math.abs(swapped[0] - values[0]) / size).toBeLessThan(2 * gapTolerance);
      expect(Math.abs(moved[0] - values[0]) / size).toBeLessThan(2 * gapTolerance);
      add("turned");
      const opposite = swapped[1] * values[1] + swapped[2] * values[2] + swapped[3] * values[3];
      if (opposite < -1 + 1e-9) add("same normal");
    }
  });

  test("a normal to begin with changes nothing", () => {
    const cache = new CurvedCache(1);
    for (const pair of drawn) {
      const values = collide(pair);
      collideCurved(result, pair.a, pair.frameA, 0, pair.b, pair.frameB, 0, cache, 0, 0);
      collideCurved(result, pair.a, pair.frameA, 0, pair.b, pair.frameB, 0, cache, 0, 0);
      expect(Math.abs(result.values[0] - values[0]) / pair.size).toBeLessThan(gapTolerance);
    }
  });

  test("the same bits from call to call", () => {
    const first = hashArrays(...drawn.map((pair) => collide(pair)));
    expect(hashArrays(...drawn.map((pair) => collide(pair)))).toEqual(first);
  });
});

test("axes, caps and faces parallel or across, but for a tilt from 0 to 1e-3", () => {
  const rng = createRng(99);
  const angles = [0, Math.PI / 4, Math.PI / 2, Math.PI];
  const tilts = [0, 1e-15, 1e-12, 1e-10, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3];
  const axis = new Float64Array(3);
  let worst = 0;
  for (const names of pairs) {
    for (let i = 0; i < 100; i++) {
      const [a, b] = names.map((name) => makers[name](rng, 1));
      const place = [0, 1, 2].map((k) =>
        k !== 1 && nextInteger(rng, 0, 1) ? 0 : nextInRange(rng, -1, 1) * (k === 1 ? 2 : 1),
      );
      const aligned = placeFrame(place, i % 2 ? [1, 0, 0] : [0, 0, 1], angles[nextInteger(rng, 0, 3)]);
      nextOnSphere(axis, 0, rng);
      const motion = drawFrame(rng, 1);
      const frameA = moveFrame(motion, moveFrame(placeFrame([0, 0, 0], [...axis], tilts[i % 10]), aligned));
      const pair = { a, frameA, b, frameB: moveFrame(motion, placeFrame([0, 0, 0])), size: 1.6 * (a.reach + b.reach) };
      const first = collide(pair);
      const aim = [0, 1e-9, -1e-9, 1e-5, -1e-5][i % 5];
      if (i % 4 > 1) for (let k = 0; k < 3; k++) frameA[k] -= first[1 + k] * (first[0] - aim);
      const values = collide(pair);
      const error =
        Math.abs(values[0] - searchSeparation(a, frameA, b, pair.frameB, values.subarray(1, 4)).gap) / pair.size;
      worst = Math.max(worst, error);
    }
  }
  // roundings of the search and of s: 1.4e-15 measured over 14 000 pairs
  expect(worst).toBeLessThan(4e-15);
});

/** A point of a shape's rim, edges or corners, in the world. */
function drawSpot(rng: Rng, { radius, halfHeight, polyhedron }: Shape, frame: Float64Array): number[] {
  const angle = nextInRange(rng, -Math.PI, Math.PI);
  let spot = [radius * Math.cos(angle), -halfHeight, radius * Math.sin(angle)];
  if (polyhedron !== null) {
    const e = nextInteger(rng, 0, polyhedron.edgeCount - 1);
    const [i, j] = [0, 1].map((k) => 3 * polyhedron.edgeVertices[2 * e + k]);
    const t = nextInRange(rng, 0, 1);
    spot = [0, 1, 2].map((k) => (1 - t) * polyhedron.vertices[i + k] + t * polyhedron.vertices[j + k]);
  }
  return [0, 1, 2].map((k) => frame[k] + [0, 1, 2].reduce((sum, m) => sum + frame[3 + 3 * k + m] * spot[m], 0));
}

/** A body of 1 m at most, at a rim or edge of one so many times as large; turned like that but for a tilt, or at random. */
function drawAtRim(rng: Rng, names: readonly [string, string], ratio: number, i: number, isTilted: boolean): Pair {
  const a = makers[names[0]](rng, 1);
  const b = makers[names[1]](rng, ratio);
  const frameB = drawFrame(rng, 0);
  let frameA = drawFrame(rng, 0);
  const axis = new Float64Array(3);
  nextOnSphere(axis, 0, rng);
  if (isTilted) frameA = moveFrame(placeFrame([0, 0, 0], [...axis], 10 ** nextInRange(rng, -12, 0)), frameB);
  const spot = drawSpot(rng, b, frameB);
  nextOnSphere(axis, 0, rng);
  const far = 1.2 * a.reach * nextInRange(rng, 0, 1);
  for (let k = 0; k < 3; k++) frameA[k] = spot[k] + far * axis[k];
  const pair = { a, frameA, b, frameB, size: 1.6 * (a.reach + b.reach) };
  if (i % 3 === 0) return pair;
  const values = collide(pair);
  const aim = [0, -1e-3, -0.03, 1e-3, 1e-6][i % 5];
  for (let k = 0; k < 3; k++) frameA[k] += values[PairSlot.normal + k] * (aim - values[0]);
  return pair;
}

function swap({ a, frameA, b, frameB, size }: Pair): Pair {
  return { a: b, frameA: frameB, b: a, frameB: frameA, size };
}

/** How far the points are off their surfaces, in sizes of the pair. */
function measurePoints({ a, frameA, b, frameB, size }: Pair, values: Float64Array): number {
  const outA = measureOutside(a, frameA, values.subarray(PairSlot.pointA, PairSlot.pointA + 3));
  const outB = measureOutside(b, frameB, values.subarray(PairSlot.pointB, PairSlot.pointB + 3));
  return Math.max(outA, outB) / size;
}

describe.each([10, 1e2, 1e3, 1e4, 1e5, 1e6])(
  "at rims and edges of a body %d times as large, in both orders",
  (ratio) => {
    const solids = ["cylinder", "cone"] as const;

    test("gap and points between rims", () => {
      const rng = createRng(23, Math.round(Math.log10(ratio)));
      // a millionth of the smaller body: a finer search takes long where the larger one is a flat to it
      const precision = 1e-6 / ratio;
      const count = ratio > 1e4 ? 20 : 40;
      let certain = 0;
      let gapError = 0;
      let pointError = 0;
      for (let i = 0; i < count; i++) {
        const pair = drawAtRim(rng, [solids[i & 1], solids[(i >> 1) & 1]], ratio, i >> 2, false);
        const values = collide(pair);
        const hint = values.subarray(PairSlot.normal, PairSlot.normal + 3);
        const search = searchSeparation(pair.a, pair.frameA, pair.b, pair.frameB, hint, precision);
        if (search.error <= 2 * precision * pair.size) certain++;
        const swapped = collide(swap(pair));
        gapError = Math.max(
          gapError,
          Math.abs(values[0] - search.gap) / pair.size,
          Math.abs(swapped[0] - search.gap) / pair.size,
        );
        pointError = Math.max(pointError, measurePoints(pair, values), measurePoints(swap(pair), swapped));
      }
      // all measured, but 0.9 of them for the largest: there the search comes to the end of its squares
      expect(certain / count).toBeGreaterThan(0.85);
      expect(gapError).toBeLessThan(gapTolerance);
      expect(pointError).toBeLessThan(pointTolerance);
    });

    test("points of all kinds that have a rim, turned alike but for a tilt", () => {
      const rng = createRng(24, Math.round(Math.log10(ratio)));
      const mixed = [...solids, "box", "convex", "capsule"].flatMap((a) => solids.map((b) => [a, b] as const));
      let worst = 0;
      for (let i = 0; i < 20 * mixed.length; i++) {
        const pair = drawAtRim(rng, mixed[i % mixed.length], ratio, Math.floor(i / mixed.length), true);
        worst = Math.max(worst, measurePoints(pair, collide(pair)), measurePoints(swap(pair), collide(swap(pair))));
      }
      expect(worst).toBeLessThan(pointTolerance);
    });
  },
);

test("a rim 26 times as large in the other order", () => {
  const a = createCylinder({ radius: 0.2325615874813625, height: 0.3263889987624568 });
  const b = createCone({ radius: 6.162137654148202, height: 1.0779917061189543 });
  const frameA = Float64Array.of(
    ...[-2.0569792122389035, 5.521410295680207, -2.0994759977758934],
    ...[-0.09966183257762067, 0.775021602172588, -0.6240264700259955],
    ...[0.788915190198501, 0.4437319778045385, 0.42510558047117597],
    ...[0.6063665078162984, -0.44993716010072693, -0.6556494567672266],
  );
  const frameB = Float64Array.of(
    ...[0, 0, 0],
    ...[-0.8397636403021136, -0.5416673816764874, 0.037329292174934275],
    ...[0.32191704992954806, -0.5520834752683813, -0.7691379910654811],
    ...[0.4372258471215992, -0.6338771836588896, 0.6379915944943746],
  );
  const pair = { a, frameA, b, frameB, size: 1.6 * (a.reach + b.reach) };
  const { gap, error } = searchSeparation(a, frameA, b, frameB);
  expect(error / pair.size).toBeLessThan(2e-14);
  expect(Math.abs(collide(pair)[0] - gap) / pair.size).toBeLessThan(gapTolerance);
  expect(Math.abs(collide(swap(pair))[0] - gap) / pair.size).toBeLessThan(gapTolerance);
});

test("the points of a small body far from a large one", () => {
  const rng = createRng(29);
  let worst = 0;
  for (let i = 0; i < 600; i++) {
    const a = makers[["cylinder", "cone"][i % 2]](rng, 1e-3);
    const b = makers[["box", "convex"][(i >> 1) % 2]](rng, 1e3);
    const frameA = drawFrame(rng, nextInRange(rng, 1, 2) * b.reach);
    const pair = { a, frameA, b, frameB: drawFrame(rng, 0), size: 1.6 * (a.reach + b.reach) };
    const values = collide(pair);
    worst = Math.max(worst, measurePoints(pair, values));
  }
  expect(worst).toBeLessThan(pointTolerance);
});

test("the search was certain of nearly all, and every verdict occurred", () => {
  const get = (what: string): number => counts.get(what) ?? 0;
  expect(get("all")).toBe(112 * pairs.length);
  // it is not where a corner touches a rim or corner: then a whole arc of directions is as good
  expect(get("certain") / get("all")).toBeGreaterThan(0.98);
  for (const verdict of [Status.disjoint, Status.touching, Status.overlapping]) {
    expect(get(`verdict ${verdict}`)).toBeGreaterThan(100);
  }
  // normals are the same but where two are equally good, as between corners that touch
  expect(get("same normal") / get("turned")).toBeGreaterThan(0.95);
});
