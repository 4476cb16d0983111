/** Random pairs of convex polyhedra in random poses, and what must hold of every answer about them. */
import { createRng, nextInRange, nextOnSphere, nextRotation, type Rng } from "@rigor/engine/math";
import { collideCores, collidePolyhedra } from "../../src/collide/convex/polyhedra.js";
import { WitnessCache } from "../../src/collide/convex/witness-cache.js";
import { PairResult, PairSlot } from "../../src/collide/result/pair-result.js";
import { createBox, createConvex } from "../../src/collide/shapes/create-shape.js";
import { composeFrames, writeFrame } from "../../src/collide/shapes/frame.js";
import type { Polyhedron } from "../../src/collide/shapes/polyhedron.js";
import type { Shape } from "../../src/collide/shapes/shape.js";
import { placeSolid, type Solid } from "../oracles/collide-polyhedra.js";

export const kinds = ["box", "tetrahedron", "hull"] as const;
export type ShapeKind = (typeof kinds)[number];

/** Two shapes and where they are: A at 0, B at 12 of the frames. */
export interface Pair {
  readonly A: Shape;
  readonly B: Shape;
  readonly frames: Float64Array;
}

export class PairMaker {
  readonly rng: Rng;

  constructor(seed: number) {
    this.rng = createRng(seed);
  }

  between(low: number, high: number): number {
    return nextInRange(this.rng, low, high);
  }

  shape(kind: ShapeKind, size: number): Shape {
    const length = (): number => size * this.between(0.2, 1);
    if (kind === "box") return createBox({ size: [length(), length(), length()] });
    const count = kind === "tetrahedron" ? 4 : Math.floor(this.between(6, 31));
    const point = (): number[] => [0, 1, 2].map(() => size * this.between(-0.5, 0.5));
    return createConvex({ vertices: Array.from({ length: count }, point) });
  }

  /** Sizes from 1e-3 to 1e3, one of the two up to ten times the other, centres up to `spread` of their reaches apart. */
  pair(spread: number, kindA: ShapeKind = this.kind(), kindB: ShapeKind = this.kind()): Pair {
    const size = 10 ** this.between(-3, 3);
    const A = this.shape(kindA, size);
    const B = this.shape(kindB, size * 10 ** this.between(-1, 1));
    const frames = new Float64Array(24);
    const x = new Float64Array(3);
    const q = new Float64Array(4);
    const away = new Float64Array(3);
    nextOnSphere(away, 0, this.rng);
    const distance = (A.reach + B.reach) * this.between(0, spread);
    for (let c = 0; c < 3; c++) x[c] = size * this.between(-1, 1);
    nextRotation(q, 0, this.rng);
    writeFrame(frames, 0, x, 0, q, 0);
    for (let c = 0; c < 3; c++) x[c] += distance * away[c];
    nextRotation(q, 0, this.rng);
    writeFrame(frames, 12, x, 0, q, 0);
    return { A, B, frames };
  }

  kind(): ShapeKind {
    return kinds[Math.floor(this.between(0, 3))];
  }

  /** The pair turned and shifted as a whole, by up to so much. */
  move({ A, B, frames }: Pair, shift: number): Pair {
    const motion = new Float64Array(12);
    const x = new Float64Array(3);
    const q = new Float64Array(4);
    nextRotation(q, 0, this.rng);
    for (let c = 0; c < 3; c++) x[c] = this.between(-shift, shift);
    writeFrame(motion, 0, x, 0, q, 0);
    const moved = new Float64Array(24);
    composeFrames(moved, 0, motion, 0, frames, 0);
    composeFrames(moved, 12, motion, 0, frames, 12);
    return { A, B, frames: moved };
  }

