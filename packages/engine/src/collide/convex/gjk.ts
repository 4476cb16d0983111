/**
 * Distance and closest points of two convex cores, by the method of Gilbert, Johnson and Keerthi.
 *
 * The points w = a − b, a ∈ A, b ∈ B, form a convex set; its point v nearest to the origin is the shortest vector from B
 * to A. A simplex of at most four corners w is kept; v is its nearest point, and with w the corner farthest along −v
 *
 *   v·w/|v| ≤ distance ≤ |v|
 *
 * It ends when the two sides meet to rounding, or w is in the simplex already. Each pass brings |v| down, but for a few
 * that rounding may hide: as there are finitely many simplices, it ends. The weights give the points: pA = Σ λ a,
 * pB = Σ λ b. All coordinates are those of the frame of A (relative-pose.ts).
 */
import { vec3 } from "../../math/index.js";
import { findSupport, type Polyhedron } from "../shapes/index.js";
import type { CoreQuery } from "./core-query.js";
import { distanceRounding, passLimit, stallLimit } from "./parameters.js";
import { placeInA, turnToB } from "./relative-pose.js";
import { reduceSimplex } from "./simplex.js";

const cornersA = new Float64Array(12);
const cornersB = new Float64Array(12);
const keptWeights = new Float64Array(4);
const d = new Float64Array(3);

/**
 * Finds the closest points of two cores. Fills `closest` and `simplex`, which it starts from unless it is empty: its
 * corners must be those of this pair. If the cores overlap, or touch to rounding, the distance is 0, v is zero or
 * noise, and pA and pB are a common point.
 */
export function computeDistance(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron): void {
  const { simplex, nearest, corners } = query;
  const { a, b } = simplex;
  const error = distanceRounding * query.relative[12];
  if (simplex.count === 0) {
    simplex.count = 1;
    a[0] = b[0] = 0;
  }
  for (let k = 0; k < simplex.count; k++) loadCorner(query, k, coreA, coreB);
  let least = Infinity;
  let count = 0;
  let stalls = 0;
  for (let pass = 0; pass < passLimit; pass++) {
    const needed = reduceSimplex(query, simplex.count);
    const square = nearest[3];
    // a step across v changes |v| only in the second order, and may be needed for the next one along it
    if (!(square < least) && (++stalls > stallLimit || square > least + 4 * error * Math.sqrt(least))) break;
    least = square;
    count = keepCorners(query, needed);
    if (square <= error * error) break;
    // a: farthest along −v, b: farthest along v
    d[0] = -nearest[0];
    d[1] = -nearest[1];
    d[2] = -nearest[2];
    const i = findSupport(coreA, d, 0, a[0]);
    turnToB(d, 0, query.relative, nearest, 0);
    const j = findSupport(coreB, d, 0, b[0]);
    if (hasCorner(query, i, j)) break;
    a[count] = i;
    b[count] = j;
    loadCorner(query, count, coreA, coreB);
    const o = 3 * count;
    const along = nearest[0] * corners[o] + nearest[1] * corners[o + 1] + nearest[2] * corners[o + 2];
    if (square - along <= 2 * error * Math.sqrt(square)) break;
    simplex.count = count + 1;
  }
  simplex.count = count;
  writePoints(query, count);
  if (least <= error * error) query.closest.fill(0, 0, 4);
  else writeVector(query, count);
}

/** a, b and w = a − b of place k in the simplex. */
function loadCorner(query: CoreQuery, k: number, coreA: Polyhedron, coreB: Polyhedron): void {
  const { simplex, corners } = query;
  const o = 3 * k;
  const i = 3 * simplex.a[k];
  const { vertices } = coreA;
  placeInA(cornersB, o, query.relative, coreB.vertices, 3 * simplex.b[k]);
  const x = vertices[i];
  const y = vertices[i + 1];
  const z = vertices[i + 2];
  cornersA[o] = x;
  cornersA[o + 1] = y;
  cornersA[o + 2] = z;
  corners[o] = x - cornersB[o];
  corners[o + 1] = y - cornersB[o + 1];
  corners[o + 2] = z - cornersB[o + 2];
}

