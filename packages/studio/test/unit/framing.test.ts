/** Where the camera stands: by projections that are worked out here, with perspective, point by point. */
import { describe, expect, test } from "vitest";
import {
  createSupport,
  Framing,
  filled,
  leastShare,
  placeCamera,
  type Support,
  widenSupport,
} from "../../src/view/framing.js";

/** Tangents of half the angles of view. */
const [across, upright] = [0.5, 0.325];
const [h, v] = [filled * across, filled * upright];

type Point = readonly [a: number, b: number, c: number];

function support(points: readonly Point[]): Support {
  const all = createSupport();
  for (const [a, b, c] of points) widenSupport(all, a, b, c, h, v);
  return all;
}

/** The corners of a cube about a place. */
function cube([a, b, c]: Point, half: number): Point[] {
  return [-half, half].flatMap((x) =>
    [-half, half].flatMap((y) => [-half, half].map((z): Point => [a + x, b + y, c + z])),
  );
}

/** From the middle of the picture to its edge is 1: the largest distance from the middle, and the larger side, of the whole. */
function project(points: readonly Point[], place: { a: number; b: number; distance: number }) {
  const seen = points.map(([a, b, c]) => {
    const depth = place.distance - c;
    return [(a - place.a) / (across * depth), (b - place.b) / (upright * depth)];
  });
  const range = (k: number) => seen.map((at) => at[k]);
  const side = (k: number) => (Math.max(...range(k)) - Math.min(...range(k))) / 2;
  return { farthest: Math.max(...seen.flat().map(Math.abs)), share: Math.max(side(0), side(1)) };
}

describe("a camera", () => {
  test("that has points in view fills the part of the picture it should, exactly, and is in the middle of them", () => {
    for (const points of [cube([3, -2, 5], 1), [...cube([0, 0, 0], 0.1), ...cube([4, 1, -7], 0.5)]]) {
      const { farthest, share } = project(points, placeCamera(support(points), h, v));
      expect(farthest).toBeCloseTo(filled, 12);
      expect(share).toBeLessThanOrEqual(filled + 1e-12);
    }
  });
});

/** A framing of a thing that goes along a way. */
function frame(way: (t: number) => Point[], end: number, context: Point[] | null = null, hasSize = true): Framing {
  const framing = new Framing(h, v, hasSize, context === null ? null : support(context));
  for (let k = 0; k <= 60 * end; k++) framing.add(k / 60, support(way(k / 60)));
  return framing;
}

describe("what moves", () => {
  const times = Array.from({ length: 101 }, (_, k) => (3 * k) / 100);

  test("a little is seen by a camera that stands still, with what stands around it", () => {
    const swing = (t: number) => cube([Math.sin(2 * t), 0, 0], 0.5);
    const floor = cube([0, -1, 0], 1);
    const framing = frame(swing, 3, floor);
    const places = times.map((t) => framing.place(t).place);
    expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(1);
    expect(project([...floor, ...swing(0.8)], places[0]).farthest).toBeLessThan(filled + 1e-9);
    // what is too large to be seen beside it is left out
    const wide = frame(swing, 3, cube([0, 0, 0], 100));
    expect(project(swing(0), wide.place(0).place).share).toBeGreaterThan(leastShare);
  });

  test("far is followed: always inside, always large enough, at one distance, without jumps", () => {
    const fall = (t: number) => cube([2 * t, -4.905 * t * t, t], 0.4);
    const framing = frame(fall, 3);
    const places = times.map((t) => framing.place(t).place);
    times.forEach((t, k) => {
      const { farthest, share } = project(fall(t), places[k]);
      expect(farthest).toBeLessThan(filled + 1e-6);
      expect(share).toBeGreaterThan(0.9 * leastShare);
      expect(share).toBeLessThan(0.5);
    });
    const distances = places.map(({ distance, depth }) => distance - depth);
    expect(Math.max(...distances) / Math.min(...distances)).toBeLessThan(1.01);
    // the camera goes no faster than twice what falls
    for (let k = 1; k < places.length; k++) expect(Math.abs(places[k].b - places[k - 1].b)).toBeLessThan(2 * 30 * 0.03);
  });

  test("apart is seen from farther and farther away", () => {
    const scatter = (t: number) => [-1, 1].flatMap((side) => cube([side * (0.2 + 9 * t), 0, 0], 0.1));
    const framing = frame(scatter, 3);
    for (const t of times) {
      const { farthest, share } = project(scatter(t), framing.place(t).place);
      expect(farthest).toBeLessThan(filled + 1e-6);
      expect(share).toBeGreaterThan(0.9 * leastShare);
    }
  });

  test("as a point alone has its whole way framed, and what is near it", () => {
    const ring = (t: number): Point[] => [[Math.cos(t), Math.sin(t), 0]];
    const places = times.map((t) => frame(ring, 3, null, false).place(t).place);
    expect(project(times.flatMap(ring), places[0]).share).toBeCloseTo(filled, 2);
  });

  test("faster and faster is large enough at its beginning, however much of its way is known", () => {
    const slide = (t: number) => cube([3 * t * t, 0, 0], 0.4);
    const framing = new Framing(h, v, true, null);
    for (let k = 0; k <= 240; k++) {
      framing.add(k / 60, support(slide(k / 60)));
      for (const t of [0, k / 60]) {
        const { farthest, share } = project(slide(t), framing.place(t).place);
        expect(farthest).toBeLessThan(filled + 1e-6);
        // the share is found at the middle of its depth: perspective makes a cube up to 16 % smaller
        expect(share, `${k} samples, at ${t} s`).toBeGreaterThan(0.84 * leastShare);
      }
    }
  });

  test("elsewhere than was known is taken in as it comes, and numbers that are none are not", () => {
    const framing = new Framing(h, v, true, null);
    framing.add(0, support(cube([0, 0, 0], 1)));
    framing.add(1, support([[Number.NaN, 0, 0]]));
    expect(framing.count).toBe(1);
    framing.add(2, support(cube([1, 0, 0], 1)));
    expect(framing.end).toBe(2);
    expect(project(cube([1, 0, 0], 1), framing.place(2).place).farthest).toBeLessThan(filled + 1e-9);
  });
});
