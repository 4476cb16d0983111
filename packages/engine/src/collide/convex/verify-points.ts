/**
 * Whether the corners that were nearest the last time still are: the last pass of gjk.ts alone, for a corner and a corner
 * or a corner and an edge. With w = a − b of one place in the simplex, or of two and e the unit vector between them,
 *
 *   v = w,   or   v = w − (w·e) e
 *
 * is the shortest vector from B to A if no corner of A lies farther along −v, and none of B farther along v.
 */

import { findSupport, type Polyhedron } from "../shapes/index.js";
import type { CoreQuery } from "./core-query.js";

const d = new Float64Array(6);

/**
 * Returns whether the simplex at rows[o …] still holds the closest points; then writes `closest` and the first
 * corners of `simplex`.
 */
export function verifyPoints(
  query: CoreQuery,
  coreA: Polyhedron,
  coreB: Polyhedron,
  rows: Int32Array,
  o: number,
): boolean {
  const { simplex } = query;
  const count = rows[o];
  if (count !== 1 && count !== 2) return false;
  const r = query.relative;
  const out = query.closest;
  const { vertices: a } = coreA;
  const { vertices: b } = coreB;
  const i = rows[o + 1];
  const j = rows[o + 5];
  const ax = a[3 * i];
  const ay = a[3 * i + 1];
  const az = a[3 * i + 2];
  const bx = r[3] * b[3 * j] + r[4] * b[3 * j + 1] + r[5] * b[3 * j + 2] + r[0];
  const by = r[6] * b[3 * j] + r[7] * b[3 * j + 1] + r[8] * b[3 * j + 2] + r[1];
  const bz = r[9] * b[3 * j] + r[10] * b[3 * j + 1] + r[11] * b[3 * j + 2] + r[2];
  let x = ax - bx;
  let y = ay - by;
  let z = az - bz;
  let iOther = i;
  let jOther = j;
  if (count === 1) {
    out[4] = ax;
    out[5] = ay;
    out[6] = az;
    out[7] = bx;
    out[8] = by;
    out[9] = bz;
  } else {
    iOther = rows[o + 2];
    jOther = rows[o + 6];
    const cx = a[3 * iOther];
    const cy = a[3 * iOther + 1];
    const cz = a[3 * iOther + 2];
    const k = 3 * jOther;
    const dx = r[3] * b[k] + r[4] * b[k + 1] + r[5] * b[k + 2] + r[0];
    const dy = r[6] * b[k] + r[7] * b[k + 1] + r[8] * b[k + 2] + r[1];
    const dz = r[9] * b[k] + r[10] * b[k + 1] + r[11] * b[k + 2] + r[2];
    const wx = cx - dx;
    const wy = cy - dy;
    const wz = cz - dz;
    let ux = wx - x;
    let uy = wy - y;
    let uz = wz - z;
    const along = -(x * ux + y * uy + z * uz);
    const uu = ux * ux + uy * uy + uz * uz;
    if (!(along > 0 && along < uu)) return false;
    const t = along / uu;
    out[4] = (1 - t) * ax + t * cx;
    out[5] = (1 - t) * ay + t * cy;
    out[6] = (1 - t) * az + t * cz;
    out[7] = (1 - t) * bx + t * dx;
    out[8] = (1 - t) * by + t * dy;
    out[9] = (1 - t) * bz + t * dz;
    // from the nearer end
    if (wx * wx + wy * wy + wz * wz < x * x + y * y + z * z) {
      x = wx;
      y = wy;
      z = wz;
      ux = -ux;
      uy = -uy;
      uz = -uz;
    }
    const length = Math.sqrt(uu);
    ux /= length;
    uy /= length;
    uz /= length;
    // the first time leaves rounding along e
    for (let time = 0; time < 2; time++) {
      const part = x * ux + y * uy + z * uz;
      x -= part * ux;
      y -= part * uy;
      z -= part * uz;
    }
  }
  d[0] = -x;
  d[1] = -y;
  d[2] = -z;
  d[3] = r[3] * x + r[6] * y + r[9] * z;
  d[4] = r[4] * x + r[7] * y + r[10] * z;
  d[5] = r[5] * x + r[8] * y + r[11] * z;
  const p = findSupport(coreA, d, 0, i);
  const q = findSupport(coreB, d, 3, j);
  if (!((p === i && q === j) || (p === iOther && q === jOther))) return false;
  out[0] = Math.sqrt(x * x + y * y + z * z);
  out[1] = x;
  out[2] = y;
  out[3] = z;
  simplex.a[0] = i;
  simplex.b[0] = j;
  return true;
}
