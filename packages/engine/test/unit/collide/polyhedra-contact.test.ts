/** Pairs in special position: packages/engine/src/collide/convex/polyhedra.ts. */
import { quat } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { Status, Witness } from "../../../src/collide/result/pair-result.js";
import { createBox, createConvex } from "../../../src/collide/shapes/create-shape.js";
import { writeFrame } from "../../../src/collide/shapes/frame.js";
import type { Shape } from "../../../src/collide/shapes/shape.js";
import { computeGap } from "../../oracles/collide-polyhedra.js";
import {
  collideFresh,
  collideSwapped,
  gapOf,
  measureOutside,
  measurePointError,
  normalOf,
  type Pair,
  pointsOf,
  toSolids,
} from "../../support/convex-pairs.js";

/** A unit cube; B with a rotation vector and a place. */
function place(A: Shape, B: Shape, at: readonly number[], turn: readonly number[] = [0, 0, 0]): Pair {
  const frames = new Float64Array(24);
  const q = Float64Array.of(0, 0, 0, 1);
  writeFrame(frames, 0, new Float64Array(3), 0, q, 0);
  quat.fromRotationVector(q, 0, Float64Array.from(turn), 0);
  writeFrame(frames, 12, Float64Array.from(at), 0, q, 0);
  return { A, B, frames };
}

const cube = createBox({ size: [1, 1, 1] });
const plain = (n: readonly number[]): number[] => n.map((x) => x + 0);

describe("two equal cubes", () => {
  test("stacked exactly touch, with no corner inside and no edge through a face", () => {
    const pair = place(cube, cube, [0, -1, 0]);
    const result = collideFresh(pair);
    expect(result.status).toBe(Status.touching);
    expect(gapOf(result)).toBe(0);
    expect(plain(normalOf(result))).toEqual([0, 1, 0]);
    expect(result.witness).toBe(Witness.faceA);
    const [a, b] = pointsOf(result);
    expect(a).toEqual(b);
    expect(a[1]).toBe(-0.5);
    expect(measureOutside(cube, pair.frames, 0, a)).toBeLessThanOrEqual(0);
    expect(normalOf(collideSwapped(pair)).map((x) => x + 0)).toEqual([0, -1, 0]);
  });

  test.each([1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.1])("stacked with a gap, or an overlap, of %f", (h) => {
    // −1 − h is rounded to 1.1e-16
    const up = collideFresh(place(cube, cube, [0, -1 - h, 0]));
    expect(up.status).toBe(Status.disjoint);
    expect(Math.abs(gapOf(up) - h)).toBeLessThan(2.3e-16);
    const down = collideFresh(place(cube, cube, [0, -1 + h, 0]));
    expect(down.status).toBe(Status.overlapping);
    expect(Math.abs(gapOf(down) + h)).toBeLessThan(2.3e-16);
    expect(plain(normalOf(up))).toEqual([0, 1, 0]);
    expect(plain(normalOf(down))).toEqual([0, 1, 0]);
  });

  test("in the same place are one side deep", () => {
    const result = collideFresh(place(cube, cube, [0, 0, 0]));
    expect(result.status).toBe(Status.overlapping);
    expect(gapOf(result)).toBe(-1);
    // of six ties the first face of A: −x, from which A leaves towards +x
    expect(plain(normalOf(result))).toEqual([1, 0, 0]);
    expect(result.featureA).toBe(0);
  });

  test("crosswise touch where no corner is over the other's face", () => {
    const plank = createBox({ size: [4, 1, 0.5] });
    for (const h of [0, 1e-10, -1e-10, 1e-3, -1e-3]) {
      const pair = place(plank, plank, [0, -1 - h, 0], [0, 1.2, 0]);
      const result = collideFresh(pair, 1e-7);
      expect(Math.abs(gapOf(result) - h)).toBeLessThan(2.3e-16);
      expect(normalOf(result)[1]).toBeCloseTo(1, 15);
      // the points are over one another, in the diamond that the two share; measured: 3e-16
      expect(measurePointError(result, pair)).toBeLessThan(1e-15);
      const [a, b] = pointsOf(result);
      expect(Math.hypot(a[0] - b[0], a[2] - b[2])).toBeLessThan(1e-15);
    }
  });
});