  /** A pair whose gap is `gap` times the larger size, as nearly as coordinates allow. */
  nearPair(gap: number, kindA?: ShapeKind, kindB?: ShapeKind): Pair {
    const pair = this.pair(1, kindA, kindB);
    const { frames } = pair;
    const { values } = collideFresh(pair);
    const want = gap * measureSize(pair);
    for (let c = 0; c < 3; c++) frames[12 + c] += values[PairSlot.normal + c] * (values[PairSlot.gap] - want);
    return pair;
  }
}

/** The largest reach of the two: what rounding is a part of. */
export function measureSize({ A, B }: Pair): number {
  return Math.max(A.reach, B.reach);
}

/** From scratch. */
export function collideFresh({ A, B, frames }: Pair, tolerance = 0): PairResult {
  const result = new PairResult();
  collideCores(result, A, frames, 0, B, frames, 12, new WitnessCache(1), 0, tolerance);
  return result;
}

/** The same pair called B, A. */
export function collideSwapped({ A, B, frames }: Pair, tolerance = 0): PairResult {
  const result = new PairResult();
  collidePolyhedra(result, B, frames, 12, A, frames, 0, new WitnessCache(1), 0, tolerance);
  return result;
}

function polyhedronOf(shape: Shape): Polyhedron {
  if (shape.polyhedron === null) throw new Error("a polyhedron is wanted");
  return shape.polyhedron;
}

/** Both as the oracle takes them. */
export function toSolids({ A, B, frames }: Pair): [Solid, Solid] {
  return [toSolid(A, frames.subarray(0, 12)), toSolid(B, frames.subarray(12))];
}

function toSolid(shape: Shape, frame: Float64Array): Solid {
  const { vertices, faceStart, faceVertices, faceCount } = polyhedronOf(shape);
  const faces = Array.from({ length: faceCount }, (_, f) => [...faceVertices.subarray(faceStart[f], faceStart[f + 1])]);
  return placeSolid(vertices, faces, frame);
}

export const gapOf = ({ values }: PairResult): number => values[PairSlot.gap];
export const normalOf = ({ values }: PairResult): number[] => [...values.subarray(1, 4)];
export const pointsOf = ({ values }: PairResult): [number[], number[]] => [
  [...values.subarray(4, 7)],
  [...values.subarray(7, 10)],
];

/** How far a world point is outside a placed polyhedron: the largest distance above a face, m. */
export function measureOutside(shape: Shape, frames: Float64Array, o: number, point: readonly number[]): number {
  const { facePlanes, faceCount } = polyhedronOf(shape);
  const d = point.map((x, c) => x - frames[o + c]);
  const local = [0, 1, 2].map((c) => d.reduce((sum, x, r) => sum + frames[o + 3 + 3 * r + c] * x, 0));
  let most = -Infinity;
  for (let f = 0; f < faceCount; f++) {
    const along = local.reduce((sum, x, c) => sum + facePlanes[4 * f + c] * x, 0);
    most = Math.max(most, along - facePlanes[4 * f + 3]);
  }
  return most;
}

/** s(n) over all corners, for the normal of the result. */
export function measureAlong(result: PairResult, [A, B]: readonly [Solid, Solid]): number {
  const n = normalOf(result);
  const along = (p: readonly number[]): number => n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
  return Math.min(...A.points.map(along)) - Math.max(...B.points.map(along));
}

/**
 * How far the points are from what they must be, as a part of the size: n a unit vector, the points of the shapes, and
 * n·(pA − pB) the gap.
 */
export function measurePointError(result: PairResult, pair: Pair): number {
  const n = normalOf(result);
  const [a, b] = pointsOf(result);
  const size = measureSize(pair);
  const along = n.reduce((sum, x, c) => sum + x * (a[c] - b[c]), 0);
  const errors = [
    Math.abs(along - gapOf(result)),
    measureOutside(pair.A, pair.frames, 0, a),
    measureOutside(pair.B, pair.frames, 12, b),
  ];
  return Math.max(Math.abs(Math.hypot(...n) - 1), ...errors.map((error) => error / size));
}