function hasCorner(query: CoreQuery, i: number, j: number): boolean {
  const { simplex } = query;
  for (let k = 0; k < simplex.count; k++) if (simplex.a[k] === i && simplex.b[k] === j) return true;
  return false;
}

/** Drops the corners that are not needed, notes the weights of the others, and returns how many they are. */
function keepCorners(query: CoreQuery, needed: number): number {
  const { simplex, weights, corners } = query;
  const { a, b, count } = simplex;
  let n = 0;
  for (let k = 0; k < count; k++) {
    if ((needed & (1 << k)) === 0) continue;
    keptWeights[n] = weights[k];
    if (n < k) {
      a[n] = a[k];
      b[n] = b[k];
      vec3.copy(cornersA, 3 * n, cornersA, 3 * k);
      vec3.copy(cornersB, 3 * n, cornersB, 3 * k);
      vec3.copy(corners, 3 * n, corners, 3 * k);
    }
    n++;
  }
  simplex.count = n;
  return n;
}

/** pA = Σ λ a, pB = Σ λ b */
function writePoints(query: CoreQuery, count: number): void {
  const { closest } = query;
  for (let c = 0; c < 3; c++) {
    let pa = 0;
    let pb = 0;
    for (let k = 0; k < count; k++) {
      pa += keptWeights[k] * cornersA[3 * k + c];
      pb += keptWeights[k] * cornersB[3 * k + c];
    }
    closest[4 + c] = pa;
    closest[7 + c] = pb;
  }
}

/**
 * v once more, from the corner w nearest to the origin: what is left of w without its parts along the other sides of the
 * simplex, made orthogonal one to the other. Each part is taken off twice, so that rounding leaves v at right angles.
 */
function writeVector(query: CoreQuery, count: number): void {
  const { corners, closest } = query;
  let base = 0;
  let least = Infinity;
  for (let k = 0; k < count; k++) {
    const x = corners[3 * k];
    const y = corners[3 * k + 1];
    const z = corners[3 * k + 2];
    const square = x * x + y * y + z * z;
    if (square < least) {
      least = square;
      base = k;
    }
  }
  vec3.copy(closest, 1, corners, 3 * base);
  if (count > 1) {
    const next = base === 0 ? 1 : 0;
    vec3.subtract(axes, 0, corners, 3 * next, corners, 3 * base);
    takeLength(0);
    if (count > 2) {
      vec3.subtract(axes, 3, corners, 3 * (3 - base - next), corners, 3 * base);
      takeOff(axes, 3, 0);
      takeOff(axes, 3, 0);
      takeLength(3);
    } else axes.fill(0, 3);
    takeOff(closest, 1, 0);
    takeOff(closest, 1, 3);
    takeOff(closest, 1, 0);
    takeOff(closest, 1, 3);
  }
  closest[0] = Math.sqrt(closest[1] * closest[1] + closest[2] * closest[2] + closest[3] * closest[3]);
}

const axes = new Float64Array(6);

/** e /= |e|, for the vector at axes[o …]; zero stays zero. */
function takeLength(o: number): void {
  const x = axes[o];
  const y = axes[o + 1];
  const z = axes[o + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length === 0) return;
  axes[o] = x / length;
  axes[o + 1] = y / length;
  axes[o + 2] = z / length;
}

/** u −= (u·e) e, e the unit vector at axes[o …]. */
function takeOff(u: Float64Array, i: number, o: number): void {
  const along = u[i] * axes[o] + u[i + 1] * axes[o + 1] + u[i + 2] * axes[o + 2];
  u[i] -= along * axes[o];
  u[i + 1] -= along * axes[o + 1];
  u[i + 2] -= along * axes[o + 2];
}