describe("tolerance", () => {
  test.each([
    [2e-7, Status.disjoint],
    [0.9e-7, Status.touching],
    [0, Status.touching],
    [-0.9e-7, Status.touching],
    [-2e-7, Status.overlapping],
  ])("a gap of %f is of status %i", (h, status) => {
    for (const turn of [
      [0, 0, 0],
      [0, 0.3, 0],
    ]) {
      expect(collideFresh(place(cube, cube, [0.2, -1 - h, 0.1], turn), 1e-7).status).toBe(status);
    }
  });

  test("two corners that touch have the normal of a plane between them", () => {
    const h = 1e-8;
    const pair = place(cube, cube, [1 + h, 1 + h, 1 + h]);
    const result = collideFresh(pair, 1e-7);
    expect(result.status).toBe(Status.touching);
    // faces before edges, the first of them: +x of A
    expect(plain(normalOf(result))).toEqual([-1, 0, 0]);
    expect(Math.abs(gapOf(result) - h)).toBeLessThan(2.3e-16);
    const apart = collideFresh(pair, 1e-9);
    expect(apart.status).toBe(Status.disjoint);
    expect(Math.abs(gapOf(apart) - Math.sqrt(3) * h)).toBeLessThan(4.6e-16);
    expect(apart.witness).toBe(Witness.points);
  });
});

describe("edges that are parallel or nearly so", () => {
  // ridges: tents with their edge along z, one upside down on the other
  const tent = createConvex({
    vertices: [
      [-1, -1, -2],
      [1, -1, -2],
      [0, 0, -2],
      [-1, -1, 2],
      [1, -1, 2],
      [0, 0, 2],
    ],
  });

  test.each([0, 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2])(
    "ridge on ridge, turned by %f",
    (angle) => {
      for (const h of [0.1, 1e-6, 1e-12, -1e-12, -1e-6, -0.1]) {
        for (const shift of [0, 1e-7, 0.03]) {
          // turned by π about z, then by a little about y
          const q = Float64Array.of(0, 0, 1, 0);
          const small = new Float64Array(4);
          quat.fromRotationVector(small, 0, Float64Array.of(0, angle, 0), 0);
          quat.multiply(q, 0, small, 0, q, 0);
          const pair = place(tent, tent, [0, 0, 0]);
          writeFrame(pair.frames, 12, Float64Array.of(shift, h, 0.3), 0, q, 0);
          const result = collideFresh(pair);
          const exact = computeGap(...toSolids(pair));
          // size 2.4, measured 2.2e-15; which end of a ridge is nearer is lost in rounding at 1e-14, measured 1.4e-14
          const bound = angle > 0 && angle < 1e-13 ? 2e-14 : 4e-15;
          expect(Math.abs(gapOf(result) - exact)).toBeLessThan(bound);
          expect(Math.abs(gapOf(collideSwapped(pair)) - exact)).toBeLessThan(bound);
        }
      }
    },
  );

  test("boxes turned by next to nothing", () => {
    for (const angle of [1e-16, 1e-15, 1e-14, 1e-12, 1e-9, 1e-6]) {
      for (const at of [
        [0.1, -1, 0.2],
        [1, 1, 0],
        [0.9, 0.95, 0.1],
      ]) {
        const pair = place(cube, cube, at, [angle, -2 * angle, 0.7 * angle]);
        const result = collideFresh(pair);
        // of planes that differ by 1e-15 of the size the first is taken; measured: 2.1e-15
        expect(Math.abs(gapOf(result) - computeGap(...toSolids(pair)))).toBeLessThan(4e-15);
      }
    }
  });
});

test("a hull with many corners is climbed to the farthest", () => {
  const points: number[][] = [];
  for (let i = 0; i < 150; i++) {
    const t = 2.4 * i;
    const z = 1 - (2 * i + 1) / 150;
    const r = Math.sqrt(1 - z * z);
    points.push([r * Math.cos(t), r * Math.sin(t), z]);
  }
  const ball = createConvex({ vertices: points });
  for (let k = 0; k < 12; k++) {
    const at = [Math.cos(k), Math.sin(2 * k), Math.sin(k)].map((x) => 1.4 * x);
    const pair = place(ball, cube, at, [k, 1, 0]);
    // measured: 4e-16
    expect(Math.abs(gapOf(collideFresh(pair)) - computeGap(...toSolids(pair)))).toBeLessThan(1e-15);
  }
});
