/**
 * Closest points of a triangle and the core of a ball (its centre) or a capsule (its segment), in closed form. Apart from
 * one another, the two are closest
 *
 *   - at an end of the segment and a point of the triangle, or
 *   - at a corner and a point of the segment, or
 *   - between the segment and a side, along their common perpendicular
 *
 * or they cross, and the distance is zero. The closest point of a triangle to a point: by the sides it is beyond.
 */
import { frameRotation, type Shape } from "../shapes/index.js";

/** The closest point of the triangle to an end of the segment: see `findFoot`. */
const foot = new Float64Array(7);
const ends = new Float64Array(6);

/**
 * Finds the point of the triangle with corners at v[a], v[b] and v[c] that is closest to the point at p[o]. Writes seven
 * numbers: the closest point (3), its weights at the three corners (3), and the square of the distance (1).
 */
export function findFoot(
  foot: Float64Array,
  p: Float64Array,
  o: number,
  v: Float64Array,
  a: number,
  b: number,
  c: number,
): void {
  const abx = v[b] - v[a];
  const aby = v[b + 1] - v[a + 1];
  const abz = v[b + 2] - v[a + 2];
  const acx = v[c] - v[a];
  const acy = v[c + 1] - v[a + 1];
  const acz = v[c + 2] - v[a + 2];
  const apx = p[o] - v[a];
  const apy = p[o + 1] - v[a + 1];
  const apz = p[o + 2] - v[a + 2];
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  const bpx = p[o] - v[b];
  const bpy = p[o + 1] - v[b + 1];
  const bpz = p[o + 2] - v[b + 2];
  const d3 = abx * bpx + aby * bpy + abz * bpz;
  const d4 = acx * bpx + acy * bpy + acz * bpz;
  const cpx = p[o] - v[c];
  const cpy = p[o + 1] - v[c + 1];
  const cpz = p[o + 2] - v[c + 2];
  const d5 = abx * cpx + aby * cpy + abz * cpz;
  const d6 = acx * cpx + acy * cpy + acz * cpz;
  const va = d3 * d6 - d5 * d4;
  const vb = d5 * d2 - d1 * d6;
  const vc = d1 * d4 - d3 * d2;
  // weights of b and c; that of a is 0 where it has no part
  let s = 0;
  let t = 0;
  let opposite = false;
  if (d1 > 0 || d2 > 0) {
    if (d3 >= 0 && d4 <= d3) s = 1;
    else if (d6 >= 0 && d5 <= d6) t = 1;
    else if (vc <= 0 && d1 >= 0 && d3 <= 0) s = d1 / (d1 - d3);
    else if (vb <= 0 && d2 >= 0 && d6 <= 0) t = d2 / (d2 - d6);
    else if (va <= 0 && d4 >= d3 && d5 >= d6) {
      t = (d4 - d3) / (d4 - d3 + (d5 - d6));
      s = 1 - t;
      opposite = true;
    } else {
      s = vb / (va + vb + vc);
      t = vc / (va + vb + vc);
    }
  }
  const x = s * abx + t * acx;
  const y = s * aby + t * acy;
  const z = s * abz + t * acz;
  foot[0] = v[a] + x;
  foot[1] = v[a + 1] + y;
  foot[2] = v[a + 2] + z;
  foot[3] = opposite ? 0 : 1 - s - t;
  foot[4] = s;
  foot[5] = t;
  foot[6] = (apx - x) * (apx - x) + (apy - y) * (apy - y) + (apz - z) * (apz - z);
}

/**
 * Finds the closest points of the core of a shape, along y of its frame at frames[f], and the triangle with corners at v[0],
 * v[3] and v[6]. Writes seven numbers: the closest point of the core (3), that of the triangle (3), and the square of their
 * distance (1).
 */
export function measureCore(
  nearest: Float64Array,
  shape: Shape,
  frames: Float64Array,
  f: number,
  v: Float64Array,
): void {
  const { halfHeight } = shape;
  const r = f + frameRotation;
  for (let k = 0; k < 3; k++) {
    const along = halfHeight * frames[r + 3 * k + 1];
    ends[k] = frames[f + k] - along;
    ends[3 + k] = frames[f + k] + along;
  }
  nearest[6] = Infinity;
  takeFoot(nearest, 0, v);
  if (halfHeight === 0) return;
  takeFoot(nearest, 3, v);
  for (let k = 0; k < 9; k += 3) {
    takeCorner(nearest, v, k);
    takeSides(nearest, v, k, k === 6 ? 0 : k + 3);
  }
  if (nearest[6] > 0) takeCrossing(nearest, v);
}

function takeFoot(nearest: Float64Array, end: number, v: Float64Array): void {
  findFoot(foot, ends, end, v, 0, 3, 6);
  if (!(foot[6] < nearest[6])) return;
  for (let k = 0; k < 3; k++) {
    nearest[k] = ends[end + k];
    nearest[3 + k] = foot[k];
  }
  nearest[6] = foot[6];
}

