/**
 * With `leaving`, a ball that rested, went 5 cm into the floor and came out again was said to meet nothing; one that rested
 * and then went in, to do so at the beginning. Where accelerations were not known, it was looked at now and then, and what
 * came in between was passed over. And at the limit of evaluations an impact that had been passed was not told.
 */
import {
  createMesh,
  createPlane,
  createSphere,
  findTimeOfImpact,
  ImpactStatus,
  PairCache,
  PairSlot,
  type Shape,
  TimeOfImpactSearch,
} from "@rigor/engine/collide";
import { describe, expect, test } from "vitest";
import { placeFrame } from "../support/curved-shapes.js";

const ball = createSphere({ radius: 0.1 });
const plane = createPlane({ normal: [0, 1, 0] });
const mesh = createMesh({
  vertices: [
    [-3, 0, -3],
    [-3, 0, 3],
    [3, 0, 3],
    [3, 0, -3],
  ],
  faces: [[0, 1, 2, 3]],
});

function follow(
  floor: Shape,
  height: (t: number) => number,
  range: [number, number, number, number?],
  maxEvaluations?: number,
): TimeOfImpactSearch {
  const search = new TimeOfImpactSearch({ leaving: true, ...(maxEvaluations === undefined ? {} : { maxEvaluations }) });
  search.setRange(...range);
  const home = placeFrame([0, 0, 0]);
  const place = (frames: Float64Array, time: Float64Array): void => {
    frames.set(placeFrame([0.2, 0.1 + height(time[0]), 0.1]), 0);
    frames.set(home, 12);
  };
  findTimeOfImpact(search, { shapeA: ball, shapeB: floor, place, cache: new PairCache(1), slot: 0 });
  return search;
}

/** At rest until t1, a dip of a depth until t2, then up. */
const dip = (depth: number, t1: number, t2: number) => (t: number) =>
  t < t1 ? 0 : t < t2 ? -depth * Math.sin((Math.PI * (t - t1)) / (t2 - t1)) ** 2 : 0.5 * (t - t2) ** 2;

/** The second derivative of depth·sin²(π τ/T) is at most 2 depth (π/T)². */
const boundDip = (depth: number, t1: number, t2: number): number => Math.max(1, 2 * depth * (Math.PI / (t2 - t1)) ** 2);

describe.each([
  ["plane", plane],
  ["mesh", mesh],
])("a dip after a rest, on a %s", (_name, floor) => {
  test.each([
    [0.05, 0.54, 1.07],
    [0.05, 0.5, 0.9],
    [0.01, 0.013, 0.05],
    [1e-3, 0.3, 0.31],
  ])("of %s m from %s s to %s s", (depth, t1, t2) => {
    const search = follow(floor, dip(depth, t1, t2), [0, 1.2, 2, boundDip(depth, t1, t2)]);
    expect(search.status).toBe(ImpactStatus.hit);
    // the gap there is within the tolerance: depth·sin² = 1e-9 m
    expect(search.pair.values[PairSlot.gap]).toBeGreaterThan(-1e-9);
    const late = ((t2 - t1) / Math.PI) * Math.asin(Math.sqrt(1e-9 / depth));
    expect(search.time[0] - t1).toBeGreaterThan(-1e-9);
    expect(search.time[0] - t1).toBeLessThan(late);
  });

  test("however short and shallow, where accelerations are known", () => {
    const [depth, t1, t2] = [5e-9, 0.004567, 0.0047];
    const search = follow(floor, dip(depth, t1, t2), [0, 0.01, 2, boundDip(depth, t1, t2)]);
    expect(search.status).toBe(ImpactStatus.hit);
    expect(search.time[0]).toBeGreaterThan(t1 - 1e-9);
    expect(search.time[0]).toBeLessThan((t1 + t2) / 2);
  });
});

test("at rest all the time", () => {
  for (const floor of [plane, mesh]) {
    const search = follow(floor, () => 0, [0, 0.1, 2, 10]);
    expect([search.status, search.time[0]]).toEqual([ImpactStatus.touching, 0.1]);
  }
});

test("where accelerations are not known, a rest that is too long for proved steps ends at the limit", () => {
  const most = 2000;
  for (const floor of [plane, mesh]) {
    for (const height of [() => 0, dip(0.05, 0.54, 1.07), dip(1e-3, 0.3, 0.31)]) {
      const search = follow(floor, height, [0, 1.2, 2], most);
      expect(search.status).toBe(ImpactStatus.limit);
      // a step is δ/V
      expect(search.time[0] / ((most * 1e-9) / 2)).toBeCloseTo(1, 2);
    }
    // short enough, it is followed to its end
    const search = follow(floor, () => 0, [0, 5e-7, 2], most);
    expect([search.status, search.time[0]]).toEqual([ImpactStatus.touching, 5e-7]);
  }
});

test("a hop that is over before the limit of evaluations is a hit", () => {
  for (const [v, most] of [
    [1e-2, 100_000],
    [1e-3, 100_000],
    [1e-3, 60_000],
    [1e-4, 100_000],
  ]) {
    const search = follow(plane, (t) => v * t - 4.905 * t * t, [0, 0.5, 10], most);
    if (search.status === ImpactStatus.hit) {
      // the rounding of a height of 0.1 m, 1.4e-17, over the speed v (measured: 4.4e-18/v)
      expect(Math.abs(search.time[0] - v / 4.905)).toBeLessThan(1.4e-17 / v);
    } else {
      expect(search.status).toBe(ImpactStatus.limit);
      expect(search.time[0]).toBeLessThan(v / 4.905);
    }
  }
});
