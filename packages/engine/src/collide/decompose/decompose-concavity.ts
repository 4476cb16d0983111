/**
 * How far the hull H of some convex pieces Pₖ goes beyond them: the greatest distance of its points from the nearest piece,
 *
 *   c = max over x ∈ H of min over k of dist(x, Pₖ)
 *
 * found from above. What H has beside the pieces is cut into convex cells. The distance from one piece is a convex function:
 * within a cell it is greatest at a corner. So
 *
 *   max over corners of min over k   ≤   c in the cell   ≤   min over k of max over corners
 *
 * and cells for which the two differ are divided into tetrahedra, and these halved across their longest edges, until the
 * bounds are near enough. The answer is never too small.
 */

import { findClosestPoint } from "../query/index.js";
import { type Cell, measureHeightAbove, measureWidth, splitCell } from "./decompose-cell.js";
import type { Part } from "./decompose-part.js";
import { closeness, sampleLimit, tetrahedronLimit } from "./parameters.js";

const origin = /* @__PURE__ */ Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
const answer = /* @__PURE__ */ new Float64Array(7);
const point = /* @__PURE__ */ new Float64Array(3);

interface Work {
  readonly pieces: readonly Part[];
  /** x, y, z of each point. */
  readonly pool: number[];
  /** The distances of a point from each piece, once they are known. */
  readonly distances: Map<number, Float64Array>;
  /** The points halfway between two others. */
  readonly halfway: Map<string, number>;
  /** Pieces farther away than this count as infinitely far: they can make no difference. */
  readonly limit: number;
  /** The largest distance of a point from its nearest piece. */
  lower: number;
}

/** Returns an upper bound of the concavity c; where c is above the limit, at least some number above the limit. */
export function measureConcavity(hull: Part, pieces: readonly Part[], limit: number, tolerance: number): number {
  const work: Work = { pieces, pool: [], distances: new Map(), halfway: new Map(), limit, lower: 0 };
  const cells = cutAway(work, hull, tolerance);
  const slack = limit < Infinity ? closeness * limit : tolerance;
  let upper = 0;
  const isClose = (bound: number): boolean => bound <= (1 + closeness) * work.lower + slack;
  let agenda: number[][] = [];
  for (const cell of cells) {
    const bound = boundAbove(work, cell.corners);
    if (isClose(bound)) upper = Math.max(upper, bound);
    else agenda.push(...listTetrahedra(work, cell));
  }
  while (agenda.length > 0 && work.lower <= limit) {
    const next: number[][] = [];
    for (const corners of agenda) {
      const bound = boundAbove(work, corners);
      if (isClose(bound) || next.length >= tetrahedronLimit) upper = Math.max(upper, bound);
      else next.push(...halve(work, corners));
    }
    agenda = next;
  }
  return work.lower > limit ? work.lower : Math.max(upper, work.lower);
}

/**
 * Returns whether a few points between A and B already show that their hull goes beyond the pieces by more than the
 * limit.
 */
export function isTooConcave(a: Part, b: Part, pieces: readonly Part[], limit: number): boolean {
  const [x, y] = [a.polyhedron.vertices, b.polyhedron.vertices];
  const count = (x.length / 3) * (y.length / 3);
  const stride = Math.max(1, Math.floor(count / sampleLimit));
  for (let i = 0; i < count; i += stride) {
    const v = 3 * Math.floor((3 * i) / y.length);
    const w = 3 * (i % (y.length / 3));
    for (let k = 0; k < 3; k++) point[k] = 0.5 * (x[v + k] + y[w + k]);
    if (pieces.every((piece) => isBeyond(piece, limit) || measureDistance(piece) > limit)) return true;
  }
  return false;
}

/** The distance of `point` from a part, 0 within it. */
function measureDistance({ shape }: Part): number {
  findClosestPoint(answer, 0, shape, origin, 0, point, 0);
  return Math.max(0, answer[0]);
}

/** Returns whether `point` is farther from the box of a part than the limit. */
function isBeyond({ box }: Part, limit: number): boolean {
  for (let k = 0; k < 3; k++) if (box[k] - point[k] > limit || point[k] - box[3 + k] > limit) return true;
  return false;
}

