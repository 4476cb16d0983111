/** Spheres and polyhedra by the feature nearest to the centre: packages/engine/src/collide/curved/sphere-hull.ts. */
import {
  collideShapes,
  createBox,
  createConvex,
  createSphere,
  frameSize,
  PairCache,
  PairResult,
  PairSlot,
  type Polyhedron,
  type Shape,
  writeFrame,
} from "@rigor/engine/collide";
import { createRng, nextInRange, nextRotation } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { FeatureKey } from "../../../../src/collide/patch/patch.js";

const radius = 0.3;
const sphere = createSphere({ radius });
const upright = Float64Array.of(0, 0, 0, 1);

/** Distance of c from a polyhedron in its frame, by looking at every triangle of every face; depth negative. */
function measureDistance(p: Polyhedron, c: readonly number[]): number {
  let outside = -Infinity;
  let nearest = Infinity;
  for (let f = 0; f < p.faceCount; f++) {
    const [x, y, z, d] = p.facePlanes.slice(4 * f, 4 * f + 4);
    outside = Math.max(outside, x * c[0] + y * c[1] + z * c[2] - d);
    const corners = [...p.faceVertices.slice(p.faceStart[f], p.faceStart[f + 1])].map((v) => [
      ...p.vertices.slice(3 * v, 3 * v + 3),
    ]);
    for (let k = 1; k + 1 < corners.length; k++) {
      nearest = Math.min(nearest, toTriangle(c, corners[0], corners[k], corners[k + 1]));
    }
  }
  return outside <= 0 ? outside : nearest;
}

const minus = (a: readonly number[], b: readonly number[]): number[] => a.map((x, k) => x - b[k]);
const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function toTriangle(c: readonly number[], ...t: readonly number[][]): number {
  const n = cross(minus(t[1], t[0]), minus(t[2], t[0]));
  const sides = [0, 1, 2].map((k) => [t[k], t[(k + 1) % 3]]);
  if (sides.every(([a, b]) => dot(n, cross(minus(b, a), minus(c, a))) >= 0)) {
    return Math.abs(dot(n, minus(c, t[0]))) / Math.hypot(...n);
  }
  return Math.min(
    ...sides.map(([a, b]) => {
      const u = minus(b, a);
      const s = Math.max(0, Math.min(1, dot(u, minus(c, a)) / dot(u, u)));
      return Math.hypot(...minus(c, a).map((x, k) => x - s * u[k]));
    }),
  );
}

function collide(hull: Shape, frames: Float64Array, cache: PairCache, swapped: boolean): PairResult {
  const result = new PairResult();
  if (swapped) collideShapes(result, sphere, frames, frameSize, hull, frames, 0, cache, 0, 1e-9);
  else collideShapes(result, hull, frames, 0, sphere, frames, frameSize, cache, 0, 1e-9);
  return result;
}

const rng = createRng(5);
const cloud = Array.from({ length: 24 }, () => [0, 1, 2].map(() => nextInRange(rng, -0.5, 0.5)));
const hulls: (readonly [string, Shape])[] = [
  ["a box", createBox({ size: [1, 0.6, 0.8] })],
  ["a hull", createConvex({ vertices: cloud })],
  ["a needle", createConvex({ vertices: [0, 0, 0, 1, 0.01, 0, 1, -0.01, 0.01, 1, 0, -0.01] })],
];

describe("a sphere", () => {
  test.each(hulls)("along %s, inside and out: the distance to every face, less the radius", (_, hull) => {
    const frames = new Float64Array(24);
    const q = new Float64Array(4);
    nextRotation(q, 0, rng);
    writeFrame(frames, 0, Float64Array.of(0.1, -0.2, 0.3), 0, q, 0);
    const [kept, other] = [new PairCache(1), new PairCache(1)];
    const seen = new Set<number>();
    let worst = 0;
    let inside = 0;
    for (let step = 0; step < 3000; step++) {
      // rounds about the hull, in and out
      const h = 0.7 + 0.6 * Math.sin(0.0031 * step);
      const c = [0.02, 0.0173, 0.0251].map((rate) => h * Math.sin(rate * step + 1));
      const x = [0, 1, 2].map((k) => frames[k] + dot([...frames.slice(3 + 3 * k, 6 + 3 * k)], c));
      writeFrame(frames, frameSize, Float64Array.from(x), 0, upright, 0);
      const result = collide(hull, frames, kept, false);
      const turned = collide(hull, frames, other, true);
      const fresh = collide(hull, frames, new PairCache(1), false);
      const wanted = measureDistance(hull.polyhedron as Polyhedron, c) - radius;
      worst = Math.max(worst, Math.abs(result.values[0] - wanted), Math.abs(fresh.values[0] - wanted));
      worst = Math.max(worst, Math.abs(turned.values[0] - wanted));
      for (let k = 0; k < 3; k++) {
        const [n, pA, pB] = [PairSlot.normal, PairSlot.pointA, PairSlot.pointB].map((o) => result.values[o + k]);
        worst = Math.max(worst, Math.abs(pA - pB - result.values[0] * n), Math.abs(x[k] + radius * n - pB));
      }
      if (wanted + radius <= 0) inside++;
      seen.add(kept.curved.keys[0] >> 24);
    }
    // rounding of coordinates of up to 2 m
    expect(worst).toBeLessThan(2e-15);
    expect([...seen].sort()).toEqual([FeatureKey.corner >> 24, FeatureKey.edge >> 24, FeatureKey.face >> 24]);
    // outside, the feature of the step before leads to the new one, but for a few steps out of the hull
    expect(kept.curved.searched).toBeLessThanOrEqual(inside + 5);
    expect(kept.curved.verified).toBeGreaterThan(2000);
  });

  test("with its centre on a face, an edge or a corner", () => {
    const box = hulls[0][1];
    const frames = new Float64Array(24);
    writeFrame(frames, 0, new Float64Array(3), 0, upright, 0);
    for (const c of [
      [0.5, 0.1, 0.1],
      [0.5, 0.3, 0.1],
      [0.5, 0.3, 0.4],
      [0.5, 0.3 + 1e-12, 0.4],
    ]) {
      writeFrame(frames, frameSize, Float64Array.from(c), 0, upright, 0);
      const { values } = collide(box, frames, new PairCache(1), true);
      expect(Math.abs(values[0] + radius)).toBeLessThan(2e-12);
      expect(Math.abs(Math.hypot(values[1], values[2], values[3]) - 1)).toBeLessThan(4e-16);
    }
  });
});
