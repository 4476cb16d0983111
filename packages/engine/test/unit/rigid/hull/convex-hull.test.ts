import { createRng, nextInRange, nextInteger, nextOnSphere, RigorError } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeConvexHull } from "../../../../src/rigid/hull/convex-hull.js";
import { findHullFaces } from "../../../support/brute-force-hull.js";
import {
  checkPolyhedron,
  computeVolume,
  createGear,
  createGrid,
  createPrism,
  describeFaces,
  moveRandomly,
  platonic,
  shufflePoints,
} from "../../../support/polyhedra.js";

const rng = createRng(11);

/** The default tolerance, as documented. */
function computeDelta(points: Float64Array): number {
  const along = [0, 1, 2].map((k) => points.filter((_, i) => i % 3 === k));
  const extent = Math.max(...along.map((list) => Math.max(...list) - Math.min(...list)));
  return Math.max(1e-12 * extent, 2 ** -46 * Math.max(...points.map(Math.abs)));
}

/** Numbers of corners of the faces: { 4: 6 } for a box. */
function countSides(faces: readonly Int32Array[]): Record<number, number> {
  const count: Record<number, number> = {};
  for (const face of faces) count[face.length] = (count[face.length] ?? 0) + 1;
  return count;
}

function drawOnSphere(n: number): Float64Array {
  const points = new Float64Array(3 * n);
  for (let i = 0; i < points.length; i += 3) nextOnSphere(points, i, rng);
  return points;
}

describe("computeConvexHull of known solids", () => {
  test.each(platonic)("$name: all faces, turned, scaled and shifted", ({ points, side, faces, volume }) => {
    for (const [scale, shift] of [
      [1, 0],
      [1e-6, 0],
      [1e6, 0],
      [1e-3, 1e3],
      [1, 1e3],
      [1e6, 1e3],
      [1e-6, 1e3],
    ]) {
      for (let n = 0; n < 10; n++) {
        const moved = moveRandomly(points, rng, scale, shift);
        const hull = computeConvexHull(moved);
        expect(hull.vertices.length).toBe(points.length / 3);
        expect(countSides(hull.faces)).toEqual({ [side]: faces });
        checkPolyhedron(moved, hull, computeDelta(moved));
        // coordinates are off by up to 2⁻⁵³ of their size, which is up to 2⁻⁵²(1 + shift/scale) of the solid's;
        // five times that was the most
        const error = computeVolume(moved, hull) / (volume * scale ** 3) - 1;
        expect(Math.abs(error)).toBeLessThan(10 * 2 ** -52 * (1 + shift / scale));
      }
    }
  });

  test("a grid of points has the corners and faces of its cube", () => {
    for (const n of [2, 3, 5]) {
      const hull = computeConvexHull(createGrid(n));
      expect(hull.vertices.length).toBe(8);
      expect(countSides(hull.faces)).toEqual({ 4: 6 });
      checkPolyhedron(createGrid(n), hull, 0);
      for (let m = 0; m < 20; m++) {
        const moved = moveRandomly(createGrid(n), rng, 3, nextInRange(rng, -1e3, 1e3));
        const turned = computeConvexHull(moved);
        expect(countSides(turned.faces)).toEqual({ 4: 6 });
        expect(turned.vertices).toEqual(hull.vertices);
        checkPolyhedron(moved, turned, computeDelta(moved));
      }
    }
  });

  test("prisms: two polygons and a belt of quadrilaterals, with points on their edges or not", () => {
    for (const [n, layers] of [
      [3, 2],
      [5, 4],
      [17, 3],
      [100, 2],
      [100, 3],
    ]) {
      for (const shift of [0, 1e3]) {
        const moved = moveRandomly(createPrism(n, layers), rng, 1, shift);
        const hull = computeConvexHull(moved);
        const sides = hull.faces.map((face) => face.length).sort((a, b) => a - b);
        expect(sides).toEqual([n, n, ...new Array(n).fill(4)].sort((a, b) => a - b));
        checkPolyhedron(moved, hull, computeDelta(moved));
      }
    }
  });

  test("a gear has the hull of its tips", () => {
    const teeth = 24;
    for (let m = 0; m < 5; m++) {
      const moved = moveRandomly(createGear(teeth), rng);
      const hull = computeConvexHull(moved);
      expect(countSides(hull.faces)).toEqual({ 4: 2 * teeth, [2 * teeth]: 2 });
      expect(hull.vertices.length).toBe(4 * teeth);
      checkPolyhedron(moved, hull, computeDelta(moved));
    }
  });

  test("noise of 10⁻¹⁵ on flat faces changes nothing", () => {
    for (let m = 0; m < 20; m++) {
      const noisy = createGrid(4).map((x) => x + nextInRange(rng, -1e-15, 1e-15));
      const hull = computeConvexHull(noisy);
      expect(countSides(hull.faces)).toEqual({ 4: 6 });
      expect(hull.vertices.length).toBe(8);
      checkPolyhedron(noisy, hull, computeDelta(noisy));
      // exactly, the noise is there
      const exact = computeConvexHull(noisy, { mergeTolerance: 0 });
      expect(exact.vertices.length).toBeGreaterThan(20);
    }
  });

  test("nor does noise of 10⁻¹³ on turned prisms, whose ends have thin triangles", () => {
    for (const n of [30, 100, 200]) {
      for (let m = 0; m < 3; m++) {
        const noisy = moveRandomly(createPrism(n), rng).map((x) => x + nextInRange(rng, -1e-13, 1e-13));
        const hull = computeConvexHull(noisy);
        expect(countSides(hull.faces)).toEqual({ 4: n, [n]: 2 });
        checkPolyhedron(noisy, hull, computeDelta(noisy));
      }
    }
  });

  test("corners given several times, with noise, count once", () => {
    for (const { points, side, faces } of platonic) {
      const many = Float64Array.from([...points, ...points, ...points], (x) => x + nextInRange(rng, -1e-15, 1e-15));
      const hull = computeConvexHull(many);
      expect(countSides(hull.faces)).toEqual({ [side]: faces });
      checkPolyhedron(many, hull, computeDelta(many));
    }
  });
});