/** The point of the segment nearest to the corner at v[i]. */
function takeCorner(nearest: Float64Array, v: Float64Array, i: number): void {
  const ux = ends[3] - ends[0];
  const uy = ends[4] - ends[1];
  const uz = ends[5] - ends[2];
  const dx = v[i] - ends[0];
  const dy = v[i + 1] - ends[1];
  const dz = v[i + 2] - ends[2];
  const s = (ux * dx + uy * dy + uz * dz) / (ux * ux + uy * uy + uz * uz);
  if (!(s > 0 && s < 1)) return;
  const x = dx - s * ux;
  const y = dy - s * uy;
  const z = dz - s * uz;
  const square = x * x + y * y + z * z;
  if (!(square < nearest[6])) return;
  nearest[0] = ends[0] + s * ux;
  nearest[1] = ends[1] + s * uy;
  nearest[2] = ends[2] + s * uz;
  for (let k = 0; k < 3; k++) nearest[3 + k] = v[i + k];
  nearest[6] = square;
}

/** The common perpendicular of the segment and the side from v[i] to v[j], if it has a foot on both. */
function takeSides(nearest: Float64Array, v: Float64Array, i: number, j: number): void {
  const ux = ends[3] - ends[0];
  const uy = ends[4] - ends[1];
  const uz = ends[5] - ends[2];
  const wx = v[j] - v[i];
  const wy = v[j + 1] - v[i + 1];
  const wz = v[j + 2] - v[i + 2];
  const nx = uy * wz - uz * wy;
  const ny = uz * wx - ux * wz;
  const nz = ux * wy - uy * wx;
  const square = nx * nx + ny * ny + nz * nz;
  if (!(square > 0)) return;
  const dx = v[i] - ends[0];
  const dy = v[i + 1] - ends[1];
  const dz = v[i + 2] - ends[2];
  // (d × w)·n and (d × u)·n
  const s = ((dy * wz - dz * wy) * nx + (dz * wx - dx * wz) * ny + (dx * wy - dy * wx) * nz) / square;
  const t = ((dy * uz - dz * uy) * nx + (dz * ux - dx * uz) * ny + (dx * uy - dy * ux) * nz) / square;
  if (!(s > 0 && s < 1 && t > 0 && t < 1)) return;
  const along = dx * nx + dy * ny + dz * nz;
  const distance = (along * along) / square;
  if (!(distance < nearest[6])) return;
  nearest[0] = ends[0] + s * ux;
  nearest[1] = ends[1] + s * uy;
  nearest[2] = ends[2] + s * uz;
  // along n rather than on the side: the direction has all its digits
  nearest[3] = nearest[0] + (along / square) * nx;
  nearest[4] = nearest[1] + (along / square) * ny;
  nearest[5] = nearest[2] + (along / square) * nz;
  nearest[6] = distance;
}

/** Zero if the segment goes through the triangle: all sides pass it on the same hand. */
function takeCrossing(nearest: Float64Array, v: Float64Array): void {
  const ux = ends[3] - ends[0];
  const uy = ends[4] - ends[1];
  const uz = ends[5] - ends[2];
  let positive = 0;
  let negative = 0;
  for (let k = 0; k < 9; k += 3) {
    const j = k === 6 ? 0 : k + 3;
    const ax = v[k] - ends[0];
    const ay = v[k + 1] - ends[1];
    const az = v[k + 2] - ends[2];
    const bx = v[j] - ends[0];
    const by = v[j + 1] - ends[1];
    const bz = v[j + 2] - ends[2];
    const volume = ux * (ay * bz - az * by) + uy * (az * bx - ax * bz) + uz * (ax * by - ay * bx);
    if (volume > 0) positive++;
    else if (volume < 0) negative++;
  }
  if (positive > 0 && negative > 0) return;
  const nx = (v[4] - v[1]) * (v[8] - v[2]) - (v[5] - v[2]) * (v[7] - v[1]);
  const ny = (v[5] - v[2]) * (v[6] - v[0]) - (v[3] - v[0]) * (v[8] - v[2]);
  const nz = (v[3] - v[0]) * (v[7] - v[1]) - (v[4] - v[1]) * (v[6] - v[0]);
  const low = (ends[0] - v[0]) * nx + (ends[1] - v[1]) * ny + (ends[2] - v[2]) * nz;
  const high = (ends[3] - v[0]) * nx + (ends[4] - v[1]) * ny + (ends[5] - v[2]) * nz;
  if (!(low * high < 0)) return;
  const s = low / (low - high);
  nearest[0] = nearest[3] = ends[0] + s * ux;
  nearest[1] = nearest[4] = ends[1] + s * uy;
  nearest[2] = nearest[5] = ends[2] + s * uz;
  nearest[6] = 0;
}
