/** Contact rows of curved shapes: where, of which kind, with which curvature. packages/engine/src/collide/curved/curved-contacts.ts */
import { createRng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { collideCurved } from "../../../../src/collide/curved/collide-curved.js";
import { findCurvedContacts } from "../../../../src/collide/curved/curved-contacts.js";
import { FeatureKey } from "../../../../src/collide/patch/patch.js";
import { ContactBuffer, ContactKind } from "../../../../src/collide/result/contact-buffer.js";
import { PairResult } from "../../../../src/collide/result/pair-result.js";
import {
  createBox,
  createCapsule,
  createCone,
  createCylinder,
  createPlane,
  createSphere,
} from "../../../../src/collide/shapes/create-shape.js";
import type { Shape } from "../../../../src/collide/shapes/shape.js";
import { drawFrame, makers, measureOutside, pairs, placeFrame } from "../../../support/curved-shapes.js";

const right = Math.PI / 2;
const x = [1, 0, 0];
const floor = createPlane({ normal: [0, 1, 0] });
const home = placeFrame([0, 0, 0]);
const cylinder = createCylinder({ radius: 0.5, height: 2 });
const tolerance = 1e-7;
const buffer = new ContactBuffer();

function find(a: Shape, frameA: Float64Array, b: Shape, frameB: Float64Array): number {
  buffer.clear();
  return findCurvedContacts(buffer, a, frameA, 0, b, frameB, 0, null, 0, tolerance);
}

const point = (c: number): number[] => [...buffer.point.subarray(3 * c, 3 * c + 3)];
const sorted = (): number[][] =>
  Array.from({ length: buffer.count }, (_, c) => point(c)).sort((p, q) => p[0] - q[0] || p[2] - q[2]);

/** K of A (0) or B (1) in world axes, as a quadratic form on a direction. */
function bend(c: number, which: number, direction: readonly number[]): number {
  const [tx, ty, tz] = buffer.tangent.subarray(3 * c, 3 * c + 3);
  const [nx, ny, nz] = buffer.normal.subarray(3 * c, 3 * c + 3);
  const b = [ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx];
  const u = direction[0] * tx + direction[1] * ty + direction[2] * tz;
  const v = direction[0] * b[0] + direction[1] * b[1] + direction[2] * b[2];
  const [xx, xy, yy] = buffer.curvature.subarray(6 * c + 3 * which, 6 * c + 3 * which + 3);
  return xx * u * u + 2 * xy * u * v + yy * v * v;
}

function expectPoints(expected: readonly (readonly number[])[]): void {
  const found = sorted();
  expect(found.length).toBe(expected.length);
  expected.forEach((p, i) => {
    for (let k = 0; k < 3; k++) expect(Math.abs(found[i][k] - p[k])).toBeLessThan(2e-15);
  });
}

describe("on a floor", () => {
  test("a ball: one point, bent by 1/r in all directions", () => {
    expect(find(createSphere({ radius: 2 }), placeFrame([3, 2, 1]), floor, home)).toBe(1);
    expectPoints([[3, 0, 1]]);
    expect(buffer.kind[0]).toBe(ContactKind.curved);
    expect([...buffer.curvature.subarray(0, 6)]).toEqual([0.5, 0, 0.5, 0, 0, 0]);
    expect([...buffer.normal.subarray(0, 3)]).toEqual([0, 1, 0]);
  });

  test("a capsule: two ends, bent across", () => {
    expect(find(createCapsule({ radius: 0.5, height: 2 }), placeFrame([0, 0.5, 0], x, right), floor, home)).toBe(2);
    expectPoints([
      [0, 0, -1],
      [0, 0, 1],
    ]);
    for (let c = 0; c < 2; c++) {
      expect(bend(c, 0, [1, 0, 0])).toBeCloseTo(2, 12);
      expect(bend(c, 0, [0, 0, 1])).toBeCloseTo(0, 12);
    }
    expect(buffer.keyA[0]).not.toBe(buffer.keyA[1]);
  });

  test("a cylinder lying: two ends; each with its own gap when it leans by less than the tolerance", () => {
    expect(find(cylinder, placeFrame([0, 0.5, 0], x, right), floor, home)).toBe(2);
    expectPoints([
      [0, 0, -1],
      [0, 0, 1],
    ]);
    expect(bend(0, 0, [1, 0, 0])).toBeCloseTo(2, 12);
    expect(buffer.kind[0]).toBe(ContactKind.curved);
    // an angle of 2e-8: the ends differ by 4e-8
    find(cylinder, placeFrame([0, 0.5, 0], x, right + 2e-8), floor, home);
    expect(buffer.count).toBe(2);
    expect(Math.abs(buffer.gap[0] - buffer.gap[1])).toBeCloseTo(4e-8, 14);
  });

  test("a cylinder on its rim: one point, the rim's tangent, and n_r/R along it", () => {
    const angle = 0.3;
    const frame = placeFrame([0, Math.cos(angle) + 0.5 * Math.sin(angle), 0], x, angle);
    expect(find(cylinder, frame, floor, home)).toBe(1);
    expect(Math.abs(buffer.gap[0])).toBeLessThan(1e-15);
    expect(buffer.kind[0]).toBe(ContactKind.curved);
    expect(Math.abs(buffer.edgeA[0])).toBeCloseTo(1, 14);
    expect(bend(0, 0, [1, 0, 0])).toBeCloseTo(Math.sin(angle) / 0.5, 13);
    expect(bend(0, 0, [0, 0, 1])).toBeCloseTo(0, 13);
  });

  test("a cylinder standing: eight points of the rim, the same ones of the body however it is turned", () => {
    for (const angle of [0, 0.4, 2]) {
      expect(find(cylinder, placeFrame([0, 1, 0], [0, 1, 0], angle), floor, home)).toBe(8);
      expect(new Set(buffer.keyA.subarray(0, 8)).size).toBe(8);
      for (let c = 0; c < 8; c++) {
        // a turn about y by the angle takes (cos φ, sin φ) of x, z to φ − angle
        const phi = ((buffer.keyA[c] & 7) * Math.PI) / 4 - angle;
        expect(point(c)[0]).toBeCloseTo(0.5 * Math.cos(phi), 14);
        expect(point(c)[2]).toBeCloseTo(0.5 * Math.sin(phi), 14);
        expect(buffer.kind[c]).toBe(ContactKind.vertexFace);
      }
    }
  });

  test("tilted within the tolerance, the foremost point of the rim is among them", () => {
    const tilt = 4e-8;
    const axis = [Math.cos(0.3), 0, Math.sin(0.3)];
    find(cylinder, placeFrame([0, 1, 0], axis, tilt), floor, home);
    expect(buffer.count).toBe(9);
    expect(Math.min(...buffer.gap.subarray(0, 9))).toBeCloseTo(-0.5 * tilt, 14);
  });

  test("a cone: tip, line of the side, base", () => {
    const cone = createCone({ radius: 1, height: 2 });
    expect(find(cone, placeFrame([0, 1, 0], x, Math.PI), floor, home)).toBe(1);
    expect(buffer.kind[0]).toBe(ContactKind.vertexFace);
    expect(find(cone, placeFrame([0, 1, 0]), floor, home)).toBe(8);
    // lying: the axis leans down by half the angle at the tip, whose tangent is 1/2, and the tip is on the floor
    const gamma = Math.atan(0.5);
    const lying = placeFrame([0, Math.sin(gamma), -Math.cos(gamma)], x, right + gamma);
    expect(find(cone, lying, floor, home)).toBe(2);
    expect(sorted()[1].map((value) => Math.abs(value) < 1e-15)).toEqual([true, true, true]);
    const base = buffer.point[2] < -1 ? 0 : 1;
    expect(buffer.kind[base]).toBe(ContactKind.curved);
    expect(buffer.kind[1 - base]).toBe(ContactKind.vertexFace);
    // cos γ/ρ with ρ = R at the base
    expect(bend(base, 0, [1, 0, 0])).toBeCloseTo(Math.cos(gamma), 12);
  });

  test("a box: four corners, and the other way round the same with n reversed", () => {
    const box = createBox({ size: [2, 1, 3] });
    expect(find(box, placeFrame([0, 0.5, 0]), floor, home)).toBe(4);
    expect([...buffer.kind.subarray(0, 4)]).toEqual(Array(4).fill(ContactKind.vertexFace));
    expect(find(floor, home, box, placeFrame([0, 0.5, 0]))).toBe(4);
    expect([...buffer.kind.subarray(0, 4)]).toEqual(Array(4).fill(ContactKind.faceVertex));
    expect(buffer.normal[1]).toBe(-1);
  });
});

describe("on other shapes", () => {
  const box = createBox({ size: [2, 2, 2] });

  test("a cylinder's side on a smaller face is cut where the face ends", () => {
    const rod = createCylinder({ radius: 0.5, height: 6 });
    expect(find(rod, placeFrame([0, 1.5, 0.25], x, right), box, home)).toBe(2);
    expectPoints([
      [0, 1, -1],
      [0, 1, 1],
    ]);
  });

  test("a cap on a face: the hull of the points is the common region but for the arcs", () => {
    const disc = createCylinder({ radius: 1, height: 1 });
    // half over the edge x = 1: half a disc, of which corners (1, ±1) lie on the rim
    expect(find(disc, placeFrame([1, 1.5, 0]), box, home)).toBeGreaterThanOrEqual(5);
    for (let c = 0; c < buffer.count; c++) {
      expect(measureOutside(box, home, point(c))).toBeLessThan(1e-15);
      expect(Math.hypot(point(c)[0] - 1, point(c)[2])).toBeLessThan(1 + 1e-15);
    }
    // half of an octagon inscribed: area 4 sin 45°/2
    expect(hullArea(sorted().map((p) => [p[0], p[2]]))).toBeCloseTo(Math.SQRT2, 13);
    // a small box wholly on the cap: its four corners
    const small = createBox({ size: [0.4, 0.4, 0.4] });
    expect(find(small, placeFrame([0.1, 0.7, 0.2]), disc, home)).toBe(4);
    // a cap whose rim cuts all four edges of a face: two points on each, the rim points between them, no corner
    expect(find(createCylinder({ radius: 1.2, height: 1 }), placeFrame([0, 1.5, 0]), box, home)).toBe(12);
    for (let c = 0; c < 12; c++) expect(Math.hypot(point(c)[0], point(c)[2])).toBeCloseTo(1.2, 14);
  });

  test("two caps: the lens between their rims", () => {
    const disc = createCylinder({ radius: 1, height: 1 });
    find(disc, placeFrame([1, 1, 0]), disc, home);
    for (let c = 0; c < buffer.count; c++) {
      expect(Math.max(Math.hypot(point(c)[0], point(c)[2]), Math.hypot(point(c)[0] - 1, point(c)[2]))).toBeLessThan(
        1 + 1e-15,
      );
    }
    const ends = sorted().filter((p) => Math.abs(p[0] - 0.5) < 1e-14);
    expect(ends.map((p) => Math.abs(p[2]))).toEqual([
      expect.closeTo(Math.sqrt(0.75), 14),
      expect.closeTo(Math.sqrt(0.75), 14),
    ]);
  });

  test("parallel lines share two ends, crossed ones a point", () => {
    const capsule = createCapsule({ radius: 0.5, height: 2 });
    expect(find(capsule, placeFrame([1, 1, 0]), capsule, home)).toBe(2);
    expectPoints([
      [0.5, 0, 0],
      [0.5, 1, 0],
    ]);
    expect(find(capsule, placeFrame([1, 0.3, 0], x, right), capsule, home)).toBe(1);
    expectPoints([[0.5, 0.3, 0]]);
  });

  test("an edge against a rim has both tangents, and bends along the rim only", () => {
    const disc = createCylinder({ radius: 1, height: 1 });
    // at the rim's point (1, 0.5, 0), tangent z; n between cap and side, e across n, a cube whose edge along e points to −n
    const n = [Math.cos(0.7), Math.sin(0.7), 0];
    const e = [-Math.sin(0.7) * Math.cos(0.5), Math.cos(0.7) * Math.cos(0.5), Math.sin(0.5)];
    const q = [0, 1, 2].map((k) => e[(k + 1) % 3] * n[(k + 2) % 3] - e[(k + 2) % 3] * n[(k + 1) % 3]);
    const frame = Float64Array.from([1 + Math.SQRT2 * n[0], 0.5 + Math.SQRT2 * n[1], 0]);
    const wedge = new Float64Array(12);
    for (let k = 0; k < 3; k++) {
      wedge[k] = frame[k] + 0.3 * e[k];
      wedge.set([e[k], (n[k] - q[k]) / Math.SQRT2, (n[k] + q[k]) / Math.SQRT2], 3 + 3 * k);
    }
    expect(find(box, wedge, disc, home)).toBe(1);
    expect(Math.abs(buffer.gap[0])).toBeLessThan(1e-15);
    expect(buffer.kind[0]).toBe(ContactKind.edgeEdge);
    for (let k = 0; k < 3; k++) {
      expect(point(0)[k]).toBeCloseTo([1, 0.5, 0][k], 14);
      expect(buffer.normal[k]).toBeCloseTo(n[k], 14);
      expect(Math.abs(buffer.edgeA[k])).toBeCloseTo(Math.abs(e[k]), 14);
      expect(Math.abs(buffer.edgeB[k])).toBeCloseTo([0, 0, 1][k], 14);
    }
    expect(bend(0, 0, e)).toBe(0);
    expect(bend(0, 1, [0, 0, 1])).toBeCloseTo(n[0], 14);
  });
});

/** Area of the convex hull of points of a plane: fan about their mean, by angle. */
function hullArea(points: readonly (readonly number[])[]): number {
  const mean = [0, 1].map((k) => points.reduce((sum, p) => sum + p[k] / points.length, 0));
  const around = points
    .map((p) => [p[0] - mean[0], p[1] - mean[1]])
    .sort((p, q) => Math.atan2(p[1], p[0]) - Math.atan2(q[1], q[0]));
  return around.reduce((sum, p, i) => {
    const q = around[(i + 1) % around.length];
    return sum + (p[0] * q[1] - p[1] * q[0]) / 2;
  }, 0);
}

/**
 * The height of a surface above the tangent plane, along the way into the body, at an offset u from a point of it: by
 * halving between outside and inside, with nothing but `measureOutside`.
 */
function measureHeight(
  shape: Shape,
  frame: Float64Array,
  p: number[],
  inward: number[],
  u: number[],
  most: number,
): number {
  let low = -most;
  let high = most;
  for (let round = 0; round < 80; round++) {
    const middle = 0.5 * (low + high);
    const at = p.map((value, k) => value + u[k] + middle * inward[k]);
    if (measureOutside(shape, frame, at) > 0) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

test("curvature is that of the surfaces, by differences, for every pair that touches with smooth ones", () => {
  const rng = createRng(3);
  const result = new PairResult();
  let checked = 0;
  let worst = 0;
  for (const names of pairs) {
    for (let i = 0; i < 40; i++) {
      const [a, b] = names.map((name) => makers[name](rng, 1));
      const [frameA, frameB] = [drawFrame(rng, 1), drawFrame(rng, 1)];
      collideCurved(result, a, frameA, 0, b, frameB, 0, null, 0, 0);
      const v = result.values.slice();
      for (let k = 0; k < 3; k++) frameA[k] -= v[0] * v[1 + k];
      find(a, frameA, b, frameB);
      for (let c = 0; c < buffer.count; c++) {
        if (buffer.kind[c] === ContactKind.edgeEdge) continue;
        const n = [...buffer.normal.subarray(3 * c, 3 * c + 3)];
        const t = [...buffer.tangent.subarray(3 * c, 3 * c + 3)];
        const side = [0, 1, 2].map((k) => n[(k + 1) % 3] * t[(k + 2) % 3] - n[(k + 2) % 3] * t[(k + 1) % 3]);
        for (const which of [0, 1]) {
          const K = [...buffer.curvature.subarray(6 * c + 3 * which, 6 * c + 3 * which + 3)];
          const edge = [...(which === 0 ? buffer.edgeA : buffer.edgeB).subarray(3 * c, 3 * c + 3)];
          // corners and edges are sharp across; flat faces have nothing to measure
          if (K.every((value) => value === 0) || edge.some((value) => value !== 0)) continue;
          // a rim is an edge also where a tip touches it
          if ((which === 0 ? buffer.keyA : buffer.keyB)[c] >> 24 === FeatureKey.rim >> 24) continue;
          const largest = Math.max(K[0], K[2]);
          const h = 2e-4 / largest;
          const inward = n.map((value) => (which === 0 ? value : -value));
          for (const [u, w] of [
            [1, 0],
            [0, 1],
            [Math.SQRT1_2, Math.SQRT1_2],
          ]) {
            const offset = [0, 1, 2].map((k) => h * (u * t[k] + w * side[k]));
            const [shape, frame] = which === 0 ? [a, frameA] : [b, frameB];
            // an even function to third order: the mean of both sides
            const up = measureHeight(shape, frame, point(c), inward, offset, 0.01 / largest);
            const down = measureHeight(
              shape,
              frame,
              point(c),
              inward,
              offset.map((value) => -value),
              0.01 / largest,
            );
            // beside a rim the step leaves the surface
            if (Math.max(Math.abs(up), Math.abs(down)) > 0.009 / largest) continue;
            const form = K[0] * u * u + 2 * K[1] * u * w + K[2] * w * w;
            worst = Math.max(worst, Math.abs((up + down) / (h * h) - form) / largest);
            checked++;
          }
        }
      }
    }
  }
  expect(checked).toBeGreaterThan(1000);
  // second order in the step, 2e-4 of a radius; 1.03e-6 measured, at cones
  expect(worst).toBeLessThan(2.5e-6);
});
