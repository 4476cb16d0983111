/**
 * Convex cells, cut by planes into smaller ones. Corners live in one pool, so that two cells on either side of a cut have
 * the same corners there, and what one loses the other gains to the last bit.
 *
 *   plane   n and d: height n·x − d of a point x; within the tolerance a point is on the plane
 *
 * A corner on the plane belongs to both sides; an edge from below to above gets a corner where it meets the plane. These
 * corners, in the order of their angles about their middle, close the two halves.
 */
import { atan2, vec3 } from "../../math/index.js";

/** A convex cell. */
export interface Cell {
  /** Lists of corners in the pool, counter-clockwise seen from outside. */
  readonly faces: readonly (readonly number[])[];
  /** All of them, each once. */
  readonly corners: readonly number[];
}

interface Halves {
  readonly above: Cell | null;
  readonly below: Cell | null;
}

const sides = /* @__PURE__ */ new Float64Array(6);
const normal = /* @__PURE__ */ new Float64Array(3);

/** Creates a box from −r to r in all directions. */
export function createBoxCell(pool: number[], r: number): Cell {
  const corners = Array.from({ length: 8 }, (_, v) => pool.length / 3 + v);
  for (let v = 0; v < 8; v++) pool.push(v & 1 ? r : -r, v & 2 ? r : -r, v & 4 ? r : -r);
  const faces = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return { faces: faces.map((face) => face.map((v) => corners[v])), corners };
}

/** Returns the height of point p of a list above plane i. */
export function measureHeightAbove(planes: ArrayLike<number>, i: number, points: ArrayLike<number>, p: number): number {
  const x = points[3 * p];
  const y = points[3 * p + 1];
  const z = points[3 * p + 2];
  return planes[4 * i] * x + planes[4 * i + 1] * y + planes[4 * i + 2] * z - planes[4 * i + 3];
}

/** Cuts a cell along plane i; one half is null where all corners are on the other side, or on the plane. */
export function splitCell(cell: Cell, pool: number[], planes: ArrayLike<number>, i: number, tolerance: number): Halves {
  const heights = new Map<number, number>();
  let isAbove = false;
  let isBelow = false;
  for (const v of cell.corners) {
    const height = measureHeightAbove(planes, i, pool, v);
    heights.set(v, Math.abs(height) <= tolerance ? 0 : height);
    if (height > tolerance) isAbove = true;
    if (height < -tolerance) isBelow = true;
  }
  if (!isAbove) return { above: null, below: cell };
  if (!isBelow) return { above: cell, below: null };
  const crossings = new Map<string, number>();
  const above: number[][] = [];
  const below: number[][] = [];
  for (const face of cell.faces) {
    const [up, down] = splitFace(face, pool, heights, crossings);
    if (up.length > 2 && up.some((v) => (heights.get(v) ?? 0) > 0)) above.push(up);
    if (down.length > 2 && down.some((v) => (heights.get(v) ?? 0) < 0)) below.push(down);
  }
  const made = [...crossings.values()];
  const heightOf = (v: number): number => heights.get(v) as number;
  const rim = orderAround([...cell.corners.filter((v) => heightOf(v) === 0), ...made], pool, planes, i);
  above.push(rim.slice().reverse());
  below.push(rim);
  return {
    above: { faces: above, corners: [...cell.corners.filter((v) => heightOf(v) >= 0), ...made] },
    below: { faces: below, corners: [...cell.corners.filter((v) => heightOf(v) <= 0), ...made] },
  };
}

/** The parts of a face above and below the plane, with the corners on it in both. */
function splitFace(
  face: readonly number[],
  pool: number[],
  heights: ReadonlyMap<number, number>,
  crossings: Map<string, number>,
): [number[], number[]] {
  const up: number[] = [];
  const down: number[] = [];
  face.forEach((v, k) => {
    const w = face[k + 1 < face.length ? k + 1 : 0];
    const [a, b] = [heights.get(v) as number, heights.get(w) as number];
    if (a >= 0) up.push(v);
    if (a <= 0) down.push(v);
    if (a * b >= 0) return;
    const key = v < w ? `${v} ${w}` : `${w} ${v}`;
    const crossing = crossings.get(key) ?? addCrossing(pool, v, a, w, b);
    crossings.set(key, crossing);
    up.push(crossing);
    down.push(crossing);
  });
  return [up, down];
}

/** The point between v and w at height zero. */
function addCrossing(pool: number[], v: number, a: number, w: number, b: number): number {
  // from the lower index, so that it does not matter which face comes first
  const [from, to, t] = v < w ? [v, w, a / (a - b)] : [w, v, b / (b - a)];
  for (let k = 0; k < 3; k++) pool.push(pool[3 * from + k] + t * (pool[3 * to + k] - pool[3 * from + k]));
  return pool.length / 3 - 1;
}

/** Corners in a plane, counter-clockwise seen from above. */
function orderAround(corners: number[], pool: number[], planes: ArrayLike<number>, i: number): number[] {
  const middle = [0, 1, 2].map((k) => corners.reduce((sum, v) => sum + pool[3 * v + k], 0) / corners.length);
  for (let k = 0; k < 3; k++) normal[k] = planes[4 * i + k];
  // the axis most across the normal
  let least = 0;
  for (let k = 1; k < 3; k++) if (Math.abs(normal[k]) < Math.abs(normal[least])) least = k;
  sides.fill(0);
  sides[least] = 1;
  vec3.cross(sides, 0, normal, 0, sides, 0);
  vec3.cross(sides, 3, normal, 0, sides, 0);
  const angles = new Map<number, number>();
  for (const v of corners) {
    let [x, y] = [0, 0];
    for (let k = 0; k < 3; k++) {
      x += sides[k] * (pool[3 * v + k] - middle[k]);
      y += sides[3 + k] * (pool[3 * v + k] - middle[k]);
    }
    angles.set(v, atan2(y, x));
  }
  return corners.sort((v, w) => (angles.get(v) as number) - (angles.get(w) as number) || v - w);
}

/** Returns volume over area: a third of the radius of the largest ball, or less. */
export function measureWidth({ faces }: Cell, pool: ArrayLike<number>): number {
  let volume = 0;
  let area = 0;
  const o = 3 * faces[0][0];
  const u = new Float64Array(9);
  for (const face of faces) {
    for (let k = 2; k < face.length; k++) {
      for (let c = 0; c < 3; c++) {
        const base = pool[3 * face[0] + c];
        u[c] = pool[3 * face[k - 1] + c] - base;
        u[3 + c] = pool[3 * face[k] + c] - base;
        u[6 + c] = base - pool[o + c];
      }
      vec3.cross(normal, 0, u, 0, u, 3);
      volume += vec3.dot(normal, 0, u, 6) / 6;
      area += vec3.length(normal, 0) / 2;
    }
  }
  return area > 0 ? volume / area : 0;
}