describe("computeConvexHull of any points", () => {
  test("agrees with the definition on small lattices", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.uniqueArray(fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4)), { minLength: 4, maxLength: 18, selector: String }),
        (size, list) => {
          const unique = new Set(list.map((p) => p.map((x) => x % (size + 1)).join(" ")));
          const points = Float64Array.from([...unique].flatMap((p) => p.split(" ").map(Number)));
          fc.pre(points.length >= 12);
          const expected = findHullFaces(points);
          // a plane set has two faces or none
          if (expected.length < 4) {
            expect(() => computeConvexHull(points)).toThrow(RigorError);
            return;
          }
          for (const mergeTolerance of [0, 1e-12]) {
            const hull = computeConvexHull(points, { mergeTolerance });
            expect(describeFaces(points, hull.faces)).toEqual(describeFaces(points, expected));
          }
        },
      ),
      { seed: 1, numRuns: 150 },
    );
  });

  test("larger lattices and clouds: closed, convex, everything inside", () => {
    for (let m = 0; m < 20; m++) {
      const whole = Float64Array.from({ length: 900 }, () => nextInteger(rng, -m - 1, m + 1));
      checkPolyhedron(whole, computeConvexHull(whole), 1e-14 * (m + 1));
      const cloud = Float64Array.from({ length: 300 }, () => nextInRange(rng, -1, 1));
      checkPolyhedron(cloud, computeConvexHull(cloud), computeDelta(cloud));
    }
  });

  test("points on a sphere are all corners, of 2n − 4 triangles", () => {
    const points = drawOnSphere(500);
    const hull = computeConvexHull(points);
    expect(hull.vertices.length).toBe(500);
    expect(countSides(hull.faces)).toEqual({ 3: 996 });
    checkPolyhedron(points, hull, computeDelta(points));
  });

  test("the order of the points makes no difference", () => {
    const clouds = [
      moveRandomly(createGrid(4), rng),
      createGrid(5),
      moveRandomly(createGear(12), rng, 1e-2, 5),
      drawOnSphere(100),
      Float64Array.from({ length: 300 }, () => nextInteger(rng, 0, 5)),
      // details of the size of the tolerance
      Float64Array.from(createPrism(60, 3), (x) => x + nextInRange(rng, -1e-12, 1e-12)),
    ];
    for (const points of clouds) {
      const expected = computeConvexHull(points);
      for (let seed = 1; seed < 8; seed++) {
        const other = shufflePoints(points, seed);
        const hull = computeConvexHull(other);
        expect(describeFaces(other, hull.faces)).toEqual(describeFaces(points, expected.faces));
        expect(hull.vertices.length).toBe(expected.vertices.length);
      }
    }
  });

  test("the hull of the corners is the hull", () => {
    for (const points of [
      drawOnSphere(200),
      moveRandomly(createGrid(5), rng),
      moveRandomly(createGear(15), rng),
      Float64Array.from({ length: 600 }, () => nextInteger(rng, -3, 3)),
      Float64Array.from({ length: 600 }, () => nextInRange(rng, -3, 3)),
    ]) {
      const hull = computeConvexHull(points);
      const corners = Float64Array.from([...hull.vertices].flatMap((p) => [...points.subarray(3 * p, 3 * p + 3)]));
      const again = computeConvexHull(corners);
      expect(again.vertices.length).toBe(hull.vertices.length);
      expect(describeFaces(corners, again.faces)).toEqual(describeFaces(points, hull.faces));
    }
  });

  test("any tolerance gives a convex polyhedron that is off by no more", () => {
    fc.assert(
      fc.property(fc.integer({ min: -14, max: 0 }), fc.integer({ min: 0, max: 2 }), (exponent, kind) => {
        const smooth = [drawOnSphere(60), createPrism(20, 4), createGrid(4)][kind];
        const mergeTolerance = 10 ** exponent;
        const points = smooth.map((x) => x + nextInRange(rng, -0.3, 0.3) * mergeTolerance);
        try {
          // the rounding of heights, besides
          checkPolyhedron(points, computeConvexHull(points, { mergeTolerance }), mergeTolerance + 1e-15);
        } catch (error) {
          // as thick as the tolerance
          if (!(error instanceof RigorError && exponent === 0)) throw error;
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test("any scale: whole numbers times a power of two have the same faces", () => {
    const points = Float64Array.from({ length: 90 }, () => nextInteger(rng, -4, 4));
    const expected = computeConvexHull(points);
    for (const exponent of [-1074, -1030, -500, -300, 300, 500, 1021]) {
      expect(computeConvexHull(points.map((x) => x * 2 ** exponent))).toEqual(expected);
    }
  });

  test("of equal points the first is the corner; −0 equals 0, and so does what is below 2⁻³⁰⁰ of the largest", () => {
    const points = Float64Array.of(0, 0, 0, -0, 0, -0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0.1, 0.1, 0.1, -2e-91, 0, 0);
    const hull = computeConvexHull(points, { mergeTolerance: 0 });
    expect([...hull.vertices]).toEqual([0, 2, 3, 5]);
    expect(hull.faces.map((face) => [...face])).toEqual([
      [0, 5, 3],
      [0, 3, 2],
      [0, 2, 5],
      [5, 2, 3],
    ]);
  });
});

describe("computeConvexHull refuses", () => {
  const codeOf = (points: Float64Array, options = {}): string => {
    try {
      computeConvexHull(points, options);
    } catch (error) {
      if (error instanceof RigorError) return `${error.code}: ${error.message}`;
    }
    return "no error";
  };
  const plane = Float64Array.from({ length: 300 }, (_, i) => (i % 3 === 2 ? 0 : nextInRange(rng, -1, 1)));
  const line = Float64Array.from({ length: 60 }, (_, i) => (Math.floor(i / 3) - 4) * [0.1, 0.7, -0.3][i % 3]);

  test("too few, not finite, incomplete", () => {
    expect(codeOf(new Float64Array(9))).toMatch(
      /^too-few-points: points: must be at least four points, got 3; a solid/,
    );
    expect(codeOf(new Float64Array(13))).toMatch(/^wrong-length/);
    expect(codeOf(Float64Array.of(0, 0, 0, 1, 0, Number.NaN, 0, 1, 0, 0, 0, 1))).toMatch(
      /^not-finite: points\[5\]: must/,
    );
    expect(codeOf(createGrid(2), { mergeTolerance: -1 })).toMatch(/^negative: options.mergeTolerance/);
    expect(codeOf(createGrid(2), null as unknown as object)).toMatch(/^no-options/);
  });

  test("all equal, on a line, in a plane: exactly", () => {
    for (const options of [{}, { mergeTolerance: 0 }]) {
      expect(codeOf(new Float64Array(30).fill(0.1), options)).toMatch(/^points-equal: points: must not all be equal/);
      expect(codeOf(new Float64Array(30), options)).toMatch(/^points-equal/);
      const whole = Float64Array.from({ length: 30 }, (_, i) => Math.floor(i / 3) * [1, -2, 3][i % 3]);
      expect(codeOf(whole, options)).toMatch(/^points-on-line: .*a rod needs some thickness/s);
      expect(codeOf(plane, options)).toMatch(/^points-in-plane: .*a plate needs some thickness/s);
    }
  });

  test("all equal, on a line, in a plane: but for rounding, wherever they are", () => {
    for (let m = 0; m < 50; m++) {
      for (const shift of [0, 1e3]) {
        expect(codeOf(moveRandomly(plane, rng, 1, shift))).toMatch(/^points-in-plane/);
        expect(codeOf(moveRandomly(line, rng, 1, shift))).toMatch(/^points-on-line/);
      }
    }
    const near = Float64Array.from({ length: 30 }, () => 1 + nextInRange(rng, -1e-15, 1e-15));
    expect(codeOf(near)).toMatch(/^points-equal/);
  });

  test("not what is thin but solid", () => {
    const plate = createGrid(3).map((x, i) => (i % 3 === 2 ? 1e-9 * x : x));
    for (let m = 0; m < 20; m++) {
      expect(countSides(computeConvexHull(moveRandomly(plate, rng)).faces)).toEqual({ 4: 6 });
    }
  });
});
