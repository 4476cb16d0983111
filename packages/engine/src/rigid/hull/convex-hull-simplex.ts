/**
 * Four points that span a tetrahedron, as large a one as a quick search finds; or, if there are none, the dimension of the set of
 * points: 0 all in one point, 1 on a line, 2 in a plane. A point no further off than the tolerance counts as on it; with
 * tolerance 0 the result is exact.
 */
import { orient3, vec3 } from "../../math/index.js";

/** A simplex among points, of as many dimensions as they have. */
export interface HullSimplex {
  /** Dimension of the set of points, 0 to 3. */
  readonly rank: number;
  /** The rank + 1 points that span it. */
  readonly corners: readonly number[];
}

/** Value that no coordinate has, as all are below 2 in size. */
const elsewhere = 4;

const u = new Float64Array(3);
const v = new Float64Array(3);
const n = new Float64Array(3);

/** Chooses a simplex among the points `use`: indices into x, no two points equal, coordinates below 2 in size. */
export function chooseSimplex(x: Float64Array, use: readonly number[], tolerance: number): HullSimplex {
  const [a, b] = choosePair(x, use);
  vec3.subtract(u, 0, x, 3 * b, x, 3 * a);
  const length = vec3.length(u, 0);
  if (a === b || (tolerance > 0 && length <= tolerance)) return { rank: 0, corners: [a] };
  const c = chooseFurthest(
    use,
    (p) => {
      vec3.subtract(v, 0, x, 3 * p, x, 3 * a);
      vec3.cross(n, 0, u, 0, v, 0);
      return vec3.length(n, 0) / length;
    },
    (p) => !isInLine(x, a, b, p),
    tolerance,
  );
  if (c < 0) return { rank: 1, corners: [a, b] };
  vec3.subtract(v, 0, x, 3 * c, x, 3 * a);
  vec3.cross(n, 0, u, 0, v, 0);
  const area = vec3.length(n, 0);
  const d = chooseFurthest(
    use,
    (p) => {
      vec3.subtract(v, 0, x, 3 * p, x, 3 * a);
      return area > 0 ? Math.abs(vec3.dot(n, 0, v, 0)) / area : 0;
    },
    (p) => orient3(x, 3 * a, x, 3 * b, x, 3 * c, x, 3 * p) !== 0,
    tolerance,
  );
  return d < 0 ? { rank: 2, corners: [a, b, c] } : { rank: 3, corners: [a, b, c, d] };
}

/** Returns the two points furthest apart along an axis. */
function choosePair(x: Float64Array, use: readonly number[]): [number, number] {
  let pair: [number, number] = [use[0], use[0]];
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    let low = use[0];
    let high = use[0];
    for (const p of use) {
      if (x[3 * p + k] < x[3 * low + k]) low = p;
      if (x[3 * p + k] > x[3 * high + k]) high = p;
    }
    if (x[3 * high + k] - x[3 * low + k] <= extent) continue;
    extent = x[3 * high + k] - x[3 * low + k];
    pair = [low, high];
  }
  return pair;
}

/** Returns the point furthest off, −1 if none is further than the tolerance or none is off at all. */
function chooseFurthest(
  use: readonly number[],
  measure: (p: number) => number,
  isOff: (p: number) => boolean,
  tolerance: number,
): number {
  let best = use[0];
  let furthest = 0;
  for (const p of use) {
    const distance = measure(p);
    if (distance <= furthest) continue;
    furthest = distance;
    best = p;
  }
  if (tolerance > 0 && furthest <= tolerance) return -1;
  // rounding may hide the furthest: any will do
  return isOff(best) ? best : (use.find(isOff) ?? -1);
}

/** Returns whether (b − a) × (c − a) = 0, exactly: its component k is the volume with the point beside a along axis k. */
function isInLine(x: Float64Array, a: number, b: number, c: number): boolean {
  for (let k = 0; k < 3; k++) {
    const beside = x.slice(3 * a, 3 * a + 3);
    beside[k] = elsewhere;
    if (orient3(x, 3 * a, x, 3 * b, x, 3 * c, beside, 0) !== 0) return false;
  }
  return true;
}