/** Returns the parts of the hull outside all pieces, as convex cells. */
function cutAway({ pieces, pool }: Work, { polyhedron }: Part, tolerance: number): Cell[] {
  const { vertices, vertexCount, faceCount, faceStart, faceVertices } = polyhedron;
  for (const x of vertices) pool.push(x);
  const faces = Array.from({ length: faceCount }, (_, f) => [...faceVertices.subarray(faceStart[f], faceStart[f + 1])]);
  let cells: Cell[] = [{ faces, corners: Array.from({ length: vertexCount }, (_, v) => v) }];
  for (const piece of pieces) {
    cells = cells.flatMap((cell) => subtract(pool, cell, piece, tolerance));
  }
  return cells;
}

/** Returns the parts of a cell outside one piece. */
function subtract(pool: number[], cell: Cell, { polyhedron }: Part, tolerance: number): Cell[] {
  const { facePlanes, faceCount } = polyhedron;
  for (let f = 0; f < faceCount; f++) {
    if (cell.corners.every((v) => measureHeightAbove(facePlanes, f, pool, v) >= -tolerance)) return [cell];
  }
  const outside: Cell[] = [];
  let rest: Cell | null = cell;
  for (let f = 0; f < faceCount && rest !== null; f++) {
    const halves = splitCell(rest, pool, facePlanes, f, tolerance);
    if (halves.above !== null && measureWidth(halves.above, pool) > tolerance) outside.push(halves.above);
    rest = halves.below;
  }
  return outside;
}

/** Tetrahedra from the middle of a cell to its faces. */
function listTetrahedra({ pool }: Work, cell: Cell): number[][] {
  const { faces, corners } = cell;
  const middle = pool.length / 3;
  for (let k = 0; k < 3; k++) pool.push(corners.reduce((sum, v) => sum + pool[3 * v + k] / corners.length, 0));
  return faces.flatMap((face) => face.slice(2).map((v, k) => [middle, face[0], face[k + 1], v]));
}

/** The distances of a point from all pieces. */
function lookUp(work: Work, v: number): Float64Array {
  const { pieces, pool, distances, limit } = work;
  const known = distances.get(v);
  if (known !== undefined) return known;
  for (let k = 0; k < 3; k++) point[k] = pool[3 * v + k];
  const row = Float64Array.from(pieces, (piece) => (isBeyond(piece, limit) ? Infinity : measureDistance(piece)));
  work.lower = Math.max(
    work.lower,
    row.reduce((least, x) => Math.min(least, x), Infinity),
  );
  distances.set(v, row);
  return row;
}

/** min over pieces of max over corners. */
function boundAbove(work: Work, corners: readonly number[]): number {
  const rows = corners.map((v) => lookUp(work, v));
  let bound = Infinity;
  for (let k = 0; k < work.pieces.length && bound > 0; k++) {
    let farthest = 0;
    for (const row of rows) farthest = Math.max(farthest, row[k]);
    bound = Math.min(bound, farthest);
  }
  return bound;
}

function halve({ pool, halfway }: Work, corners: readonly number[]): number[][] {
  let [a, b] = [0, 1];
  let longest = -1;
  for (let i = 0; i < 4; i++) {
    for (let j = i + 1; j < 4; j++) {
      let square = 0;
      for (let k = 0; k < 3; k++) {
        const d = pool[3 * corners[i] + k] - pool[3 * corners[j] + k];
        square += d * d;
      }
      if (square <= longest) continue;
      longest = square;
      [a, b] = [i, j];
    }
  }
  const [p, q] = [Math.min(corners[a], corners[b]), Math.max(corners[a], corners[b])];
  const key = `${p} ${q}`;
  const middle = halfway.get(key) ?? pool.length / 3;
  if (3 * middle === pool.length) {
    for (let k = 0; k < 3; k++) pool.push(0.5 * (pool[3 * p + k] + pool[3 * q + k]));
    halfway.set(key, middle);
  }
  return [a, b].map((i) => corners.map((v, k) => (k === i ? middle : v)));
}
