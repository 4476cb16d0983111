/**
 * Convex hulls of a few points in the plane of contact, as lists of their indices, counter-clockwise.
 *
 * Sorted along u, then v; the lower chain from left to right, the upper one back. A point at which the chain does not
 * turn left is taken out.
 */
import { resize } from "../../math/index.js";

let order: Int32Array = new Int32Array(64);

/**
 * Computes the convex hull of points 0 … count − 1: writes its corners, with room for one more, and returns how many
 * there are.
 */
export function computeHull(hull: Int32Array, u: Float64Array, v: Float64Array, count: number): number {
  if (count < 3) return writeFew(hull, u, v, count);
  if (order.length < count) order = resize(order, 2 * count);
  for (let k = 0; k < count; k++) order[k] = k;
  sortAlong(u, v, count);
  let m = 0;
  for (let k = 0; k < count; k++) {
    while (m > 1 && !turnsLeft(u, v, hull[m - 2], hull[m - 1], order[k])) m--;
    hull[m++] = order[k];
  }
  const lower = m;
  for (let k = count - 2; k >= 0; k--) {
    while (m > lower && !turnsLeft(u, v, hull[m - 2], hull[m - 1], order[k])) m--;
    hull[m++] = order[k];
  }
  // the first again
  return m - 1;
}

/** The hull of up to two points: all of them. */
function writeFew(hull: Int32Array, u: Float64Array, v: Float64Array, count: number): number {
  const swap = count === 2 && isBefore(u, v, 1, 0);
  hull[0] = swap ? 1 : 0;
  hull[1] = swap ? 0 : 1;
  return count;
}

/**
 * Makes a hull no wider than `reach[o]` the segment between its ends, and one no longer than that a single point.
 * Returns how many corners are left.
 */
export function collapseHull(
  hull: Int32Array,
  count: number,
  u: Float64Array,
  v: Float64Array,
  reach: Float64Array,
  o: number,
): number {
  const p = findFarthest(hull, count, u, v, hull[0]);
  const q = findFarthest(hull, count, u, v, p);
  const eu = u[q] - u[p];
  const ev = v[q] - v[p];
  const least = reach[o] * reach[o] * (eu * eu + ev * ev);
  if (!(eu * eu + ev * ev > reach[o] * reach[o])) return 1;
  for (let k = 0; k < count; k++) {
    const across = (u[hull[k]] - u[p]) * ev - (v[hull[k]] - v[p]) * eu;
    if (across * across > least) return count;
  }
  hull[0] = p;
  hull[1] = q;
  return 2;
}

/** Returns the corner that is farthest from point p. */
function findFarthest(hull: Int32Array, count: number, u: Float64Array, v: Float64Array, p: number): number {
  let far = p;
  let most = 0;
  for (let k = 0; k < count; k++) {
    const du = u[hull[k]] - u[p];
    const dv = v[hull[k]] - v[p];
    if (du * du + dv * dv > most) {
      most = du * du + dv * dv;
      far = hull[k];
    }
  }
  return far;
}

/**
 * Removes corners that lie within `reach[o]` of the line between their neighbours. Two remain at least; returns how
 * many.
 */
export function pruneHull(
  hull: Int32Array,
  count: number,
  u: Float64Array,
  v: Float64Array,
  reach: Float64Array,
  o: number,
): number {
  let m = count;
  let k = 0;
  // looked at since the last one was taken out
  for (let seen = 0; m > 2 && seen < m; ) {
    const p = hull[k > 0 ? k - 1 : m - 1];
    const q = hull[k];
    const r = hull[k + 1 < m ? k + 1 : 0];
    const eu = u[r] - u[p];
    const ev = v[r] - v[p];
    const square = eu * eu + ev * ev;
    const along = (u[q] - u[p]) * eu + (v[q] - v[p]) * ev;
    const across = (u[q] - u[p]) * ev - (v[q] - v[p]) * eu;
    if (along >= 0 && along <= square && across * across <= reach[o] * reach[o] * square) {
      hull.copyWithin(k, k + 1, m);
      m--;
      seen = 0;
      if (k === m) k = 0;
    } else {
      seen++;
      k = k + 1 < m ? k + 1 : 0;
    }
  }
  return m;
}

function turnsLeft(u: Float64Array, v: Float64Array, p: number, q: number, r: number): boolean {
  return (u[q] - u[p]) * (v[r] - v[p]) > (v[q] - v[p]) * (u[r] - u[p]);
}

/** Shell's sort of `order` by u, v and index. */
function sortAlong(u: Float64Array, v: Float64Array, count: number): void {
  let step = 1;
  while (3 * step < count) step = 3 * step + 1;
  for (; step > 0; step = (step / 3) | 0) {
    for (let k = step; k < count; k++) {
      const i = order[k];
      let m = k - step;
      for (; m >= 0 && isBefore(u, v, i, order[m]); m -= step) order[m + step] = order[m];
      order[m + step] = i;
    }
  }
}

function isBefore(u: Float64Array, v: Float64Array, i: number, j: number): boolean {
  if (u[i] !== u[j]) return u[i] < u[j];
  return v[i] !== v[j] ? v[i] < v[j] : i < j;
}
