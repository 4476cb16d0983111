/** Contact polygons against exact clipping: reference cases, thousands of faces on faces, and polygons of many corners. */
import { createRng, nextInRange, nextInteger, type Rng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { repeats } from "../../../../test/support/campaign.js";
import { createBox } from "../../src/collide/shapes/create-shape.js";
import { polygonReferences } from "../oracles/collide-references.js";
import { intersectPolygons } from "../oracles/collide-region.js";
import {
  type Contact,
  createPrismOver,
  findContacts,
  findContactsAlong,
  measureArea,
  minus,
  moveBoth,
  nextFrame,
  orderAround,
  type Placed,
  place,
  turnAbout,
} from "../support/regions.js";

const up = [0, 0, 1];

describe("reference", () => {
  test.each(polygonReferences)("a polygon of area $area", ({ halfA, halfB, centreB, qB, polygon, area }) => {
    const [w, x, y, z] = qB;
    const below = place(createBox({ size: halfA.map((h) => 2 * h) }), [0, 0, 0]);
    const above = place(createBox({ size: halfB.map((h) => 2 * h) }), [...centreB], [x, y, z, w]);
    for (const contacts of [findContacts(above, below), findContacts(below, above)]) {
      expect(contacts).toHaveLength(polygon.length);
      expect(Math.abs(measureArea(contacts) - area)).toBeLessThan(2e-15);
      for (const [u, v] of polygon) {
        // coordinates up to 1, three roundings
        const nearest = Math.min(...contacts.map(({ point }) => Math.hypot(...minus(point, [u, v, 1]))));
        expect(nearest).toBeLessThan(1e-15);
      }
    }
  });
});

/** A convex polygon about the origin, counter-clockwise, of a radius of about `size`. */
function nextPolygon(rng: Rng, size: number): number[][] {
  const corners = nextInteger(rng, 3, 9);
  const stretch = nextInRange(rng, 0.3, 1);
  const start = nextInRange(rng, 0, 6);
  return Array.from({ length: corners }, (_, k) => {
    // apart by a quarter of their mean distance at least
    const angle = start + (2 * Math.PI * (k + nextInRange(rng, 0, 0.75))) / corners;
    return [size * Math.cos(angle), size * stretch * Math.sin(angle)];
  });
}

/** The least distance of two corners: below the tolerance they would count as one. */
function measureLeast(corners: readonly (readonly number[])[]): number {
  let least = Infinity;
  corners.forEach((p, i) => {
    for (const q of corners.slice(0, i)) least = Math.min(least, Math.hypot(...minus(p, q)));
  });
  return least;
}

interface Stack {
  readonly pair: Placed[];
  readonly size: number;
  readonly exact: { area: number; corners: number[][] };
}

/** A prism on a prism, of sizes up to `ratio` apart, in the pose of the exact polygons. */
function nextStack(rng: Rng, ratio: number): Stack {
  const size = 10 ** nextInRange(rng, -3, 3);
  const other = size * ratio ** nextInRange(rng, -1, 1);
  const [below, above] = [nextPolygon(rng, size), nextPolygon(rng, other)];
  const angle = nextInRange(rng, 0, 7);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  // somewhere along a line through the middle, out to where they hardly touch; or near a corner, if much smaller
  const reach = other < size ? nextInRange(rng, -1, 1) * other : nextInRange(rng, -1, 1) * (size + 0.5 * other);
  const at = other < size ? below[0] : [0, 0];
  const [dx, dy] = [at[0] + reach * Math.cos(3 * angle), at[1] + reach * Math.sin(3 * angle)];
  const b = place(createPrismOver(below, -size, 0), [0, 0, 0]);
  const a = place(createPrismOver(above, 0, other), [dx, dy, 0]);
  a.frame.set([c, -s, 0, s, c, 0, 0, 0, 1], 3);
  return { pair: [a, b], size: Math.min(size, other), exact: intersectPolygons(below, above, [c, s, dx, dy]) };
}

describe("faces on faces", () => {
  test("have the exact area, number of corners and kind of each, in any pose and at scales from 1e-3 to 1e3 m", () => {
    const rng = createRng(5);
    let compared = 0;
    let worst = 0;
    const rounds = repeats(2000, 500);
    for (let round = 0; round < rounds; round++) {
      const { pair, size, exact } = nextStack(rng, 10);
      const tolerance = 1e-9 * size;
      if (exact.area < 1e-4 * size * size || measureLeast(exact.corners) < 1e-6 * size) continue;
      const [a, b] = moveBoth(pair, nextFrame(rng, 3 * size));
      const contacts = findContacts(a, b, tolerance);
      compared++;
      if (contacts.length !== exact.corners.length) expect.fail(`${contacts.length}, not ${exact.corners.length}`);
      worst = Math.max(worst, Math.abs(measureArea(contacts) / exact.area - 1));
      checkMeeting(contacts, a, b, tolerance);
    }
    expect(compared).toBeGreaterThan(0.75 * rounds);
    // areas down to 1e-4 of what the size allows: 1e4 roundings
    expect(worst).toBeLessThan(2e-12);
  });

  test("of sizes a million to one keep nine digits", () => {
    const rng = createRng(6);
    let compared = 0;
    let worst = 0;
    for (let round = 0; round < 500; round++) {
      const { pair, size, exact } = nextStack(rng, 1e6);
      if (exact.area < 1e-2 * size * size || measureLeast(exact.corners) < 1e-6 * size) continue;
      const contacts = findContactsAlong(up, pair[0], pair[1], 1e-9 * size);
      compared++;
      if (contacts.length !== exact.corners.length) expect.fail(`${contacts.length}, not ${exact.corners.length}`);
      worst = Math.max(worst, Math.abs(measureArea(contacts) / exact.area - 1));
    }
    expect(compared).toBeGreaterThan(300);
    // a million roundings: the small one's place has no more digits
    expect(worst).toBeLessThan(1e-9);
  });
});

describe("boxes that are aligned but for a few tolerances", () => {
  const tolerance = 1e-7;

  /** Corners of a rectangle, turned and shifted. */
  const corners = (h: readonly number[], angle: number, [x, y]: readonly number[]): number[][] =>
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([a, b]) => {
      const [u, v] = [a * h[0], b * h[1]];
      return [Math.cos(angle) * u - Math.sin(angle) * v + x, Math.sin(angle) * u + Math.cos(angle) * v + y];
    });

  /** From a point to a convex polygon, segment or point; 0 within. */
  const outside = (polygon: readonly (readonly number[])[], [x, y]: readonly number[]): number => {
    let [within, least] = [polygon.length > 2, Infinity];
    polygon.forEach(([pu, pv], k) => {
      const [qu, qv] = polygon[(k + 1) % polygon.length];
      const [eu, ev] = [qu - pu, qv - pv];
      if (eu * (y - pv) - ev * (x - pu) < 0) within = false;
      const part = Math.max(0, Math.min(1, ((x - pu) * eu + (y - pv) * ev) / (eu * eu + ev * ev || 1)));
      least = Math.min(least, Math.hypot(x - pu - part * eu, y - pv - part * ev));
    });
    return within ? 0 : least;
  };

  /** Half sizes, offsets and angles from few values and their neighbours, so that sides and corners nearly coincide. */
  const nextCase = (rng: Rng): { h: number[]; shift: number[]; angle: number } => {
    const hair = (): number =>
      [0, 1e-16, 1e-9, 0.4, 0.9, 1.1, 2.5, 10][nextInteger(rng, 0, 7)] * nextInteger(rng, -1, 1);
    const little = (): number => hair() * (nextInteger(rng, 0, 1) === 0 ? tolerance : 1e-9);
    const h = [0, 1].map(() => [0.5, 1, 2][nextInteger(rng, 0, 2)] + little());
    const shift = [0, 1].map((k) => nextInteger(rng, -1, 1) * (nextInteger(rng, 0, 1) + h[k]) + little());
    const quarters = nextInteger(rng, 0, 3) * (Math.PI / 2);
    return { h, shift, angle: quarters + (nextInteger(rng, 0, 3) === 0 ? 0.3 : little()) };
  };

  test("have contacts that span the whole region, lie in both faces, and are corners of it", () => {
    const rng = createRng(8);
    const seen = new Set<number>();
    let touching = 0;
    for (let round = 0; round < 1500; round++) {
      const { h, shift, angle } = nextCase(rng);
      const P = corners([1, 1], 0, [0, 0]);
      const Q = corners(h, angle, shift);
      // exact, but for the rounding of corners
      const region = intersectPolygons(P, Q, [1, 0, 0, 0]).corners;
      if (region.length === 0) continue;
      touching++;
      const above = place(createBox({ size: [2 * h[0], 2 * h[1], 1] }), [...shift, 0.5], turnAbout(up, angle));
      const below = place(createBox({ size: [2, 2, 1] }), [0, 0, -0.5]);
      const contacts = findContactsAlong(up, above, below, tolerance);
      seen.add(contacts.length);
      const points =
        contacts.length > 2
          ? orderAround(
              contacts.map((c) => c.point),
              up,
            )
          : contacts.map((c) => c.point);
      // merged within 2, and cut off within 1 tolerance
      for (const p of region) if (!(outside(points, p) < 3 * tolerance)) expect.fail(`${p} is left out`);
      points.forEach((p, k) => {
        if (!(Math.max(outside(P, p), outside(Q, p)) < 1.01 * tolerance)) expect.fail(`${p} is not in both`);
        const others = points.filter((_, m) => m !== k);
        if (others.length > 0 && !(outside(others, p) > tolerance)) expect.fail(`${p} is no corner`);
      });
    }
    expect(touching).toBeGreaterThan(900);
    for (const n of [1, 2, 3, 4, 5, 6]) expect(seen).toContain(n);
  });
});

