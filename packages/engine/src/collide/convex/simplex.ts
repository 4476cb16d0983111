/**
 * The point of a simplex nearest to the origin: a point, segment, triangle or tetrahedron with corners w.
 *
 * A triangle is tried inside first, with a its longer side at w₀ and b the other. The parts of b and of w₀ across a are
 * computed first, then the weight t of b, then the weight s of a: a narrow triangle then costs no digits of v.
 *
 *   b⊥ = b − (b·a/a·a) a,   t = −w₀·b⊥/b⊥·b⊥,   s = −(w₀ + t b)·a/a·a,   v = w₀ + s a + t b
 *
 * Where a weight is negative its three sides are tried. A tetrahedron is tried on each face that does not surely have the
 * origin inside, so that a flat one never claims to contain it. The nearest of the points tried is kept.
 */
import type { CoreQuery } from "./core-query.js";
import { determinantRounding } from "./parameters.js";

/** The corners that the nearest point so far needs, one bit each. */
let needed = 0;
/** The weight of each corner of a tetrahedron that contains the origin. */
const heights = new Float64Array(4);

/**
 * Finds the nearest point for the first `count` corners, writes `weights` and `nearest`, and returns which corners it
 * needs, one bit each. A tetrahedron that contains the origin needs all four, and v is zero.
 */
export function reduceSimplex(query: CoreQuery, count: number): number {
  const { nearest, weights } = query;
  needed = 0;
  nearest[3] = Infinity;
  if (count === 1) tryPoint(query, 0);
  else if (count === 2) trySegment(query, 0, 1);
  else if (count === 3) tryTriangle(query, 0, 1, 2);
  else {
    tryFace(query, 0, 1, 2, 3);
    tryFace(query, 0, 3, 1, 2);
    tryFace(query, 0, 2, 3, 1);
    tryFace(query, 1, 3, 2, 0);
    if (needed === 0) {
      needed = 15;
      nearest.fill(0);
      // of a flat one the heights have few digits; with the sum 1 they still name a point of it
      const sum = heights[0] + heights[1] + heights[2] + heights[3];
      for (let k = 0; k < 4; k++) weights[k] = heights[k] / sum;
    }
  }
  return needed;
}

function keep(query: CoreQuery, bits: number): void {
  const { weights } = query;
  needed = bits;
  weights[0] = weights[1] = weights[2] = weights[3] = 0;
}

function tryPoint(query: CoreQuery, i: number): void {
  const { corners, nearest } = query;
  const x = corners[3 * i];
  const y = corners[3 * i + 1];
  const z = corners[3 * i + 2];
  const square = x * x + y * y + z * z;
  if (square >= nearest[3]) return;
  keep(query, 1 << i);
  query.weights[i] = 1;
  nearest[0] = x;
  nearest[1] = y;
  nearest[2] = z;
  nearest[3] = square;
}

function trySegment(query: CoreQuery, i: number, j: number): void {
  const { corners, nearest, weights } = query;
  const x = corners[3 * i];
  const y = corners[3 * i + 1];
  const z = corners[3 * i + 2];
  const ux = corners[3 * j] - x;
  const uy = corners[3 * j + 1] - y;
  const uz = corners[3 * j + 2] - z;
  const along = -(x * ux + y * uy + z * uz);
  const uu = ux * ux + uy * uy + uz * uz;
  if (along <= 0 || along >= uu) {
    tryPoint(query, along <= 0 ? i : j);
    return;
  }
  const t = along / uu;
  const vx = x + t * ux;
  const vy = y + t * uy;
  const vz = z + t * uz;
  const square = vx * vx + vy * vy + vz * vz;
  if (square >= nearest[3]) return;
  keep(query, (1 << i) | (1 << j));
  weights[i] = 1 - t;
  weights[j] = t;
  nearest[0] = vx;
  nearest[1] = vy;
  nearest[2] = vz;
  nearest[3] = square;
}

function tryTriangle(query: CoreQuery, i: number, j: number, k: number): void {
  const { corners, nearest, weights } = query;
  const x = corners[3 * i];
  const y = corners[3 * i + 1];
  const z = corners[3 * i + 2];
  const px = corners[3 * j] - x;
  const py = corners[3 * j + 1] - y;
  const pz = corners[3 * j + 2] - z;
  const qx = corners[3 * k] - x;
  const qy = corners[3 * k + 1] - y;
  const qz = corners[3 * k + 2] - z;
  const pp = px * px + py * py + pz * pz;
  const qq = qx * qx + qy * qy + qz * qz;
  const swap = qq > pp;
  const ax = swap ? qx : px;
  const ay = swap ? qy : py;
  const az = swap ? qz : pz;
  const bx = swap ? px : qx;
  const by = swap ? py : qy;
  const bz = swap ? pz : qz;
  const aa = swap ? qq : pp;
  // b across a, and once more, as the first time leaves rounding along a
  const r = (bx * ax + by * ay + bz * az) / aa;
  let cx = bx - r * ax;
  let cy = by - r * ay;
  let cz = bz - r * az;
  const rest = (cx * ax + cy * ay + cz * az) / aa;
  cx -= rest * ax;
  cy -= rest * ay;
  cz -= rest * az;
  const h = (x * ax + y * ay + z * az) / aa;
  const t = -((x - h * ax) * cx + (y - h * ay) * cy + (z - h * az) * cz) / (cx * cx + cy * cy + cz * cz);
  const s = -((x + t * bx) * ax + (y + t * by) * ay + (z + t * bz) * az) / aa;
  if (!(s > 0 && t > 0 && s + t < 1)) {
    trySegment(query, i, j);
    trySegment(query, j, k);
    trySegment(query, k, i);
    return;
  }
  const vx = x + t * bx + s * ax;
  const vy = y + t * by + s * ay;
  const vz = z + t * bz + s * az;
  const square = vx * vx + vy * vy + vz * vz;
  if (square >= nearest[3]) return;
  keep(query, (1 << i) | (1 << j) | (1 << k));
  weights[i] = 1 - s - t;
  weights[j] = swap ? t : s;
  weights[k] = swap ? s : t;
  nearest[0] = vx;
  nearest[1] = vy;
  nearest[2] = vz;
  nearest[3] = square;
}

/** Tries the face i j k of a tetrahedron unless the origin is surely on the side of corner l. */
function tryFace(query: CoreQuery, i: number, j: number, k: number, l: number): void {
  const { corners } = query;
  const x = corners[3 * i];
  const y = corners[3 * i + 1];
  const z = corners[3 * i + 2];
  const ax = corners[3 * j] - x;
  const ay = corners[3 * j + 1] - y;
  const az = corners[3 * j + 2] - z;
  const bx = corners[3 * k] - x;
  const by = corners[3 * k + 1] - y;
  const bz = corners[3 * k + 2] - z;
  const cx = corners[3 * l] - x;
  const cy = corners[3 * l + 1] - y;
  const cz = corners[3 * l + 2] - z;
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  const origin = -(nx * x + ny * y + nz * z);
  const apex = nx * cx + ny * cy + nz * cz;
  const aa = ax * ax + ay * ay + az * az;
  const bb = bx * bx + by * by + bz * bz;
  const cc = cx * cx + cy * cy + cz * cz;
  const ww = x * x + y * y + z * z;
  const sure = determinantRounding * determinantRounding * aa * bb;
  // inside, λ of a corner is the height of the origin above the face opposite to it, as a part of the corner's own
  heights[l] = origin / apex;
  if (origin * apex > 0 && apex * apex > sure * cc && origin * origin > sure * ww) return;
  tryTriangle(query, i, j, k);
}
