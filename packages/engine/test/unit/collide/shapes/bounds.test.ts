/** Boxes around placed shapes, beside points of their surfaces: packages/engine/src/collide/shapes/bounds.ts. */
import { createRng, nextInRange, nextRotation, type Rng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { boundsOverlap, growBounds } from "../../../../src/collide/shapes/bounds.js";
import {
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createPlane,
  createSphere,
} from "../../../../src/collide/shapes/create-shape.js";
import { frameSize, writeFrame } from "../../../../src/collide/shapes/frame.js";
import { createMesh } from "../../../../src/collide/shapes/mesh.js";
import type { Shape } from "../../../../src/collide/shapes/shape.js";
import { computeBounds } from "../../../../src/collide/shapes/shape-bounds.js";

type Point = readonly [number, number, number];

/** Points of a circle of radius r across y at height y. */
function circle(r: number, y: number): Point[] {
  return Array.from({ length: 2000 }, (_, k): Point => {
    const angle = (k * Math.PI) / 1000;
    return [r * Math.cos(angle), y, r * Math.sin(angle)];
  });
}

function sphere(r: number, y: number): Point[] {
  return Array.from({ length: 201 }, (_, k) => {
    const angle = (k * Math.PI) / 200;
    return circle(r * Math.sin(angle), 0).map(([x, , z]): Point => [x, y + r * Math.cos(angle), z]);
  }).flat();
}

function drawFrame(rng: Rng): Float64Array {
  const q = new Float64Array(4);
  nextRotation(q, 0, rng);
  const x = Float64Array.from({ length: 3 }, () => nextInRange(rng, -10, 10));
  const frame = new Float64Array(frameSize);
  writeFrame(frame, 0, x, 0, q, 0);
  return frame;
}

/** Least and greatest coordinates of the placed points. */
function extent(points: readonly Point[], frame: Float64Array): Float64Array {
  const out = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (const [x, y, z] of points) {
    for (let k = 0; k < 3; k++) {
      const at = frame[k] + (frame[3 + 3 * k] * x + frame[4 + 3 * k] * y + frame[5 + 3 * k] * z);
      out[k] = Math.min(out[k], at);
      out[k + 3] = Math.max(out[k + 3], at);
    }
  }
  return out;
}

const vertices: Point[] = [
  [0, 0, 0],
  [2, 0.1, 0],
  [-0.3, 1.5, 0.2],
  [0.4, 0.3, 3],
  [-1, -1, -1],
];
const mesh = createMesh({
  vertices,
  faces: [
    [0, 1, 2],
    [0, 2, 3],
    [1, 3, 4],
  ],
});
const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z): Point => [x, y * 1.5, z * 0.25])));

/** Shape, points of it, and how far the points may fall short of the true extreme, m. */
const cases: [string, Shape, Point[], number][] = [
  // corners are reached exactly: rounding at |x| ≤ 13 only
  ["box", createBox({ size: [2, 3, 0.5] }), corners, 8e-15],
  ["convex", createConvex({ vertices }), vertices, 8e-15],
  ["mesh", mesh, vertices, 8e-15],
  // the nearest of 2000 points of a circle is at most half of 2π/2000 away: r (π/2000)²/2 = 1.3e-6 r short
  ["cylinder", createCylinder({ radius: 0.7, height: 3 }), [...circle(0.7, 1.5), ...circle(0.7, -1.5)], 1e-6],
  ["cone", createCone({ radius: 1.2, height: 1 }), [...circle(1.2, -0.5), [0, 0.5, 0]], 1.6e-6],
  ["flat cone", createCone({ radius: 0.2, height: 4 }), [...circle(0.2, -2), [0, 2, 0]], 3e-7],
  // along the meridian 200 points a half circle: r (π/400)²/2 = 3.1e-5 r, and the circle's
  ["sphere", createSphere({ radius: 1.3 }), sphere(1.3, 0), 4.3e-5],
  ["capsule", createCapsule({ radius: 0.5, height: 2 }), [...sphere(0.5, 1), ...sphere(0.5, -1)], 1.7e-5],
];

describe("the box holds the shape and is as small as can be", () => {
  test.each(cases)("%s", (_name, shape, points, short) => {
    const rng = createRng(2);
    const found = new Float64Array(8);
    for (let run = 0; run < 5; run++) {
      const frame = drawFrame(rng);
      computeBounds(found, 1, shape, frame, 0);
      const truth = extent(points, frame);
      for (let k = 0; k < 3; k++) {
        // 4 roundings at |x| ≤ 13: 8e-15
        expect(found[1 + k]).toBeLessThanOrEqual(truth[k] + 8e-15);
        expect(truth[k] - found[1 + k]).toBeLessThanOrEqual(short);
        expect(found[4 + k]).toBeGreaterThanOrEqual(truth[k + 3] - 8e-15);
        expect(found[4 + k] - truth[k + 3]).toBeLessThanOrEqual(short);
      }
    }
    expect([found[0], found[7]]).toEqual([0, 0]);
  });
});

/** Frame at x, with rows. */
function frameOf(x: readonly number[], rows: readonly number[]): Float64Array {
  return Float64Array.from([...x, ...rows]);
}

describe("planes", () => {
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const out = new Float64Array(6);

  test("along an axis are bounded on one side", () => {
    computeBounds(out, 0, createPlane({ normal: [0, 2, 0], offset: 3 }), frameOf([1, 2, 4], identity), 0);
    expect([...out]).toEqual([-Infinity, -Infinity, -Infinity, Infinity, 5, Infinity]);
    computeBounds(out, 0, createPlane({ normal: [0, 0, -1], offset: 3 }), frameOf([1, 2, 4], identity), 0);
    expect([...out]).toEqual([-Infinity, -Infinity, 1, Infinity, Infinity, Infinity]);
    // y becomes −x
    const turned = frameOf([1, 2, 4], [0, -1, 0, 1, 0, 0, 0, 0, 1]);
    computeBounds(out, 0, createPlane({ normal: [0, 1, 0], offset: 3 }), turned, 0);
    expect([...out]).toEqual([-2, -Infinity, -Infinity, Infinity, Infinity, Infinity]);
  });

  test("aslant are not bounded at all", () => {
    computeBounds(out, 0, createPlane({ normal: [1e-9, 1, 0] }), frameOf([0, 0, 0], identity), 0);
    expect([...out]).toEqual([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity]);
  });
});

test("a margin grows the box on all sides", () => {
  const out = Float64Array.of(0, 1, 2, 3, 4, Infinity);
  growBounds(out, 0, 0.5);
  expect([...out]).toEqual([-0.5, 0.5, 1.5, 3.5, 4.5, Infinity]);
});

function replace(box: Float64Array, k: number, value: number): Float64Array {
  return box.map((old, m) => (m === k ? value : old));
}

test("boxes that touch overlap; one with NaN does not", () => {
  const a = Float64Array.of(0, 0, 0, 1, 1, 1);
  const b = Float64Array.of(1, 1, 1, 2, 2, 2);
  expect(boundsOverlap(a, 0, b, 0)).toBe(true);
  for (let k = 0; k < 6; k++) {
    expect(boundsOverlap(a, 0, replace(b, k, Number.NaN), 0)).toBe(false);
    expect(boundsOverlap(replace(b, k, Number.NaN), 0, a, 0)).toBe(false);
  }
  for (let k = 0; k < 3; k++) expect(boundsOverlap(a, 0, replace(b, k, 1 + 2 ** -52), 0)).toBe(false);
});