/** Each contact lies on the features that its keys name, within the rounding of the frames. */
function checkMeeting(contacts: readonly Contact[], a: Placed, b: Placed, tolerance: number): void {
  for (const { kind, point, keyA, keyB, gap } of contacts) {
    if (!(Math.abs(gap) < 1e-3 * tolerance)) expect.fail(`a gap of ${gap} m`);
    const offA = measureDistance(a, keyA, point);
    const offB = measureDistance(b, keyB, point);
    if (!(offA < 1e-3 * tolerance && offB < 1e-3 * tolerance))
      expect.fail(`${kind} is ${offA} and ${offB} m off its features`);
    const [V, E] = [a.shape.polyhedron!.vertexCount, a.shape.polyhedron!.edgeCount];
    const meant = keyA < V ? "vertexFace" : keyA < V + E ? "edgeEdge" : "faceVertex";
    if (kind !== meant) expect.fail(`${kind} with the key of a ${meant}`);
  }
}

/** From a point to the corner, line or plane of a feature. */
function measureDistance({ shape, frame }: Placed, key: number, point: readonly number[]): number {
  const { vertexCount: V, edgeCount: E, vertices, edgeVertices, facePlanes } = shape.polyhedron!;
  const w = minus(point, [...frame.subarray(0, 3)]);
  const p = [0, 1, 2].map((c) => frame[3 + c] * w[0] + frame[6 + c] * w[1] + frame[9 + c] * w[2]);
  const corner = (v: number): number[] => [...vertices.subarray(3 * v, 3 * v + 3)];
  if (key < V) return Math.hypot(...minus(p, corner(key)));
  if (key < V + E) {
    const [from, to] = [corner(edgeVertices[2 * (key - V)]), corner(edgeVertices[2 * (key - V) + 1])];
    const e = minus(to, from);
    const along = minus(p, from).reduce((sum, x, k) => sum + x * e[k], 0) / e.reduce((sum, x) => sum + x * x, 0);
    return Math.hypot(...p.map((x, k) => x - from[k] - along * e[k]));
  }
  const o = 4 * (key - V - E);
  return Math.abs(p[0] * facePlanes[o] + p[1] * facePlanes[o + 1] + p[2] * facePlanes[o + 2] - facePlanes[o + 3]);
}

describe("polygons of many corners", () => {
  const regular = (n: number): number[][] =>
    Array.from({ length: n }, (_, k) => [Math.cos((2 * Math.PI * k) / n), Math.sin((2 * Math.PI * k) / n)]);

  test.each([100, 101, 360])(
    "two equal prisms of %i sides, one turned by half a side: twice as many crossings",
    (n) => {
      const prism = createPrismOver(regular(n), 0, 1);
      const turned = turnAbout(up, Math.PI / n);
      const pair = [place(prism, [0, 0, 1], turned), place(prism, [0, 0, 0])];
      const contacts = findContactsAlong(up, pair[0], pair[1]);
      expect(contacts).toHaveLength(2 * n);
      expect(contacts.every(({ kind }) => kind === "edgeEdge")).toBe(true);
      // a regular polygon of 2n sides about the same inner circle, of radius cos(π/n)
      const area = 2 * n * Math.cos(Math.PI / n) ** 2 * Math.tan(Math.PI / (2 * n));
      expect(Math.abs(measureArea(contacts) / area - 1)).toBeLessThan(1e-14);
    },
  );

  test("two equal prisms of 100 sides, one on the other: a hundred corners", () => {
    const prism = createPrismOver(regular(100), 0, 1);
    const by = nextFrame(createRng(2), 3);
    const [a, b] = moveBoth([place(prism, [0, 0, 1]), place(prism, [0, 0, 0])], by);
    const contacts = findContacts(a, b);
    expect(contacts).toHaveLength(100);
    expect(contacts.every(({ kind }) => kind === "vertexFace")).toBe(true);
    expect(Math.abs(measureArea(contacts) / (50 * Math.sin(Math.PI / 50)) - 1)).toBeLessThan(1e-14);
  });

  test("shifted prisms of 100 sides: the exact polygon", () => {
    const polygon = regular(100);
    const prism = createPrismOver(polygon, 0, 1);
    const [c, s, dx, dy] = [0.28, 0.96, 0.7, 0.4];
    const a = place(prism, [dx, dy, 1]);
    a.frame.set([c, -s, 0, s, c, 0, 0, 0, 1], 3);
    const contacts = findContacts(a, place(prism, [0, 0, 0]));
    const exact = intersectPolygons(polygon, polygon, [c, s, dx, dy]);
    expect(contacts).toHaveLength(exact.corners.length);
    expect(Math.abs(measureArea(contacts) / exact.area - 1)).toBeLessThan(1e-14);
  });
});
